"""SQ_RDB: a recurring deposit is opened; a target may decide on the instalment."""

from dataclasses import dataclass

from bankenv.generate import bookings
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import CLOCK
from bankenv.generate.desk import Desk
from bankenv.generate.growth import fd_maturity
from bankenv.generate.limits import round_between
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    account_products,
    amount_fact,
    said_first,
)
from bankenv.generate.rates import deposit_rate
from bankenv.generate.seniors import senior_facts, senior_lines
from bankenv.generate.wording import extended, lines, openings, rupees, spoken
from bankenv.records import Record
from bankenv.scenario import Decision, Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("SQ_RDB", "sequencing", "deposits", (12, 10))
INSTALMENTS = (
    (2_000, 2_500), (5_000, 6_000), (1_000, 1_200), (10_000, 12_000), (3_000, 3_500),
    (500, 750), (7_500, 8_000), (15_000, 18_000), (4_000, 4_500), (20_000, 25_000),
    (1_500, 2_000),
)  # fmt: skip
TENURES = (24, 12, 36, 9, 60, 30, 15, 48, 18, 27, 21)
# Whether the smaller instalment falls short of the target, reaches it, or there is
# no target.
TARGETS = (
    "short", "reached", "short", "", "short", "reached", "short", "", "short", "short",
    "",
)  # fmt: skip
OF_SENIORS = (3, 9, 15, 20)


@dataclass(frozen=True, slots=True)
class Wish:
    """The instalment to begin with, another one, and what the first comes to."""

    source: Record
    smaller: float
    larger: float
    tenure: int
    rate: float
    value: float
    target: float | None

    @property
    def instalment(self) -> float:
        """Return the instalment that is booked."""
        enough = self.target is None or self.value >= self.target
        return self.smaller if enough else self.larger

    def arguments(self) -> Record:
        """Return the opening's arguments."""
        return {
            "monthly_installment": self.instalment,
            "tenure_months": self.tenure,
            "source_account": self.source["account_id"],
        }

    def calculation(self) -> Record:
        """Return the calculator's arguments: always of the smaller instalment."""
        return {
            "monthly_installment": self.smaller,
            "rate": self.rate,
            "tenure_months": self.tenure,
        }


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has money in an account without a minimum."""
    if customer.person.senior != (case.number in OF_SENIORS):
        return None
    wish = _wish(case, customer)
    if wish is None:
        return None
    told = {"rate": wish.rate, _figure(wish): wish.value}
    desk = Desk(customer)
    booked = desk.call("create_rd", **wish.arguments())
    if case.variant == 1:
        told["maturity_date"] = booked["maturity_date"]
    return Draft(
        customer=customer,
        title=_title(wish),
        opening_lines=_opening_lines(case, customer, wish),
        wants=_wants(case, wish),
        knows=_knows(case, customer, wish),
        products=account_products(customer.record),
        conditions=_conditions(wish),
        must_be_told=told,
        agenda=_agenda(case, wish),
        gold=_gold(wish, booked["deposit_id"] if case.variant == 1 else None),
    )


def _wish(case: Case, customer: Customer) -> Wish | None:
    source = bookings.nil_minimum_account(customer.record)
    smaller, larger = (float(amount) for amount in case.pick(INSTALMENTS))
    if source is None or bookings.free_for_booking(source) < 2 * larger:
        return None
    # the two lists have one length: the second round pairs them anew
    months = TENURES[(case.number - 1 + case.number // 12) % len(TENURES)]
    rate = deposit_rate("rd", months, CLOCK, customer.person.senior)
    value, more = (_value(customer, a, rate, months) for a in (smaller, larger))
    kind, target = case.pick(TARGETS), None
    if kind == "reached":
        target = round_between(value * 0.97, value)
    elif kind == "short":
        # by the formula of a fixed deposit, the smaller instalment would do
        wrong = fd_maturity(smaller * months, rate, months)
        target = round_between(value, min(wrong, more))
    if kind and target is None:
        return None
    return Wish(source, smaller, larger, months, rate, value, target)


def _value(customer: Customer, monthly: float, rate: float, months: int) -> float:
    counted = Desk(customer).call(
        "calculate_rd_maturity",
        monthly_installment=monthly,
        rate=rate,
        tenure_months=months,
    )
    return float(counted["maturity_amount"])


def _figure(wish: Wish) -> str:
    return "maturity_amount" if wish.target is None else "smaller_maturity"


def _title(wish: Wish) -> str:
    monthly = rupees(wish.smaller)
    if wish.target is None:
        return f"Recurring deposit of {monthly} a month, {wish.tenure} months"
    return f"Recurring deposit of {monthly} a month if that makes {rupees(wish.target)}"


def _words(case: Case, wish: Wish) -> dict[str, str]:
    return {
        "amount": spoken(wish.smaller),
        "larger": spoken(wish.larger),
        "tenure": lines(case, "tenure", months=str(wish.tenure))[0],
        "target": spoken(wish.target or 0.0),
    }


def _opening_lines(case: Case, customer: Customer, wish: Wish) -> tuple[str, ...]:
    key = "opening" if wish.target is None else "opening-target"
    first = openings(case, key, **_words(case, wish))
    return extended(first, senior_lines(case, customer))


def _wants(case: Case, wish: Wish) -> str:
    then = " Then the maturity date on record." if case.variant == 1 else ""
    if wish.target is None:
        what = f"of {rupees(wish.smaller)} a month"
    else:
        what = (
            f"of {rupees(wish.smaller)} a month if that makes {rupees(wish.target)}, "
            f"otherwise of {rupees(wish.larger)}"
        )
    return f"A recurring deposit {what}, for {wish.tenure} months.{then}"


def _conditions(wish: Wish) -> tuple[str, ...]:
    if wish.target is None:
        return ("Rate and maturity value are told before it is opened.",)
    return (
        f"{rupees(wish.smaller)} a month if that makes {rupees(wish.target)}.",
        f"Otherwise {rupees(wish.larger)} a month.",
    )


def _knows(case: Case, customer: Customer, wish: Wish) -> tuple[Fact, ...]:
    said = lines(case, "instalments", **_words(case, wish))
    tenure = lines(case, "tenure", months=str(wish.tenure))
    return (
        said_first(amount_fact(wish.smaller))
        if wish.target is None
        else Fact("amount", "one of two", said, "up_front"),
        Fact("tenure_months", wish.tenure, tenure, "up_front"),
        account_fact(case, wish.source, "source_account"),
        *bookings.usual_facts(case)[1:],
        *senior_facts(case, customer),
    )


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    goals = _decided(case, wish) if wish.target else _plain(case, wish)
    if case.variant == 1:
        asked = lines(case, "ask-readback")
        goals.append(
            Goal("read_back", "tell", asked, settled_by="told", figure="maturity_date")
        )
    return tuple(goals)


def _plain(case: Case, wish: Wish) -> list[Goal]:
    asked = lines(case, "ask-rate")
    heard = ("rate", "maturity_amount")
    return [
        Goal("rate", "tell", asked, settled_by="told", figure="rate"),
        _book_goal(case, wish, "book", wish.smaller, heard),
    ]


def _decided(case: Case, wish: Wish) -> list[Goal]:
    value = Goal(
        "value",
        "tell",
        lines(case, "ask-value", amount=spoken(wish.smaller)),
        {"tenure_months": wish.tenure},
        decide=Decision("smaller_maturity", wish.target or 0.0, "smaller", "larger"),
        settled_by="told",
        figure="smaller_maturity",
    )
    return [
        value,
        _book_goal(case, wish, "smaller", wish.smaller, ("rate",)),
        _book_goal(case, wish, "larger", wish.larger, ("rate",)),
    ]


def _book_goal(
    case: Case, wish: Wish, name: str, amount: float, heard: tuple[str, ...]
) -> Goal:
    about = {
        "amount": amount,
        "tenure_months": wish.tenure,
        "source_account": wish.source["account_id"],
        "maturity_instruction": "no_renewal",
    }
    asked = lines(case, "ask-book", amount=spoken(amount))
    return Goal(name, "book_recurring", asked, about, hear_first=heard)


def _gold(wish: Wish, new_deposit: str | None) -> tuple[GoldStep, ...]:
    chain = Chain()
    reads = [
        bookings.balance_step(chain, wish.source["account_id"]),
        bookings.rate_step(chain, "rd", wish.tenure),
        chain.add(
            "calculate_rd_maturity",
            wish.calculation(),
            "Instalments earn for ever shorter times, so only the calculator for "
            "recurring deposits tells what they come to.",
            "R11",
        ),
    ]
    opened = bookings.book_step(chain, "create_rd", wish.arguments(), reads)
    if new_deposit:
        chain.add(
            "get_rd_details",
            {"deposit_ids": [new_deposit]},
            "The customer asked for the maturity date as it stands on record.",
            "R3",
            after=[opened],
        )
    return tuple(chain.steps)
