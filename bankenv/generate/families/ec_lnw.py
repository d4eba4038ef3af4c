"""EC_LNW: an order to change a loan at once, which nobody can carry out in the chat."""

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
)
from bankenv.generate.parts import Chain, Draft, Family, loan_products
from bankenv.generate.wording import lines, openings, rupees
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("EC_LNW", "edge_case", "loans", (10, 6))
ORDERS = ("emi", "close", "rate", "pause")
# What the rule that the customer asks for is about, by order.
FIGURES = {
    "emi": "reset_choices", "rate": "reset_choices", "close": "charge_basis",
    "pause": "charge_basis",
}  # fmt: skip
WISHES = {
    "emi": "lower EMI", "rate": "lower rate", "close": "foreclosure",
    "pause": "EMI break",
}  # fmt: skip
QUERIES = {
    "emi": "lower EMI rate reset choices", "rate": "interest rate reset choices",
    "close": "apply for foreclosure charge", "pause": "foreclosure charge basis",
}  # fmt: skip
KINDS = {
    "emi": ("home_loan",), "rate": ("home_loan",),
    "close": ("personal_loan", "gold_loan", "home_loan"),
    "pause": ("vehicle_loan", "personal_loan", "education_loan"),
}  # fmt: skip
TROUBLES = ("job", "illness", "flood", "business")
TROUBLED_KINDS = ("home_loan", "personal_loan", "vehicle_loan")
PRESSES = (3, 1, 2, 3, 2)
# Tasks in which the customer says that the branch has promised it.
PROMISED = (2, 3, 5, 8, 10)
OVERDUE = (4, 7, 11, 12, 14, 15)
RUNS = (13, 21, 9, 17)


@dataclass(frozen=True, slots=True)
class Order:
    """What is ordered (or what has happened), and the loan it is about."""

    what: str
    loan: Record
    total: float
    promised: bool

    @property
    def about(self) -> dict[str, JsonValue]:
        return {"loan": self.loan["loan_id"]}


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has no loan of the kind yet; one is given."""
    what = case.pick(TROUBLES if case.variant else ORDERS)
    kinds = TROUBLED_KINDS if case.variant else KINDS[what]
    loan = planted(customer, case.pick(kinds), run_months=case.pick(RUNS))
    if loan is None:
        return None
    if case.number in OVERDUE:
        loan["overdue_amount"] = loan["emi"]
    opening = loan_edits(loan)
    desk = Desk(customer, opening)
    order = _order(case, desk, loan, what)
    return Draft(
        customer=customer,
        title=_title(case, order),
        opening=opening,
        opening_lines=openings(case, f"opening-{what}", kind=kind_of(loan)),
        wants=_wants(case, order),
        knows=_knows(case, order),
        products=loan_products(desk.record),
        conditions=("Insists, and gives in when the reason is given again.",),
        must_be_told=_told(case, order),
        agenda=_hardship(case, order) if case.variant else _agenda(case, order),
        gold=_people(order) if case.variant else _gold(order),
        decoys=loan_decoys(desk.record, loan),
    )


def _order(case: Case, desk: Desk, loan: Record, what: str) -> Order:
    answer = desk.call("get_loan_foreclosure_quote", loan_ids=[loan["loan_id"]])
    total = float(answer["quotes"][0]["total_payable"])
    return Order(what, loan, total, case.number in PROMISED)


def _title(case: Case, order: Order) -> str:
    if case.variant:
        return f"Hardship ({order.what}): people decide about the {kind_of(order.loan)}"
    return f"Ordered at once: {WISHES[order.what]}, {kind_of(order.loan)}"


def _wants(case: Case, order: Order) -> str:
    if case.variant:
        return f"Relief on the {kind_of(order.loan)} because of {order.what}."
    return (
        f"The {kind_of(order.loan)} changed now ({WISHES[order.what]}); once that is "
        f"refused {case.pick(PRESSES) + 1} times, a request logged."
    )


def _knows(case: Case, order: Order) -> tuple[Fact, ...]:
    reason = lines(case, f"reason-{order.what}")
    facts = [loan_fact(case, order.loan), Fact("reason", order.what, reason)]
    if order.promised:
        facts.append(Fact("clue", "branch", lines(case, "promise")))
    return tuple(facts)


def _told(case: Case, order: Order) -> dict[str, JsonValue]:
    if case.variant:
        return {}
    told: dict[str, JsonValue] = {"total_payable": order.total}
    if FIGURES[order.what] == "reset_choices":
        told["reset_choices"] = "keep the EMI"
    return told


def _agenda(case: Case, order: Order) -> tuple[Goal, ...]:
    words = {"kind": kind_of(order.loan), "wish": WISHES[order.what]}
    insist = lines(case, f"insist-{'promise' if order.promised else 'need'}", **words)
    wish = Goal(
        "order",
        "change_loan",
        lines(case, f"ask-{order.what}", **words),
        order.about,
        settled_by="refusal",
        press=case.pick(PRESSES),
        insist=insist,
        accept=lines(case, "accept"),
    )
    figure = FIGURES[order.what]
    return (
        wish,
        tell_goal("rule", figure, lines(case, f"ask-{figure}", **words), order.about),
        tell_goal("total", "total_payable", lines(case, "ask-total"), order.about),
        Goal(
            "request",
            "log_request",
            lines(case, "ask-request", **words),
            {**order.about, "purpose": WISHES[order.what]},
            hear_first=("total_payable",),
        ),
    )


def _hardship(case: Case, order: Order) -> tuple[Goal, ...]:
    words = {"kind": kind_of(order.loan)}
    rule = lines(case, "ask-hardship", **words)
    return (
        tell_goal("rule", "hardship_rule", rule, order.about),
        Goal(
            "relief",
            "hand_over",
            lines(case, "ask-relief", **words),
            order.about,
            settled_by="hand_over",
            press=2,
            insist=lines(case, "insist-hardship", **words),
        ),
    )


def _gold(order: Order) -> tuple[GoldStep, ...]:
    chain, loan = Chain(), order.loan
    seen = [
        details_step(
            chain, loan, "Dues, rate type and EMI are spoken of only from the record."
        ),
        quote_step(
            chain,
            loan,
            "No tool changes the loan; what leaving it costs is the figure that can be "
            "shown.",
            "R17",
        ),
        paper_step(
            chain,
            QUERIES[order.what],
            "What the bank allows, and whether a promise can be true, stands in its "
            "papers.",
            "R8 R7",
        ),
    ]
    foreclosure = order.what == "close"
    request_step(
        chain,
        f"{WISHES[order.what]} wished for: {kind_of(loan)} {loan['loan_id']}, due "
        f"{rupees(loan['overdue_amount'])}.",
        "The order itself is refused; a request to the loan desk is what can be done.",
        "R17 R18" if foreclosure else "R17",
        seen,
    )
    return tuple(chain.steps)


def _people(order: Order) -> tuple[GoldStep, ...]:
    chain, loan = Chain(), order.loan
    seen = [
        details_step(
            chain,
            loan,
            "People need to know which loan it is, what is owed and what is overdue.",
            "R17 R37",
        ),
        paper_step(
            chain,
            "cannot pay EMI hardship restructuring",
            "The customer speaks of a right to a pause; the bank's paper says who "
            "decides.",
            "R8 R37",
        ),
    ]
    chain.add(
        "transfer_to_human_agents",
        {"summary": f"Hardship ({order.what}): {kind_of(loan)} {loan['loan_id']}."},
        "Hardship and restructuring of a loan are for people, and nothing is logged "
        "beside that.",
        "R37 R38",
        after=seen,
    )
    return tuple(chain.steps)
