"""SQ_FDB: a fixed deposit is booked after balance, rate and maturity value."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.kin import Relative, relatives
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
from bankenv.generate.rates import todays_rate
from bankenv.generate.wording import extended, lines, openings, rupees, spoken
from bankenv.records import Record
from bankenv.scenario import ChangeOfMind, Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_FDB", "sequencing", "deposits", (15, 10))
# Tenures stand on both sides of the slab edges at 12 and 24 months.
TENURES = (12, 24, 13, 25, 18, 25, 12, 24, 13, 36)
PAYOUTS = (
    "cumulative", "cumulative", "monthly", "cumulative", "cumulative",
    "quarterly", "cumulative", "monthly", "cumulative", "cumulative",
)  # fmt: skip
RENEWALS = (
    "no_renewal", "renew_principal", "no_renewal", "no_renewal",
    "renew_principal_interest", "no_renewal", "renew_principal", "no_renewal",
    "no_renewal", "renew_principal_interest",
)  # fmt: skip
WITH_NOMINEE = (2, 5, 9)
WITH_TWO_ACCOUNTS = (1, 4, 6, 8)
OF_SENIORS = (3, 7)
# Tasks whose customer wants another renewal once the figures were heard.
WITH_SECOND_THOUGHTS = (1, 4, 8)
SECOND_THOUGHTS = {
    "no_renewal": "renew_principal",
    "renew_principal": "renew_principal_interest",
    "renew_principal_interest": "no_renewal",
}
NIL_MINIMUM = ("salary", "bsbd")
OTHERS = ("savings_senior", "savings")
PRINCIPALS = (
    500_000, 300_000, 200_000, 150_000, 100_000, 75_000, 50_000, 40_000, 25_000,
    20_000, 15_000, 10_000, 5_000,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wish:
    """The deposit the customer wants, and what the bank offers for it.

    `renewal` is the instruction asked for at first, `settled` the one in the end.
    """

    principal: float
    tenure: int
    payout: str
    renewal: str
    settled: str
    source: Record
    nominee: Relative | None
    senior_age: int | None
    rate: float
    gain: Mapping[str, float]

    def arguments(self) -> Record:
        """Return the booking's arguments."""
        nominee = {} if self.nominee is None else {"nominee": self.nominee.nominee()}
        return {
            "principal_amount": self.principal,
            "tenure_months": self.tenure,
            "source_account": self.source["account_id"],
            "payout_type": self.payout,
            "maturity_instruction": self.settled,
            **nominee,
        }

    def calculation(self) -> Record:
        """Return the calculator's arguments."""
        return {
            "principal_amount": self.principal,
            "rate": self.rate,
            "tenure_months": self.tenure,
            "payout_type": self.payout,
        }


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has money in an account without a minimum."""
    account = _source(case, customer)
    if account is None or customer.person.senior != (case.among(OF_SENIORS)):
        return None
    opening = _opening(account)
    desk = Desk(customer, opening)
    wish = _wish(case, customer, desk, account["account_id"])
    if wish is None:
        return None
    booked = desk.call("create_fd", **wish.arguments())
    told = {"rate": wish.rate, **wish.gain}
    if case.variant == 1:
        told["maturity_date"] = booked["maturity_date"]
    return Draft(
        customer=customer,
        title=f"Book {rupees(wish.principal)} as a fixed deposit, {wish.tenure} months",
        opening=opening,
        opening_lines=_opening_lines(case, wish),
        wants=_wants(wish, case.variant == 1),
        knows=_knows(case, wish),
        products=account_products(customer.record),
        conditions=_conditions(wish),
        must_be_told=told,
        agenda=_agenda(case, wish),
        gold=_gold(wish, booked["deposit_id"] if case.variant == 1 else None),
    )


def _wish(case: Case, customer: Customer, desk: Desk, account_id: str) -> Wish | None:
    source = desk.record["accounts"][account_id]
    free = source["available_balance"] - source["hold_amount"]
    fitting = [amount for amount in PRINCIPALS if amount <= free * 0.8]
    if not fitting:
        return None
    principal = float(
        fitting[min(case.chance.at("amount").integer(0, 2), len(fitting) - 1)]
    )
    tenure, payout = case.pick(TENURES), case.pick(PAYOUTS)
    rate = todays_rate(tenure, customer.person.senior)
    counted = desk.call(
        "calculate_fd_maturity",
        principal_amount=principal,
        rate=rate,
        tenure_months=tenure,
        payout_type=payout,
    )
    kin = relatives(customer.person)
    return Wish(
        principal=principal,
        tenure=tenure,
        payout=payout,
        renewal=case.pick(RENEWALS),
        settled=_settled(case),
        source=source,
        nominee=case.chance.at("kin").choice(kin) if case.among(WITH_NOMINEE) else None,
        senior_age=customer.person.age if customer.person.senior else None,
        rate=rate,
        gain=_gain(counted),
    )


def _settled(case: Case) -> str:
    first = case.pick(RENEWALS)
    return SECOND_THOUGHTS[first] if case.among(WITH_SECOND_THOUGHTS) else first


def _gain(counted: Record) -> dict[str, float]:
    """Return the figure of the calculator that the customer decides on."""
    if "periodic_payout" in counted:
        return {"interest": counted["periodic_payout"]}
    return {"maturity_amount": counted["maturity_amount"]}


def _source(case: Case, customer: Customer) -> Record | None:
    """Return the richest account without a minimum, or one that may become so."""
    accounts = list(customer.record["accounts"].values())
    if (len(accounts) > 1) != (case.among(WITH_TWO_ACCOUNTS)):
        return None
    pension = case.among(OF_SENIORS)
    types = (*NIL_MINIMUM, *OTHERS) if pension or case.plants else NIL_MINIMUM
    fitting = [a for a in accounts if a["account_type"] in types and serves_all(a)]
    return max(fitting, key=lambda account: account["available_balance"], default=None)


def _opening(account: Record) -> tuple[Edit, ...]:
    """Make the account one of the salary type, as pension accounts are: no minimum."""
    if account["account_type"] in NIL_MINIMUM:
        return ()
    return (Edit(f"accounts.{account['account_id']}.account_type", "salary"),)


def _tenure(case: Case, wish: Wish) -> tuple[str, ...]:
    return lines(case, "tenure", months=str(wish.tenure))


def _opening_lines(case: Case, wish: Wish) -> tuple[str, ...]:
    """The request, and at once what no assistant would think of asking about."""
    words = {"amount": spoken(wish.principal), "tenure": _tenure(case, wish)[0]}
    more = [lines(case, f"extra-{wish.renewal}")[0]]
    if wish.payout != "cumulative":
        more.append(lines(case, f"extra-{wish.payout}")[0])
    if wish.senior_age:
        more.append(lines(case, "extra-senior", age=str(wish.senior_age))[0])
    if wish.nominee:
        more.append(lines(case, "extra-nominee", **_nominee_words(wish.nominee))[0])
    key = "opening" if wish.payout == "cumulative" else "opening-payouts"
    return extended(openings(case, key, **words), more)


def _nominee_words(nominee: Relative) -> dict[str, str]:
    return {"relation": nominee.relation, "name": nominee.name}


def _conditions(wish: Wish) -> tuple[str, ...]:
    told = "Nothing is booked before rate and maturity value were told."
    if wish.settled == wish.renewal:
        return (told,)
    other = wish.settled.replace("_", " ")
    return (told, f"Once they were told, the renewal is to be another: {other}.")


def _wants(wish: Wish, read_back: bool) -> str:
    then = " Wants the new deposit looked up afterwards." if read_back else ""
    return (
        f"A fixed deposit of {rupees(wish.principal)} for {wish.tenure} months, "
        f"{wish.payout}, {wish.renewal.replace('_', ' ')}, once it is "
        f"known what that brings.{then}"
    )


def _renewal(case: Case, wish: Wish) -> Fact:
    said = lines(case, f"renewal-{wish.renewal}")
    return Fact("maturity_instruction", wish.renewal, said)


def _nominee(case: Case, nominee: Relative) -> Fact:
    said = lines(case, "nominee-new", **_nominee_words(nominee))
    return Fact("nominee", nominee.name, said, "up_front")


def _knows(case: Case, wish: Wish) -> tuple[Fact, ...]:
    payout = Fact("payout_type", wish.payout, lines(case, f"payout-{wish.payout}"))
    facts = [
        said_first(amount_fact(wish.principal)),
        Fact("tenure_months", wish.tenure, _tenure(case, wish), "up_front"),
        account_fact(case, wish.source, "source_account"),
        payout if wish.payout == "cumulative" else said_first(payout),
        said_first(_renewal(case, wish)),
    ]
    if wish.senior_age:
        said = lines(case, "age", age=str(wish.senior_age))
        facts.append(Fact("age", wish.senior_age, said, "up_front"))
    if wish.nominee:
        facts.append(_nominee(case, wish.nominee))
    return tuple(facts)


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    about = {
        "amount": wish.principal,
        "tenure_months": wish.tenure,
        "source_account": wish.source["account_id"],
        "payout_type": wish.payout,
        "maturity_instruction": wish.renewal,
    }
    if wish.nominee:
        about["nominee"] = wish.nominee.name
    asked = lines(case, "ask-rate")
    book = Goal(
        "book",
        "book_deposit",
        lines(case, "ask-book"),
        about,
        hear_first=("rate", *wish.gain),
    )
    goals = [
        Goal("rate", "tell", asked, settled_by="told", figure="rate"),
        *_bookings(case, wish, book),
    ]
    if case.variant == 1:
        again = lines(case, "ask-readback")
        goals.append(
            Goal("read_back", "tell", again, settled_by="told", figure="maturity_date")
        )
    return tuple(goals)


def _bookings(case: Case, wish: Wish, book: Goal) -> tuple[Goal, ...]:
    """Return the wish to book; with second thoughts, also the one that replaces it."""
    if wish.settled == wish.renewal:
        return (book,)
    first = replace(
        book,
        accept=lines(case, f"change-{wish.settled}"),
        change=ChangeOfMind(next(iter(wish.gain)), "book_otherwise"),
    )
    about = {**book.about, "maturity_instruction": wish.settled}
    return (first, replace(book, name="book_otherwise", about=about))


def _gold(wish: Wish, new_deposit: str | None) -> tuple[GoldStep, ...]:
    chain = Chain()
    money = chain.add(
        "get_account_balance",
        {"account_ids": [wish.source["account_id"]]},
        "Before money is locked away, the account that pays must be seen to hold it.",
        "R9",
    )
    rate = chain.add(
        "get_deposit_loan_rates",
        {"product_type": "fd", "tenure_months": wish.tenure},
        "The customer decides on today's rate, which stands only in the rate card.",
        "R11",
        compare=("product_type",),
    )
    value = chain.add(
        "calculate_fd_maturity",
        wish.calculation(),
        "The maturity value the customer agrees to comes from the calculator, with the "
        "rate of the right slab.",
        "R11",
    )
    booking = chain.add(
        "create_fd",
        wish.arguments(),
        "The deposit is booked as the customer chose it, after balance, rate and value "
        "were seen.",
        "R4 R9 R10",
        after=[money, rate, value],
    )
    if new_deposit:
        chain.add(
            "get_fd_details",
            {"deposit_ids": [new_deposit]},
            "The customer asked to have the new deposit read back from the record.",
            "R3",
            after=[booking],
        )
    return tuple(chain.steps)
