"""What an assistant turn does, sentence by sentence: its dialogue acts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bankenv.customer.figures import figures
from bankenv.customer.lexicon import Mark
from bankenv.customer.sentences import Clause, Figure, Mention, Sentence, sentence
from bankenv.customer.speech import Act, Heard
from bankenv.customer.text import Piece, pieces

_HINDI_NO = frozenset({"nahi", "nahin", "nhi", "नहीं"})
_MODAL = frozenset({"ask_confirm", "future", "condition"})
_PAST = frozenset({"was", "were"})
# "A freeze can be undone" speaks of freezing and proposes nothing.
_PROPERTIES = frozenset(
    {"undone", "reversed", "reversible", "irreversible", "final", "reopened"}
)
# "Closed today it would pay ..." tells what a deed would bring.
_HYPOTHETICAL = frozenset({"would", "could"})
_OWN_WORD = frozenset({"have", "has", "been", "i've", "we've", "now"})
_OBJECT_SLOTS = {
    "deposit": "deposit",
    "rd": "deposit",
    "card": "card",
    "account": "account",
    "loan": "loan",
    "mandate": "mandate",
    "cheque": "cheque_numbers",
}
_CHOICE = frozenset({"which", "which_one"})
_MOST_SENTENCES = 120


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed in a turn: where it was said and in which way.

    `mode` is `report`, `proposal`, `refusal` or `bare` (named without any of these).
    `actions` is what it may be, most likely several; empty is "it", whatever is open.
    `asked` is whether an answer is awaited.
    """

    mode: str
    actions: frozenset[str]
    sentence: int
    clause: int
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """An assistant turn as understood without knowing who listens."""

    sentences: tuple[Sentence, ...]
    heard: tuple[Heard, ...]
    deeds: tuple[Deed, ...]
    asks: tuple[tuple[int, str], ...]
    flags: frozenset[str]
    question: bool


@lru_cache(maxsize=1024)
def understand(text: str) -> Turn:
    """Return the acts of one assistant turn. Pure, so remembered."""
    sentences = tuple(_with_figures(p) for p in pieces(text)[:_MOST_SENTENCES])
    deeds: list[Deed] = []
    asks: list[tuple[int, str]] = []
    heard: list[Heard] = []
    for number, one in enumerate(sentences):
        own = _deeds(one, number)
        own_asks = _asks(one, own)
        if own_asks:
            own = _without_asked_about(one, own)
        deeds += own
        asks += [(number, slot) for slot in own_asks]
        acts = _acts(one, own, own_asks)
        heard.append(Heard(one.text, acts, one.item))
    return Turn(
        sentences,
        tuple(heard),
        tuple(deeds),
        tuple(asks),
        frozenset().union(*(one.flags for one in sentences)),
        any(one.question for one in sentences),
    )


def _with_figures(piece: Piece) -> Sentence:
    one = sentence(piece)
    return replace(one, figures=tuple(figures(one)))


def _deeds(one: Sentence, number: int) -> list[Deed]:
    found = [_deed(one, number, mention) for mention in one.mentions]
    if not found:
        bare = _without_mention(one, number)
        found = [bare] if bare else []
    elif any(d.mode == "bare" for d in found) and _refuses_all(one):
        found = [
            Deed("refusal", d.actions, number, d.clause) if d.mode == "bare" else d
            for d in found
        ]
    return _without_the_subject(found)


def _without_the_subject(deeds: list[Deed]) -> list[Deed]:
    """Read "log a request to lower the EMI" as a request alone."""
    logged = any("log_request" in d.actions for d in deeds if d.mode != "refusal")
    subject = frozenset({"change_loan"})
    return [
        d for d in deeds if not logged or d.actions != subject or d.mode == "refusal"
    ]


def _deed(one: Sentence, number: int, mention: Mention) -> Deed:
    clause = one.clauses[mention.clause]
    if _is_refused(one, clause, mention):
        return Deed("refusal", mention.actions, number, mention.clause)
    if _is_reported(one, clause, mention):
        return Deed("report", mention.actions, number, mention.clause)
    if _is_proposed(one, clause, mention):
        asked = clause.asked or "ask_confirm" in one.flags
        return Deed("proposal", mention.actions, number, mention.clause, asked)
    return Deed("bare", mention.actions, number, mention.clause)


def _is_refused(one: Sentence, clause: Clause, mention: Mention) -> bool:
    if one.flags & {"awaits", "double_negative"} or clause.asked:
        return False
    if "refuse" in clause.flags:
        return True
    return any(
        0 <= mention.start - m.end <= 4
        and not _between(one, "condition", m.end, mention.start)
        for m in _acts_in(one, clause, "cannot")
    ) or any(
        0 <= m.start - mention.end <= 3 and one.tokens[m.start] in _HINDI_NO
        for m in _acts_in(one, clause, "cannot")
    )


def _is_reported(one: Sentence, clause: Clause, mention: Mention) -> bool:
    if clause.hangs or clause.asked or _is_negated(one, clause, mention):
        return False
    ahead = [m for m in _acts_in(one, clause, "future") if m.start <= mention.end + 4]
    if ahead:
        return False
    if mention.done and _is_accomplished(one, clause, mention):
        return True
    return any(
        m.start >= mention.start or not mention.done
        for m in _acts_in(one, clause, "done")
    )


def _is_accomplished(one: Sentence, clause: Clause, mention: Mention) -> bool:
    if any(
        m.start == mention.start and m.end == mention.end and m.kind == "idiom_done"
        for m in one.marks
    ):
        return True
    # "set" and "put" are also present forms: only "has been set" is a report.
    twofold = any(m.start == mention.start and m.kind == "deed" for m in one.marks)
    for mark in one.marks:
        if mark.kind == "acts" and mark.name == "aux" and _reaches(mark, mention):
            word = one.tokens[mark.start]
            past = word in _PAST and _has_date(one)
            if (not twofold or word in _OWN_WORD) and not past:
                return True
    opens = mention.start == clause.start or one.tokens[mention.start - 1] in (
        ",",
        "and",
        ":",
        "successfully",
    )
    words = one.tokens[clause.start : clause.end]
    return opens and not twofold and not _HYPOTHETICAL.intersection(words)


def _has_date(one: Sentence) -> bool:
    """Return whether a sentence tells of another day: "was opened in 2010"."""
    years = (v.text[:2] in ("19", "20") for v in one.values if v.kind == "number")
    return any(v.kind == "date" for v in one.values) or any(years)


def _reaches(mark: Mark, mention: Mention) -> bool:
    return 0 <= mention.start - mark.end <= 6


def _is_negated(one: Sentence, clause: Clause, mention: Mention) -> bool:
    covered = {
        at
        for m in one.marks
        if m.kind in ("idiom", "idiom_done", "option")
        for at in range(m.start, m.end)
    }
    return any(
        m.start not in covered
        and (m.start < mention.start or one.tokens[m.start] in _HINDI_NO)
        for m in _acts_in(one, clause, "negate")
    )


def _is_proposed(one: Sentence, clause: Clause, mention: Mention) -> bool:
    if "awaits" in one.flags:
        return True
    if _is_negated(one, clause, mention) and not clause.asked:
        return False
    words = one.tokens[clause.start : clause.end]
    if not clause.asked and _PROPERTIES.intersection(words):
        return False
    if mention.done and clause.hangs and not clause.flags & {"aux", "future"}:
        return False
    return bool(
        clause.flags & _MODAL
        or clause.asked
        or clause.hangs
        or "ask_confirm" in one.flags
    )


def _acts_in(one: Sentence, clause: Clause, name: str) -> list[Mark]:
    return [
        m
        for m in one.marks
        if m.kind == "acts" and m.name == name and clause.start <= m.start < clause.end
    ]


def _between(one: Sentence, name: str, start: int, end: int) -> bool:
    return any(
        m.kind == "acts" and m.name == name and start <= m.start < end
        for m in one.marks
    )


def _refuses_all(one: Sentence) -> bool:
    """Return whether a sentence refuses; one that denies a charge does not."""
    if _denies_a_charge(one):
        return False
    return "refuse" in one.flags and not one.question and "awaits" not in one.flags


def _denies_a_charge(one: Sentence) -> bool:
    return any(f.value is not None and f.value.amount == 0 for f in one.figures)


def _without_mention(one: Sentence, number: int) -> Deed | None:
    """Read "Done.", "Shall I proceed?" and "I'm afraid that is not possible."."""
    nothing: frozenset[str] = frozenset()
    if _refuses_all(one):
        return Deed("refusal", nothing, number, 0)
    for at, clause in enumerate(one.clauses):
        if clause.hangs or clause.asked:
            continue
        deed = _in_clause(one, number, at)
        if deed:
            return deed
    waits = one.flags & {"ask_confirm", "awaits"}
    proceeds = one.question and "proceed" in one.flags
    slots = one.names("slot")
    if "topic" in slots or (slots and not proceeds):
        return None
    if waits or proceeds:
        return Deed("proposal", nothing, number, 0, asked=True)
    return None


def _in_clause(one: Sentence, number: int, at: int) -> Deed | None:
    clause = one.clauses[at]
    nothing: frozenset[str] = frozenset()
    generic = _acts_in(one, clause, "generic_deed")
    stays = "awaits" not in one.flags and not _denies_a_charge(one)
    if _acts_in(one, clause, "cannot") and generic and stays:
        return Deed("refusal", nothing, number, at)
    denied = _acts_in(one, clause, "negate") or _acts_in(one, clause, "future")
    if _acts_in(one, clause, "bare_done") and not denied and _says_no_more(one, clause):
        return Deed("report", nothing, number, at)
    return None


def _says_no_more(one: Sentence, clause: Clause) -> bool:
    """Return whether "done" stands alone: "card misplace ho gaya" reports no deed."""
    plain = {m.start for m in _acts_in(one, clause, "filler")}
    words = (at for at in range(clause.start, clause.end) if one.tokens[at].isalpha())
    return all(at in plain for at in words)


def _asks(one: Sentence, deeds: Sequence[Deed]) -> list[str]:
    """Return the slots that a sentence asks for, in order, each once."""
    open_question = one.flags & {"which_one", "which", "wh", "give"}
    if not (one.question or "give" in one.flags or "which_one" in one.flags):
        return []
    proposes = any(d.mode == "proposal" for d in deeds)
    if proposes and not open_question - {"wh"} and not _opens_with_wh(one):
        return []
    named = any(d.actions for d in deeds)
    places = [(m.start, slot) for m in one.marks for slot in _slots(one, m, named)]
    found = [slot for _, slot in sorted(places, key=lambda place: place[0])]
    if not found and "which_one" in one.flags:
        found = ["product"]
    if "secret" in one.flags and "address" not in found:
        return ["secret"]
    return list(dict.fromkeys(found))


def _without_asked_about(one: Sentence, deeds: Sequence[Deed]) -> list[Deed]:
    """Make bare what a question only names: "Which deposit should I close?"."""
    which = [m.start for m in one.marks if m.kind == "acts" and m.name in _CHOICE]
    wh = [0] if _opens_with_wh(one) else []
    first = min(which + wh, default=len(one.tokens))
    starts = [one.clauses[d.clause].end for d in deeds]
    return [
        replace(d, mode="bare", asked=False)
        if d.mode == "proposal" and first < end
        else d
        for d, end in zip(deeds, starts, strict=True)
    ]


def _opens_with_wh(one: Sentence) -> bool:
    return any(m.kind == "acts" and m.name == "wh" and m.start < 2 for m in one.marks)


def _slots(one: Sentence, mark: Mark, named: bool) -> list[str]:
    """Return the slots that one mark asks for."""
    if mark.kind == "slot":
        return _slot(one, mark.name)
    if mark.kind == "acts" and mark.name in _CHOICE:
        return _which(one, mark)
    listed = mark.start and one.tokens[mark.start - 1] in ("the", "source")
    wanted = mark.kind == "object" and mark.name in ("account", "card")
    if wanted and listed and "give" in one.flags and not named:
        return [mark.name]
    return []


def _slot(one: Sentence, name: str) -> list[str]:
    if name != "number":
        return [name]
    objects = [_OBJECT_SLOTS[n] for n in one.names("object") if n in _OBJECT_SLOTS]
    return objects[:1] or ["product"]


def _which(one: Sentence, mark: Mark) -> list[str]:
    """Return what "which" goes with: the first product word soon after it."""
    near = [
        _OBJECT_SLOTS[m.name]
        for m in one.marks
        if m.kind == "object"
        and m.name in _OBJECT_SLOTS
        and 0 <= m.start - mark.end <= 5
    ]
    return near[:1]


def _acts(
    one: Sentence,
    deeds: Sequence[Deed],
    asks: Sequence[str],
) -> tuple[Act, ...]:
    acts = [_act_of(deed) for deed in deeds if deed.mode != "bare"]
    if asks:
        acts.append(Act("asks", {"slots": tuple(asks)}))
    if one.figures:
        acts.append(Act("informs", _named(one.figures)))
    courtesy = {"offer_more": "offers_more", "stall": "stalls", "greet": "greets"}
    acts += [Act(name) for flag, name in courtesy.items() if flag in one.flags]
    return tuple(acts) or (Act("unclear"),)


def _named(stated: Sequence[Figure]) -> dict[str, object]:
    named: dict[str, object] = {}
    for figure in sorted(stated, key=_least_telling):
        value = figure.value
        spoken = None if value is None else value.text or value.amount
        if value is not None and value.kind in ("money", "number", "percent"):
            spoken = value.amount
        named.setdefault(figure.name, spoken)
    return named


def _least_telling(figure: Figure) -> tuple[bool, bool]:
    percent = figure.value is not None and figure.value.kind == "percent"
    return percent, not figure.primary


def _act_of(deed: Deed) -> Act:
    about = {"actions": tuple(sorted(deed.actions))} if deed.actions else {}
    if deed.mode == "refusal":
        return Act("refuses", about)
    if deed.mode == "report":
        name = "hands_over" if deed.actions == {"hand_over"} else "reports_done"
        return Act(name, about)
    return Act("asks_to_confirm" if deed.asked else "proposes", about)
