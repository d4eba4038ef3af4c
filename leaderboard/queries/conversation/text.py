"""Words of a model or a customer, cut to what a page can hold. Nothing is dropped."""

import re
from dataclasses import dataclass

LINES_SHOWN = 16
CHARACTERS_SHOWN = 1_200
CHARACTERS_ON_PAGE = 20_000  # longer text is fetched when somebody asks for it

# Characters that draw nothing, reorder their neighbours or break a line unseen. The
# joiners U+200C and U+200D stay: Indic scripts and emoji are written with them.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ud800-\udfff"
    "\U000e0000-\U000e007f]"
)
PILED_MARKS = re.compile(
    "([\u0300-\u036f\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{4})"
    "[\u0300-\u036f\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]+"
)


@dataclass(frozen=True, slots=True)
class Folded:
    """A text in two parts: what is shown, and what one more click shows.

    `more` names the second part ("show 212 more lines") and is empty where there is
    none. `elsewhere` is true where the second part is too big for the page.
    """

    head: str
    rest: str = ""
    more: str = ""
    elsewhere: bool = False


def fold(text: str, *, on_page: float = CHARACTERS_ON_PAGE) -> Folded:
    """Cut `text` after the lines and characters a reader takes in at once.

    What is cut off stays on the page unless it is longer than `on_page` characters.
    """
    short = len(text) <= CHARACTERS_SHOWN and text.count("\n") < LINES_SHOWN
    cut = len(text) if short else _cut(text)
    if cut >= len(text):
        return Folded(text)
    rest = text[cut:]
    elsewhere = len(rest) > on_page
    return Folded(text[:cut], "" if elsewhere else rest, _more(rest), elsewhere)


def code_point(character: str) -> str:
    """Return the name a reader can look up: `U+202E`."""
    return f"U+{ord(character):04X}"


def _cut(text: str) -> int:
    ends = [match.end() for match in _first_lines(text)]
    # A few lines more are shown rather than folded: the fold itself takes a line.
    by_line = ends[LINES_SHOWN - 1] if len(ends) >= LINES_SHOWN + 4 else len(text)
    if by_line <= CHARACTERS_SHOWN or len(text) <= CHARACTERS_SHOWN + 400:
        return by_line
    space = text.rfind(" ", CHARACTERS_SHOWN - 200, CHARACTERS_SHOWN)
    return space + 1 if space > 0 else CHARACTERS_SHOWN


def _first_lines(text: str) -> list[re.Match[str]]:
    found = []
    for match in re.finditer("\n", text):
        found.append(match)
        if len(found) >= LINES_SHOWN + 4:
            break
    return found


def _more(rest: str) -> str:
    lines = rest.count("\n") + (not rest.endswith("\n"))
    if lines > 1:
        return f"show {lines:,} more lines"
    return f"show {len(rest):,} more characters"
