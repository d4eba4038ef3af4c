"""A fixed deposit among others of the customer's: only its record tells which it is."""

from collections.abc import Callable
from datetime import date

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.deposits import with_terms
from bankenv.generate.parts import (
    Chain,
    edits_of,
    matures_words,
    open_fixed,
    serves_all,
)
from bankenv.generate.rates import deposit_rate
from bankenv.generate.wording import lines, rupees, spoken
from bankenv.records import Record
from bankenv.scenario import Fact
from bankenv.tasks import Edit


def pick_deposit(
    case: Case,
    customer: Customer,
    fits: Callable[[Record], bool] = lambda deposit: True,
    *,
    alone: bool = False,
) -> Record | None:
    """Return an open fixed deposit whose amount names it, or None.

    Unless it may stand `alone`, the customer has others, and it is not the one whose
    id the session lists first: whoever guesses takes another.
    """
    fixed = open_fixed(customer.record)
    if not fixed or not (alone or len(fixed) > 1):
        return None
    listed_first = None if len(fixed) == 1 else _first_fixed(customer.record)
    fitting = [
        deposit
        for deposit in fixed
        if deposit["deposit_id"] != listed_first
        and _amounts(customer).count(deposit["principal"]) == 1
        and serves_all(customer.record["accounts"][deposit["payout_account"]])
        and fits(deposit)
    ]
    return case.chance.at("deposit").choice(fitting) if fitting else None


def _first_fixed(record: Record) -> str | None:
    linked = record["login_context"]["linked_products"]
    return next((one for one in linked if one.startswith("FD")), None)


def _amounts(customer: Customer) -> list[float]:
    return [deposit["principal"] for deposit in open_fixed(customer.record)]


def ordinary(customer: Customer, deposit: Record, **terms: object) -> Record:
    """Return the deposit as one that its only holder may close, with other terms."""
    plain = {
        "scheme": "regular",
        "lock_in_until": None,
        "mode_of_operation": "single",
        "premature_mandate": None,
        "holders": [customer.person.name],
        "payout_type": "cumulative",
    }
    return with_terms({**deposit, **plain}, **terms)


def rated(customer: Customer, deposit: Record) -> Record:
    """Return the deposit at the rate of the card that was in force at its start."""
    start = date.fromisoformat(deposit["start_date"])
    months = deposit["tenure_months"]
    rate = deposit_rate("fd", months, start, customer.person.senior)
    return with_terms(deposit, rate=rate)


def changed(before: Record, after: Record) -> tuple[Edit, ...]:
    """Return the opening edits that make the deposit the changed one."""
    return edits_of(f"deposits.{before['deposit_id']}", before, after)


def untaken_amount(
    case: Case, customer: Customer, deposit: Record, amounts: tuple[int, ...]
) -> float:
    """Return one of the amounts that no other fixed deposit has; tasks take turns."""
    others = {
        other["principal"]
        for other in open_fixed(customer.record)
        if other["deposit_id"] != deposit["deposit_id"]
    }
    start = case.number % len(amounts)
    in_turn = amounts[start:] + amounts[:start]
    return float(next(amount for amount in in_turn if amount not in others))


def deposit_facts(case: Case, deposit: Record) -> tuple[Fact, ...]:
    """Return how the customer names the deposit: by its amount, told at once."""
    amount = deposit["principal"]
    said = lines(case, "deposit", amount=spoken(amount))
    month = lines(case, "matures", **matures_words(deposit))
    return (
        Fact("deposit", deposit["deposit_id"], said, "up_front"),
        Fact("amount", amount, (spoken(amount), rupees(amount)), "up_front"),
        Fact("date", deposit["maturity_date"], month),
    )


def look_step(chain: Chain, deposit: Record, why: str, rules: str) -> int:
    """Add the look at one fixed deposit and return its number."""
    ids = {"deposit_ids": [deposit["deposit_id"]]}
    return chain.add("get_fd_details", ids, why, rules)


def paper_step(chain: Chain, query: str, why: str, rules: str) -> int:
    """Add the search of the bank's documents and return its number."""
    return chain.add("search_knowledge_base", {"query": query}, why, rules, compare=())


def sibling_decoys(record: Record, deposit: Record) -> tuple[dict[str, str], ...]:
    """Return the customer's other open fixed deposits as decoys."""
    return tuple(
        {
            "deposit": other["deposit_id"],
            "why": f"Another deposit, of {rupees(other['principal'])}.",
        }
        for other in open_fixed(record)
        if other["deposit_id"] != deposit["deposit_id"]
    )
