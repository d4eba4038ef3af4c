"""EC_MIN: a fixed deposit that hold and minimum forbid, though the money is there."""

from dataclasses import dataclass

from bankenv.generate import bookings
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
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
from bankenv.generate.rates import minimum_balance, todays_rate
from bankenv.generate.seniors import senior_facts, senior_lines
from bankenv.generate.wording import (
    account_words,
    extended,
    lines,
    openings,
    rupees,
    spoken,
)
from bankenv.records import JsonValue, Record
from bankenv.scenario import ChangeOfMind, Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("EC_MIN", "edge_case", "deposits", (13, 5))
TYPES = ("savings", "current", "savings_senior", "savings", "nro_savings", "savings",
         "savings_rural", "current", "savings_senior")  # fmt: skip
TENURES = (12, 24, 13, 36, 18, 25, 60)
# Percent of the balance that is on hold, in turn; 0: the minimum balance alone decides.
HELD = (0, 20, 0, 0, 35, 0, 12, 0, 0, 50, 0)
# What the customer takes instead: the largest that fits, or the next rounder amount.
FALLBACKS = ("largest", "rounder", "largest", "largest", "rounder")
# Tasks whose customer has another account as well, which must be left alone.
WITH_ANOTHER = (1, 4, 6, 9, 12, 15, 17)
STEPS = (50_000, 10_000, 5_000, 1_000)
LEAST = 10_000


@dataclass(frozen=True, slots=True)
class Wish:
    """The deposit that is asked for, the largest that fits, and what is settled on."""

    account: Record
    asked: float
    largest: float
    settled: float
    tenure: int
    rate: float

    def arguments(self) -> Record:
        """Return the booking's arguments."""
        return {
            "principal_amount": self.settled,
            "tenure_months": self.tenure,
            "source_account": self.account["account_id"],
        }

    def calculation(self) -> Record:
        """Return the calculator's arguments."""
        return {
            "principal_amount": self.settled,
            "rate": self.rate,
            "tenure_months": self.tenure,
        }


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if an account of the wanted kind holds just about enough."""
    account = _account(case, customer)
    if account is None:
        return None
    opening = _opening(case, account)
    desk = Desk(customer, opening)
    wish = _wish(case, customer, desk.record["accounts"][account["account_id"]])
    if wish is None:
        return None
    return Draft(
        customer=customer,
        title=f"{rupees(wish.asked)} asked for, {rupees(wish.largest)} fits",
        opening=opening,
        opening_lines=_opening_lines(case, customer, wish),
        wants=_wants(case, wish),
        knows=_knows(case, customer, wish),
        products=account_products(customer.record),
        conditions=_conditions(case, wish),
        must_be_told=_told(case, desk, wish),
        agenda=_agenda(case, wish),
        gold=_gold(case, wish),
        decoys=_decoys(customer, wish),
    )


def _account(case: Case, customer: Customer) -> Record | None:
    accounts = list(customer.record["accounts"].values())
    if (len(accounts) > 1) != (case.number in WITH_ANOTHER):
        return None
    fitting = (
        account
        for account in accounts
        if account["account_type"] == case.pick(TYPES)
        and serves_all(account)
        and account["available_balance"] >= 2 * LEAST
        and not account["hold_amount"]
    )
    return next(fitting, None)


def _opening(case: Case, account: Record) -> tuple[Edit, ...]:
    percent = case.pick(HELD)
    if not percent:
        return ()
    hold = float(int(account["available_balance"]) * percent // 10_000 * 100)
    return (Edit(f"accounts.{account['account_id']}.hold_amount", hold),)


def _wish(case: Case, customer: Customer, account: Record) -> Wish | None:
    """Return the roundest amount that the balance covers and the rule does not."""
    free = bookings.free_for_booking(account)
    largest = float(int(free) // 1_000 * 1_000)
    available = account["available_balance"]
    amounts = (available // step * step for step in STEPS)
    asked = next((amount for amount in amounts if amount > free), None)
    if asked is None or largest < LEAST:
        return None
    tenure = case.pick(TENURES)
    return Wish(
        account=account,
        asked=float(asked),
        largest=largest,
        settled=_settled(case, largest),
        tenure=tenure,
        rate=todays_rate(tenure, customer.person.senior),
    )


def _settled(case: Case, largest: float) -> float:
    if case.pick(FALLBACKS) == "largest":
        return largest
    rounder = (largest // step * step for step in STEPS)
    return float(next(amount for amount in rounder if amount >= largest * 0.6))


def _words(case: Case, wish: Wish) -> dict[str, str]:
    return {
        "amount": spoken(wish.asked),
        "tenure": lines(case, "tenure", months=str(wish.tenure))[0],
        **account_words(wish.account),
    }


def _opening_lines(case: Case, customer: Customer, wish: Wish) -> tuple[str, ...]:
    first = openings(case, "opening", **_words(case, wish))
    return extended(first, senior_lines(case, customer))


def _wants(case: Case, wish: Wish) -> str:
    first = f"To put {rupees(wish.asked)} into a fixed deposit; "
    if case.variant == 1:
        return first + "if that cannot be, nothing at all."
    return (
        first
        + f"if that cannot be, {rupees(wish.settled)} after hearing what it brings."
    )


def _conditions(case: Case, wish: Wish) -> tuple[str, ...]:
    if case.variant == 1:
        return ("Books nothing once it is known how much would fit.",)
    kept = minimum_balance(wish.account["account_type"])
    return (
        f"{rupees(kept)} and what is on hold must stay in the account.",
        f"Takes {rupees(wish.settled)} once it is known how much would fit.",
    )


def _knows(case: Case, customer: Customer, wish: Wish) -> tuple[Fact, ...]:
    said = lines(case, "tenure", months=str(wish.tenure))
    return (
        said_first(amount_fact(wish.asked)),
        Fact("tenure_months", wish.tenure, said, "up_front"),
        said_first(account_fact(case, wish.account, "source_account")),
        *bookings.usual_facts(case),
        *senior_facts(case, customer),
    )


def _told(case: Case, desk: Desk, wish: Wish) -> dict[str, JsonValue]:
    told: dict[str, JsonValue] = {"largest_that_fits": wish.largest}
    if case.variant == 0:
        counted = desk.call("calculate_fd_maturity", **wish.calculation())
        told |= {"rate": wish.rate, "maturity_amount": counted["maturity_amount"]}
    return told


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    about: dict[str, JsonValue] = {
        "tenure_months": wish.tenure,
        "source_account": wish.account["account_id"],
        **bookings.USUAL,
    }
    smaller = "smaller" if case.variant == 0 else ""
    asked = Goal(
        "asked",
        "book_deposit",
        lines(case, "ask-book"),
        {"amount": wish.asked, **about},
        hear_first=("rate",),
        press=1,
        insist=lines(case, "insist"),
        accept=lines(case, "settle" if smaller else "decline"),
        change=ChangeOfMind("largest_that_fits", smaller, waits=False),
    )
    if not smaller:
        return (asked,)
    less = Goal(
        "smaller",
        "book_deposit",
        lines(case, "ask-smaller", amount=spoken(wish.settled)),
        {"amount": wish.settled, **about},
        hear_first=("rate", "maturity_amount"),
    )
    return (asked, less)


def _gold(case: Case, wish: Wish) -> tuple[GoldStep, ...]:
    chain = Chain()
    account = wish.account["account_id"]
    seen = [bookings.details_step(chain, account)]
    seen.append(bookings.balance_step(chain, account))
    if case.variant == 1:
        return tuple(chain.steps)
    seen.append(bookings.rate_step(chain, "fd", wish.tenure))
    seen.append(
        chain.add(
            "calculate_fd_maturity",
            wish.calculation(),
            "The customer takes the smaller amount only after hearing what that very "
            "amount comes to.",
            "R11",
        )
    )
    bookings.book_step(chain, "create_fd", wish.arguments(), seen, "R4 R9 R10 R39")
    return tuple(chain.steps)


def _decoys(customer: Customer, wish: Wish) -> tuple[dict[str, str], ...]:
    return tuple(
        {
            "account": account["account_id"],
            "why": "Another account of the customer's, which was not chosen to pay.",
        }
        for account in customer.record["accounts"].values()
        if account["account_id"] != wish.account["account_id"]
    )
