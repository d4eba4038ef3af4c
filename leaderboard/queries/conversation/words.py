"""Records, calls and results in the words of a bank clerk."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import orjson

from bankenv.records import JsonValue
from bankenv.trajectory import Result
from leaderboard.templatetags.figures import rupees

MONEY = re.compile(
    r"(^|_)(amount|balance|principal|payout|interest|installment|deposited|limit|emi|premium"
    r"|outstanding|payable|charges|gst|assured|value|after|hold|debited|repayment|price)$"
    r"|(_amount|rate_per_gram|interest_payable|on_charges|interest_component|fee)$"
)
PERCENT = re.compile(r"(^|_)rate$|_percent$")
NEVER_MONEY = frozenset({"gst_rate", "min_months", "max_months"})

# What a list in a result holds, for "2 deposits", and what tells one of them.
LISTED: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "fds": ("deposit", "deposits", ("principal", "rate")),
    "rds": ("recurring deposit", "recurring deposits", ("monthly_installment", "rate")),
    "balances": ("balance", "balances", ("available_balance",)),
    "accounts": ("account", "accounts", ("account_type",)),
    "transactions": ("entry", "entries", ("amount",)),
    "quotes": (
        "quote",
        "quotes",
        ("penalty_rate", "net_payout", "total_payable"),
    ),
    "loans": ("loan", "loans", ("loan_type", "outstanding")),
    "cards": ("card", "cards", ("card_type", "status")),
    "mandates": ("mandate", "mandates", ("payee", "amount", "status")),
    "policies": ("policy", "policies", ("type",)),
    "slabs": ("rate", "rates", ("general_rate",)),
    "products": ("product", "products", ("name",)),
    "results": ("result", "results", ()),
    "amortisation_schedule": ("instalment", "instalments", ("emi",)),
}
# The figures people look for first in any other answer.
TELLING = (
    "status",
    "net_payout",
    "total_payable",
    "maturity_amount",
    "periodic_payout",
    "emi",
    "principal_amount",
    "max_eligible_loan_amount",
    "gold_rate_per_gram",
    "new_card_status",
    "new_instruction",
    "payee",
    "category",
)
# The word that goes before a figure, where the figure alone would not be understood.
LED_BY = {
    "penalty_rate": "penalty",
    "net_payout": "pays out",
    "total_payable": "total to pay",
    "maturity_amount": "matures at",
    "periodic_payout": "pays",
    "emi": "EMI",
    "outstanding": "outstanding",
    "max_eligible_loan_amount": "up to",
    "gold_rate_per_gram": "per gram",
    "rate": "at",
    "new_card_status": "now",
    "new_instruction": "now",
}


def signed_rupees(amount: float) -> str:
    """Return an amount with its sign: +₹1,25,000.00."""
    return f"+{rupees(amount)}" if amount > 0 else rupees(amount)


def is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@lru_cache(maxsize=512)
def is_money(key: str) -> bool:
    """Say whether the values under a record key are rupees."""
    return bool(MONEY.search(key)) and key not in NEVER_MONEY


def value_words(key: str, value: JsonValue) -> str:
    """Return one value as people read it; nested values stay JSON."""
    if is_number(value) and abs(value) < 1e15:
        return _number_words(key, value)
    if isinstance(value, str):
        return value
    written = json_line(value)
    return PLAIN.get(written, written)


PLAIN = {"null": "–", "true": "yes", "false": "no", "[]": "none", "{}": "none"}


def json_line(value: JsonValue) -> str:
    """Return a value as one line of JSON, spaced for reading."""
    return json.dumps(value, ensure_ascii=False, default=str)


def json_page(value: JsonValue) -> str:
    """Return a value as indented JSON."""
    return orjson.dumps(value, default=str, option=orjson.OPT_INDENT_2).decode()


def result_words(result: Result) -> str:
    """Return what the bank answered in a few words: "2 deposits", "₹2,41,876.50"."""
    content = result.content
    if isinstance(content, list):
        return f"{len(content)} result{'' if len(content) == 1 else 's'}"
    if not isinstance(content, Mapping):
        return _clip(value_words("", content), 80)
    if not result.ok:
        return _clip(
            str(content.get("error_code") or content.get("error_message") or "error"),
            60,
        )
    words = _listed_words(content) or _telling_words(content)
    return ", ".join([*words, *_not_found(content)]) or f"{len(content)} fields"


def kind_words(kind: str) -> str:
    """Return the kind of a finding or a reason as words."""
    return kind.replace("_", " ")


def _number_words(key: str, value: float) -> str:
    if is_money(key):
        return rupees(value)
    if PERCENT.search(key):
        return f"{value:g} %"
    return f"{value:.15g}"


def _listed_words(content: Mapping[str, JsonValue]) -> list[str]:
    for name, named in LISTED.items():
        rows = content.get(name)
        if isinstance(rows, list):
            return _rows_words(content, rows, named)
    return []


def _rows_words(
    content: Mapping[str, JsonValue],
    rows: Sequence[JsonValue],
    named: tuple[str, str, tuple[str, ...]],
) -> list[str]:
    one, many, telling = named
    if len(rows) == 1 and isinstance(rows[0], Mapping):
        return [f"1 {one}: {' '.join(_telling_words(rows[0], telling))}".strip(": ")]
    total = content.get("total_records")
    if isinstance(total, int) and total > len(rows):
        return [f"{len(rows)} of {total} {many}"]
    return [f"{len(rows) or 'no'} {many}"]


def _telling_words(
    content: Mapping[str, JsonValue], keys: Iterable[str] = TELLING
) -> list[str]:
    told = [(key, content[key]) for key in keys if _is_telling(content.get(key))]
    return [_figure_words(key, value) for key, value in told][:3]


def _is_telling(value: JsonValue) -> bool:
    return isinstance(value, str) or is_number(value)


def _figure_words(key: str, value: JsonValue) -> str:
    words = value_words(key, value)
    if key in ("status", "category", "loan_type"):
        words = words.lower().replace("_", " ")
    return f"{LED_BY.get(key, '')} {_clip(words, 30)}".strip()


def _not_found(content: Mapping[str, JsonValue]) -> list[str]:
    errors = content.get("errors")
    return [f"{len(errors)} not found"] if isinstance(errors, list) and errors else []


def _clip(text: str, length: int) -> str:
    flat = " ".join(text[: length * 4].split())
    return flat if len(flat) <= length else flat[: length - 1] + "…"
