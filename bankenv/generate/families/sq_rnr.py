"""SQ_RNR: what a deposit does at maturity hangs on what the bank pays today."""

from dataclasses import dataclass

from bankenv.generate import renewals
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.limits import round_between
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    amount_fact,
    deposit_products,
    matures_words,
    open_fixed,
    said_first,
)
from bankenv.generate.rates import todays_rate
from bankenv.generate.renewals import IN_WORDS, INSTRUCTIONS, NO_RENEWAL
from bankenv.generate.seniors import senior_facts, senior_lines
from bankenv.generate.wording import extended, lines, openings, rupees, spoken
from bankenv.records import Record
from bankenv.scenario import Decision, Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_RNR", "sequencing", "deposits", (11, 11))
# What is wanted where the bank pays enough, and where it does not.
BRANCHES = (
    ("renew_principal_interest", NO_RENEWAL),
    ("renew_principal", NO_RENEWAL),
    ("renew_principal_interest", "renew_principal"),
)
OF_SENIORS = (3, 8, 14, 19)
# The figure that decides, heard by its value alone: the contract's own rate and
# maturity amount are said in the same words.
FIGURES = ("todays_rate", "renewed_amount")
LEAST_GAP = 400.0


@dataclass(frozen=True, slots=True)
class Wish:
    """The deposit, what its renewal would bring, and what is wanted of that."""

    deposit: Record
    rate: float
    renewed: float
    threshold: float
    enough: str
    else_: str
    figure: str

    @property
    def decisive(self) -> float:
        """Return the figure that decides."""
        return self.rate if self.figure == FIGURES[0] else self.renewed

    @property
    def instruction(self) -> str:
        """Return the instruction that the figure leads to."""
        return self.enough if self.decisive >= self.threshold else self.else_


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if a deposit's own rate would lead to the wrong instruction."""
    if customer.person.senior != (case.number in OF_SENIORS):
        return None
    found = (_wish(case, customer, deposit) for deposit in _deposits(case, customer))
    wish = next((w for w in found if w is not None), None)
    if wish is None:
        return None
    return Draft(
        customer=customer,
        title=_title(wish),
        opening=_opening(wish),
        opening_lines=_opening_lines(case, customer, wish),
        wants=_wants(wish),
        knows=_knows(case, customer, wish),
        products=deposit_products(customer.record),
        conditions=(
            f"{_bound(wish)} or more: {IN_WORDS[wish.enough]}.",
            f"Less: {IN_WORDS[wish.else_]}.",
        ),
        must_be_told={wish.figure: wish.decisive},
        agenda=_agenda(case, wish),
        gold=_gold(wish),
        decoys=tuple(
            {"deposit": one["deposit_id"], "why": "Another deposit."}
            for one in open_fixed(customer.record)
            if one is not wish.deposit
        ),
    )


def _deposits(case: Case, customer: Customer) -> list[Record]:
    """Return growing deposits with an amount no other has, in an order of chance."""
    fixed = open_fixed(customer.record)
    amounts = [deposit["principal"] for deposit in fixed]
    fitting = [
        deposit
        for deposit in fixed
        if deposit["payout_type"] == "cumulative"
        and deposit["scheme"] == "regular"
        and amounts.count(deposit["principal"]) == 1
    ]
    return case.chance.at("deposit").shuffled(fitting)


def _wish(case: Case, customer: Customer, deposit: Record) -> Wish | None:
    """Return the wish, with a limit between today's figure and the contract's."""
    months = deposit["tenure_months"]
    rate = todays_rate(months, customer.person.senior)
    renewed = _renewed(customer, deposit, rate)
    enough, else_ = case.pick(BRANCHES)
    if case.variant == 0:
        threshold = _between(rate, deposit["rate"])
    else:
        as_before = _renewed(customer, deposit, deposit["rate"])
        far = abs(as_before - renewed) >= LEAST_GAP
        threshold = round_between(renewed, as_before) if far else None
    if threshold is None:
        return None
    figure = FIGURES[case.variant]
    wish = Wish(deposit, rate, renewed, threshold, enough, else_, figure)
    # the branches take turns: every second task finds less than it hoped for
    falls_short = case.number % 2 == 0
    return wish if (wish.decisive < threshold) == falls_short else None


def _renewed(customer: Customer, deposit: Record, rate: float) -> float:
    """Return rupees at the end of a second term of the maturity amount."""
    counted = Desk(customer).call("calculate_fd_maturity", **_count(deposit, rate))
    return float(counted["maturity_amount"])


def _count(deposit: Record, rate: float) -> Record:
    return {
        "principal_amount": deposit["maturity_amount"],
        "rate": rate,
        "tenure_months": deposit["tenure_months"],
    }


def _between(today: float, before: float) -> float | None:
    """Return a rate in steps of 0.05 that parts the two, None where there is none."""
    low, high = sorted((today, before))
    middle = round(round((low + high) / 2 * 20) / 20, 2)
    return middle if low < middle < high else None


def _opening(wish: Wish) -> tuple[Edit, ...]:
    """Let the deposit carry another instruction than the one it will be given."""
    if wish.deposit["maturity_instruction"] != wish.instruction:
        return ()
    other = next(i for i in INSTRUCTIONS if i not in (wish.enough, wish.else_))
    path = f"deposits.{wish.deposit['deposit_id']}.maturity_instruction"
    return (Edit(path, other),)


def _bound(wish: Wish) -> str:
    if wish.figure == FIGURES[0]:
        return f"{wish.threshold:g}%"
    return rupees(wish.threshold)


def _title(wish: Wish) -> str:
    amount = rupees(wish.deposit["principal"])
    by = "rate" if wish.figure == FIGURES[0] else "value after renewal"
    return f"Renewal of the deposit of {amount}, decided by today's {by}"


def _opening_lines(case: Case, customer: Customer, wish: Wish) -> tuple[str, ...]:
    first = openings(
        case,
        f"opening-{wish.figure}",
        amount=spoken(wish.deposit["principal"]),
        bound=_bound(wish),
        enough=lines(case, f"do-{wish.enough}")[0],
        otherwise=lines(case, f"do-{wish.else_}")[0],
    )
    return extended(first, senior_lines(case, customer))


def _wants(wish: Wish) -> str:
    amount = rupees(wish.deposit["principal"])
    what = (
        "today's rate for its tenure"
        if wish.figure == FIGURES[0]
        else "its value after one more term at today's rate, interest included,"
    )
    return (
        f"The deposit of {amount} set to {IN_WORDS[wish.enough]} if {what} is "
        f"{_bound(wish)} or more, otherwise to {IN_WORDS[wish.else_]}."
    )


def _knows(case: Case, customer: Customer, wish: Wish) -> tuple[Fact, ...]:
    deposit = wish.deposit
    said = lines(case, "deposit", amount=spoken(deposit["principal"]))
    month = lines(case, "matures", **matures_words(deposit))
    return (
        Fact("deposit", deposit["deposit_id"], said, "up_front"),
        said_first(amount_fact(deposit["principal"])),
        Fact("date", deposit["maturity_date"], month),
        Fact("tenure_months", "same", lines(case, "same-term"), "up_front"),
        *senior_facts(case, customer),
    )


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    figure = Goal(
        "figure",
        "tell",
        lines(case, f"ask-{wish.figure}", amount=spoken(wish.deposit["principal"])),
        {"deposit": wish.deposit["deposit_id"]},
        decide=Decision(wish.figure, wish.threshold, "enough", "otherwise"),
        settled_by="told",
        figure=wish.figure,
    )
    return (
        figure,
        renewals.renewal_goal(case, "enough", wish.deposit, wish.enough),
        renewals.renewal_goal(case, "otherwise", wish.deposit, wish.else_),
    )


def _gold(wish: Wish) -> tuple[GoldStep, ...]:
    chain = Chain()
    deposit_id = wish.deposit["deposit_id"]
    reads = [renewals.look_step(chain, [deposit_id])]
    reads.append(
        chain.add(
            "get_deposit_loan_rates",
            {"product_type": "fd", "tenure_months": wish.deposit["tenure_months"]},
            "A renewal runs at a new rate, not at the contract's; only the rate card "
            "has today's.",
            "R11",
            compare=("product_type",),
        )
    )
    if wish.figure == FIGURES[1]:
        reads.append(
            chain.add(
                "calculate_fd_maturity",
                _count(wish.deposit, wish.rate),
                "The customer decides on the value after one more term, which only the "
                "calculator gives.",
                "R11",
            )
        )
    why = "The figure leads to one of the two instructions, and only that one is set."
    renewals.renewal_step(chain, deposit_id, wish.instruction, reads, why)
    return tuple(chain.steps)
