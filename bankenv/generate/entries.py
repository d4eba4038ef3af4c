"""The running history of an account, made to end at its balance."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import ROUND_HALF_EVEN, Decimal

from bankenv.generate.accounts import MOST as MOST_ACCOUNTS
from bankenv.generate.accounts import Account
from bankenv.generate.chance import Chance
from bankenv.generate.cheques import Cheque
from bankenv.generate.days import HISTORY_DAYS, days_before, months_before
from bankenv.generate.ids import numbered
from bankenv.generate.mandates import debit_dates
from bankenv.generate.people import Person, income
from bankenv.records import Record

FEWEST, MOST_DRAWN = 15, 34
MOST = 100
KINDS = {"upi": 58, "pos": 12, "atm": 7, "neft": 5, "imps": 4, "charge": 2}
SHOPS = (
    "Suvidha Kirana", "Taaza Sabzi", "Annapurna Tiffin", "Meher Medicals",
    "Rail Yatra Seva", "Chakra Fuels", "Pustak Ghar", "Rangoli Textiles",
    "Jalpaan Cafe", "Vidyut Board", "Nagar Water Works", "Sawari Cabs",
)  # fmt: skip
STRANGE_SHOPS = ("Glimmer Online Store", "Quickplay Arcade", "Zentro Gadgets")
PEOPLE = ("landlord", "cousin", "tiffin service", "colleague", "society", "tutor")
INCOMES = {
    "student": "NEFT FROM HOME", "senior": "PENSION CREDIT",
    "nri": "INWARD REMITTANCE", "farmer": "MANDI SALE PROCEEDS",
    "homemaker": "NEFT FROM FAMILY", "self_employed": "NEFT CUSTOMER RECEIPT",
    "salaried": "SALARY CREDIT",
}  # fmt: skip
# Median of one payment as a share of a month's income.
SIZES = {"upi": 0.012, "pos": 0.03, "atm": 0.05, "neft": 0.08, "imps": 0.06}
PAISA = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry before it is numbered; debits are negative rupees."""

    day: date
    description: str
    amount: Decimal
    channel: str
    fixed: bool = True


def history(
    person: Person,
    account: Account,
    mandates: Iterable[Record],
    cheques: Iterable[Cheque],
    cards: Iterable[Record],
) -> list[Record]:
    """Return the account's entries of ninety days, oldest first, ending at its balance.

    An inoperative account has none.
    """
    if not account.lives:
        return []
    given = [*_incomes(person, account), *_debits(account, mandates)]
    given += [*_paid(cheques), *_planted(account, cards), *_interest(account)]
    last4s = [c["last4"] for c in cards if _pays_from(c, account)]
    wanted = account.chance.at("entries").integer(FEWEST, MOST_DRAWN)
    drawn = [
        _drawn(person, account, last4s, at) for at in range(max(wanted - len(given), 4))
    ]
    entries = sorted([*given, *_evened(given, drawn)], key=lambda entry: entry.day)
    return _numbered(person, account, entries)


def _pays_from(card: Record, account: Account) -> bool:
    return bool(card["card_type"] == "debit" and card["linked_account"] == account.id)


def _incomes(person: Person, account: Account) -> list[Entry]:
    """Three monthly credits into the first account; a third of it elsewhere."""
    share = Decimal(1) if account.place == 0 else Decimal("0.3")
    amount = Decimal(int(income(person) * share) // 100 * 100)
    day = account.chance.at("income-day").integer(1, 7)
    text = INCOMES[person.segment.name]
    credits = [
        Entry(months_before(back, day), text, amount, "neft") for back in range(3)
    ]
    return [*credits, *_rents(account, amount, day)]


def _rents(account: Account, income: Decimal, day: int) -> list[Entry]:
    """Those who end the period with little have paid much of each income at once."""
    low = [(Decimal("0.3"), Decimal("0.6")), (Decimal("0.7"), Decimal("0.45"))]
    share = next((paid for part, paid in low if account.balance < income * part), None)
    if share is None:
        return []
    rent = -Decimal(int(income * share) // 50 * 50)
    return [
        Entry(months_before(back, day + 2), "NEFT LANDLORD RENT", rent, "neft")
        for back in range(3)
    ]


def _debits(account: Account, mandates: Iterable[Record]) -> list[Entry]:
    return [
        Entry(day, mandate_text(made), -Decimal(str(made["amount"])), _channel(made))
        for made in mandates
        if made["account_id"] == account.id
        for day in debit_dates(made, HISTORY_DAYS)
    ]


def mandate_text(made: Record) -> str:
    """Return how the mandate's debits are described."""
    kind = {"UPI AutoPay": "UPI AUTOPAY", "SI": "SI", "e-NACH": "NACH"}[made["type"]]
    return f"{kind} {made['payee'].upper()}"


def _channel(made: Record) -> str:
    return "upi" if made["type"] == "UPI AutoPay" else "internal"


def _paid(cheques: Iterable[Cheque]) -> list[Entry]:
    return [
        Entry(c.paid_on, f"CHQ {c.number} {c.purpose.upper()}", -c.amount, "cheque")
        for c in cheques
        if c.paid_on is not None
    ]


def _interest(account: Account) -> list[Entry]:
    if account.type == "current":
        return []
    quarter = Decimal(account.balance) * Decimal("0.0275") / 4
    amount = quarter.quantize(PAISA, ROUND_HALF_EVEN)
    if not amount:
        return []
    return [Entry(date(2026, 6, 30), "INTEREST CREDIT", amount, "internal")]


def _planted(account: Account, cards: Iterable[Record]) -> list[Entry]:
    """Failed payments, some put back, and card debits the customer does not know."""
    if account.place:
        return []
    return [*_failed(account.chance.at("failed")), *_unknown(account, cards)]


def _failed(chance: Chance) -> list[Entry]:
    if not chance.at("any").happens(0.09):
        return []
    channel = chance.at("channel").choice(("upi", "imps", "atm"))
    amount = Decimal(chance.at("amount").integer(2, 18) * 500)
    day = days_before(chance.at("day").integer(2, 20))
    failed = Entry(day, f"{channel.upper()} FAILED {_shop(chance)}", -amount, channel)
    if not chance.at("reversed").happens(0.5):
        return [failed]
    back = day + timedelta(days=1)
    return [failed, Entry(back, f"{channel.upper()} REVERSAL", amount, channel)]


def _unknown(account: Account, cards: Iterable[Record]) -> list[Entry]:
    chance = account.chance.at("unknown")
    last4s = [card["last4"] for card in cards if _pays_from(card, account)]
    if not last4s or not chance.at("any").happens(0.05):
        return []
    count = chance.at("count").integer(1, 4)
    return [_strange(chance.at(place), last4s[0]) for place in range(count)]


def _strange(chance: Chance, last4: str) -> Entry:
    amount = Decimal(chance.at("amount").integer(399, 14_999))
    shop = chance.at("shop").choice(STRANGE_SHOPS).upper()
    day = days_before(chance.at("day").integer(1, 9))
    return Entry(day, f"POS {last4} {shop}", -amount, "pos")


def _drawn(person: Person, account: Account, last4s: list[str], place: int) -> Entry:
    chance = account.chance.at("entry", place)
    kinds = {k: w for k, w in KINDS.items() if last4s or k not in ("pos", "atm")}
    kind = chance.at("kind").weighted(kinds)
    day = days_before(chance.at("day").integer(1, HISTORY_DAYS - 1))
    if kind == "charge":
        return Entry(day, "SMS ALERT CHARGES", Decimal("-17.70"), "internal")
    size = income(person) * Decimal(str(SIZES[kind]))
    amount = Decimal(max(int(chance.at("size").lognormal(float(size), 0.8)), 10))
    if kind in ("upi", "neft", "imps") and chance.at("in").happens(0.15):
        return Entry(day, f"{kind.upper()} FROM {_payee(chance)}", amount, kind)
    text = {"pos": f"POS {last4s[0]} {_shop(chance)}" if last4s else "",
            "atm": f"ATM CASH {last4s[0]}" if last4s else ""}  # fmt: skip
    who = _shop(chance) if chance.at("who").happens(0.6) else _payee(chance)
    return Entry(day, text.get(kind) or f"{kind.upper()} {who}", -amount, kind, False)


def _shop(chance: Chance) -> str:
    return chance.at("shop").choice(SHOPS).upper()


def _payee(chance: Chance) -> str:
    return chance.at("payee").choice(PEOPLE).upper()


def _evened(given: list[Entry], drawn: list[Entry]) -> list[Entry]:
    """Scale the everyday spending so that about as much leaves as arrives."""
    arrives = sum(e.amount for e in [*given, *drawn] if e.amount > 0)
    leaves = -sum(e.amount for e in given if e.amount < 0)
    spending = -sum(e.amount for e in drawn if not e.fixed) or Decimal(1)
    scale = (arrives * Decimal("1.05") - leaves) / spending
    scale = min(max(scale, Decimal("0.3")), Decimal(12))
    return [entry if entry.fixed else _scaled(entry, scale) for entry in drawn]


def _scaled(entry: Entry, scale: Decimal) -> Entry:
    step = 500 if entry.channel == "atm" else 1
    whole = max(int(-entry.amount * scale) // step * step, step)
    return replace(entry, amount=-Decimal(whole))


def _numbered(person: Person, account: Account, entries: list[Entry]) -> list[Record]:
    """Count the balances back from the last; a credit too large to fit is cut."""
    after, rows = account.balance, []
    first = (person.serial * MOST_ACCOUNTS + account.place) * MOST
    for place in reversed(range(min(len(entries), MOST))):
        entry = entries[place]
        amount = min(entry.amount, after)
        if not amount:
            continue
        rows.append(_row(numbered("TXN", first + place, 10), entry, amount, after))
        after -= amount
    return rows[::-1]


def _row(reference: str, entry: Entry, amount: Decimal, after: Decimal) -> Record:
    return {
        "reference_id": reference,
        "date": entry.day.isoformat(),
        "description": entry.description,
        "amount": float(amount),
        "direction": "credit" if amount > 0 else "debit",
        "channel": entry.channel,
        "balance_after": float(after),
    }
