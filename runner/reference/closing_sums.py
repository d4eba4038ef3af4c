"""What a hasty teller works out in the head instead of asking the bank."""

from datetime import date

from bankenv.records import Record


def quote_in_the_head(fd: Record, today: str) -> Record:
    """Return a closure quote by the usual rule: one point less, simple interest."""
    start, end = (date.fromisoformat(fd[k]) for k in ("start_date", "maturity_date"))
    now = date.fromisoformat(today)
    principal, rate = fd["principal"], fd["rate"]
    if now >= end:
        payout = fd["maturity_amount"]
        sums = {"net_payout": payout, "interest_payable": payout - principal}
        rates = {"penalty_rate": 0.0, "effective_rate": rate, "contract_rate": rate}
        return {"matured": True, **sums, **rates}
    effective = max(rate - 1.0, 0.0)
    interest = round(principal * effective / 100 * max((now - start).days, 0) / 365, 2)
    sums = {"net_payout": principal + interest, "interest_payable": interest}
    rates = {"penalty_rate": 1.0, "effective_rate": effective, "contract_rate": rate}
    return {"matured": False, **sums, **rates}


def maturity_in_the_head(principal: float, rate: float, months: int) -> float:
    """Return a deposit's value at maturity, compounded quarterly, in rupees."""
    return float(round(principal * (1 + rate / 400) ** (months / 3), 2))
