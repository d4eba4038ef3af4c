"""Tax cut from deposit interest: the entry, and what the deposits bring in a year."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from bankenv.generate.accounts import MOST as MOST_ACCOUNTS
from bankenv.generate.apart import changed, ordinary
from bankenv.generate.customers import Customer
from bankenv.generate.days import term_days
from bankenv.generate.entries import MOST as MOST_ENTRIES
from bankenv.generate.growth import rd_maturity
from bankenv.generate.ids import numbered
from bankenv.generate.parts import edits_of, open_fixed
from bankenv.generate.rates import deposit_rate
from bankenv.money import to_paise, to_rupees
from bankenv.records import JsonValue, Record
from bankenv.tasks import Edit

YEAR_END = date(2027, 3, 31)
DAY = "2026-07-15"
STEP = 1_000
# A planted recurring deposit: months it runs, and instalments paid so far.
RD_MONTHS, RD_PAID = 36, 14
RD_STEP, RD_LEAST, RD_MOST = 500, 500, 25_000


@dataclass(frozen=True, slots=True)
class Interest:
    """What the deposits bring in the tax year, in rupees, at the least and the most.

    The least is simple interest on what was paid in so far; the most counts earlier
    interest and later instalments as well. The answer must be the same for both.
    """

    least: float
    most: float

    def __add__(self, other: "Interest") -> "Interest":
        return Interest(self.least + other.least, self.most + other.most)


def of_fixed(deposit: Record) -> Interest:
    """Return a fixed deposit's interest in the tax year."""
    simple = deposit["principal"] * deposit["rate"] / 100
    return Interest(simple, simple * _growth(deposit))


def _growth(deposit: Record) -> float:
    """Return what a rupee has grown to by the end of the tax year, interest added."""
    years = (YEAR_END - date.fromisoformat(deposit["start_date"])).days / 365
    return float((1 + Decimal(str(deposit["rate"])) / 400) ** int(4 * years + 1))


def of_recurring(deposit: Record) -> Interest:
    """Return a recurring deposit's interest in the tax year."""
    rate = deposit["rate"] / 100
    paid, monthly = deposit["total_deposited"], deposit["monthly_installment"]
    return Interest(paid * rate, (paid + 12 * monthly) * rate * 1.15)


def fixed_at(
    customer: Customer, wanted: float, *, at_most: bool
) -> tuple[tuple[Edit, ...], list[Record], Interest] | None:
    """Return edits of one fixed deposit that bring the interest of all to `wanted`.

    The sum is `wanted` rupees at the most, or at the least. None if the others come
    to more already, or the deposit would be none a bank has.
    """
    fixed = open_fixed(customer.record)
    others = sum((of_fixed(d) for d in fixed[1:]), Interest(0, 0))
    left = wanted - (others.most if at_most else others.least)
    one = ordinary(customer, fixed[0])
    each = of_fixed({**one, "principal": 1.0})
    whole = left / (each.most if at_most else each.least)
    principal = float(int(whole) // STEP * STEP + (0 if at_most else STEP))
    if principal < 20 * STEP:
        return None
    made = ordinary(customer, fixed[0], principal=principal)
    return changed(fixed[0], made), [made, *fixed[1:]], of_fixed(made) + others


def recurring_at(
    customer: Customer, account_id: str, wanted: float
) -> tuple[tuple[Edit, ...], Record] | None:
    """Return edits that give the customer an RD with interest of `wanted` at the least.

    The customer's own is changed where there is one, else one is added.
    """
    own = next(_recurring(customer.record), None)
    base = own or _planted(customer, account_id)
    paid, rate = base["installments_paid"], base["rate"]
    exact = wanted * 100 / rate / paid
    monthly = float(int(exact) // RD_STEP * RD_STEP + RD_STEP)
    if not RD_LEAST <= monthly <= RD_MOST:
        return None
    made = {
        **base,
        "monthly_installment": monthly,
        "total_deposited": monthly * paid,
        "maturity_amount": rd_maturity(int(monthly), rate, base["tenure_months"]),
    }
    return _recurring_edits(own, made), made


def _recurring(record: Record) -> Iterator[Record]:
    return (
        d
        for d in record["deposits"].values()
        if d["kind"] == "RD" and d["status"] == "ACTIVE"
    )


def _recurring_edits(own: Record | None, made: Record) -> tuple[Edit, ...]:
    path = f"deposits.{made['deposit_id']}"
    if own is not None:
        return edits_of(path, own, made)
    linked = Edit("login_context.linked_products.-", made["deposit_id"])
    return (Edit(path, made), linked)


def _planted(customer: Customer, account_id: str) -> Record:
    person = customer.person
    start = date(2025, 6, 4)
    return {
        "deposit_id": numbered("RD", person.serial, 6),
        "kind": "RD",
        "monthly_installment": 0.0,
        "rate": deposit_rate("rd", RD_MONTHS, start, person.senior),
        "tenure_months": RD_MONTHS,
        "installments_paid": RD_PAID,
        "late_installments": 0,
        "total_deposited": 0.0,
        "start_date": start.isoformat(),
        "maturity_date": date.fromordinal(
            start.toordinal() + term_days(RD_MONTHS)
        ).isoformat(),
        "maturity_amount": 0.0,
        "maturity_instruction": "no_renewal",
        "status": "ACTIVE",
        "source_account": account_id,
        "payout_account": account_id,
        "nominee": None,
    }


def tax_entry(
    customer: Customer, account: Record, amount: float, percent: str
) -> tuple[tuple[Edit, ...], Record]:
    """Return edits that debit the tax from the account, and the entry."""
    places = list(customer.record["accounts"])
    first = customer.person.serial * MOST_ACCOUNTS
    serial = (first + places.index(account["account_id"])) * MOST_ENTRIES
    left = to_paise(account["available_balance"]) - to_paise(amount)
    row: dict[str, JsonValue] = {
        "reference_id": numbered("TXN", serial + MOST_ENTRIES - 1, 10),
        "date": DAY,
        "description": f"TDS {percent}% ON DEPOSIT INTEREST",
        "amount": -amount,
        "direction": "debit",
        "channel": "internal",
        "balance_after": to_rupees(left),
    }
    path = f"accounts.{account['account_id']}"
    return (
        Edit(f"{path}.transactions.-", row),
        Edit(f"{path}.available_balance", to_rupees(left)),
    ), row
