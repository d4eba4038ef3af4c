"""Plays pickled lists of calls, and says in one digest all that came of them.

`python -m bankenv.tests.playback` reads the lists from standard input: what a second
process makes of the same calls. Its customers are stored in the opposite order.
"""

import pickle
import sys
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import orjson

from bankenv.books import Books
from bankenv.tests.factories import TinyBank, bank_rules
from bankenv.tools import execute

# A customer id and the calls on their books; a call is a tool and whatever arguments.
Played = tuple[str, list[tuple[str, Any]]]


def digest(customers: Mapping[str, bytes], lists: list[Played]) -> str:
    """Return a digest of every result and of every record at the end."""
    bank = TinyBank(customers, bank_rules())
    made = sha256()
    for customer_id, calls in lists:
        books = Books(bank, customer_id)
        for tool, arguments in calls:
            result = execute(books, tool, arguments)
            made.update(orjson.dumps([result.content, result.error, result.changes]))
        made.update(orjson.dumps(books.record))
    return made.hexdigest()


if __name__ == "__main__":
    # Our own parent's bytes, which carry what JSON cannot: NaN, lone surrogates.
    customers, lists = pickle.loads(sys.stdin.buffer.read())
    turned_round = dict(reversed(customers.items()))
    sys.stdout.write(digest(turned_round, lists))
