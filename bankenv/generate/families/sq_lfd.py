"""SQ_LFD: one fixed deposit is to pay a loan off, if its payout covers the total."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bankenv.generate.apart import (
    changed,
    deposit_facts,
    look_step,
    ordinary,
    pick_deposit,
    rated,
    sibling_decoys,
    untaken_amount,
)
from bankenv.generate.casting import Case
from bankenv.generate.closures import close_step
from bankenv.generate.closures import quote_step as closure_quote_step
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before
from bankenv.generate.deposits import with_terms
from bankenv.generate.desk import Desk
from bankenv.generate.lending import (
    details_step,
    kind_of,
    loan_decoys,
    loan_edits,
    loan_fact,
    planted,
    quote_step,
    request_step,
    tell_goal,
    twin_of,
)
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    amount_fact,
    deposit_products,
    loan_products,
    open_fixed,
    said_first,
)
from bankenv.generate.renewals import NO_RENEWAL, renewal_goal, renewal_step
from bankenv.generate.wording import lines, openings, rupees, spoken
from bankenv.records import JsonValue, Record
from bankenv.scenario import Decision, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_LFD", "sequencing", "loans", (22,))
KINDS = ("personal_loan", "vehicle_loan", "education_loan", "gold_loan",
         "vehicle_loan", "personal_loan")  # fmt: skip
TERMS = {"personal_loan": 48, "vehicle_loan": 60, "gold_loan": 24,
         "education_loan": 84}  # fmt: skip
# What the payout is over (or short of) the total, as a share of it. Down to -0.0035 it
# is short by less than the tax on the charge: who forgets the tax takes it for enough.
GAPS = (0.0012, -0.0015, 0.004, -0.0025, 0.0006, -0.007, 0.0025, -0.001, 0.0009,
        -0.003, 0.006)  # fmt: skip
AMOUNTS = (180_000, 240_000, 320_000, 150_000, 275_000, 410_000, 90_000)
DAYS_RUN = (410, 250, 640, 330, 505)
WITH_TAX_SAVER = 3


@dataclass(frozen=True, slots=True)
class Wish:
    """The loan and its quote, the deposit and its quote, the part that else is paid."""

    loan: Record
    twin: Record | None
    total: float
    deposit: Record
    quote: Record
    part: float
    opening: tuple[Edit, ...]

    @property
    def covers(self) -> bool:
        return bool(self.quote["net_payout"] >= self.total)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has several deposits, and no such loan yet."""
    wish = _wish(case, customer)
    if wish is None:
        return None
    record = Desk(customer, wish.opening).record
    ending = "payout covers it" if wish.covers else "payout falls short"
    return Draft(
        customer=customer,
        title=f"A deposit towards the {kind_of(wish.loan)}: {ending}",
        opening=wish.opening,
        opening_lines=openings(case, "opening", **_words(wish)),
        wants=(
            f"The {kind_of(wish.loan)} paid off out of one deposit, if its payout "
            f"covers the total; else a part-payment of {rupees(wish.part)}."
        ),
        knows=(
            loan_fact(case, wish.loan, wish.twin),
            *(f for f in deposit_facts(case, wish.deposit) if f.slot != "amount"),
            said_first(amount_fact(wish.part)),
        ),
        products=(*loan_products(record), *deposit_products(record)),
        conditions=(
            "Payout covers the total: close the deposit, log the foreclosure.",
            "Payout falls short: no renewal, log the part-payment.",
        ),
        must_be_told={
            "total_payable": wish.total,
            "payout": wish.quote["net_payout"],
            "penalty": wish.quote["penalty_rate"],
        },
        agenda=_agenda(case, wish),
        gold=_gold(wish),
        decoys=_decoys(record, wish),
    )


def _wish(case: Case, customer: Customer) -> Wish | None:
    deposit = pick_deposit(case, customer)
    if deposit is None:
        return None
    made = _deposit(case, customer, deposit)
    edits = (*changed(deposit, made), *_tax_saver(case, customer, deposit))
    quote = Desk(customer, edits).closure_quote(deposit["deposit_id"])
    loan = _loan(case, customer, quote["net_payout"] / (1 + case.pick(GAPS)))
    if loan is None:
        return None
    twin = twin_of(case, customer, loan)
    opening = (*edits, *loan_edits(twin, loan))
    total = _total(Desk(customer, opening), loan)
    part = float(max(int(total) // 2 // 10_000 * 10_000, 10_000))
    return Wish(loan, twin, total, made, quote, part, opening)


def _deposit(case: Case, customer: Customer, deposit: Record) -> Record:
    run = case.pick(DAYS_RUN)
    terms: Record = {
        "principal": untaken_amount(case, customer, deposit, AMOUNTS),
        "tenure_months": 36,
        "start_date": days_before(run).isoformat(),
        "maturity_instruction": "renew_principal_interest",
    }
    return rated(customer, ordinary(customer, deposit, **terms))


def _tax_saver(case: Case, customer: Customer, chosen: Record) -> tuple[Edit, ...]:
    """In every third task one of the other deposits is locked, and large enough."""
    others = (d for d in open_fixed(customer.record) if d is not chosen)
    other = next((d for d in others if d["scheme"] == "regular"), None)
    if case.number % WITH_TAX_SAVER or other is None:
        return ()
    terms: Record = {
        "principal": 450_000.0,
        "tenure_months": 60,
        "start_date": days_before(380).isoformat(),
    }
    made = rated(customer, with_terms({**other, "scheme": "tax_saver"}, **terms))
    return changed(other, {**made, "lock_in_until": made["maturity_date"]})


def _loan(case: Case, customer: Customer, total: float) -> Record | None:
    """Return a loan that takes about `total` rupees to pay off."""
    kind = case.pick(KINDS)
    months = TERMS[kind]
    run = months * 2 // 3 - case.number % 5
    like = {"tenure_months": months, "run_months": run, "rate_type": "fixed"}
    sample = planted(customer, kind, principal=1_000_000.0, **like)
    if sample is None:
        return None
    share = 1 + sample["rate"] * 30 / 36_500 + 0.0236
    owed = sample["outstanding"] / 1_000_000
    return planted(customer, kind, principal=float(int(total / share / owed)), **like)


def _total(desk: Desk, loan: Record) -> float:
    answer = desk.call("get_loan_foreclosure_quote", loan_ids=[loan["loan_id"]])
    return float(answer["quotes"][0]["total_payable"])


def _decoys(record: Record, wish: Wish) -> tuple[Mapping[str, JsonValue], ...]:
    return (*sibling_decoys(record, wish.deposit), *loan_decoys(record, wish.loan))


def _words(wish: Wish) -> dict[str, str]:
    return {
        "kind": kind_of(wish.loan),
        "amount": spoken(wish.deposit["principal"]),
        "part": spoken(wish.part),
    }


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    words = _words(wish)
    fd: dict[str, JsonValue] = {"deposit": wish.deposit["deposit_id"]}
    loan: dict[str, JsonValue] = {"loan": wish.loan["loan_id"]}
    heard = ("total_payable", "payout")
    payout = tell_goal("payout", "payout", lines(case, "ask-payout", **words), fd)
    instead = {**loan, "purpose": "part_payment", "amount": wish.part}
    return (
        tell_goal("total", "total_payable", lines(case, "ask-total", **words), loan),
        _decided(payout, wish, "close", NO_RENEWAL),
        _decided(replace(payout, name="then"), wish, "foreclosure", "part_payment"),
        Goal(
            "close",
            "close_deposit",
            lines(case, "ask-close"),
            fd,
            hear_first=("penalty", *heard),
        ),
        renewal_goal(case, NO_RENEWAL, wish.deposit, NO_RENEWAL, heard),
        Goal(
            "foreclosure",
            "log_request",
            lines(case, "ask-foreclose", **words),
            {**loan, "purpose": "foreclosure"},
            hear_first=heard,
        ),
        Goal(
            "part_payment",
            "log_request",
            lines(case, "ask-part", **words),
            instead,
            hear_first=heard,
        ),
    )


def _decided(goal: Goal, wish: Wish, then: str, otherwise: str) -> Goal:
    """Return the wish to hear the payout, which decides what comes after."""
    decide = Decision("payout", wish.total, then, otherwise)
    return replace(goal, decide=decide, hear_first=("total_payable",))


def _gold(wish: Wish) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        details_step(
            chain, wish.loan, "Which loan it is and what is owed stands in its record."
        ),
        quote_step(
            chain,
            wish.loan,
            "Whether the deposit covers the loan hangs on the total with charge and "
            "tax, which only the quote has.",
        ),
        look_step(
            chain,
            wish.deposit,
            "Which deposit has that amount, and whether it may be closed early, stands "
            "only in the record.",
            "R12",
        ),
        closure_quote_step(chain, wish.deposit["deposit_id"]),
    ]
    deposit_id = wish.deposit["deposit_id"]
    if wish.covers:
        moved = close_step(chain, deposit_id, seen)
    else:
        moved = renewal_step(
            chain,
            deposit_id,
            NO_RENEWAL,
            seen,
            "The payout is short of the total, so the deposit stays and is only not "
            "renewed.",
        )
    what = "Foreclosure" if wish.covers else f"Part-payment of {rupees(wish.part)}"
    request_step(
        chain,
        f"{what}: {kind_of(wish.loan)} {wish.loan['loan_id']}.",
        "The loan desk closes the loan, not the chat: the request is logged once the "
        "deposit is settled.",
        "R17 R18",
        [*seen, moved],
    )
    return tuple(chain.steps)
