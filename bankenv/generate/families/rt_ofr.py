"""RT_OFR: which offers there are; interest in one of them, or none, is logged."""

from dataclasses import dataclass

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import CLOCK, days_after
from bankenv.generate.desk import Desk
from bankenv.generate.lending import request_step, tell_goal
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    account_products,
    said_first,
)
from bankenv.generate.rates import deposit_rate
from bankenv.generate.wording import account_words, lines, openings
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("RT_OFR", "rare_tool", "service", (11, 5))
# Type of product, its title, and the words by which the customer would know it.
PRODUCTS = {
    "deposit": ("Festive fixed deposit, 24 to 36 months", "festive"),
    "card": ("Lifetime free credit card", "lifetime free"),
    "loan": ("Pre-checked personal loan", "personal loan"),
    "insurance": ("Family floater health cover", "family floater"),
}
# What is offered to the customer's type of account, and what to another type.
PAIRS = (("card", "loan"), ("deposit", "card"), ("loan", "deposit"),
         ("deposit", "insurance"), ("card", "deposit"), ("loan", "card"),
         ("insurance", "loan"))  # fmt: skip
OTHER_TYPE = {"savings": "salary", "salary": "savings", "current": "savings"}
# Tasks whose customer also asks for a scheme that the bank has withdrawn.
WITHDRAWN = (3, 6, 9, 11)
MONTHS = 36


@dataclass(frozen=True, slots=True)
class Offers:
    """The account, its type in words, and both offers: the fitting one first."""

    account: Record
    kind: str
    fitting: str
    other: str

    @property
    def name(self) -> str:
        return PRODUCTS[self.fitting][1]


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has an account of a type with offers."""
    found = [
        (row, account_words(row)["type"])
        for row in customer.record["accounts"].values()
        if account_words(row)["type"] in OTHER_TYPE and row["status"] == "ACTIVE"
    ]
    if not found:
        return None
    account, kind = case.chance.at("account").choice(found)
    offers = Offers(account, kind, *case.pick(PAIRS))
    opening = (Edit("offers", _rows(case, customer, offers)),)
    rate = deposit_rate("fd", MONTHS, CLOCK, customer.person.senior)
    looking = case.variant == 1
    return Draft(
        customer=customer,
        title=f"Offers for a {kind} account: {'looking' if looking else offers.name}",
        opening=opening,
        opening_lines=openings(case, "opening", last4=account["account_id"][-4:]),
        wants=(
            "To hear which offers there are and today's deposit rate; nothing else."
            if looking
            else f"The offer for a {kind} account, and interest in that one logged."
        ),
        knows=_knows(case, customer, offers),
        products=account_products(Desk(customer, opening).record),
        must_be_told={
            "account_type": kind,
            "offer": offers.name,
            **({"todays_rate": rate} if looking else {}),
        },
        agenda=_looking(case, offers) if looking else _agenda(case, offers),
        gold=_gold(case, offers),
        decoys=({"offer": PRODUCTS[offers.other][0], "why": "For another account."},),
    )


def _rows(case: Case, customer: Customer, offers: Offers) -> list[Record]:
    """Return the offers on record; the one for another account stands first."""
    types = ((offers.other, OTHER_TYPE[offers.kind]), (offers.fitting, offers.kind))
    return [
        {
            "offer_id": f"OFR{customer.person.serial * 2 + place:06d}",
            "type": product,
            "title": f"{PRODUCTS[product][0]}, for {kind} accounts",
            "valid_till": days_after(20 + case.number + place).isoformat(),
        }
        for place, (product, kind) in enumerate(types)
    ]


def _knows(case: Case, customer: Customer, offers: Offers) -> tuple[Fact, ...]:
    age = str(customer.person.age)
    facts = [
        said_first(account_fact(case, offers.account)),
        Fact("age", customer.person.age, lines(case, "age", age=age)),
    ]
    if case.variant == 0:
        said = lines(case, "fitting")
        facts.append(Fact("purpose", offers.name, said, "once_heard"))
    return tuple(facts)


def _asked(case: Case, offers: Offers) -> tuple[Goal, ...]:
    about: dict[str, JsonValue] = {"account": offers.account["account_id"]}
    return (
        tell_goal("offer", "offer", lines(case, "ask-offer"), {}),
        tell_goal("type", "account_type", lines(case, "ask-type"), about),
    )


def _looking(case: Case, offers: Offers) -> tuple[Goal, ...]:
    rate = tell_goal("rate", "todays_rate", lines(case, "ask-rate"), {})
    return (*_asked(case, offers), rate)


def _agenda(case: Case, offers: Offers) -> tuple[Goal, ...]:
    goals = list(_asked(case, offers))
    if case.number in WITHDRAWN:
        goals.append(
            Goal(
                "withdrawn",
                "book_deposit",
                lines(case, "ask-withdrawn"),
                settled_by="refusal",
                accept=lines(case, "accept-withdrawn"),
            )
        )
    goals.append(
        Goal(
            "interest",
            "log_request",
            lines(case, "ask-interest", offer=offers.name),
            {"purpose": offers.name},
            hear_first=("offer", "account_type"),
        )
    )
    return tuple(goals)


def _gold(case: Case, offers: Offers) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        chain.add(
            "get_account_details",
            {"account_ids": [offers.account["account_id"]]},
            "Which of the offers is meant for this account hangs on its type, which "
            "only its record has.",
            "R42",
        ),
        chain.add(
            "get_products_and_offers",
            {"type": "all"},
            "Only what the look-up returns is shown, and nothing from memory.",
            "R42",
            compare=(),
        ),
    ]
    if case.variant == 1:
        chain.add(
            "get_deposit_loan_rates",
            {"product_type": "fd", "tenure_months": MONTHS},
            "An offer is indicative; the rate comes from today's card.",
            "R11 R42",
            compare=("product_type",),
        )
    else:
        request_step(
            chain,
            f"Interested in one offer: {PRODUCTS[offers.fitting][0]}.",
            "Interest is logged for the one product the customer clearly said yes to.",
            "R42 R41",
            seen,
        )
    return tuple(chain.steps)
