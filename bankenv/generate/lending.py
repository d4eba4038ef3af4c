"""What the loan families share: a planted loan, its steps, facts and wishes."""

from collections.abc import Iterable

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import months_before
from bankenv.generate.growth import monthly_payment, outstanding_after
from bankenv.generate.loans import loan_of_kind
from bankenv.generate.parts import Chain
from bankenv.generate.wording import lines, rupees, spoken
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit

PLACE_OF_LOAN, PLACE_OF_TWIN = 3, 2
# In every third task the customer has two loans of the kind and names it by kind alone.
WITH_TWIN = 3
# Rupees by which the EMIs, and the sums once lent, of two loans differ at least.
LEAST_APART = 500


def kind_of(loan: Record) -> str:
    """Return the kind of loan as people say it."""
    return str(loan["loan_type"]).replace("_", " ")


def planted(customer: Customer, kind: str, **terms: object) -> Record | None:
    """Return a running loan of the kind with other terms; None if there is one.

    `run_months` among the terms is how many EMIs were paid; what is owed, the EMI and
    the day of sanction follow from it.
    """
    loans = customer.record["loans"].values()
    if any(loan["loan_type"] == kind for loan in loans):
        return None
    loan = loan_of_kind(customer.person, PLACE_OF_LOAN, kind)
    run = int(str(terms.pop("run_months", loan["tenure_months"] // 2)))
    made = {**loan, "overdue_amount": 0.0, **terms}
    principal, rate, months = made["principal"], made["rate"], made["tenure_months"]
    return {
        **made,
        "emi": monthly_payment(principal, rate, months),
        "outstanding": outstanding_after(principal, rate, months, run),
        "remaining_months": months - run,
        "sanction_date": terms.get("sanction_date", months_before(run, 12).isoformat()),
    }


def twin_of(case: Case, customer: Customer, loan: Record) -> Record | None:
    """Return a second running loan of the same kind, in every third task; else None."""
    if case.number % WITH_TWIN:
        return None
    made = loan_of_kind(customer.person, PLACE_OF_TWIN, loan["loan_type"])
    principal = _apart(made["principal"], loan["principal"])
    rate, months = made["rate"], made["tenure_months"]
    run = months - made["remaining_months"]
    emi = monthly_payment(principal, rate, months)
    if abs(emi - loan["emi"]) < LEAST_APART:
        principal *= 2
        emi = monthly_payment(principal, rate, months)
    return {
        **made,
        "principal": principal,
        "rate_type": loan["rate_type"],
        "emi": emi,
        "outstanding": outstanding_after(principal, rate, months, run),
        "overdue_amount": 0.0,
    }


def _apart(principal: float, other: float) -> float:
    return principal * 2 if abs(principal - other) < LEAST_APART else principal


def loan_edits(*loans: Record | None) -> tuple[Edit, ...]:
    """Return the opening edits that give the customer the loans, None for none."""
    given = [loan for loan in loans if loan is not None]
    return (
        *(Edit(f"loans.{loan['loan_id']}", loan) for loan in given),
        *(Edit("login_context.linked_products.-", loan["loan_id"]) for loan in given),
    )


def loan_fact(
    case: Case, loan: Record, twin: Record | None = None, clue: str = "emi"
) -> Fact:
    """Return how the customer names the loan: by its kind, told at once.

    Beside a twin of the kind it is named by `clue` once that is asked for: by its
    `emi`, or by the `sum` that was lent.
    """
    if twin is None:
        said = lines(case, "loan", kind=kind_of(loan))
        return Fact("loan", loan["loan_id"], said, "up_front")
    emi = rupees(loan["emi"] // 1).removesuffix(".00")
    words = {"emi": emi, "sum": spoken(loan["principal"])}
    return Fact("loan", loan["loan_id"], lines(case, f"loan-{clue}", **words))


def loan_decoys(record: Record, loan: Record) -> tuple[dict[str, str], ...]:
    """Return the customer's other loans as decoys."""
    return tuple(
        {"loan": other, "why": f"Another {kind_of(row)} of the customer."}
        for other, row in record["loans"].items()
        if other != loan["loan_id"]
    )


def details_step(chain: Chain, loan: Record, why: str, rules: str = "R17") -> int:
    """Add the look at the loan and return its number."""
    return chain.add("get_loan_details", {"loan_ids": [loan["loan_id"]]}, why, rules)


def quote_step(chain: Chain, loan: Record, why: str, rules: str = "R17 R18") -> int:
    """Add the foreclosure quote and return its number."""
    return chain.add(
        "get_loan_foreclosure_quote",
        {"loan_ids": [loan["loan_id"]]},
        why,
        rules,
        compare=("loan_ids",),
    )


def request_step(
    chain: Chain, description: str, why: str, rules: str, after: Iterable[int]
) -> int:
    """Add the request to the desk that decides and return its number."""
    return chain.add(
        "raise_request",
        {"category": "general_query", "description": description},
        why,
        rules,
        after=after,
        compare=("category",),
    )


def tell_goal(
    name: str, figure: str, ask: tuple[str, ...], about: dict[str, JsonValue]
) -> Goal:
    """Return the wish to hear a figure."""
    return Goal(name, "tell", ask, about, settled_by="told", figure=figure)
