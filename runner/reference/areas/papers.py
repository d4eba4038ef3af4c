"""Statements of a period, and addresses that change."""

import re
from calendar import monthrange
from datetime import date

from bankenv.records import Record
from runner.reference.areas.accounts import account_details, which_account
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, ending, why_refused
from runner.reference.figures import day
from runner.reference.script import Outcome, Script
from runner.reference.words import Words

_STATEMENT = "statements?|bank records|hisaab (?:chahiye|milega)"
_ADDRESS = "addresses|address|pata|shift\\w*"
_COMMUNICATION = "communication|mailing|correspondence|letters|chitthiyan"
_PERMANENT = "permanent|sthayi"
_ONLY_IF = (
    "if|provided|should that|otherwise|else|agar|chale|warna|nahi toh|nahi to"
    "|na chale|maanya"
)
_PROOFS = "passport|driving licence|voter|tax (?:ki )?(?:receipt|raseed)|job card"
_BILL = "bill"
_REQUEST = re.compile(r"SR-\d{8}", re.I)
_BOOK_OF = re.compile(r"of (\d+) leaves")
_TAX_YEAR = re.compile(r"(20\d\d)-(\d\d)(?!\d|-)")
_MONTHS_OLD = 2
_EMAIL_MONTHS = 24
_PARTS = re.compile(
    r"(?:first line|line one|pehli line)\s+(?P<line1>.*?)"
    r"(?:[;,] (?:second line|line two|doosri line) (?P<line2>(?!nahi)[^;]*?))?"
    r"(?:, (?:there is no second line|no line two|doosri line nahi hai))?"
    r"; (?:city|shahar) (?P<city>[^;]+); (?:state|rajya) (?P<state>[^;]+)"
    r"; pin(?: code)? (?P<pincode>\d{6})",
    re.I,
)


def _statement_score(words: Words) -> int:
    return 44 if words.has(_STATEMENT) and not words.has("card statement") else 0


def _address_score(words: Words) -> int:
    if not words.has(_ADDRESS):
        return 0
    named = words.has(f"{_COMMUNICATION}|{_PERMANENT}")
    slip = _REQUEST.search(words.raw) or words.has("correct\\w*|rectify|mistyped")
    return 58 if named or slip else 35


def send_statement(desk: Desk, words: Words) -> Script[Words]:
    """Order the statement of one account for the period that was named."""
    heard = desk.all_heard()
    account = yield from which_account(desk, heard, "I can send a statement.")
    period = _period(heard)
    rows: list[Record] = []
    old = period is None or _months_ago(period[0], desk.today) > _EMAIL_MONTHS
    if old and desk.manner.looks_up:
        rows = yield from account_details(desk, [account])
        yield from desk.look(
            "search_knowledge_base", query="old statement how far back"
        )
    if period is None:
        period = yield from _between_entries(desk, account, heard)
    if period is None:
        return (yield from desk.say("From which day to which day do you need it?"))
    opened = str(rows[0].get("open_date") or "") if rows else ""
    first, last = max(period[0], opened), period[1]
    mode = "download" if heard.has("download") else "email"
    how = {"download": "as a download link", "email": "by e-mail"}[mode]
    agreed, words = yield from confirm(
        desk,
        f"The account is the one {ending(account)}; the statement would run from "
        f"{day(first)} to {day(last)}. It costs nothing.",
        f"Shall I send the statement {how}?",
        "send|bhej\\w*|statement",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "request_duplicate_statement",
        account_id=account,
        from_date=first,
        to_date=last,
        delivery_mode=mode,
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"The statement from {day(first)} to {day(last)} has been requested {how}. "
            "Anything else?"
        )
    )


def _months_ago(iso: str, today: str) -> int:
    then, now = date.fromisoformat(iso), date.fromisoformat(today)
    return (now.year - then.year) * 12 + now.month - then.month


def _period(heard: Words) -> tuple[str, str] | None:
    """Return first and last day of a period in words: days, months, a year."""
    year = _TAX_YEAR.search(heard.raw)
    if year:
        first = int(year[1])
        return f"{first}-04-01", f"{first + 1}-03-31"
    dates = heard.dates()[:2]
    if dates:
        year_said = dates[-1][:4]
        whole = [d if d[:4] != "0000" else f"{year_said}{d[4:]}" for d in dates]
        return _opened_up(whole[0], last=False), _opened_up(whole[-1], last=True)
    alone = re.search(r"(?:calendar year|saal) (20\d\d)", heard.text)
    return (f"{alone[1]}-01-01", f"{alone[1]}-12-31") if alone else None


def _opened_up(iso: str, *, last: bool) -> str:
    """Return the first or last day of a month that is given without a day."""
    if not iso.endswith("-00"):
        return iso
    year, month = int(iso[:4]), int(iso[5:7])
    on = monthrange(year, month)[1] if last else 1
    return f"{year:04d}-{month:02d}-{on:02d}"


def _between_entries(
    desk: Desk, account: str, heard: Words
) -> Script[tuple[str, str] | None]:
    """Return the days of the two entries whose amounts were named."""
    amounts = [v.amount for v in heard.values if v.kind == "money"][:2]
    if len(amounts) < 2:
        return None
    outcome = yield from desk.look(
        "get_transaction_history", account_id=account, limit=200
    )
    rows = outcome.rows("transactions")
    days = [str(r["date"]) for r in rows if abs(r["amount"]) in amounts]
    return (min(days), max(days)) if len(days) == len(amounts) else None


def change_address(desk: Desk, words: Words) -> Script[Words]:
    """Log the address that was named, or the one that the proof is enough for."""
    heard = desk.all_heard()
    request = _REQUEST.search(heard.raw)
    if request and desk.manner.looks_up:
        yield from _read_request(desk, request[0].upper())
    named = desk.choose(desk.accounts, heard) or desk.accounts
    desk.focus["cheques"] = named[0]
    rule = Outcome(None)
    if desk.manner.looks_up:
        yield from account_details(desk, named[:1])
        if not request:
            rule = yield from desk.look(
                "search_knowledge_base", query="address change proof documents"
            )
    kind = _kind(desk, heard, rule)
    parts = yield from _parts(desk)
    if parts is None:
        return (yield from desk.say("I could not note the address. Please try again."))
    agreed, words = yield from confirm(
        desk,
        f"The new address would be {', '.join(parts.values())}. It counts once it is "
        "verified.",
        f"Shall I log the change of your {kind} address?",
        "address|pata|change|badal\\w*",
    )
    if not agreed:
        return words
    outcome = yield from desk.write("update_address", address_type=kind, **parts)
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    desk.focus["moved"] = kind
    return (
        yield from desk.say(
            f"The change of your {kind} address has been logged. What else?"
        )
    )


def _read_request(desk: Desk, request: str) -> Script[None]:
    """Look at the request that came to nothing; keep the size of its book."""
    status = yield from desk.look("get_request_status", request_id=request)
    size = _BOOK_OF.search(str(status.get("description") or ""))
    if size:
        desk.focus["leaves"] = size[1]


def _kind(desk: Desk, heard: Words, rule: Outcome) -> str:
    both = heard.has(_COMMUNICATION) and heard.has(_PERMANENT)
    if both and heard.has(_ONLY_IF):
        return "permanent" if _is_proof(desk, heard) else "communication"
    return "communication" if heard.has(_COMMUNICATION) else "permanent"


def _is_proof(desk: Desk, heard: Words) -> bool:
    """Tell whether the paper is one that the bank takes, and is not too old."""
    if heard.has(_PROOFS):
        return True
    dates = [d for d in heard.dates() if d[:4] != "0000"]
    if not (heard.has(_BILL) and dates):
        return False
    then, now = date.fromisoformat(dates[0]), date.fromisoformat(desk.today)
    months = (now.year - then.year) * 12 + now.month - then.month
    return months < _MONTHS_OLD or (months == _MONTHS_OLD and then.day >= now.day)


def _parts(desk: Desk) -> Script[dict[str, str] | None]:
    """Ask for the address until it can be taken apart."""
    for _ in range(3):
        found = _PARTS.search(desk.heard[-1].raw)
        if found:
            parts = found.groupdict().items()
            return {name: text.strip() for name, text in parts if text}
        yield from desk.say("What is the full new address, please?")
    return None


INTENTS = (
    Intent("statement", _statement_score, send_statement),
    Intent("address", _address_score, change_address),
)
