"""Standing instructions: subscriptions, premiums, SIPs, EMIs; look-alikes planted."""

from datetime import date, timedelta

from bankenv.generate.accounts import Account
from bankenv.generate.chance import Chance
from bankenv.generate.days import CLOCK, days_after, days_before, months_before
from bankenv.generate.ids import numbered
from bankenv.generate.people import Person
from bankenv.records import Record

MOST = 16
KINDS = {"UPI AutoPay": 48, "SI": 22, "e-NACH": 30}
# Invented payees with the amounts they take; pairs that sound alike stand together.
PAYEES: dict[str, tuple[int, ...]] = {
    "Kavach Life": (1199, 1850, 2499),
    "Kavach Health": (899, 1199, 1640),
    "Dhara Music": (99, 119, 149),
    "Dhara Movies": (149, 299, 499),
    "Sanchay Bluechip SIP": (1000, 2000, 5000),
    "Sanchay Balanced SIP": (1000, 1500, 5000),
    "Pathshala Plus": (399, 799, 1499),
    "Pathshala Junior": (299, 399, 799),
    "Vyayam Gym": (999, 1499, 1999),
    "Vyayam Yoga": (499, 999, 1299),
    "Akhbar Daily": (199, 249, 299),
    "Akhbar Weekly": (99, 149, 199),
    "Urja Broadband": (589, 799, 999),
    "Urja Mobile": (239, 349, 589),
    "Roshni Cloud Storage": (75, 130, 210),
    "Seva Donation Trust": (250, 500, 1000),
}
PAIRS = tuple(zip(list(PAYEES)[0:14:2], list(PAYEES)[1:14:2], strict=True))
LIKENESS = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}
STATUS = {"active": 86, "paused": 6, "cancelled": 8}


def mandates_of(
    person: Person, accounts: list[Account], loans: dict[str, Record]
) -> list[Record]:
    """Return the customer's mandates; each loan has its EMI mandate among them."""
    chance = person.chance.at("mandates")
    names = chance.at("payees").shuffled(list(PAYEES))
    names = names[: chance.at("count").poisson(2.6, 8)]
    if chance.at("alike").happens(0.10):
        first, second = chance.at("pair").choice(PAIRS)
        names = [first, second, *[n for n in names if n not in (first, second)][:6]]
    living = [account for account in accounts if account.lives] or accounts
    made = [_mandate(person, living, name, at) for at, name in enumerate(names)]
    made += [
        _emi(person, living[0], loan, at)
        for at, loan in enumerate(loans.values(), start=len(made))
    ]
    return made


def mandate(
    person: Person, account_id: str, payee: str, amount: float, place: int
) -> Record:
    """Return an active monthly mandate; `place` numbers it among the customer's."""
    chance = person.chance.at("mandate", place)
    day = chance.at("day").integer(1, 28)
    return {
        "mandate_id": numbered("MND", person.serial * MOST + place, 6),
        "account_id": account_id,
        "payee": payee,
        "type": chance.at("kind").weighted(KINDS),
        "amount": amount,
        "frequency": "monthly",
        "next_debit_date": _next(chance, day).isoformat(),
        "registered_on": days_before(chance.at("since").integer(100, 900)).isoformat(),
        "status": "active",
        "linked_loan": None,
    }


def _mandate(person: Person, accounts: list[Account], payee: str, place: int) -> Record:
    chance = person.chance.at("mandate", place)
    account = chance.at("account").choice(accounts)
    amount = float(chance.at("amount").choice(PAYEES[payee]))
    made = mandate(person, account.id, payee, amount, place)
    made["status"] = chance.at("status").weighted(STATUS)
    if made["status"] == "cancelled":
        since = (CLOCK - date.fromisoformat(made["registered_on"])).days
        gone = days_before(chance.at("gone").integer(95, since))
        made |= {"next_debit_date": None, "cancelled_on": gone.isoformat()}
    return made


def _emi(person: Person, account: Account, loan: Record, place: int) -> Record:
    kind = loan["loan_type"].replace("_", " ")
    made = mandate(person, account.id, f"Navdhara {kind} EMI", loan["emi"], place)
    made |= {
        "type": "e-NACH",
        "linked_loan": loan["loan_id"],
        "next_debit_date": loan["next_due_date"],
        "registered_on": loan["sanction_date"],
    }
    return made


def _next(chance: Chance, day: int) -> date:
    """Draw the next debit; a few fall inside 24 hours of the clock."""
    if chance.at("soon").happens(0.07):
        return CLOCK + timedelta(days=chance.at("hours").integer(0, 1))
    this_month = CLOCK.replace(day=day)
    return this_month if this_month > days_after(1) else months_before(-1, day)


def debit_dates(made: Record, days: int) -> list[date]:
    """Return when an active mandate debited its account in the past `days` days."""
    if made["status"] != "active":
        return []
    day = date.fromisoformat(made["next_debit_date"]).day
    past = [months_before(back, day) for back in range(4)]
    since = max(days_before(days), date.fromisoformat(made["registered_on"]))
    return [at for at in past if since <= at < CLOCK]
