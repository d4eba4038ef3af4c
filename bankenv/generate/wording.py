"""The words of a scenario: from the word files, filled in, in the task's register."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path

from bankenv.generate.casting import Case
from bankenv.money import rupee_text, to_paise
from bankenv.scenario import Register

WORDS = Path(__file__).with_name("words")
LINES_A_TASK = 3
LAKH, CRORE = 100_000, 10_000_000
TYPES = {
    "savings": "savings", "savings_rural": "savings", "savings_senior": "savings",
    "current": "current", "salary": "salary", "bsbd": "basic savings",
    "nro_savings": "NRO",
}  # fmt: skip
LANGUAGES = {
    "plain": "English", "indian": "Indian English", "hinglish": "Hinglish",
    "hindi": "Hindi in Latin letters",
}  # fmt: skip

Table = Mapping[str, Mapping[Register, tuple[str, ...]]]


@cache
def table(name: str) -> Table:
    """Return one word file: table to register to its lines."""
    raw = tomllib.loads((WORDS / f"{name}.toml").read_text(encoding="utf-8"))
    return {
        key: {register: tuple(lines) for register, lines in registers.items()}
        for key, registers in raw.items()
    }


def lines(case: Case, key: str, /, **values: str) -> tuple[str, ...]:
    """Return the family's lines under `key`, or the shared ones, filled in."""
    own = table(case.family)
    registers = own[key] if key in own else table("SHARED")[key]
    return tuple(line.format(**values) for line in registers[case.register])


def openings(case: Case, key: str, /, **values: str) -> tuple[str, ...]:
    """Return the task's first messages; tasks of one register take turns to begin."""
    given = lines(case, key, **values)
    start = case.turn % len(given)
    return (given[start:] + given[:start])[:LINES_A_TASK]


def extended(first: tuple[str, ...], more: Sequence[str]) -> tuple[str, ...]:
    """Return the first messages, each with the further sentences after it."""
    return tuple(" ".join([line, *more]) for line in first)


def rupees(amount: float) -> str:
    """Return rupees as the bank writes them: ₹1,25,000."""
    return rupee_text(to_paise(amount))


def spoken(amount: float) -> str:
    """Return rupees as people say them: 2 lakh, 1.5 lakh, ₹45,500."""
    for size, word in ((CRORE, "crore"), (LAKH, "lakh")):
        if amount >= size and amount * 100 % size == 0:
            return f"{amount / size:g} {word}"
    return rupees(amount)


def said_amount(amount: float) -> tuple[str, ...]:
    """Return ways to say an amount when asked for it."""
    return tuple(dict.fromkeys((spoken(amount), rupees(amount), f"Rs {amount:.0f}")))


def month_of(day: str) -> str:
    """Return an ISO date as a month: March 2027."""
    return f"{date.fromisoformat(day):%B %Y}"


def day_of(day: str) -> str:
    """Return an ISO date as people say it: 5 July."""
    when = date.fromisoformat(day)
    return f"{when.day} {when:%B}"


def account_words(account: Mapping[str, object]) -> dict[str, str]:
    """Return what fills {type} and {last4} for an account."""
    kind = TYPES[str(account["account_type"])]
    return {"type": kind, "last4": str(account["account_id"])[-4:]}
