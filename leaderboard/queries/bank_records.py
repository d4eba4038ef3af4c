"""A customer's record as tables that people read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bankenv.money import rupee_text, to_paise
from bankenv.records import JsonValue, Record


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its heading, where a row has its value, and how it is written.

    `kind`: `code`, `money`, `percent`, `date`, `words`, `number` or `text`.
    """

    heading: str
    key: str
    kind: str = "text"

    @property
    def is_number(self) -> bool:
        return self.kind in ("money", "percent", "number")


@dataclass(frozen=True, slots=True)
class Cell:
    """One value, and the column it stands in."""

    column: Column
    value: JsonValue


@dataclass(frozen=True, slots=True)
class Sheet:
    """One table of a record; `name` anchors it."""

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class AccountView:
    """One account: its facts, and its entries and cheques as tables."""

    id: str
    account: Record
    entries: Sheet
    cheques: Sheet


def account_views(record: Record) -> tuple[AccountView, ...]:
    """Return each account, its entries newest first."""
    return tuple(
        AccountView(
            account_id,
            account,
            _sheet(f"entries-{account_id}", "Entries", _ENTRIES,
                   reversed(account.get("transactions", ()))),
            _sheet(f"cheques-{account_id}", "Cheques", _CHEQUES,
                   account.get("cheques", ())),
        )
        for account_id, account in record.get("accounts", {}).items()
    )  # fmt: skip


def record_sheets(record: Record) -> tuple[Sheet, ...]:
    """Return the tables of everything but the accounts; those without rows left out."""
    deposits = record.get("deposits", {}).values()
    made = (
        _sheet("fixed", "Fixed deposits", _FIXED, _of_kind(deposits, "FD")),
        _sheet("recurring", "Recurring deposits", _RECURRING, _of_kind(deposits, "RD")),
        _sheet("loans", "Loans", _LOANS, record.get("loans", {}).values()),
        _sheet("cards", "Cards", _CARDS, map(_with_controls, _values(record, "cards"))),
        _sheet("mandates", "Mandates", _MANDATES, record.get("mandates", ())),
        _sheet("requests", "Requests", _REQUESTS, _values(record, "requests")),
        _sheet("insurance", "Insurance", _INSURANCE, _values(record, "insurance")),
        _sheet("offers", "Offers", _OFFERS, record.get("offers", ())),
    )
    return tuple(sheet for sheet in made if sheet.rows)


def _values(record: Record, name: str) -> Iterable[Record]:
    return record.get(name, {}).values()  # type: ignore[no-any-return]  # a JSON map


def _of_kind(deposits: Iterable[Record], kind: str) -> Iterable[Record]:
    return (deposit for deposit in deposits if deposit["kind"] == kind)


def _sheet(
    name: str, title: str, columns: tuple[Column, ...], rows: Iterable[Record]
) -> Sheet:
    cells = tuple(tuple(Cell(c, row.get(c.key)) for c in columns) for row in rows)
    used = [any(row[at].value not in (None, "") for row in cells)
            for at in range(len(columns))]  # fmt: skip
    kept = [at for at, is_used in enumerate(used) if is_used]
    return Sheet(
        name,
        title,
        tuple(columns[at] for at in kept),
        tuple(tuple(row[at] for at in kept) for row in cells),
    )


def _with_controls(card: Record) -> Record:
    """Return the card with its channels in words: "atm ₹10,000, online off"."""
    controls = card.get("controls", {})
    return {**card, **{region: _region(controls, region) for region in _REGIONS}}


def _region(controls: Mapping[str, Record], region: str) -> str:
    return ", ".join(
        f"{channel} {_setting(regions.get(region, {}))}"
        for channel, regions in controls.items()
    )


def _setting(setting: Record) -> str:
    if not setting.get("enabled"):
        return "off"
    limit = setting.get("daily_limit")
    return rupee_text(to_paise(limit)) if limit is not None else "on"


_REGIONS = ("domestic", "international")
_ENTRIES = (
    Column("Date", "date", "date"),
    Column("Description", "description"),
    Column("Channel", "channel"),
    Column("Amount", "amount", "money"),
    Column("Balance after", "balance_after", "money"),
    Column("Entry", "reference_id", "code"),
)
_CHEQUES = (Column("Cheque", "cheque_number", "code"), Column("State", "status"))
_FIXED = (
    Column("Deposit", "deposit_id", "code"),
    Column("Principal", "principal", "money"),
    Column("Rate", "rate", "percent"),
    Column("Months", "tenure_months", "number"),
    Column("From", "start_date", "date"),
    Column("Matures", "maturity_date", "date"),
    Column("At maturity", "maturity_amount", "money"),
    Column("Interest", "payout_type", "words"),
    Column("Then", "maturity_instruction", "words"),
    Column("Scheme", "scheme", "words"),
    Column("Held", "mode_of_operation", "words"),
    Column("State", "status", "words"),
    Column("Pays into", "payout_account", "code"),
)
_RECURRING = (
    Column("Deposit", "deposit_id", "code"),
    Column("Monthly", "monthly_installment", "money"),
    Column("Rate", "rate", "percent"),
    Column("Paid", "installments_paid", "number"),
    Column("of months", "tenure_months", "number"),
    Column("Late", "late_installments", "number"),
    Column("Paid in", "total_deposited", "money"),
    Column("Matures", "maturity_date", "date"),
    Column("At maturity", "maturity_amount", "money"),
    Column("Then", "maturity_instruction", "words"),
    Column("State", "status", "words"),
    Column("Account", "source_account", "code"),
)
_LOANS = (
    Column("Loan", "loan_id", "code"),
    Column("Kind", "loan_type", "words"),
    Column("Rate", "rate", "percent"),
    Column("Rate is", "rate_type", "words"),
    Column("Lent", "principal", "money"),
    Column("Outstanding", "outstanding", "money"),
    Column("EMI", "emi", "money"),
    Column("Months left", "remaining_months", "number"),
    Column("Next due", "next_due_date", "date"),
    Column("Overdue", "overdue_amount", "money"),
    Column("Charge, %", "kfs_charge_percent", "percent"),
)
_CARDS = (
    Column("Card", "card_id", "code"),
    Column("Kind", "card_type", "words"),
    Column("Network", "network"),
    Column("Last four", "last4", "code"),
    Column("State", "status", "words"),
    Column("Reason", "block_reason", "words"),
    Column("Account", "linked_account", "code"),
    Column("Limit", "credit_limit", "money"),
    Column("Available", "available_limit", "money"),
    Column("In India", "domestic"),
    Column("Abroad", "international"),
)
_MANDATES = (
    Column("Mandate", "mandate_id", "code"),
    Column("Payee", "payee"),
    Column("Kind", "type"),
    Column("Amount", "amount", "money"),
    Column("Every", "frequency", "words"),
    Column("Next debit", "next_debit_date", "date"),
    Column("State", "status", "words"),
    Column("Account", "account_id", "code"),
    Column("Loan", "linked_loan", "code"),
)
_REQUESTS = (
    Column("Request", "request_id", "code"),
    Column("Matter", "category", "words"),
    Column("Description", "description"),
    Column("Priority", "priority", "words"),
    Column("State", "status", "words"),
    Column("Due", "eta", "date"),
)
_INSURANCE = (
    Column("Policy", "policy_id", "code"),
    Column("Kind", "type"),
    Column("Insurer", "insurer"),
    Column("Cover", "sum_assured", "money"),
    Column("Premium", "premium", "money"),
    Column("Next premium", "next_premium_date", "date"),
    Column("State", "status", "words"),
)
_OFFERS = (
    Column("Offer", "offer_id", "code"),
    Column("Kind", "type", "words"),
    Column("Title", "title"),
    Column("Until", "valid_till", "date"),
)
