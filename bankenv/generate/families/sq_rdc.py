"""SQ_RDC: a recurring deposit is closed early; another one may look just like it."""

from dataclasses import dataclass

from bankenv.generate import closures
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.kin import relatives
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    amount_fact,
    deposit_products,
    edits_of,
    matures_words,
    said_first,
)
from bankenv.generate.siblings import listed_before, recurring_sibling
from bankenv.generate.wording import (
    account_words,
    extended,
    lines,
    openings,
    rupees,
    spoken,
)
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_RDC", "sequencing", "deposits", (10, 10))
# Tasks with a second deposit of the same instalment, and what tells the two apart.
CLUES = {1: "month", 2: "nominee", 4: "month", 5: "nominee", 7: "month", 8: "month",
         11: "nominee", 12: "month", 14: "month", 15: "nominee", 17: "nominee",
         18: "month"}  # fmt: skip
# Tasks whose customer says which of the two only when asked.
ASKED_WHICH = (2, 5, 8, 12, 15, 18)
INTO_OTHER_ACCOUNT = (6, 10, 13, 20)


@dataclass(frozen=True, slots=True)
class Wish:
    """The deposit that is meant, its double if there is one, and what closing pays."""

    deposit: Record
    sibling: Record | None
    into: Record | None
    opening: tuple[Edit, ...]
    quote: Record

    @property
    def deposit_id(self) -> str:
        return str(self.deposit["deposit_id"])

    @property
    def account_id(self) -> str:
        """Return the account that the closure pays into."""
        if self.into is not None:
            return str(self.into["account_id"])
        return str(self.deposit["payout_account"])


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has a recurring deposit."""
    wish = _wish(case, customer)
    if wish is None:
        return None
    desk = Desk(customer, wish.opening)
    told = closures.told_of(wish.quote)
    if case.variant == 1:
        into = {} if wish.into is None else {"payout_account": wish.account_id}
        desk.call("close_deposit", deposit_id=wish.deposit_id, **into)
        told["new_balance"] = desk.balance(wish.account_id)
    return Draft(
        customer=customer,
        title=_title(wish),
        opening=wish.opening,
        opening_lines=_opening_lines(case, wish),
        wants=_wants(case, wish),
        knows=_knows(case, wish),
        products=deposit_products(Desk(customer, wish.opening).record),
        conditions=("Penalty and payout are told before the closure.",),
        must_be_told=told,
        agenda=_agenda(case, wish),
        gold=_gold(case, wish),
        decoys=_decoys(wish),
    )


def _wish(case: Case, customer: Customer) -> Wish | None:
    record = customer.record
    deposit = _recurring(record)
    into = _into(case, record, deposit) if deposit else None
    if deposit is None or (case.number in INTO_OTHER_ACCOUNT and into is None):
        return None
    if record["accounts"][deposit["payout_account"]]["status"] == "INOPERATIVE":
        return None
    clue = CLUES.get(case.number)
    sibling = recurring_sibling(customer, deposit) if clue else None
    edits: tuple[Edit, ...] = ()
    if sibling is not None:
        if clue == "nominee":
            deposit, sibling = _nominated(customer, deposit, sibling)
            own = record["deposits"][deposit["deposit_id"]]
            edits = edits_of(f"deposits.{deposit['deposit_id']}", own, deposit)
        edits += listed_before(record, deposit, sibling)
    quote = Desk(customer, edits).closure_quote(deposit["deposit_id"])
    return Wish(deposit, sibling, into, edits, quote)


def _recurring(record: Record) -> Record | None:
    """Return the customer's open recurring deposit, if there is just one."""
    found: list[Record] = [
        deposit
        for deposit in record["deposits"].values()
        if deposit["kind"] == "RD" and deposit["status"] == "ACTIVE"
    ]
    return found[0] if len(found) == 1 else None


def _into(case: Case, record: Record, deposit: Record) -> Record | None:
    """Return another account of the customer's where the task pays into one."""
    if case.number not in INTO_OTHER_ACCOUNT:
        return None
    others: list[Record] = [
        account
        for account in record["accounts"].values()
        if account["account_id"] != deposit["payout_account"]
        and account["status"] != "INOPERATIVE"
    ]
    return others[0] if others else None


def _nominated(
    customer: Customer, deposit: Record, sibling: Record
) -> tuple[Record, Record]:
    """Return both with different nominees: nothing else is said of them."""
    kin = relatives(customer.person)
    return (
        {**deposit, "nominee": kin[1].nominee()},
        {**sibling, "nominee": kin[0].nominee()},
    )


def _title(wish: Wish) -> str:
    monthly = rupees(wish.deposit["monthly_installment"])
    one = "one of two recurring deposits" if wish.sibling else "the recurring deposit"
    return f"Close {one} of {monthly} a month"


def _clue(case: Case, wish: Wish) -> tuple[str, ...]:
    """Return how the customer tells the deposit from its double."""
    if CLUES[case.number] == "month":
        return lines(case, "clue-month", **matures_words(wish.deposit))
    nominee = wish.deposit["nominee"]
    first = nominee["name"].split()[0]
    return lines(case, "clue-nominee", relation=nominee["relation"], first=first)


def _opening_lines(case: Case, wish: Wish) -> tuple[str, ...]:
    amount = spoken(wish.deposit["monthly_installment"])
    more: list[str] = []
    if wish.sibling is not None and case.number not in ASKED_WHICH:
        more.append(lines(case, "extra-clue", clue=_clue(case, wish)[0])[0])
    if wish.into is not None:
        more.append(lines(case, "extra-into", **account_words(wish.into))[0])
    return extended(openings(case, "opening", amount=amount), more)


def _wants(case: Case, wish: Wish) -> str:
    monthly = rupees(wish.deposit["monthly_installment"])
    which = f", the one known by its {CLUES[case.number]}," if wish.sibling else ""
    then = " Then the new balance." if case.variant == 1 else ""
    return (
        f"To close the recurring deposit of {monthly} a month{which} after hearing "
        f"what it pays.{then}"
    )


def _knows(case: Case, wish: Wish) -> tuple[Fact, ...]:
    deposit, amount = wish.deposit, wish.deposit["monthly_installment"]
    if wish.sibling is None:
        said = lines(case, "deposit-rd", amount=spoken(amount))
        facts = [Fact("deposit", wish.deposit_id, said, "up_front")]
    else:
        said = _clue(case, wish)
        facts = [
            Fact("deposit", wish.deposit_id, said),
            Fact("clue", CLUES[case.number], said),
        ]
    if wish.sibling is None or CLUES[case.number] == "month":
        month = lines(case, "clue-month", **matures_words(deposit))
        facts.append(Fact("date", deposit["maturity_date"], month))
    else:
        facts.append(Fact("nominee", deposit["nominee"]["name"], said))
    facts.append(said_first(amount_fact(amount)))
    if wish.into is not None:
        facts.append(said_first(account_fact(case, wish.into, "payout_account")))
    return tuple(facts)


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    about = {"deposit": wish.deposit_id}
    if wish.into is not None:
        about["payout_account"] = wish.account_id
    close = Goal(
        "close",
        "close_deposit",
        lines(case, "ask-close"),
        about,
        hear_first=closures.hear_first(wish.quote),
    )
    return (close, closures.balance_goal(case)) if case.variant == 1 else (close,)


def _gold(case: Case, wish: Wish) -> tuple[GoldStep, ...]:
    chain = Chain()
    double = [] if wish.sibling is None else [wish.sibling["deposit_id"]]
    look = chain.add(
        "get_rd_details",
        {"deposit_ids": [*double, wish.deposit_id]},
        "Two deposits have that instalment, so both are looked at to tell which is "
        "meant."
        if double
        else "The record shows whether this is the deposit of that instalment, and how "
        "many instalments were paid.",
        "R6 R12" if double else "R12",
    )
    quote = closures.quote_step(chain, wish.deposit_id)
    into = None if wish.into is None else wish.account_id
    closed = closures.close_step(chain, wish.deposit_id, [look, quote], into)
    if case.variant == 1:
        closures.balance_step(chain, wish.account_id, closed)
    return tuple(chain.steps)


def _decoys(wish: Wish) -> tuple[dict[str, str], ...]:
    if wish.sibling is None:
        return ()
    why = "The same instalment, other dates."
    return ({"deposit": wish.sibling["deposit_id"], "why": why},)
