"""Fixed and recurring deposits, planted twins and circular-date starts included."""

from datetime import date, timedelta
from decimal import Decimal

from bankenv.generate.accounts import Account
from bankenv.generate.chance import Chance
from bankenv.generate.days import CLOCK, days_after, term_days
from bankenv.generate.growth import fd_maturity, rd_maturity
from bankenv.generate.ids import numbered
from bankenv.generate.kin import relatives
from bankenv.generate.people import Person
from bankenv.generate.rates import deposit_rate
from bankenv.interest import PAYOUTS_PER_YEAR
from bankenv.records import Record

MOST = 6
COUNTS = {0: 38.0, 1: 27.0, 2: 18.0, 3: 10.0, 4: 5.0, 5: 1.0, 6: 1.0}
COUNTS_MEAN = 1.24
PRINCIPALS = {
    25_000: 10, 50_000: 16, 100_000: 24, 150_000: 9, 200_000: 12, 300_000: 8,
    500_000: 7, 0: 6, 1_000_000: 5, -1: 2, -2: 1,
}  # fmt: skip
TERMS = {6: 5, 12: 26, 13: 6, 18: 12, 24: 20, 25: 5, 36: 14, 48: 4, 60: 8}
FIRST_START = date(2021, 8, 1)
LAST_START = date(2026, 7, 8)
MODES = {"either_or_survivor": 70, "former_or_survivor": 15, "jointly": 15}
INSTRUCTIONS = {
    "renew_principal_interest": 46, "renew_principal": 20, "no_renewal": 34,
}  # fmt: skip
RD_TERMS = {12: 30, 24: 35, 36: 20, 60: 15}


def deposits_of(person: Person, accounts: list[Account]) -> dict[str, Record]:
    """Return the customer's deposits by id."""
    chance = person.chance.at("deposits")
    count = _count(chance, person.segment.deposits_mean)
    fixed = [_fixed(person, accounts, place) for place in range(count)]
    regular = all(deposit["scheme"] == "regular" for deposit in fixed[:2])
    if count > 1 and regular and chance.at("twins").happens(0.10):
        fixed[1] = with_terms(fixed[1], principal=fixed[0]["principal"])
    made = fixed
    if chance.at("recurring").happens(0.24):
        made = [*fixed, _recurring(person, accounts)]
    return {deposit["deposit_id"]: deposit for deposit in made}


def _count(chance: Chance, mean: float) -> int:
    """Draw the plan's count, thinned or thickened to the segment's mean."""
    drawn = chance.at("count").weighted(COUNTS)
    ratio = Decimal(str(mean / COUNTS_MEAN))
    whole = int(drawn * ratio + chance.at("part").fraction())
    return min(whole, MOST)


def with_terms(deposit: Record, **terms: object) -> Record:
    """Return the fixed deposit with other terms, its maturity counted anew.

    Takes `principal`, `rate`, `tenure_months`, `start_date` (ISO) or any free field.
    """
    made = {**deposit, **terms}
    start = date.fromisoformat(made["start_date"])
    end = start + timedelta(days=term_days(made["tenure_months"]))
    made["maturity_date"] = end.isoformat()
    made["maturity_amount"] = _matures_at(made)
    return made


def _matures_at(deposit: Record) -> float:
    """Return what is paid at the end: interest that was paid out is not paid again."""
    principal: float = deposit["principal"]
    if deposit["payout_type"] in PAYOUTS_PER_YEAR:
        return principal
    return fd_maturity(principal, deposit["rate"], deposit["tenure_months"])


def _fixed(person: Person, accounts: list[Account], place: int) -> Record:
    chance = person.chance.at("fd", place)
    principal = _principal(chance)
    scheme = _scheme(chance, principal)
    months = 60 if scheme == "tax_saver" else chance.at("term").weighted(TERMS)
    start = _start(chance, months)
    nominees = [r.nominee() for r in relatives(person)]
    deposit = {
        "deposit_id": numbered("FD", person.serial * (MOST + 4) + place, 6),
        "kind": "FD",
        "principal": float(principal),
        "rate": deposit_rate("fd", months, start, person.senior),
        "tenure_months": months,
        "start_date": start.isoformat(),
        "maturity_date": "",
        "maturity_amount": 0.0,
        "payout_type": "monthly" if chance.at("payout").happens(0.03) else "cumulative",
        "maturity_instruction": chance.at("instruction").weighted(INSTRUCTIONS),
        "status": "ACTIVE",
        "payout_account": chance.at("account").choice(accounts).id,
        "nominee": chance.at("nominee").choice([*nominees, None]),
        "scheme": scheme,
        "lock_in_until": None,
        **_mode(person, chance.at("mode")),
    }
    deposit = with_terms(deposit)
    if scheme == "tax_saver":
        deposit["lock_in_until"] = deposit["maturity_date"]
    return deposit


def _principal(chance: Chance) -> int:
    """Draw a round principal; odd sums stand above five lakh, great ones are rare."""
    drawn = chance.at("principal").weighted(PRINCIPALS)
    if drawn == 0:
        return chance.at("odd").integer(500_001, 999_999)
    if drawn == -1:
        return chance.at("big").integer(15, 75) * 100_000
    if drawn == -2:
        return chance.at("huge").integer(101, 180) * 100_000
    return drawn


def _scheme(chance: Chance, principal: int) -> str:
    if principal > 10_000_000:
        return "non_callable"
    can_be_tax_saver = principal <= 150_000
    if can_be_tax_saver and chance.at("scheme").happens(0.15):
        return "tax_saver"
    return "regular"


def _start(chance: Chance, months: int) -> date:
    """Draw a start so that the deposit still runs, at least four days to go."""
    length = term_days(months)
    if length > 200 and chance.at("planted").happens(0.12):
        return date(2026, 3, 20) + timedelta(days=chance.at("day").integer(0, 21))
    kind = chance.at("left").weighted({(4, 20): 10, (21, 180): 30, (181, 1500): 60})
    most = min(kind[1], length - (CLOCK - LAST_START).days)
    left = chance.at("days-left").integer(min(kind[0], most), most)
    return max(days_after(left) - timedelta(days=length), FIRST_START)


def _mode(person: Person, chance: Chance) -> Record:
    if not chance.at("joint").happens(0.22):
        return {
            "mode_of_operation": "single",
            "premature_mandate": None,
            "holders": [person.name],
        }
    mode = chance.at("kind").weighted(MODES)
    allowed = mode != "jointly" and chance.at("mandate").happens(0.55)
    return {
        "mode_of_operation": mode,
        "premature_mandate": allowed,
        "holders": [person.name, relatives(person)[0].name],
    }


def _recurring(person: Person, accounts: list[Account]) -> Record:
    chance = person.chance.at("rd")
    months = chance.at("term").weighted(RD_TERMS)
    run = chance.at("run").integer(1, min(months - 1, 40))
    late = chance.at("late").integer(1, 3) if chance.at("is-late").happens(0.18) else 0
    monthly = _instalment(chance)
    start = CLOCK - timedelta(days=term_days(run) + chance.at("day").integer(0, 25))
    rate = deposit_rate("rd", months, start, person.senior)
    paid = max(run + 1 - late, 1)
    source = chance.at("account").choice(accounts).id
    return {
        "deposit_id": numbered("RD", person.serial, 6),
        "kind": "RD",
        "monthly_installment": float(monthly),
        "rate": rate,
        "tenure_months": months,
        "installments_paid": paid,
        "late_installments": late,
        "total_deposited": float(monthly * paid),
        "start_date": start.isoformat(),
        "maturity_date": (start + timedelta(days=term_days(months))).isoformat(),
        "maturity_amount": rd_maturity(monthly, rate, months),
        "maturity_instruction": chance.at("instruction").weighted(INSTRUCTIONS),
        "status": "ACTIVE",
        "source_account": source,
        "payout_account": source,
        "nominee": chance.at("nominee").choice(relatives(person)).nominee(),
    }


def _instalment(chance: Chance) -> int:
    drawn = int(chance.at("amount").lognormal(3000, 0.8))
    return min(max(drawn // 500 * 500, 500), 25_000)
