"""The reads of the published bank. They check nothing that its tools do not check."""

from collections.abc import Callable
from typing import Any  # Any: a tool takes whatever it is sent, unchecked

from bankenv.published.constants import (
    CATALOGUE,
    FD,
    FORECLOSURE_CHARGE,
    FORECLOSURE_DAYS,
    GOLD_CAP_PERCENT,
    GOLD_PER_GRAM,
    GST,
    LOANS,
    LONGEST_MONTHS,
    RD,
)
from bankenv.published.ledger import Declined, Ledger, not_linked
from bankenv.published.writes import closure_quote, rd_quarters
from bankenv.records import JsonValue, Record

Row = Callable[[str, Record], Record]


def _batch(
    ledger: Ledger, ids: Any, names: tuple[str, str, str], row: Row
) -> tuple[list[Record], list[Record]]:
    """Return a row for each linked id and an error for each other."""
    part, kind, key = names
    rows, errors = [], []
    linked = ledger.linked(kind)
    for one in ids:
        record = ledger.part(part).get(one)
        if one not in linked or record is None:
            errors.append({key: one, "error": f"{one} is not linked to you."})
            continue
        try:
            rows.append(row(one, record))
        except Declined as refusal:
            errors.append({key: one, "error": str(refusal)})
    return rows, errors


ACCOUNT = ("accounts", "accounts", "account_id")
DEPOSIT = ("deposits", "products", "deposit_id")
LOAN = ("loans", "products", "loan_id")
CARD = ("cards", "cards", "card_id")
COVER = ("insurance", "products", "policy_id")


def get_account_balance(ledger: Ledger, account_ids: Any) -> Record:
    def row(account_id: str, account: Record) -> Record:
        return {
            "account_id": account_id,
            "available_balance": account.get("available_balance", 0.0),
            "hold_amount": account.get("hold_amount", 0.0),
            "currency": account.get("currency", "INR"),
            "as_of": ledger.stamp,
        }

    rows, errors = _batch(ledger, account_ids, ACCOUNT, row)
    return {"balances": rows, "errors": errors}


def get_account_details(ledger: Ledger, account_ids: Any) -> Record:
    def row(account_id: str, account: Record) -> Record:
        ifsc = account.get("ifsc")
        unknown = f"Unknown Bank ({ifsc[:4].upper()})" if ifsc else None
        return {
            "account_id": account_id,
            "account_type": account.get("account_type"),
            "status": account.get("status", "ACTIVE"),
            "bank_name": account.get("bank_name") or unknown,
            "ifsc": ifsc,
            "home_branch": account.get("home_branch"),
            "holders": account.get("holders", []),
            "nominee": account.get("nominee"),
            "open_date": account.get("open_date"),
            "currency": account.get("currency", "INR"),
        }

    rows, errors = _batch(ledger, account_ids, ACCOUNT, row)
    return {"accounts": rows, "errors": errors}


def get_transaction_history(  # noqa: PLR0913  the tool's own parameters
    ledger: Ledger,
    account_id: Any,
    from_date: Any = None,
    to_date: Any = None,
    type: Any = "all",
    channel: Any = "all",
    limit: Any = 10,
    offset: Any = 0,
) -> Record:
    account = ledger.part("accounts").get(account_id)
    if account is None or account_id not in ledger.linked("accounts"):
        raise not_linked("account", account_id)

    def fits(row: Record) -> bool:
        day = row.get("date", "")
        return (
            (not from_date or day >= from_date)
            and (not to_date or day <= to_date)
            and type in ("all", row.get("direction"))
            and channel in ("all", row.get("channel"))
        )

    found = [row for row in account.get("transactions", []) if fits(row)]
    found.sort(key=lambda row: str(row.get("date", "")), reverse=True)
    page = found[offset : offset + limit]
    return {
        "account_id": account_id,
        "total_records": len(found),
        "returned": len(page),
        "offset": offset,
        "limit": limit,
        "transactions": page,
    }


def _of_kind(kind: str) -> Row:
    def row(deposit_id: str, deposit: Record) -> Record:
        if deposit.get("kind") != kind:
            raise Declined("VALIDATION_ERROR", f"{deposit_id} is not a {kind}.")
        return deposit

    return row


def get_fd_details(ledger: Ledger, deposit_ids: Any) -> Record:
    rows, errors = _batch(ledger, deposit_ids, DEPOSIT, _of_kind("FD"))
    return {"fds": rows, "errors": errors}


def get_rd_details(ledger: Ledger, deposit_ids: Any) -> Record:
    rows, errors = _batch(ledger, deposit_ids, DEPOSIT, _of_kind("RD"))
    return {"rds": rows, "errors": errors}


def get_deposit_loan_rates(
    ledger: Ledger, product_type: Any, tenure_months: Any = None, amount: Any = None
) -> Record:
    deposits = {"fd": FD, "rd": RD}
    if product_type in deposits:
        slabs = [
            {
                "label": s.label,
                "min_months": s.low,
                "max_months": s.high,
                "general_rate": s.general,
                "senior_rate": s.senior,
            }
            for s in deposits[product_type]
        ]
        fitting = [
            s
            for s in slabs
            if tenure_months is not None
            and s["min_months"] < tenure_months <= s["max_months"]
        ]
        unit, compounding = "tenure_months", "quarterly"
    elif product_type in LOANS:
        slabs = [
            {
                "label": s.label,
                "min_amount": s.low,
                "max_amount": s.high,
                "general_rate": s.general,
            }
            for s in LOANS[product_type]
        ]
        fitting = [
            s
            for s in slabs
            if amount is not None and s["min_amount"] <= amount < s["max_amount"]
        ]
        unit, compounding = "amount", None
    else:
        raise Declined("VALIDATION_ERROR", f"There are no rates for {product_type}.")
    return {
        "product_type": product_type,
        "effective_date": ledger.today.isoformat(),
        "unit": unit,
        "compounding": compounding,
        "slabs": fitting or slabs,
    }


def calculate_fd_maturity(
    ledger: Ledger,
    principal_amount: Any,
    rate: Any,
    tenure_months: Any,
    payout_type: Any = "cumulative",
) -> Record:
    years = tenure_months / 12
    start: Record = {
        "principal_amount": principal_amount,
        "rate": rate,
        "tenure_months": tenure_months,
        "payout_type": payout_type,
    }
    if payout_type == "cumulative":
        maturity = principal_amount * (1 + rate / 100 / 4) ** (4 * years)
        return start | {
            "compounding": "quarterly",
            "maturity_amount": round(maturity, 2),
            "total_interest": round(maturity - principal_amount, 2),
        }
    periods = 12 if payout_type == "monthly" else 4
    yearly = principal_amount * rate / 100
    return start | {
        "periodic_payout": round(yearly / periods, 2),
        "num_payouts": int(round(periods * years)),
        "total_interest": round(yearly * years, 2),
        "maturity_amount": round(principal_amount, 2),
    }


def calculate_rd_maturity(
    ledger: Ledger, monthly_installment: Any, rate: Any, tenure_months: Any
) -> Record:
    balance = rd_quarters(monthly_installment, rate, tenure_months)
    rest = tenure_months % 3
    if rest:
        balance *= 1 + rate / 100 / 4 * rest / 3
    deposited = monthly_installment * tenure_months
    return {
        "monthly_installment": monthly_installment,
        "rate": rate,
        "tenure_months": tenure_months,
        "compounding": "quarterly",
        "total_deposited": round(deposited, 2),
        "maturity_amount": round(balance, 2),
        "total_interest": round(balance - deposited, 2),
    }


def get_deposit_closure_quote(ledger: Ledger, deposit_ids: Any) -> Record:
    def row(_: str, deposit: Record) -> Record:
        return closure_quote(ledger, deposit)

    rows, errors = _batch(ledger, deposit_ids, DEPOSIT, row)
    return {"quotes": rows, "errors": errors}


def _whole(_: str, record: Record) -> Record:
    return record


def get_loan_details(ledger: Ledger, loan_ids: Any) -> Record:
    rows, errors = _batch(ledger, loan_ids, LOAN, _whole)
    return {"loans": rows, "errors": errors}


def get_loan_foreclosure_quote(
    ledger: Ledger, loan_ids: Any, as_of_date: Any = None
) -> Record:
    def row(loan_id: str, loan: Record) -> Record:
        outstanding = loan.get("outstanding", 0.0)
        accrued = outstanding * loan.get("rate", 0.0) / 100 * FORECLOSURE_DAYS / 365
        free = loan.get("loan_type") == "home_loan"
        charges = outstanding * (0.0 if free else FORECLOSURE_CHARGE)
        tax = charges * GST
        return {
            "loan_id": loan_id,
            "as_of_date": as_of_date or ledger.today.isoformat(),
            "loan_type": loan.get("loan_type"),
            "outstanding_principal": round(outstanding, 2),
            "accrued_interest": round(accrued, 2),
            "foreclosure_charges": round(charges, 2),
            "gst_on_charges": round(tax, 2),
            "total_payable": round(outstanding + accrued + charges + tax, 2),
        }

    rows, errors = _batch(ledger, loan_ids, LOAN, row)
    note = "A loan is closed by a request."
    return {"quotes": rows, "errors": errors, "note": note}


def calculate_emi(
    ledger: Ledger, principal: Any, rate: Any, tenure_months: Any
) -> Record:
    if tenure_months > LONGEST_MONTHS:
        raise ValueError(f"{tenure_months} months")
    monthly = rate / 100 / 12
    growth = (1 + monthly) ** tenure_months
    emi = (
        principal * monthly * growth / (growth - 1)
        if monthly
        else principal / tenure_months
    )
    return {
        "principal": principal,
        "rate": rate,
        "tenure_months": tenure_months,
        "emi": round(emi, 2),
        "total_interest": round(emi * tenure_months - principal, 2),
        "total_repayment": round(emi * tenure_months, 2),
        "amortisation_schedule": _schedule(principal, monthly, tenure_months, emi),
    }


def _schedule(balance: Any, monthly: Any, months: Any, emi: Any) -> list[Record]:
    rows = []
    for month in range(1, months + 1):
        interest = balance * monthly
        part = emi - interest
        balance -= part
        if month == months:
            part, balance = part + balance, 0
        rows.append(
            {
                "month": month,
                "emi": round(emi, 2),
                "principal_component": round(part, 2),
                "interest_component": round(interest, 2),
                "closing_balance": round(max(balance, 0), 2),
            }
        )
    return rows


def get_gold_rate(ledger: Ledger, purity_karat: Any) -> Record:
    if purity_karat not in GOLD_PER_GRAM:
        raise Declined("VALIDATION_ERROR", f"There is no price for {purity_karat}.")
    return {
        "purity_karat": purity_karat,
        "gold_rate_per_gram": GOLD_PER_GRAM[purity_karat],
        "currency": "INR",
        "date": ledger.today.isoformat(),
        "source": "MCX",
        "valid_till": ledger.moment(hours=8),
    }


def calculate_gold_loan_ltv(
    ledger: Ledger, gold_grams: Any, purity_karat: Any, gold_rate_per_gram: Any
) -> Record:
    gross = gold_grams * gold_rate_per_gram
    return {
        "gold_grams": gold_grams,
        "purity_karat": purity_karat,
        "gold_rate_per_gram": gold_rate_per_gram,
        "gross_value": round(gross, 2),
        "ltv_cap_percent": GOLD_CAP_PERCENT,
        "max_eligible_loan_amount": round(gross * GOLD_CAP_PERCENT / 100, 2),
    }


def get_card_details(ledger: Ledger, card_ids: Any) -> Record:
    rows, errors = _batch(ledger, card_ids, CARD, _whole)
    return {"cards": rows, "errors": errors}


def show_mandates(
    ledger: Ledger, account_id: Any = None, status: Any = "all"
) -> Record:
    rows = [
        row
        for row in ledger.record.get("mandates") or []
        if (not account_id or row.get("account_id") == account_id)
        and status in ("all", row.get("status"))
    ]
    return {"total": len(rows), "mandates": rows}


def get_request_status(ledger: Ledger, request_id: Any) -> Record:
    row = ledger.part("requests").get(request_id)
    if row is None:
        raise Declined("VALIDATION_ERROR", f"There is no request {request_id}.")
    return {
        "request_id": request_id,
        "category": row.get("category"),
        "status": row.get("status", "OPEN"),
        "priority": row.get("priority"),
        "description": row.get("description"),
        "created_at": row.get("created_at"),
        "eta": row.get("eta"),
    }


def get_insurance_details(ledger: Ledger, policy_ids: Any) -> Record:
    rows, errors = _batch(ledger, policy_ids, COVER, _whole)
    note = "Premiums and claims go through a request."
    return {"policies": rows, "errors": errors, "note": note}


def get_products_and_offers(ledger: Ledger, type: Any = "all") -> Record:
    offers = ledger.record.get("offers") or []
    products: list[JsonValue] = [dict(row) for row in CATALOGUE]
    if type != "all":
        products = [row for row in products if row["type"] == type]
    if type not in ("all", "offer"):
        offers = [row for row in offers if row.get("type") == type]
    return {
        "filter": type,
        "products": products,
        "offers": offers,
        "disclaimer": "Offers are indicative; rates are those of the rate card.",
    }
