"""The shapes of the rows of a conversation, ready for the templates."""

from dataclasses import dataclass

from leaderboard.queries.conversation.marks import FindingRow
from leaderboard.queries.conversation.text import Folded

OPENED = ("write", "fail")  # findings whose inside is shown without asking


class Subscriptable:
    """Lets a template find a field at its first try.

    Templates ask `row["index"]` before `row.index`, and a refused subscription costs
    more than all else of drawing a row; a conversation has hundreds of them.
    """

    __slots__ = ()

    def __getitem__(self, name: str) -> object:
        return getattr(self, name)


@dataclass(frozen=True, slots=True)
class ArgumentText:
    """One named argument of a call as text; `differs` where gold wanted another."""

    name: str
    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One change of a record; an empty text stands for a value that is not there.

    `amount` is the signed difference where it is money.
    """

    path: str
    before: str
    after: str
    amount: str = ""


@dataclass(frozen=True, slots=True)
class Mark(Subscriptable):
    """A sign and a word on a row."""

    sign: str
    word: str
    tone: str
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
class Answer(Subscriptable):
    """A bank's answer: a few words, and its content to read or to see raw.

    `sheet` and `raw` are None where the content is too big for the page and is
    fetched when somebody opens the call, or asks for it where it is big; `size` says
    how big.
    """

    index: int | None
    summary: str
    ok: bool
    sheet: Sheet | None
    raw: str | None
    size: str
    is_big: bool = False


@dataclass(frozen=True, slots=True)
class MessageRow(Subscriptable):
    """Words of the customer or the assistant, and its thought before them."""

    index: int
    speaker: str
    text: Folded
    turn: str
    marks: tuple[Mark, ...]
    findings: tuple[FindingRow, ...] = ()
    thought: Folded | None = None
    kind: str = "message"

    @property
    def who(self) -> str:
        """Return who speaks, as the page writes it."""
        return self.speaker.capitalize()

    @property
    def anchor(self) -> str:
        """Return the row's id on the page."""
        return f"e{self.index}"

    @property
    def tone(self) -> str:
        """Return the CSS class of the row's bar on the map."""
        return ""


@dataclass(frozen=True, slots=True)
class CallRow(Subscriptable):
    """A call with its answer. `gravest` is the tone of its gravest finding, or empty.

    `steps` are the gold steps it was matched with or was meant for; `thought` is what
    the model wrote before it.
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
    gravest: str
    marks: tuple[Mark, ...]
    changes: tuple[ChangeRow, ...]
    findings: tuple[FindingRow, ...] = ()
    thought: Folded | None = None
    kind: str = "call"

    @property
    def anchor(self) -> str:
        """Return the row's id on the page."""
        return f"e{self.index}"

    @property
    def tone(self) -> str:
        """Return the CSS class for the gravest that is to be said of the call."""
        if self.gravest:
            return f"tone-{self.gravest}"
        return "matched" if self.steps else ""

    @property
    def opens(self) -> bool:
        """Say whether the reader should see the inside without asking."""
        return self.gravest in OPENED

    @property
    def is_plain(self) -> bool:
        """Say whether there is no more to it than the call and its answer."""
        return not (self.findings or self.changes or self.steps or self.unread)

    @property
    def cost(self) -> str:
        """Return what the call took, in words."""
        took = f"answered in {self.took}" if self.took else ""
        return " · ".join(part for part in (self.turn, self.tool_kind, took) if part)

    @property
    def because(self) -> tuple[str, ...]:
        """Return what the findings say; the changes below show record differences."""
        about = (f.finding for f in self.findings)
        return tuple(f.detail for f in about if f.kind != "state_difference")


@dataclass(frozen=True, slots=True)
class GhostRow(Subscriptable):
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

    @property
    def anchor(self) -> str:
        """Return the row's id on the page."""
        return self.finding.anchor

    @property
    def tone(self) -> str:
        """Return the CSS class of the row's bar on the map."""
        return "tone-miss"


@dataclass(frozen=True, slots=True)
class EndRow(Subscriptable):
    """How the conversation ended, in words."""

    index: int
    words: str
    natural: bool
    detail: Folded
    marks: tuple[Mark, ...] = ()
    findings: tuple[FindingRow, ...] = ()
    kind: str = "end"
    template: str = "conversation/_end.html"

    @property
    def anchor(self) -> str:
        """Return the row's id on the page."""
        return f"e{self.index}"

    @property
    def tone(self) -> str:
        """Return the CSS class of an end that nobody wanted."""
        failed = any(row.look.tone == "fail" for row in self.findings)
        return "" if self.natural and not failed else "tone-fail"


@dataclass(frozen=True, slots=True)
class StrayRow:
    """A result that answers no call of this conversation."""

    index: int
    call: str
    answer: Answer
    findings: tuple[FindingRow, ...] = ()
    kind: str = "stray"
    template: str = "conversation/_stray.html"

    @property
    def anchor(self) -> str:
        """Return the row's id on the page."""
        return f"e{self.index}"

    @property
    def tone(self) -> str:
        """Return the CSS class of the row's bar on the map."""
        return ""


Row = MessageRow | CallRow | GhostRow | EndRow | StrayRow


@dataclass(frozen=True, slots=True)
class RuleText:
    """A policy rule as the assistant reads it."""

    id: str
    title: str
    text: str
