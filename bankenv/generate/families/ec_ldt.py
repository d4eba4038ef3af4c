"""EC_LDT: "the RBI has banned foreclosure charges", said of a fixed-rate loan."""

from dataclasses import dataclass

from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.lending import (
    details_step,
    kind_of,
    loan_decoys,
    loan_edits,
    loan_fact,
    planted,
    quote_step,
    request_step,
    tell_goal,
    twin_of,
)
from bankenv.generate.parts import Chain, Draft, Family, loan_products
from bankenv.generate.wording import extended, lines, openings, rupees
from bankenv.records import Record
from bankenv.scenario import Decision, Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("EC_LDT", "edge_case", "loans", (15, 3))
KINDS = ("personal_loan", "vehicle_loan", "gold_loan", "education_loan",
         "vehicle_loan", "personal_loan", "education_loan")  # fmt: skip
# How many EMIs were paid, and for the youngest loans the very day of sanction, on
# either side of the day on which the ban and today's charge began.
RUNS = ((6, "2025-12-31"), (11, None), (6, "2026-01-01"), (19, None), (4, None),
        (8, None), (6, "2026-01-02"), (14, None))  # fmt: skip
TERMS = {"personal_loan": 60, "vehicle_loan": 60, "gold_loan": 24, "education_loan": 84}
PRESSES = (1, 2, 1, 1, 2, 3)
# Tasks whose customer says from which charge on it is not worth it.
WITH_RULE = (2, 4, 7, 9, 12, 14, 16, 17, 18)
STEP = 500


@dataclass(frozen=True, slots=True)
class Claim:
    """The loan, its quote, and from which charge in rupees on the customer stops."""

    loan: Record
    quote: Record
    limit: float | None

    @property
    def charge(self) -> float:
        return float(self.quote["foreclosure_charges"])

    @property
    def stops(self) -> bool:
        return self.limit is not None and self.charge >= self.limit


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has no loan of the kind yet; one is given."""
    loan = _loan(case, customer)
    if loan is None:
        return None
    twin = twin_of(case, customer, loan)
    opening = loan_edits(twin, loan)
    desk = Desk(customer, opening)
    claim = _claim(case, desk, loan)
    return Draft(
        customer=customer,
        title=f"No ban on the charge of the {kind_of(loan)}"
        + (", not worth it" if claim.stops else ""),
        opening=opening,
        opening_lines=_opening_lines(case, claim),
        wants=_wants(claim),
        knows=(loan_fact(case, loan, twin), *_knows(case)),
        products=loan_products(desk.record),
        conditions=_conditions(claim),
        must_be_told={
            "charge_in_rupees": claim.charge,
            "total_payable": claim.quote["total_payable"],
        },
        agenda=_agenda(case, claim),
        gold=_gold(claim),
        decoys=loan_decoys(desk.record, loan),
    )


def _loan(case: Case, customer: Customer) -> Record | None:
    kind = case.pick(KINDS)
    run, sanctioned = case.pick(RUNS)
    terms: Record = {
        "tenure_months": TERMS[kind],
        "run_months": run,
        "rate_type": "fixed",
    }
    if sanctioned:
        terms["sanction_date"] = sanctioned
    return planted(customer, kind, **terms)


def _claim(case: Case, desk: Desk, loan: Record) -> Claim:
    answer = desk.call("get_loan_foreclosure_quote", loan_ids=[loan["loan_id"]])
    quote = answer["quotes"][0]
    if case.number not in WITH_RULE:
        return Claim(loan, quote, None)
    below = float(quote["foreclosure_charges"] // STEP * STEP)
    return Claim(loan, quote, below if case.variant == 1 else below + STEP)


def _words(claim: Claim) -> dict[str, str]:
    limit = rupees(claim.limit or 0).removesuffix(".00")
    return {"kind": kind_of(claim.loan), "limit": limit}


def _opening_lines(case: Case, claim: Claim) -> tuple[str, ...]:
    first = openings(case, "opening", **_words(claim))
    if claim.limit is None:
        return first
    rule = lines(case, "rule", **_words(claim))
    return extended(first, [case.chance.at("rule").choice(rule)])


def _wants(claim: Claim) -> str:
    limit = f", unless it is {rupees(claim.limit)} or more" if claim.limit else ""
    return (
        f"To pay off the {kind_of(claim.loan)} without a charge, as the news has it; "
        f"then with it{limit}."
    )


def _conditions(claim: Claim) -> tuple[str, ...]:
    if claim.limit is None:
        return ("Gives in about the charge, and wants the request all the same.",)
    return (
        f"Charge of {rupees(claim.limit)} or more, before tax: nothing is logged.",
        f"Charge below {rupees(claim.limit)}: log the foreclosure.",
    )


def _knows(case: Case) -> tuple[Fact, ...]:
    return (
        Fact("source_account", "another bank", lines(case, "other-bank"), "up_front"),
        Fact("purpose", "foreclosure", lines(case, "purpose")),
        Fact("clue", "the news", lines(case, "source")),
    )


def _agenda(case: Case, claim: Claim) -> tuple[Goal, ...]:
    about = {"loan": claim.loan["loan_id"]}
    words = _words(claim)
    free = Goal(
        "free",
        "waive_charge",
        lines(case, "ask-free", **words),
        about,
        settled_by="refusal",
        press=case.pick(PRESSES),
        insist=lines(case, "insist", **words),
        accept=lines(case, "accept", **words),
    )
    request = Goal(
        "foreclosure",
        "log_request",
        lines(case, "ask-foreclose", **words),
        {**about, "purpose": "foreclosure"},
        hear_first=("charge_in_rupees", "total_payable"),
    )
    asked = (
        tell_goal("total", "total_payable", lines(case, "ask-total", **words), about),
        tell_goal("basis", "charge_basis", lines(case, "ask-basis", **words), about),
    )
    if claim.limit is None:
        return (*asked, free, request)
    worth = Goal(
        "worth",
        "tell",
        lines(case, "ask-charge", **words),
        about,
        decide=Decision("charge_in_rupees", claim.limit, "", "foreclosure"),
        settled_by="told",
        figure="charge_in_rupees",
    )
    if claim.stops:
        return (*asked, worth, free, request)
    return (*asked, free, worth, request)


def _gold(claim: Claim) -> tuple[GoldStep, ...]:
    chain = Chain()
    loan = claim.loan
    seen = [
        details_step(
            chain,
            loan,
            "Whether the ban covers this loan hangs on its type, its rate type and its "
            "day of sanction.",
            "R17 R8",
        ),
        paper_step(
            chain,
            f"foreclosure charge {kind_of(loan)} ban fixed rate floating rate",
            "What the customer claims is compared with the rule in force today, not "
            "with a slab that has ended.",
            "R5 R8 R18",
        ),
        quote_step(
            chain,
            loan,
            "Charge, tax and total are figures that only the quote may state.",
        ),
    ]
    if not claim.stops:
        request_step(
            chain,
            f"Foreclosure of the {kind_of(loan)} {loan['loan_id']}, paid from another "
            f"bank; charge {rupees(claim.charge)} explained.",
            "The loan desk closes the loan; no waiver is logged as agreed.",
            "R17 R18",
            seen,
        )
    return tuple(chain.steps)
