"""EC_CHG: asked to close a deposit, the customer thinks again after the quote."""

from dataclasses import dataclass

from bankenv.generate import closures
from bankenv.generate.apart import (
    changed,
    deposit_facts,
    look_step,
    ordinary,
    pick_deposit,
    sibling_decoys,
)
from bankenv.generate.bookings import rate_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_after
from bankenv.generate.desk import Desk
from bankenv.generate.parts import Chain, Draft, Family, deposit_products
from bankenv.generate.rates import todays_rate
from bankenv.generate.renewals import NO_RENEWAL, renewal_goal, renewal_step
from bankenv.generate.seniors import senior_facts, senior_lines
from bankenv.generate.wording import extended, lines, openings, rupees, spoken
from bankenv.records import JsonValue, Record
from bankenv.scenario import ChangeOfMind, Decision, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("EC_CHG", "edge_case", "deposits", (5, 13))
# How far the rate that the customer wants lies above today's; above zero it is missed.
MARGINS = (-0.1, 0.15, 0.0, 0.05, -0.05, 0.1, -0.25)
RENEWALS = ("renew_principal_interest", "renew_principal")
# Whether the yes was given in the first message, before any quote.
SAID_YES = (True, False, False, True, False)
# The days that the deposit still runs, at least and at most, in turn.
DAYS_LEFT = ((1, 90), (91, 400), (25, 200), (200, 1500))


@dataclass(frozen=True, slots=True)
class Thought:
    """The deposit, its quote, and the second thought that follows it."""

    deposit: Record
    opening: tuple[Edit, ...]
    quote: Record
    record: Record
    rate: float
    wanted_rate: float
    renewal: str

    @property
    def renews(self) -> bool:
        """Tell whether today's rate is as high as the customer wants it."""
        return self.rate >= self.wanted_rate

    @property
    def instruction(self) -> str:
        """Return the instruction that is set in the end."""
        return self.renewal if self.renews else NO_RENEWAL


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has such a deposit, not at today's rate."""
    thought = _thought(case, customer)
    if thought is None:
        return None
    told = closures.told_of(thought.quote)
    if case.variant == 1:
        told["todays_rate"] = thought.rate
    amount = thought.deposit["principal"]
    return Draft(
        customer=customer,
        title=f"{rupees(amount)}: closure asked for, and thought better of",
        opening=thought.opening,
        opening_lines=_opening_lines(case, customer, thought),
        wants=_wants(case, thought),
        knows=(*deposit_facts(case, thought.deposit), *senior_facts(case, customer)),
        products=deposit_products(thought.record),
        conditions=_conditions(case, thought),
        must_be_told=told,
        agenda=_agenda(case, thought),
        gold=_gold(case, thought),
        decoys=sibling_decoys(thought.record, thought.deposit),
    )


def _thought(case: Case, customer: Customer) -> Thought | None:
    deposit = pick_deposit(case, customer, lambda deposit: _fits(case, deposit))
    if deposit is None:
        return None
    rate = todays_rate(deposit["tenure_months"], customer.person.senior)
    if rate in (deposit["rate"], round(deposit["rate"] - 1, 2)):
        return None
    wanted = round(rate + case.pick(MARGINS), 2)
    renewal = case.pick(RENEWALS)
    present = NO_RENEWAL if rate >= wanted else renewal
    made = ordinary(customer, deposit, maturity_instruction=present)
    opening = changed(deposit, made)
    desk = Desk(customer, opening)
    quote = desk.closure_quote(made["deposit_id"])
    return Thought(made, opening, quote, desk.record, rate, wanted, renewal)


def _fits(case: Case, deposit: Record) -> bool:
    first, last = (days_after(days).isoformat() for days in case.pick(DAYS_LEFT))
    return bool(first <= deposit["maturity_date"] <= last) or case.plants


def _words(thought: Thought) -> dict[str, str]:
    return {
        "amount": spoken(thought.deposit["principal"]),
        "rate": f"{thought.wanted_rate:g}",
        "months": str(thought.deposit["tenure_months"]),
    }


def _opening_lines(case: Case, customer: Customer, thought: Thought) -> tuple[str, ...]:
    key = "opening-yes" if case.pick(SAID_YES) else "opening"
    first = openings(case, key, **_words(thought))
    return extended(first, senior_lines(case, customer) if case.variant == 1 else [])


def _wants(case: Case, thought: Thought) -> str:
    amount = rupees(thought.deposit["principal"])
    then = (
        "drops the closure and wants nothing else"
        if case.variant == 0
        else "keeps it and has its renewal set by today's rate"
    )
    return f"To close the deposit of {amount}; having heard the quote, {then}."


def _conditions(case: Case, thought: Thought) -> tuple[str, ...]:
    if case.variant == 0:
        return ("Thinks again as soon as the payout is told.",)
    return (
        "Thinks again as soon as the payout is told.",
        f"Today's rate of at least {thought.wanted_rate:g}%: "
        f"{thought.renewal.replace('_', ' ')}.",
        "Below that: no renewal.",
    )


def _agenda(case: Case, thought: Thought) -> tuple[Goal, ...]:
    keeps = case.variant == 1
    about: dict[str, JsonValue] = {"deposit": thought.deposit["deposit_id"]}
    close = Goal(
        "close",
        "close_deposit",
        lines(case, "ask-close"),
        about,
        hear_first=closures.hear_first(thought.quote),
        press=1,
        accept=lines(case, "keep" if keeps else "drop"),
        change=ChangeOfMind("payout", "rate" if keeps else ""),
    )
    if not keeps:
        return (close,)
    key = f"ask-rate-{thought.renewal}"
    rate = Goal(
        "rate",
        "tell",
        lines(case, key, **_words(thought)),
        decide=Decision("todays_rate", thought.wanted_rate, "renew", "pay_out"),
        settled_by="told",
        figure="todays_rate",
    )
    renew = renewal_goal(case, "renew", thought.deposit, thought.renewal, ())
    return (close, rate, renew, renewal_goal(case, "pay_out", thought.deposit,
                                             NO_RENEWAL, ()))  # fmt: skip


def _gold(case: Case, thought: Thought) -> tuple[GoldStep, ...]:
    chain = Chain()
    deposit_id = thought.deposit["deposit_id"]
    look = look_step(
        chain,
        thought.deposit,
        "Which deposit it is, what it earns and what happens at maturity stands in its "
        "record.",
        "R12 R16" if case.variant == 1 else "R12",
    )
    quote = closures.quote_step(chain, deposit_id)
    if case.variant == 0:
        return tuple(chain.steps)
    rate = rate_step(chain, "fd", thought.deposit["tenure_months"], "R3 R11")
    renewal_step(
        chain,
        deposit_id,
        thought.instruction,
        [look, quote, rate],
        "The closure was dropped when the quote was heard; the renewal is set by the "
        "rate of today, as the customer said.",
    )
    return tuple(chain.steps)
