"""SQ_FDA: a deposit that may leave too little: hold and minimum balance decide."""

from dataclasses import dataclass

from bankenv.generate import bookings
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_products,
    serves_all,
)
from bankenv.generate.rates import minimum_balance, todays_rate
from bankenv.generate.seniors import senior_facts, senior_lines
from bankenv.generate.wording import extended, lines, openings, rupees, spoken
from bankenv.records import Record
from bankenv.scenario import Decision, Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_FDA", "sequencing", "deposits", (12, 10))
# Kinds of account, in turn: minimum balances of 5,000, 10,000, 2,000, 0 and 1,000.
TYPES = (
    "savings", "current", "savings_senior", "savings", "nro_savings", "salary",
    "savings_rural",
)  # fmt: skip
# What is in the way, in turn: a hold that leaves so many rupees beside the larger
# amount (below zero: it does not fit), or the minimum balance alone.
MARGINS = (-1.0, 0.0, None, 1.0, -1.0, None, 0.0, -350.0, 1.0, -1.0, 750.0)
TENURES = (12, 24, 13, 36, 18, 25, 6, 48, 30)
STEPS = (100_000, 50_000, 25_000, 10_000, 5_000, 1_000)
LEAST = 5_000


@dataclass(frozen=True, slots=True)
class Wish:
    """Two amounts, and which of them the account can pay."""

    account: Record
    larger: float
    smaller: float
    free: float
    tenure: int
    rate: float

    @property
    def amount(self) -> float:
        """Return the amount that is booked."""
        return self.larger if self.free >= self.larger else self.smaller

    def arguments(self) -> Record:
        """Return the booking's arguments."""
        return {
            "principal_amount": self.amount,
            "tenure_months": self.tenure,
            "source_account": self.account["account_id"],
        }

    def calculation(self) -> Record:
        """Return the calculator's arguments."""
        return {
            "principal_amount": self.amount,
            "rate": self.rate,
            "tenure_months": self.tenure,
        }


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer's account of the wanted kind holds enough."""
    account = _account(case, customer)
    margin = case.pick(MARGINS)
    larger = _larger(account, margin) if account else None
    if account is None or larger is None:
        return None
    opening = _opening(account, larger, margin)
    desk = Desk(customer, opening)
    wish = _wish(case, customer, desk, account["account_id"], larger)
    told = {"free_to_book": wish.free, "rate": wish.rate}
    if case.variant == 1:
        counted = desk.call("calculate_fd_maturity", **wish.calculation())
        told["maturity_amount"] = counted["maturity_amount"]
    return Draft(
        customer=customer,
        title=f"Deposit of {rupees(larger)} only if the minimum balance stays",
        opening=opening,
        opening_lines=_opening_lines(case, customer, wish),
        wants=_wants(case, wish),
        knows=_knows(case, customer, wish),
        products=account_products(customer.record),
        conditions=(
            f"{rupees(wish.larger)} if hold and minimum balance leave that much.",
            f"Otherwise {rupees(wish.smaller)}.",
        ),
        must_be_told=told,
        agenda=_agenda(case, wish),
        gold=_gold(case, wish),
    )


def _account(case: Case, customer: Customer) -> Record | None:
    fitting = (
        account
        for account in customer.record["accounts"].values()
        if account["account_type"] == case.pick(TYPES)
        and serves_all(account)
        and not account["hold_amount"]
    )
    return next(fitting, None)


def _larger(account: Record, margin: float | None) -> float | None:
    """Return the round amount that just fits or just does not, if there is one."""
    available = account["available_balance"]
    minimum = minimum_balance(account["account_type"])
    if margin is None and minimum:
        fits_no_more = available // 1_000 * 1_000
        return float(fits_no_more) if fits_no_more >= 2 * minimum else None
    most = (available - minimum) * 0.92
    step = next((s for s in STEPS if most >= 3 * s), STEPS[-1])
    larger = float(most // step * step)
    return larger if larger >= 2 * LEAST else None


def _opening(account: Record, larger: float, margin: float | None) -> tuple[Edit, ...]:
    """Put on hold what leaves just the margin beside the larger amount."""
    minimum = minimum_balance(account["account_type"])
    if margin is None and minimum:
        return ()
    left = larger + (-1.0 if margin is None else margin)
    hold = round(account["available_balance"] - minimum - left, 2)
    return (Edit(f"accounts.{account['account_id']}.hold_amount", hold),)


def _wish(
    case: Case, customer: Customer, desk: Desk, account_id: str, larger: float
) -> Wish:
    account = desk.record["accounts"][account_id]
    free = bookings.free_for_booking(account)
    step = next(s for s in STEPS if larger * 0.6 >= s)
    tenure = case.pick(TENURES)
    return Wish(
        account=account,
        larger=larger,
        smaller=float(larger * 0.6 // step * step),
        free=free,
        tenure=tenure,
        rate=todays_rate(tenure, customer.person.senior),
    )


def _words(case: Case, wish: Wish) -> dict[str, str]:
    return {
        "larger": spoken(wish.larger),
        "smaller": spoken(wish.smaller),
        "tenure": lines(case, "tenure", months=str(wish.tenure))[0],
        "last4": wish.account["account_id"][-4:],
    }


def _opening_lines(case: Case, customer: Customer, wish: Wish) -> tuple[str, ...]:
    key = "opening-value" if case.variant == 1 else "opening"
    first = openings(case, key, **_words(case, wish))
    return extended(first, senior_lines(case, customer))


def _wants(case: Case, wish: Wish) -> str:
    value = " and maturity value" if case.variant == 1 else ""
    return (
        f"A fixed deposit of {rupees(wish.larger)} for {wish.tenure} months if the "
        f"account keeps its minimum balance, otherwise of {rupees(wish.smaller)}, once "
        f"today's rate{value} is known."
    )


def _knows(case: Case, customer: Customer, wish: Wish) -> tuple[Fact, ...]:
    words = _words(case, wish)
    number = lines(case, "account-number", last4=words["last4"])
    return (
        Fact("amount", "one of two", lines(case, "amounts", **words), "up_front"),
        Fact(
            "tenure_months",
            wish.tenure,
            lines(case, "tenure", months=str(wish.tenure)),
            "up_front",
        ),
        Fact("source_account", wish.account["account_id"], number, "up_front"),
        *bookings.usual_facts(case),
        *senior_facts(case, customer),
    )


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    value = ("maturity_amount",) if case.variant == 1 else ()
    about = {
        "tenure_months": wish.tenure,
        "source_account": wish.account["account_id"],
        **bookings.USUAL,
    }
    free = Goal(
        "free",
        "tell",
        lines(case, "ask-free"),
        {"account": wish.account["account_id"]},
        decide=Decision("free_to_book", wish.larger, "larger", "smaller"),
        settled_by="told",
        figure="free_to_book",
    )
    booked = (
        Goal(
            name,
            "book_deposit",
            lines(case, "ask-book", amount=spoken(amount)),
            {"amount": amount, **about},
            hear_first=("rate", *value),
        )
        for name, amount in (("larger", wish.larger), ("smaller", wish.smaller))
    )
    return (free, *booked)


def _gold(case: Case, wish: Wish) -> tuple[GoldStep, ...]:
    chain = Chain()
    account_id = wish.account["account_id"]
    reads = [
        bookings.details_step(chain, account_id),
        bookings.balance_step(chain, account_id),
        bookings.rate_step(chain, "fd", wish.tenure),
    ]
    if case.variant == 1:
        reads.append(
            chain.add(
                "calculate_fd_maturity",
                wish.calculation(),
                "The customer asked for the maturity value of the amount that fits, "
                "and only the calculator gives it.",
                "R11",
            )
        )
    bookings.book_step(chain, "create_fd", wish.arguments(), reads)
    return tuple(chain.steps)
