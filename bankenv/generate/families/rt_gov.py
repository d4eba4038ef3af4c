"""RT_GOV: who may join a government scheme; a branch request for what is possible."""

from dataclasses import dataclass

from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.lending import request_step, tell_goal
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    account_products,
    said_first,
)
from bankenv.generate.wording import lines, openings
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("RT_GOV", "rare_tool", "service", (6, 6))
NAMES = {
    "ssy": "Sukanya Samriddhi", "scss": "Senior Citizens' Savings Scheme",
    "samman": "Mahila Samman", "ppf": "Public Provident Fund",
}  # fmt: skip
# What a paper says that decides, by scheme; of an account its type decides first.
RULES = {
    "ssy": "below 10 years", "scss": "retired", "samman": "31 March 2025",
    "ppf": "one account per person", "account": "residents only",
}  # fmt: skip
NRO = "nro_savings"
# Other names of what the bank itself has for saving.
OWN = {"fd": "fixed deposit", "rd": "recurring deposit"}
SENIOR_AGE = 60


@dataclass(frozen=True, slots=True)
class Situation:
    """What is asked for, the age or circumstance told, and whether it is possible.

    `story` names the first messages; `own` is the bank's product wanted instead.
    """

    scheme: str
    story: str
    age: int
    eligible: bool
    own: str


BY_AGE = (
    Situation("ssy", "girl", 9, True, "rd"),
    Situation("samman", "samman", 0, False, "fd"),
    Situation("scss", "retired", 56, True, "fd"),
    Situation("ssy", "girl", 11, False, "rd"),
    Situation("scss", "working", 57, False, "fd"),
    Situation("ppf", "second", 0, False, "rd"),
)
BY_ACCOUNT = (
    Situation("ppf", "account-ppf", 0, False, "fd"),
    Situation("ppf", "account-ppf", 0, True, "rd"),
    Situation("scss", "account-scss", 61, False, "fd"),
    Situation("ppf", "account-ppf", 0, False, "rd"),
    Situation("scss", "account-scss", 63, True, "fd"),
    Situation("scss", "account-scss", 66, False, "fd"),
)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer's age, and account, are as the story has them."""
    row = (case.number - 1) % len(BY_AGE)
    situation = (BY_ACCOUNT if case.variant else BY_AGE)[row]
    account = _account(customer, situation) if case.variant else None
    if (case.variant and account is None) or not _has_the_age(customer, situation):
        return None
    words = {
        "age": str(situation.age),
        "own": OWN[situation.own],
        "scheme": NAMES[situation.scheme],
        "last4": str(account["account_id"])[-4:] if account else "",
    }
    rule = RULES["account" if account else situation.scheme]
    return Draft(
        customer=customer,
        title=f"{NAMES[situation.scheme]}: {_verdict(situation)}",
        opening_lines=openings(case, f"opening-{situation.story}", **words),
        wants=(
            f"To know whether {NAMES[situation.scheme]} is open to the customer; then "
            f"a branch request for it, or for a {OWN[situation.own]} instead."
        ),
        knows=_knows(case, situation, account, words),
        products=account_products(customer.record),
        must_be_told={"eligibility": rule, "own_products": OWN[situation.own]},
        agenda=_agenda(case, situation, words),
        gold=_gold(situation, account),
    )


def _verdict(situation: Situation) -> str:
    return "possible" if situation.eligible else "not possible"


def _account(customer: Customer, situation: Situation) -> Record | None:
    """Return the account whose type decides, if it decides as the story has it."""
    rows = list(customer.record["accounts"].values())
    is_nro = [row["account_type"] == NRO for row in rows]
    if len(rows) != 1 or is_nro[0] == situation.eligible:
        return None
    return rows[0] if rows[0]["status"] == "ACTIVE" else None


def _has_the_age(customer: Customer, situation: Situation) -> bool:
    """Tell whether nothing that is on record speaks against the story."""
    senior = customer.person.senior
    if situation.scheme == "scss" and situation.age < SENIOR_AGE:
        return not senior and customer.person.age == situation.age
    if situation.scheme == "scss":
        return not situation.eligible or senior
    return not senior


def _knows(
    case: Case, situation: Situation, account: Record | None, words: dict[str, str]
) -> tuple[Fact, ...]:
    facts = [Fact("purpose", NAMES[situation.scheme], lines(case, "purpose", **words))]
    if situation.age:
        said = lines(case, f"age-{situation.scheme}", **words)
        facts.append(Fact("age", situation.age, said, "up_front"))
    if account is not None:
        facts.append(said_first(account_fact(case, account)))
    return tuple(facts)


def _agenda(
    case: Case, situation: Situation, words: dict[str, str]
) -> tuple[Goal, ...]:
    name, own = NAMES[situation.scheme], OWN[situation.own]
    eligible = tell_goal(
        "eligible", "eligibility", lines(case, "ask-eligible", **words), {}
    )
    products = tell_goal("own", "own_products", lines(case, "ask-own", **words), {})
    heard = ("eligibility", "own_products")
    if situation.eligible:
        ask = lines(case, "ask-join", **words)
        wish = Goal("join", "log_request", ask, {"purpose": name}, hear_first=heard)
        return (eligible, products, wish)
    refused = Goal(
        "join",
        "log_request",
        lines(case, "ask-join", **words),
        {"purpose": name},
        settled_by="refusal",
        press=case.number % 2,
        insist=lines(case, "insist", **words),
        accept=lines(case, "accept", **words),
    )
    ask = lines(case, "ask-instead", **words)
    wish = Goal("instead", "log_request", ask, {"purpose": own}, hear_first=heard)
    return (eligible, refused, products, wish)


def _gold(situation: Situation, account: Record | None) -> tuple[GoldStep, ...]:
    chain, seen = Chain(), []
    name = NAMES[situation.scheme]
    if account is not None:
        seen.append(
            chain.add(
                "get_account_details",
                {"account_ids": [account["account_id"]]},
                "Whether the customer counts as a resident shows in the type of the "
                "account alone.",
                "R42",
            )
        )
    seen.append(
        paper_step(
            chain,
            f"{name} who may join age limit residents closed",
            "Who may join a scheme, and whether it still takes anybody, stands in the "
            "bank's paper.",
            "R42 R5",
        )
    )
    seen.append(
        chain.add(
            "get_products_and_offers",
            {"type": "all"},
            "What the bank itself has for saving is shown from the look-up alone.",
            "R42",
            compare=(),
        )
    )
    wanted = name if situation.eligible else OWN[situation.own]
    request_step(
        chain,
        f"Branch to get in touch about: {wanted}.",
        "A scheme is opened at the branch alone; logged is only what the customer may "
        "have.",
        "R42 R7",
        seen,
    )
    return tuple(chain.steps)
