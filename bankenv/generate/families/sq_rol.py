"""SQ_ROL: an old deposit is broken and booked anew for the better of two tenures."""

from dataclasses import dataclass

from bankenv.generate import bookings, closures
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    amount_fact,
    closable,
    deposit_products,
    matures_words,
    open_fixed,
    said_first,
    serves_all,
)
from bankenv.generate.rates import todays_rate
from bankenv.generate.seniors import senior_facts, senior_lines
from bankenv.generate.wording import extended, lines, openings, rupees, spoken
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("SQ_ROL", "sequencing", "deposits", (10, 12))
# Two tenures with a slab edge between them; the longer pays less in half of them.
TENURES = (
    (24, 25), (36, 48), (12, 13), (24, 48), (13, 36), (30, 60), (12, 48), (36, 37),
    (6, 12), (25, 48), (18, 30), (36, 60),
)  # fmt: skip
OF_SENIORS = (4, 9, 14, 19)
# Shares of the payout that stay in the account, in turn.
KEPT = (0.1, 0.2, 0.05, 0.3, 0.15)
LEAST_BOOKED = 10_000


@dataclass(frozen=True, slots=True)
class Wish:
    """The deposit to break, what it pays, what stays, and what is booked of it."""

    deposit: Record
    quote: Record
    kept: float
    tenures: tuple[int, int]
    rates: tuple[float, float]

    @property
    def amount(self) -> float:
        """Return the payout less what stays, in full thousands."""
        return float((self.quote["net_payout"] - self.kept) // 1_000 * 1_000)

    @property
    def tenure(self) -> int:
        """Return the tenure that pays more."""
        first, second = self.rates
        return self.tenures[0 if first > second else 1]

    @property
    def account_id(self) -> str:
        return str(self.deposit["payout_account"])

    def arguments(self) -> Record:
        """Return the booking's arguments."""
        return {
            "principal_amount": self.amount,
            "tenure_months": self.tenure,
            "source_account": self.account_id,
        }


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has a deposit to break that its amount names."""
    if customer.person.senior != (case.number in OF_SENIORS):
        return None
    wish = _wish(case, customer)
    if wish is None:
        return None
    told = {**closures.told_of(wish.quote), **_rates_told(wish)}
    if case.variant == 1:
        desk = Desk(customer)
        desk.call("close_deposit", deposit_id=wish.deposit["deposit_id"])
        desk.call("create_fd", **wish.arguments())
        told["new_balance"] = desk.balance(wish.account_id)
    return Draft(
        customer=customer,
        title=_title(wish),
        opening_lines=_opening_lines(case, customer, wish),
        wants=_wants(case, wish),
        knows=_knows(case, customer, wish),
        products=deposit_products(customer.record),
        conditions=(
            "Both rates, the penalty and the payout are told before the closure.",
            f"{rupees(wish.kept)} of the payout stay in the account.",
        ),
        must_be_told=told,
        agenda=_agenda(case, wish),
        gold=_gold(case, wish),
        decoys=tuple(
            {"deposit": one["deposit_id"], "why": "Another deposit."}
            for one in open_fixed(customer.record)
            if one is not wish.deposit
        ),
    )


def _wish(case: Case, customer: Customer) -> Wish | None:
    fitting = [d for d in open_fixed(customer.record) if _fits(customer, d)]
    if not fitting:
        return None
    deposit = case.chance.at("deposit").choice(fitting)
    quote = Desk(customer).closure_quote(deposit["deposit_id"])
    tenures = case.pick(TENURES)
    senior = customer.person.senior
    rates = (todays_rate(tenures[0], senior), todays_rate(tenures[1], senior))
    kept = _kept(case, quote["net_payout"])
    wish = Wish(deposit, quote, kept, tenures, rates)
    said_too_soon = {quote["contract_rate"], quote["effective_rate"]} & set(rates)
    if quote["matured"] or said_too_soon or wish.amount < LEAST_BOOKED:
        return None
    return wish


def _fits(customer: Customer, deposit: Record) -> bool:
    amounts = [one["principal"] for one in open_fixed(customer.record)]
    account = customer.record["accounts"][deposit["payout_account"]]
    return (
        closable(deposit)
        and deposit["payout_type"] == "cumulative"
        and amounts.count(deposit["principal"]) == 1
        and serves_all(account)
    )


def _kept(case: Case, payout: float) -> float:
    """Return a round sum of about the task's share of the payout."""
    step = 5_000 if payout >= 100_000 else 1_000
    return float(max(round(payout * case.pick(KEPT) / step), 1) * step)


def _rates_told(wish: Wish) -> dict[str, float]:
    return {f"each_rate_{n}": rate for n, rate in enumerate(wish.rates, start=1)}


def _title(wish: Wish) -> str:
    first, second = wish.tenures
    return (
        f"Break the deposit of {rupees(wish.deposit['principal'])} and rebook for "
        f"{first} or {second} months"
    )


def _words(case: Case, wish: Wish) -> dict[str, str]:
    first, second = (lines(case, "tenure", months=str(m))[0] for m in wish.tenures)
    return {
        "amount": spoken(wish.deposit["principal"]),
        "first": first,
        "second": second,
        "kept": spoken(wish.kept),
    }


def _opening_lines(case: Case, customer: Customer, wish: Wish) -> tuple[str, ...]:
    first = openings(case, "opening", **_words(case, wish))
    return extended(first, senior_lines(case, customer))


def _wants(case: Case, wish: Wish) -> str:
    first, second = wish.tenures
    then = " Then the balance that is left." if case.variant == 1 else ""
    return (
        f"To break the deposit of {rupees(wish.deposit['principal'])}, keep "
        f"{rupees(wish.kept)} of the payout in the account and book the rest, in full "
        f"thousands, for {first} or {second} months, whichever pays more.{then}"
    )


def _knows(case: Case, customer: Customer, wish: Wish) -> tuple[Fact, ...]:
    words = _words(case, wish)
    rest, better = lines(case, "rest", **words), lines(case, "better", **words)
    deposit_id = wish.deposit["deposit_id"]
    return (
        Fact("deposit", deposit_id, lines(case, "deposit", **words), "up_front"),
        Fact("amount", wish.amount, rest, "once_heard"),
        Fact("tenure_months", wish.tenure, better, "once_heard"),
        said_first(amount_fact(wish.deposit["principal"], "principal")),
        Fact(
            "date",
            wish.deposit["maturity_date"],
            lines(case, "matures", **matures_words(wish.deposit)),
        ),
        Fact("source_account", wish.account_id, lines(case, "same-account")),
        *bookings.usual_facts(case),
        *senior_facts(case, customer),
    )


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    rates = tuple(_rates_told(wish))
    goals = [
        Goal(
            "close",
            "close_deposit",
            lines(case, "ask-close"),
            {"deposit": wish.deposit["deposit_id"]},
            hear_first=(*closures.hear_first(wish.quote), *rates),
        ),
        Goal(
            "book",
            "book_deposit",
            lines(case, "ask-book", **_words(case, wish)),
            {
                "amount": wish.amount,
                "tenure_months": wish.tenure,
                "source_account": wish.account_id,
                **bookings.USUAL,
            },
            hear_first=("payout", *rates),
        ),
    ]
    if case.variant == 1:
        goals.append(closures.balance_goal(case))
    return tuple(goals)


def _gold(case: Case, wish: Wish) -> tuple[GoldStep, ...]:
    chain = Chain()
    deposit_id = wish.deposit["deposit_id"]
    reads = [
        chain.add(
            "get_fd_details",
            {"deposit_ids": [deposit_id]},
            "The record shows who may break the deposit and which account it pays.",
            "R12",
        ),
        closures.quote_step(chain, deposit_id),
        bookings.rate_step(chain, "fd", rules="R11 R15"),
    ]
    closed = closures.close_step(chain, deposit_id, reads)
    booked = bookings.book_step(
        chain, "create_fd", wish.arguments(), [*reads, closed], "R4 R10 R15"
    )
    if case.variant == 1:
        closures.balance_step(chain, wish.account_id, booked)
    return tuple(chain.steps)
