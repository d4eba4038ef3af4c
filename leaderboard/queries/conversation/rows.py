"""The shapes of the rows of a conversation, ready for the templates."""

from dataclasses import dataclass

from leaderboard.queries.conversation.marks import FindingRow
from leaderboard.queries.conversation.text import Folded


@dataclass(frozen=True, slots=True)
class ArgumentText:
    """One named argument of a call as text; `differs` where gold wanted another."""

    name: str
    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One change of a record. `amount` is the signed difference where it is money."""

    path: str
    before: str
    after: str
    amount: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A sign and a word on a row; `href` leads to what it speaks of."""

    sign: str
    word: str
    tone: str
    href: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A result laid out for reading: pairs of name and value, then tables."""

    pairs: tuple[tuple[str, str], ...] = ()
    tables: tuple["SheetTable", ...] = ()


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A list of records of one kind; each row has a cell for each column."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A bank's answer: a few words, and its content to read or to see raw.

    `sheet` and `raw` are None where the content is too big for the page and is
    fetched when somebody asks for it; `size` says how big.
    """

    index: int | None
    summary: str
    ok: bool
    sheet: Sheet | None
    raw: Folded | None
    size: str


@dataclass(frozen=True, slots=True)
class MessageRow:
    """Words of the customer or the assistant."""

    index: int
    speaker: str
    text: Folded
    turn: str
    marks: tuple[Mark, ...]
    findings: tuple[FindingRow, ...] = ()
    kind: str = "message"
    template: str = "conversation/_message.html"


@dataclass(frozen=True, slots=True)
class CallRow:
    """A call with its answer. `tone` is that of its gravest finding, or empty.

    `steps` are the gold steps it was matched with or was meant for.
    """

    index: int
    tool: str
    tool_kind: str
    arguments: tuple[ArgumentText, ...]
    unread: Folded | None
    answer: Answer | None
    turn: str
    took: str
    steps: tuple[int, ...]
    tone: str
    marks: tuple[Mark, ...]
    changes: tuple[ChangeRow, ...]
    findings: tuple[FindingRow, ...] = ()
    kind: str = "call"
    template: str = "conversation/_call.html"


@dataclass(frozen=True, slots=True)
class GhostRow:
    """A required call that was not made, where it would have helped last."""

    finding: FindingRow
    step: int | None
    tool: str
    arguments: tuple[ArgumentText, ...]
    rules: tuple["RuleText", ...]
    answer: Answer | None
    changes: tuple[ChangeRow, ...]
    needed_before: int | None
    kind: str = "ghost"
    template: str = "conversation/_ghost.html"


@dataclass(frozen=True, slots=True)
class EndRow:
    """How the conversation ended, in words."""

    index: int
    words: str
    natural: bool
    detail: Folded
    findings: tuple[FindingRow, ...] = ()
    kind: str = "end"
    template: str = "conversation/_end.html"


@dataclass(frozen=True, slots=True)
class StrayRow:
    """A result that answers no call of this conversation."""

    index: int
    call: str
    answer: Answer
    findings: tuple[FindingRow, ...] = ()
    kind: str = "stray"
    template: str = "conversation/_stray.html"


Row = MessageRow | CallRow | GhostRow | EndRow | StrayRow


@dataclass(frozen=True, slots=True)
class RuleText:
    """A policy rule as the assistant reads it."""

    id: str
    title: str
    text: str
