"""SQ_TAT: money left for a payment that failed; the entry that never came back."""

from dataclasses import dataclass
from datetime import timedelta

from bankenv.generate.card_steps import history_step, search_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before
from bankenv.generate.desk import Desk
from bankenv.generate.entries import PEOPLE, SHOPS
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    account_products,
    amount_fact,
    said_first,
    serves_all,
)
from bankenv.generate.planted import Plant, Planted, planted
from bankenv.generate.wording import day_of, lines, openings, rupees
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("SQ_TAT", "sequencing", "service", (12, 10))
# What failed, its channel, and the days by which the money must be back.
FAILURES = (
    ("upi-person", "upi", 1),
    ("atm", "atm", 5),
    ("imps", "imps", 1),
    ("upi-merchant", "upi", 5),
    ("pos", "pos", 5),
)
ELAPSED = (3, 7, 2, 8, 4, 6, 9)
AMOUNTS = (2_500, 4_000, 1_800, 6_500, 3_200)
MACHINES = ("main road", "station", "market", "bus stand")
A_DAY = 100


@dataclass(frozen=True, slots=True)
class Failure:
    """The debit that did not come back, the one like it that did, and its delay."""

    account: Record
    entry: Record
    twin: Record
    kind: str
    limit: int
    elapsed: int
    planted: Planted

    @property
    def amount(self) -> float:
        return abs(float(self.entry["amount"]))

    @property
    def due(self) -> float:
        """Rupees due for the days beyond the limit, up to today."""
        return float(max(self.elapsed - self.limit, 0) * A_DAY)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer's account can carry the failed payments."""
    failure = _failure(case, customer)
    if failure is None:
        return None
    words = {"amount": rupees(failure.amount)}
    return Draft(
        customer=customer,
        title=f"Claim {rupees(failure.amount)} of a failed payment ({failure.kind})",
        opening=failure.planted.opening,
        opening_lines=openings(case, f"opening-{failure.kind}", **words),
        wants="To hear what is due for the delay so far and to have the failed payment "
        "claimed." + (" Then to hear how the claim stands." if case.variant else ""),
        knows=_knows(case, failure),
        products=account_products(customer.record),
        conditions=("A payment that was put back already is no matter.",),
        must_be_told={"compensation": failure.due},
        agenda=_agenda(case),
        gold=_gold(case, customer, failure),
        decoys=(
            {
                "transaction": failure.twin["reference_id"],
                "why": "Failed like the other one, but the money came back.",
            },
        ),
    )


def _failure(case: Case, customer: Customer) -> Failure | None:
    accounts = list(customer.record["accounts"].values())
    account = next((a for a in accounts if serves_all(a)), None)
    kind, channel, limit = case.pick(FAILURES)
    if account is None or not account["transactions"]:
        return None
    elapsed = case.pick(ELAPSED)
    made = planted(
        customer, account["account_id"], _plants(case, kind, channel, elapsed)
    )
    if made is None:
        return None
    entry, twin = made.rows[:2]
    return Failure(account, entry, twin, kind, limit, elapsed, made)


def _plants(case: Case, kind: str, channel: str, elapsed: int) -> list[Plant]:
    """The failed debit, and one like it that was put back the day after."""
    amount = float(case.pick(AMOUNTS))
    day = days_before(elapsed)
    twin_day = day - timedelta(days=3) if case.number % 2 else day + timedelta(days=1)
    whom, other = case.chance.at("whom").shuffled(_names(kind))[:2]
    failed = f"{channel.upper()} FAILED"
    back = f"{channel.upper()} REVERSAL {other.upper()}"
    return [
        Plant(day, f"{failed} {whom.upper()}", -amount, channel),
        Plant(twin_day, f"{failed} {other.upper()}", -amount, channel),
        Plant(twin_day + timedelta(days=1), back, amount, channel),
    ]


def _names(kind: str) -> tuple[str, ...]:
    if kind == "atm":
        return MACHINES
    return SHOPS if kind in ("upi-merchant", "pos") else PEOPLE


def _knows(case: Case, failure: Failure) -> tuple[Fact, ...]:
    day = day_of(failure.entry["date"])
    said = lines(case, "entry", amount=rupees(failure.amount), day=day)
    return (
        said_first(amount_fact(failure.amount)),
        Fact("date", failure.entry["date"], lines(case, "day", day=day)),
        Fact("transaction", failure.entry["reference_id"], said),
        account_fact(case, failure.account),
    )


def _agenda(case: Case) -> tuple[Goal, ...]:
    due = Goal(
        "due",
        "tell",
        lines(case, "ask-due"),
        settled_by="told",
        figure="compensation",
    )
    claim = Goal(
        "claim",
        "log_request",
        lines(case, "ask-claim"),
        {"purpose": "failed_transaction"},
    )
    status = Goal(
        "status", "tell", lines(case, "ask-status"), settled_by="told", figure="status"
    )
    return (due, claim, status) if case.variant == 1 else (due, claim)


def _gold(case: Case, customer: Customer, failure: Failure) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        history_step(
            chain,
            failure.account["account_id"],
            "The entries tell which of two like debits was put back and which was not.",
            "R25",
        ),
        search_step(
            chain,
            "failed transaction time limit for the money to come back, compensation",
            "Limit and compensation depend on what failed, and stand in the document.",
            "R25 R3",
        ),
    ]
    claim: dict[str, JsonValue] = {
        "category": "failed_transaction",
        "related_transaction_id": failure.entry["reference_id"],
        "description": f"Failed payment of {rupees(failure.amount)} on "
        f"{day_of(failure.entry['date'])}, not put back.",
    }
    raised = chain.add(
        "raise_request",
        claim,
        "The claim names the one debit without a reversal.",
        "R25 R34",
        after=seen,
    )
    if case.variant == 1:
        desk = Desk(customer, failure.planted.opening)
        logged = desk.call("raise_request", **claim)
        chain.add(
            "get_request_status",
            {"request_id": logged["request_id"]},
            "The customer asks how the claim stands under its number.",
            "R26 R3",
            after=[raised],
            compare=(),
        )
    return tuple(chain.steps)
