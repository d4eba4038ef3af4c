"""RT_STP: a lost cheque leaf, or a lost book of which some leaves are paid or given."""

from dataclasses import dataclass

from bankenv.generate.account_steps import (
    book_goal,
    book_step,
    called,
    cheques_step,
    details_step,
    named_account,
    other_accounts,
    serving_accounts,
)
from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.cheque_runs import runs
from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, Draft, Family, account_products, said_first
from bankenv.generate.rates import rules
from bankenv.generate.wording import account_words, lines, openings
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("RT_STP", "rare_tool", "mandates_cheques", (12, 10))
BOOK = 10
LEAVES = (25, 10, 50)
DELIVERIES = ("registered_address", "home_branch")


@dataclass(frozen=True, slots=True)
class Lost:
    """What is lost of an account's cheques: what to stop, what others hold."""

    account: Record
    said: str
    stopped: tuple[str, ...]
    given: str | None = None


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has a leaf out, or a book partly used."""
    lost = _leaf(customer) if case.variant == 0 else _book(customer)
    if lost is None:
        return None
    words = _words(case, lost)
    key = "opening-leaf" if case.variant == 0 else "opening-book"
    fee = _fee(lost)
    return Draft(
        customer=customer,
        title=f"Stop {len(lost.stopped)} lost, {called(lost.account)}",
        opening_lines=openings(case, key, **words),
        wants=_wants(case, lost),
        knows=_knows(case, lost, words),
        products=account_products(customer.record),
        conditions=("The fee is told before anything is stopped.",),
        must_be_told={"fee": fee},
        agenda=_agenda(case, lost, words),
        gold=_gold(case, lost),
        decoys=(*_given(lost), *other_accounts(customer.record, lost.account)),
    )


def _leaf(customer: Customer) -> Lost | None:
    for run in runs(customer, 1):
        if run.unpaid:
            return Lost(run.account, run.numbers[0], run.unpaid)
    return None


def _book(customer: Customer) -> Lost | None:
    """Return a book of ten that begins with the first cheque on record."""
    for account in serving_accounts(customer):
        states = {c["cheque_number"]: c["status"] for c in account["cheques"]}
        given = [n for n, status in states.items() if status == "issued"]
        tidy = set(states.values()) == {"cleared", "issued"}
        if not tidy or len(given) < 2:
            continue
        first = int(next(iter(states)))
        numbers = [f"{first + at:06d}" for at in range(BOOK)]
        left = [n for n in numbers if states.get(n) != "cleared" and n != given[0]]
        return Lost(account, f"{numbers[0]} to {numbers[-1]}", tuple(left), given[0])
    return None


def _fee(lost: Lost) -> float:
    """Return the fee in rupees, before tax."""
    fees = rules().cheques
    many = len(lost.stopped) >= fees.range_from_leaves
    return float(fees.stop_fee_range if many else fees.stop_fee_per_leaf)


def _given(lost: Lost) -> tuple[dict[str, JsonValue], ...]:
    if lost.given is None:
        return ()
    return ({"cheque": lost.given, "why": "Given to somebody, to be paid."},)


def _words(case: Case, lost: Lost) -> dict[str, str]:
    return {
        **account_words(lost.account),
        "numbers": lost.said,
        "given": lost.given or "",
        "leaves": str(case.pick(LEAVES)),
        "where": lines(case, f"where-{case.pick(DELIVERIES)}")[0],
    }


def _wants(case: Case, lost: Lost) -> str:
    if case.variant == 0:
        return f"Cheque {lost.said} stopped, once the fee is known."
    return (
        f"Of {lost.said} all stopped that is neither paid nor given away, once the fee "
        "is known; then a new book."
    )


def _knows(case: Case, lost: Lost, words: dict[str, str]) -> tuple[Fact, ...]:
    numbers: tuple[str, ...] = (lost.said,)
    if lost.given:
        numbers = lines(case, "numbers-but", **words)
    facts = (
        named_account(case, lost.account),
        said_first(Fact("cheque_numbers", lost.said, numbers)),
        said_first(Fact("reason", "lost", lines(case, "reason-lost"))),
    )
    if case.variant == 0:
        return facts
    leaves, delivery = case.pick(LEAVES), case.pick(DELIVERIES)
    return (
        *facts,
        said_first(Fact("leaves", leaves, (f"{leaves} leaves",))),
        said_first(Fact("delivery", delivery, lines(case, f"where-{delivery}"))),
    )


def _agenda(case: Case, lost: Lost, words: dict[str, str]) -> tuple[Goal, ...]:
    key = "ask-leaf" if case.variant == 0 else "ask-lost-book"
    stop = Goal(
        "stop",
        "stop_cheque",
        lines(case, key, **words),
        {"account": lost.account["account_id"]},
        hear_first=("fee",),
    )
    if case.variant == 0:
        return (stop,)
    about: dict[str, JsonValue] = {
        "leaves": case.pick(LEAVES),
        "delivery": case.pick(DELIVERIES),
    }
    return (stop, book_goal(case, "ask-new-book", lost.account, about))


def _gold(case: Case, lost: Lost) -> tuple[GoldStep, ...]:
    chain = Chain()
    look = details_step(
        chain, lost.account, "The account is seen before its cheques are.", "R35"
    )
    paid = cheques_step(
        chain, lost.account, "Only the entries show which numbers are paid.", "R35"
    )
    rule = paper_step(
        chain,
        "stop payment of a cheque fee validity lost",
        "What a stop costs, and that leaves given to others stay valid, is the bank's "
        "rule.",
        "R35",
    )
    stop = chain.add(
        "stop_cheque_payment",
        {
            "account_id": lost.account["account_id"],
            "cheque_numbers": list(lost.stopped),
            "reason": "lost",
        },
        "What is lost, unpaid and in nobody's hands is stopped, nothing else.",
        "R35 R36",
        after=[look, paid, rule],
    )
    if case.variant == 1:
        book_step(
            chain,
            lost.account,
            case.pick(LEAVES),
            case.pick(DELIVERIES),
            [look, paid, rule, stop],
            "The lost leaves are stopped first, then the new book is ordered.",
        )
    return tuple(chain.steps)
