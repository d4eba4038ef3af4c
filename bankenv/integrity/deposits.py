"""Whether deposits are worth what their rate and their dates say."""

from collections.abc import Iterator
from datetime import date

from bankenv.interest import PAYOUTS_PER_YEAR, fd_maturity, maturity_day, rd_maturity
from bankenv.money import Paise, to_paise, to_rupees
from bankenv.records import Record
from bankenv.rules import Rules


def deposit_faults(record: Record, rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield (place, what is wrong there) for the deposits of one customer."""
    for deposit_id, deposit in record.get("deposits", {}).items():
        place = f"deposits.{deposit_id}"
        start = date.fromisoformat(deposit["start_date"])
        end = maturity_day(start, deposit["tenure_months"]).isoformat()
        if deposit["maturity_date"] != end:
            yield f"{place}.maturity_date", f"{deposit['maturity_date']}, not {end}"
        due = to_rupees(maturity_amount(deposit))
        if deposit["maturity_amount"] != due:
            yield f"{place}.maturity_amount", f"{deposit['maturity_amount']}, not {due}"
        if not _is_on_card(deposit, start, rules):
            yield f"{place}.rate", f"{deposit['rate']} was on no card of {start}"
        yield from _instalment_faults(deposit, place)


def maturity_amount(deposit: Record) -> Paise:
    """Return what a deposit pays on its last day.

    One that pays its interest out returns the principal, as the bank books it.
    """
    rate, months = deposit["rate"], deposit["tenure_months"]
    if deposit["kind"] == "RD":
        return rd_maturity(to_paise(deposit["monthly_installment"]), rate, months)
    principal = to_paise(deposit["principal"])
    if deposit["payout_type"] in PAYOUTS_PER_YEAR:
        return principal
    return fd_maturity(principal, rate, months)


def _is_on_card(deposit: Record, start: date, rules: Rules) -> bool:
    card = rules.deposit_card(deposit["kind"].lower(), start)
    slab = card.slab(deposit["tenure_months"]) if card else None
    rates = (slab.general_rate, slab.senior_rate) if slab else ()
    return deposit["rate"] in rates


def _instalment_faults(deposit: Record, place: str) -> Iterator[tuple[str, str]]:
    if deposit["kind"] != "RD":
        return
    each = to_paise(deposit["monthly_installment"])
    paid = to_rupees(each * deposit["installments_paid"])
    if deposit["total_deposited"] != paid:
        yield f"{place}.total_deposited", f"{deposit['total_deposited']}, not {paid}"
