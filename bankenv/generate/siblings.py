"""A second recurring deposit of the same instalment, told apart by other terms."""

from datetime import date, timedelta

from bankenv.generate.customers import Customer
from bankenv.generate.days import CLOCK, term_days
from bankenv.generate.growth import rd_maturity
from bankenv.generate.ids import numbered
from bankenv.generate.rates import deposit_rate
from bankenv.records import Record
from bankenv.tasks import Edit

# Serial numbers of siblings begin where the customers' own have ended.
FIRST_SERIAL = 20_000
TERMS = (12, 24, 36, 60)


def recurring_sibling(customer: Customer, deposit: Record) -> Record:
    """Return another open RD of the same instalment, maturing in another month."""
    person = customer.person
    chance = person.chance.at("rd-sibling")
    months = chance.at("term").choice([m for m in TERMS if m != _term(deposit)])
    run = chance.at("run").integer(2, min(months - 2, 30))
    start = CLOCK - timedelta(days=term_days(run) + chance.at("day").integer(0, 20))
    if _month(_end(start, months)) == _month(date.fromisoformat(_ends(deposit))):
        run, start = run - 1, start + timedelta(days=31)
    monthly = float(deposit["monthly_installment"])
    rate = deposit_rate("rd", months, start, person.senior)
    return {
        **deposit,
        "deposit_id": numbered("RD", FIRST_SERIAL + person.serial, 6),
        "rate": rate,
        "tenure_months": months,
        "installments_paid": run + 1,
        "late_installments": 0,
        "total_deposited": monthly * (run + 1),
        "start_date": start.isoformat(),
        "maturity_date": _end(start, months).isoformat(),
        "maturity_amount": rd_maturity(monthly, rate, months),
    }


def listed_before(record: Record, deposit: Record, sibling: Record) -> tuple[Edit, ...]:
    """Return the edits that put the sibling on record, right before the deposit."""
    linked = list(record["login_context"]["linked_products"])
    linked.insert(linked.index(deposit["deposit_id"]), sibling["deposit_id"])
    return (
        Edit(f"deposits.{sibling['deposit_id']}", sibling),
        Edit("login_context.linked_products", linked),
    )


def _term(deposit: Record) -> int:
    return int(deposit["tenure_months"])


def _ends(deposit: Record) -> str:
    return str(deposit["maturity_date"])


def _end(start: date, months: int) -> date:
    return start + timedelta(days=term_days(months))


def _month(day: date) -> tuple[int, int]:
    return day.year, day.month
