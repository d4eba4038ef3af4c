"""SQ_LEM: a rate is reset; what that does to the EMI decides what is logged."""

from dataclasses import dataclass, replace

from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.growth import monthly_payment
from bankenv.generate.lending import (
    details_step,
    loan_decoys,
    loan_edits,
    loan_fact,
    planted,
    request_step,
    tell_goal,
    twin_of,
)
from bankenv.generate.parts import Chain, Draft, Family, loan_products
from bankenv.generate.wording import lines, openings, rupees
from bankenv.records import JsonValue, Record
from bankenv.scenario import Decision, Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("SQ_LEM", "sequencing", "loans", (10, 12))
KIND = "home_loan"
CHANGES = (0.25, 0.4, -0.2, 0.5, 0.3, -0.35, 0.15, 0.6, 0.45, -0.25, 0.35)
RUNS = (22, 47, 9, 71, 34, 58, 14, 83, 40, 27)
STEP, LONGEST = 50, 360
OPTIONS = {"keep_emi": "same EMI", "keep_tenure": "same tenure"}


@dataclass(frozen=True, slots=True)
class Reset:
    """The loan, the letter's rate and months, their EMIs and the customer's limit.

    `limit` is in rupees: from there on the customer does not want the higher EMI.
    """

    loan: Record
    rate: float
    months: int
    emi: float
    other_emi: float
    limit: float

    @property
    def option(self) -> str:
        return "keep_emi" if self.emi >= self.limit else "keep_tenure"


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has no home loan yet; one is given."""
    loan = planted(customer, KIND, run_months=case.pick(RUNS))
    if loan is None:
        return None
    twin = twin_of(case, customer, loan)
    opening = loan_edits(twin, loan)
    desk = Desk(customer, opening)
    reset = _reset(case, desk, loan)
    return Draft(
        customer=customer,
        title=f"Rate reset to {reset.rate:.2f}%: {OPTIONS[reset.option]}",
        opening=opening,
        opening_lines=_opening_lines(case, reset),
        wants=_wants(case, reset),
        knows=(loan_fact(case, loan, twin, "sum"), *_knows(case, reset)),
        products=loan_products(desk.record),
        conditions=(
            f"New EMI of {rupees(reset.limit)} or more: keep the EMI, change months.",
            f"New EMI below {rupees(reset.limit)}: keep the months, change the EMI.",
        ),
        must_be_told=_told(case, reset),
        agenda=_agenda(case, reset),
        gold=_gold(case, reset),
        decoys=loan_decoys(desk.record, loan),
    )


def _reset(case: Case, desk: Desk, loan: Record) -> Reset:
    rate = round(loan["rate"] + case.pick(CHANGES), 2)
    months = _months_of_same_emi(loan, rate)
    emi = _emi(desk, loan, rate, loan["remaining_months"])
    below = emi // STEP * STEP
    return Reset(
        loan=loan,
        rate=rate,
        months=months,
        emi=emi,
        other_emi=_emi(desk, loan, rate, months),
        limit=below if case.number % 2 else below + STEP,
    )


def _months_of_same_emi(loan: Record, rate: float) -> int:
    """Return the other number of months at which the EMI stays about the same."""
    others = (n for n in range(12, LONGEST + 1) if n != loan["remaining_months"])
    owed = loan["outstanding"]
    return min(others, key=lambda n: abs(monthly_payment(owed, rate, n) - loan["emi"]))


def _emi(desk: Desk, loan: Record, rate: float, months: int) -> float:
    owed = loan["outstanding"]
    made = desk.call("calculate_emi", principal=owed, rate=rate, tenure_months=months)
    return float(made["emi"])


def _words(reset: Reset) -> dict[str, str]:
    return {
        "rate": f"{reset.rate:.2f}%",
        "months": str(reset.months),
        "limit": rupees(reset.limit).removesuffix(".00"),
    }


def _opening_lines(case: Case, reset: Reset) -> tuple[str, ...]:
    return openings(case, f"opening-{case.variant + 1}", **_words(reset))


def _wants(case: Case, reset: Reset) -> str:
    options = f", at the months left and at {reset.months}" if case.variant else ""
    return f"The EMI at {reset.rate:.2f}%{options}, the choices, then one logged."


def _knows(case: Case, reset: Reset) -> tuple[Fact, ...]:
    words = _words(reset)
    facts = [
        Fact("new_rate", reset.rate, lines(case, "new-rate", **words), "up_front"),
        Fact("reason", "letter", lines(case, "rule", **words)),
    ]
    if case.variant == 1:
        said = lines(case, "letter-months", **words)
        facts.append(Fact("tenure_months", reset.months, said, "up_front"))
    return tuple(facts)


def _told(case: Case, reset: Reset) -> dict[str, JsonValue]:
    choices: dict[str, JsonValue] = {"reset_choices": "keep the EMI"}
    if case.variant == 1:
        emis = {"each_emi_1": reset.emi, "each_emi_2": reset.other_emi}
        return {**emis, **choices}
    return {"new_emi": reset.emi, **choices}


def _agenda(case: Case, reset: Reset) -> tuple[Goal, ...]:
    figures = tuple(name for name in _told(case, reset) if "emi" in name)
    about: dict[str, JsonValue] = {"loan": reset.loan["loan_id"]}
    words = _words(reset)
    first = tell_goal("emi", figures[0], lines(case, "ask-emi", **words), about)
    decide = Decision(figures[0], reset.limit, "keep_emi", "keep_tenure")
    choices = lines(case, "ask-choices")
    others = [
        tell_goal(figure, figure, lines(case, "ask-other-emi", **words), about)
        for figure in figures[1:]
    ]
    return (
        tell_goal("choices", "reset_choices", choices, about),
        *others,
        replace(first, decide=decide),
        *(
            Goal(
                option,
                "log_request",
                lines(case, f"ask-{option}", **words),
                {**about, "purpose": purpose},
                hear_first=(*figures, "reset_choices"),
            )
            for option, purpose in OPTIONS.items()
        ),
    )


def _gold(case: Case, reset: Reset) -> tuple[GoldStep, ...]:
    chain = Chain()
    owed, left = reset.loan["outstanding"], reset.loan["remaining_months"]
    seen = [
        details_step(
            chain,
            reset.loan,
            "What is owed, the months left and whether the rate is floating stand only "
            "in the loan's record.",
        )
    ]
    for months in (left, reset.months)[: case.variant + 1]:
        seen.append(
            chain.add(
                "calculate_emi",
                {"principal": owed, "rate": reset.rate, "tenure_months": months},
                "The EMI at the new rate comes from the calculator, and the customer's "
                "choice hangs on it.",
                "R11",
            )
        )
    seen.append(
        paper_step(
            chain,
            "rate reset choices keep EMI or tenure",
            "Which choices a reset gives is for the bank's paper to say, not for "
            "memory.",
            "R3 R5",
        )
    )
    request_step(
        chain,
        f"Rate reset of {reset.loan['loan_id']} to {reset.rate:.2f}%: "
        f"{OPTIONS[reset.option]}.",
        "No loan is changed in the chat: the choice goes to the loan desk, after its "
        "effect was told.",
        "R17",
        seen,
    )
    return tuple(chain.steps)
