"""The minimum balances that a policy states, read from its words."""

import re
from collections.abc import Mapping

# "The minimum balance of that account type: savings 5,000; salary and BSBD nil."
_SENTENCE = re.compile(r"minimum balance of that account type: ([^.]+)\.")
_ITEM = re.compile(r"\s*(?P<kinds>[A-Za-z ]+?) (?P<rupees>nil|[\d,]+)\s*")

# The words of an account type in any order: "rural savings" is savings_rural.
Minimums = Mapping[frozenset[str], float]


def minimums_in(prompt: str) -> Minimums:
    """Return the rupees that accounts must keep, by the words of their type."""
    sentence = _SENTENCE.search(prompt)
    items = sentence[1].split(";") if sentence else ()
    found: dict[frozenset[str], float] = {}
    for item in filter(None, map(_ITEM.fullmatch, items)):
        rupees = (
            0.0 if item["rupees"] == "nil" else float(item["rupees"].replace(",", ""))
        )
        for kind in item["kinds"].lower().split(" and "):
            found[frozenset(kind.split())] = rupees
    return found


def minimum_of(minimums: Minimums, account_type: str) -> float:
    """Return what an account of the type must keep; nothing where none is stated."""
    return minimums.get(frozenset(account_type.lower().split("_")), 0.0)
