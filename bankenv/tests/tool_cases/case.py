"""One row of the table: a call on a small customer, and what must come of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date

from bankenv.books import Books
from bankenv.records import JsonValue, Record
from bankenv.rules import Rules, read_rules
from bankenv.tests.factories import CLOCK, make_customer, open_books, rules_document

# Path of a change to the value before and the value after.
Changes = Mapping[str, tuple[JsonValue, JsonValue]]


@dataclass(frozen=True)
class Case:
    """A call and its outcome.

    Without a `code` it must succeed with exactly `changes`, and `answer` must stand in
    the content. With one it must be refused (`malformed`: invalid_arguments) with that
    code and a message that contains `says`, and change nothing. In a batch read `says`
    is the text of an item of `errors`.

    `parts` replace parts of the customer of factories.py, `amend` alters the rules.
    """

    tool: str
    name: str
    arguments: Record
    answer: Record = field(default_factory=dict)
    changes: Changes = field(default_factory=dict)
    code: str = ""
    says: str = ""
    malformed: bool = False
    parts: Record = field(default_factory=dict)
    clock: date = CLOCK
    amend: Callable[[Record], object] | None = None

    @property
    def succeeds(self) -> bool:
        """Tell whether the call must do what it is for."""
        return not self.code and not self.says

    @property
    def label(self) -> str:
        """Return what the test is called."""
        return f"{self.tool}: {self.name}"

    def books(self) -> Books:
        """Return fresh books for the case."""
        record = make_customer(**self.parts)
        return open_books(record, clock=self.clock, rules=self._rules())

    def _rules(self) -> Rules | None:
        if self.amend is None:
            return None
        document = rules_document()
        self.amend(document)
        return read_rules(document)
