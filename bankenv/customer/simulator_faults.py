"""What a simulated customer must not do: found in the words of a conversation alone.

A customer played by a model can break the conversation in ways that say nothing about
the assistant. The agenda customer cannot; docs/customer.md tells what is looked for.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from bankenv.customer.speech import Line
from bankenv.customer.understanding import understand

FaultKind = Literal[
    "ends_while_confirming", "speaks_as_bank", "names_a_tool", "silent", "never_stops"
]
# A customer that has not left after this many messages never will.
MOST_SPOKEN = 40
MOST_COURTESIES = 3

_YES = re.compile(
    r"\b(?:yes|yeah|yep|sure|go ahead|please do|please proceed|proceed|i confirm"
    r"|confirmed|i agree|do it|haan|han ji|ji haan|theek hai|thik hai|kar do|kar dijiye"
    r"|kar dein|kar den)\b|हाँ|हां|कर दो|कर दीजिए",
    re.I,
)
_NO = re.compile(
    r"\b(?:no|not|don't|do not|nothing|that's all|that is all|nahi|nahin|mat|bas)\b"
    r"|नहीं|मत",
    re.I,
)
_AS_BANK = re.compile(
    r"\b(?:how (?:can|may) (?:i|we) (?:help|assist) you"
    r"|(?:is there )?anything else (?:that )?(?:i|we) can (?:help|do|assist)"
    r"|(?:shall|should) i (?:now )?(?:proceed|go ahead|close|book|block|cancel|freeze)"
    r"|would you like (?:me|us) to"
    r"|(?:i|we)(?:'ve|'ll| have| will) (?:now |just |successfully )*(?:check|checked"
    r"|look up|looked up|pull up|pulled up|close|closed|book|booked|block|blocked"
    r"|cancel|cancelled|freeze|frozen|update|updated|log|logged|process|processed)"
    r" your\b"
    r"|your (?:account|card|deposit|fd|rd|loan|mandate|request|cheque book|address)"
    r" (?:has been|is now|have been)"
    r"|as (?:your|the) (?:bank|bank's assistant|banking assistant)"
    r"|thank you for (?:banking|calling|contacting|reaching))",
    re.I,
)
_LABEL = re.compile(r"^\s*(?:assistant|agent|bank|banker)\s*:", re.I)
_IDENTIFIER = re.compile(r"\b[a-z]+(?:_[a-z0-9]+)+\b")
_COURTESY = re.compile(
    r"(?:thank(?:s| you)?|many thanks|shukriya|dhanyavaad|ok(?:ay)?|good ?bye|bye"
    r"|take care|have a (?:nice|good|great) (?:day|one|evening)|you too|same to you"
    r"|welcome|you're welcome|great|perfect|so much|very much|again|for your help|ji"
    r"|and|alright|all right|cheers|धन्यवाद|शुक्रिया|[\s.,!🙏👍😊])+",
    re.I,
)


@dataclass(frozen=True, slots=True)
class SimulatorFault:
    """One fault: its kind, the line it lies in (the last one if in none), and why."""

    kind: FaultKind
    line: int
    detail: str


def simulator_faults(
    lines: Sequence[Line], ends: str | None, names: Collection[str]
) -> tuple[SimulatorFault, ...]:
    """Return the faults of the customer in a conversation; pure.

    `lines` are the messages in order, `ends` how the customer ended them (None where
    it did not), `names` the tools' and fields' names that no customer knows.
    """
    found = [
        fault
        for number, line in enumerate(lines)
        if line.speaker == "customer"
        for fault in _of_line(lines, number, names)
    ]
    return (*found, *_of_the_end(lines, ends))


def turn_fault(
    lines: Sequence[Line], ends: str | None, names: Collection[str]
) -> SimulatorFault | None:
    """Return the fault that the last line, the customer's, or this end brings."""
    last = len(lines) - 1
    of_line = _of_line(lines, last, names) if lines else iter(())
    return next(of_line, None) or next(_of_the_end(lines, ends), None)


def never_stops(lines: Sequence[Line]) -> bool:
    """Return whether the customer only thanks, or has said all one can bear."""
    spoken = [line.text for line in lines if line.speaker == "customer"]
    last = spoken[-MOST_COURTESIES:]
    thanks = [bool(_COURTESY.fullmatch(text.strip())) for text in last]
    goes_round = len(last) == MOST_COURTESIES and (all(thanks) or len(set(last)) == 1)
    return len(spoken) >= MOST_SPOKEN or goes_round


def _of_line(
    lines: Sequence[Line], number: int, names: Collection[str]
) -> Iterator[SimulatorFault]:
    text = lines[number].text
    if _LABEL.search(text) or _AS_BANK.search(text):
        yield SimulatorFault(
            "speaks_as_bank", number, "The customer spoke as the bank."
        )
    known = set(_IDENTIFIER.findall(text)) & set(names)
    heard = {one.text for one in lines[:number] if one.speaker == "assistant"}
    said = sorted(word for word in known if not any(word in one for one in heard))
    if said:
        detail = f"The customer named {', '.join(said)}, which nobody had told it."
        yield SimulatorFault("names_a_tool", number, detail)


def _of_the_end(lines: Sequence[Line], ends: str | None) -> Iterator[SimulatorFault]:
    last = len(lines) - 1
    if ends == "silent":
        detail = "The customer had nothing to say, twice."
        yield SimulatorFault("silent", last, detail)
    elif ends == "never_stops" or (ends is None and never_stops(lines)):
        detail = "The customer talked on without an end."
        yield SimulatorFault("never_stops", last, detail)
    elif ends is not None and _confirms(lines):
        detail = "The customer left in the message in which it agreed to something."
        yield SimulatorFault("ends_while_confirming", last, detail)


def _confirms(lines: Sequence[Line]) -> bool:
    """Return whether the last line agrees to a proposal that waits for a yes."""
    if not lines or lines[-1].speaker != "customer":
        return False
    said = lines[-1].text
    if not _YES.search(said) or _NO.match(said.strip()):
        return False
    asked = understand(_asked_last(lines[:-1])).deeds
    modes = {deed.mode for deed in asked}
    return "proposal" in modes and "report" not in modes


def _asked_last(lines: Sequence[Line]) -> str:
    """Return what the assistant has said since the customer's words before."""
    texts: list[str] = []
    for line in reversed(lines):
        if line.speaker == "customer":
            break
        texts.insert(0, line.text)
    return "\n".join(texts)
