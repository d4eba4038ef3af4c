"""Sentences cut into clauses, with the deeds they name and the figures they bind."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bankenv.customer.lexicon import Cues, Mark, cues
from bankenv.customer.text import Piece, tokens
from bankenv.customer.values import Value, values

_SEPARATORS = frozenset(
    {
        ",",
        ";",
        "-",
        "and",
        "but",
        "then",
        "aur",
        "lekin",
        "par",
        "phir",
        "और",
        "लेकिन",
        ".",
    }
)
_RESTARTS = frozenset({"but", "however", "lekin", "लेकिन"})
_INVERTED = frozenset(
    [
        "has",
        "have",
        "is",
        "are",
        "was",
        "were",
        "did",
        "does",
        "do",
        "can",
        "could",
        "should",
        "shall",
        "would",
        "kya",
        "क्या",
    ]
)
_PRONOUNS = frozenset(
    [
        "it",
        "this",
        "that",
        "them",
        "one",
        "these",
        "those",
        "ise",
        "isko",
        "use",
        "isse",
        "इसे",
        "इसको",
    ]
)
# "closure quote" and "foreclosure request" name a paper, not a deed.
_PAPERS = frozenset(
    [
        "request",
        "requests",
        "quote",
        "quotes",
        "charge",
        "charges",
        "amount",
        "figure",
        "figures",
        "penalty",
        "statement",
        "fee",
        "fees",
        "value",
        "reference",
        "number",
        "status",
        "details",
        "instruction",
        "instructions",
        "proceeds",
        "order",
        "form",
        "ki",
        "ka",
    ]
)
_TELLING = frozenset({"close", "stop"})
_SHORT_CLAUSE = 3
_SPECIFIC = frozenset({"freeze", "unfreeze", "block"})


_NEVER_BLOCKED = frozenset({"mandate", "loan", "deposit", "rd"})


@dataclass(frozen=True, slots=True)
class Clause:
    """Tokens `start` to `end` of a sentence and the act cues in them.

    `hangs` is whether it depends on a condition said in it or before it.
    """

    start: int
    end: int
    flags: frozenset[str]
    asked: bool
    hangs: bool


@dataclass(frozen=True, slots=True)
class Mention:
    """A deed that is named: the actions it may be, and whether as accomplished."""

    actions: frozenset[str]
    start: int
    end: int
    clause: int
    done: bool


@dataclass(frozen=True, slots=True)
class Figure:
    """A named figure; `value` is None for one that is said in words alone."""

    name: str
    value: Value | None
    primary: bool = True


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence or list item, taken apart."""

    text: str
    item: int | None
    tokens: tuple[str, ...]
    marks: tuple[Mark, ...]
    values: tuple[Value, ...]
    clauses: tuple[Clause, ...]
    mentions: tuple[Mention, ...]
    flags: frozenset[str]
    question: bool
    figures: tuple[Figure, ...] = ()

    def names(self, kind: str) -> list[str]:
        """Return the entries of one section marked here, in order."""
        return [mark.name for mark in self.marks if mark.kind == kind]

    def clause_of(self, position: int) -> int:
        """Return the number of the clause that holds token `position`."""
        for number, clause in enumerate(self.clauses):
            if position < clause.end:
                return number
        return len(self.clauses) - 1


def sentence(piece: Piece) -> Sentence:
    """Take one piece of a message apart."""
    words = tuple(tokens(piece.text))
    data = cues()
    marks = tuple(data.lexicon.spot(words))
    question = "?" in words[-3:]
    clauses = tuple(_clauses(words, marks, question))
    return Sentence(
        text=piece.text,
        item=piece.item,
        tokens=words,
        marks=marks,
        values=tuple(values(words)),
        clauses=clauses,
        mentions=tuple(_mentions(words, marks, clauses, data)),
        flags=frozenset(mark.name for mark in marks if mark.kind == "acts"),
        question=question,
    )


def _clauses(
    words: Sequence[str], marks: Sequence[Mark], question: bool
) -> Iterator[Clause]:
    bounds = [0]
    for at, word in enumerate(words):
        if word in _SEPARATORS and at > bounds[-1]:
            bounds.append(at)
    bounds.append(len(words))
    inverted = question and words[0] in _INVERTED
    hangs = False
    for start, end in zip(bounds, bounds[1:], strict=False):
        flags = frozenset(
            m.name for m in marks if m.kind == "acts" and start <= m.start < end
        )
        if words[start] in _RESTARTS:
            hangs = False
        hangs = hangs or "strong_condition" in flags
        last = end == len(words)
        asked = question and (last or inverted or "ask_confirm" in flags)
        yield Clause(start, end, flags, asked, hangs or "condition" in flags)


def _mentions(
    words: Sequence[str],
    marks: Sequence[Mark],
    clauses: Sequence[Clause],
    data: Cues,
) -> list[Mention]:
    idioms = [mark for mark in marks if mark.kind in ("idiom", "idiom_done")]
    found: dict[tuple[int, bool], Mention] = {}
    for mark in idioms:
        key = (mark.start, mark.kind == "idiom_done")
        twin = found.get(key)
        actions = frozenset({mark.name}) | (twin.actions if twin else frozenset())
        clause = _clause_at(clauses, mark.start)
        found[key] = Mention(actions, mark.start, mark.end, clause, key[1])
    covered = {at for mark in idioms for at in range(mark.start, mark.end)}
    for mark in marks:
        if mark.kind not in ("deed", "done") or mark.start in covered:
            continue
        mention = _named_deed(mark, words, marks, clauses, data)
        key = (mark.start, mark.kind == "done")
        if mention and key in found:
            both = found[key].actions | mention.actions
            mention = Mention(both, mark.start, mark.end, mention.clause, mention.done)
        if mention:
            found[key] = mention
    return [found[key] for key in sorted(found)]


def _named_deed(
    mark: Mark,
    words: Sequence[str],
    marks: Sequence[Mark],
    clauses: Sequence[Clause],
    data: Cues,
) -> Mention | None:
    if mark.end < len(words) and words[mark.end] in _PAPERS:
        return None
    number = _clause_at(clauses, mark.start)
    clause = clauses[number]
    actions = _fitting(data, mark, marks, clause, words)
    if "block_card" in actions and "temporary" in clause.flags:
        actions = actions - {"block_card"} | {"freeze_card"}
    if not actions:
        return None
    return Mention(actions, mark.start, mark.end, number, mark.kind == "done")


def _fitting(
    data: Cues, mark: Mark, marks: Sequence[Mark], clause: Clause, words: Sequence[str]
) -> frozenset[str]:
    """Return the actions of a verb that go with the objects named beside it."""
    possible = data.deeds.get(mark.name, frozenset())
    objects = [m for m in marks if m.kind == "object" and m.start != mark.start]
    near = {m.name for m in objects if clause.start <= m.start < clause.end}
    for named in (near, {m.name for m in objects}):
        fitting = {a for a in possible if data.actions[a][1] & named}
        if fitting:
            return _without_twins(fitting, named)
    if mark.name in _SPECIFIC:
        # "Cancel the mandate" blocks no card, though a card may be cancelled too.
        return frozenset() if near & _NEVER_BLOCKED else possible
    alone = mark.kind == "done" and clause.end - clause.start <= _SHORT_CLAUSE
    telling = mark.name in _TELLING and (alone or "ask_confirm" in clause.flags)
    pronoun = any(w in _PRONOUNS for w in words[clause.start : clause.end])
    if not near and (pronoun or telling):
        return possible
    return frozenset()


def _without_twins(actions: set[str], named: set[str]) -> frozenset[str]:
    if "rd" in named:
        return frozenset(actions - {"book_deposit"})
    if "cheque_book" in named:
        return frozenset(actions - {"stop_cheque"})
    return frozenset(actions)


def _clause_at(clauses: Sequence[Clause], position: int) -> int:
    for number, clause in enumerate(clauses):
        if position < clause.end:
            return number
    return len(clauses) - 1
