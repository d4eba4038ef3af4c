"""EC_CLM: a deposit is to be closed on a wrong fact that is stated with confidence."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from bankenv.generate import closures
from bankenv.generate.apart import (
    changed,
    deposit_facts,
    look_step,
    ordinary,
    paper_step,
    pick_deposit,
    rated,
    sibling_decoys,
)
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_after, days_before, term_days
from bankenv.generate.desk import Desk
from bankenv.generate.parts import Chain, Draft, Family, deposit_products
from bankenv.generate.wording import day_of, lines, openings, rupees, spoken
from bankenv.records import JsonValue, Record
from bankenv.scenario import ChangeOfMind, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("EC_CLM", "edge_case", "deposits", (13, 5))
CLAIMS = (
    "matured", "senior", "rate", "rival", "matured", "rate", "senior", "matured",
    "rival", "senior", "rate", "matured", "senior",
    "matured", "senior", "rate", "matured", "rival",
)  # fmt: skip
DAYS_LEFT = (1, 12, 3, 20, 7, 2, 16, 5, 9, 14, 4)
# Percentage points by which the promised rate is above the one on record.
ERRORS = (0.5, 0.25, 1.0, 0.75)
RIVAL_RATES = ("8.25", "8.10", "8.50")
FEWEST_DAYS = 30
# The figure that corrects each claim, where to find the rule, and what it says.
CORRECTED_BY = {
    "matured": "maturity_date", "senior": "penalty", "rate": "rate", "rival": "penalty",
}  # fmt: skip
QUERIES = {
    "matured": "deposit matured closing penalty day before maturity",
    "senior": "senior citizen penalty early closure concession",
    "rate": "early closure contract rate reduced rate",
    "rival": "early closure penalty waiver",
}


@dataclass(frozen=True, slots=True)
class Claim:
    """What is claimed of which deposit, and what is true of it."""

    kind: str
    deposit: Record
    opening: tuple[Edit, ...]
    quote: Record
    record: Record

    @property
    def truth(self) -> dict[str, JsonValue]:
        """Return the figure that corrects the claim."""
        figure = CORRECTED_BY[self.kind]
        values = {
            "maturity_date": self.deposit["maturity_date"],
            "penalty": self.quote["penalty_rate"],
            "rate": self.deposit["rate"],
        }
        return {figure: values[figure]}


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has a deposit that the claim may be made of."""
    claim = _claim(case, customer)
    if claim is None:
        return None
    stops = case.variant == 1
    told = claim.truth if stops else {**claim.truth, **closures.told_of(claim.quote)}
    amount = rupees(claim.deposit["principal"])
    return Draft(
        customer=customer,
        title=f"Wrong claim ({claim.kind}) about the deposit of {amount}",
        opening=claim.opening,
        opening_lines=openings(case, f"opening-{claim.kind}", **_words(case, claim)),
        wants=_wants(claim, stops),
        knows=deposit_facts(case, claim.deposit),
        products=deposit_products(claim.record),
        conditions=(f"Believes the claim until the {_figure(claim)} is told.",),
        must_be_told=told,
        agenda=_agenda(case, claim),
        gold=_gold(case, claim),
        decoys=sibling_decoys(claim.record, claim.deposit),
    )


def _claim(case: Case, customer: Customer) -> Claim | None:
    kind = case.pick(CLAIMS)
    if customer.person.senior != (kind == "senior"):
        return None
    deposit = pick_deposit(case, customer, _fits(kind))
    if deposit is None:
        return None
    made = ordinary(customer, deposit)
    if kind == "matured":
        length = timedelta(days=term_days(deposit["tenure_months"]))
        start = days_after(case.pick(DAYS_LEFT)) - length
        made = ordinary(customer, deposit, start_date=start.isoformat())
        made = rated(customer, made)
    opening = changed(deposit, made)
    desk = Desk(customer, opening)
    return Claim(
        kind, made, opening, desk.closure_quote(made["deposit_id"]), desk.record
    )


def _fits(kind: str) -> Callable[[Record], bool]:
    soonest = days_after(FEWEST_DAYS).isoformat()

    def fits(deposit: Record) -> bool:
        return kind == "matured" or bool(deposit["maturity_date"] > soonest)

    return fits


def _words(case: Case, claim: Claim) -> dict[str, str]:
    promised = claim.deposit["rate"] + case.pick(ERRORS)
    claimed = days_before(1 + case.number % 3)
    return {
        "amount": spoken(claim.deposit["principal"]),
        "promised": f"{promised:.2f}",
        "day": day_of(claimed.isoformat()),
        "rival": case.pick(RIVAL_RATES),
    }


def _figure(claim: Claim) -> str:
    return CORRECTED_BY[claim.kind].replace("_", " ")


def _wants(claim: Claim, stops: bool) -> str:
    then = "gives the closure up" if stops else "still wants the deposit closed"
    amount = rupees(claim.deposit["principal"])
    return f"To close the deposit of {amount}; once corrected, {then}."


def _agenda(case: Case, claim: Claim) -> tuple[Goal, ...]:
    figure = CORRECTED_BY[claim.kind]
    about = {"deposit": claim.deposit["deposit_id"]}
    if case.variant == 1:
        return (
            Goal(
                "close",
                "close_deposit",
                lines(case, "ask-claimed"),
                about,
                press=1,
                insist=lines(case, f"insist-{claim.kind}"),
                accept=lines(case, "stop"),
                change=ChangeOfMind(figure),
            ),
        )
    heard = dict.fromkeys((figure, *closures.hear_first(claim.quote)))
    return (
        Goal(
            "close",
            "close_deposit",
            lines(case, "ask-claimed"),
            about,
            hear_first=tuple(heard),
            press=1,
            insist=lines(case, f"insist-{claim.kind}"),
        ),
    )


def _gold(case: Case, claim: Claim) -> tuple[GoldStep, ...]:
    chain = Chain()
    look = look_step(
        chain,
        claim.deposit,
        "A date or a rate that is claimed is compared with the deposit's own record "
        "before anybody agrees.",
        "R8 R12",
    )
    paper = paper_step(
        chain,
        QUERIES[claim.kind],
        "Whether there is a penalty, and for whom, is what the circular in force says.",
        "R8 R13",
    )
    if case.variant == 1:
        return tuple(chain.steps)
    deposit_id = claim.deposit["deposit_id"]
    quote = closures.quote_step(chain, deposit_id)
    closures.close_step(chain, deposit_id, [look, paper, quote])
    return tuple(chain.steps)
