"""From a message as it was written to sentences of plain tokens."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

# People skim: what stands beyond this many characters is not read.
LONGEST_READ = 8000


@dataclass(frozen=True, slots=True)
class Piece:
    """One sentence or list item; `item` is its number in a list, if in one."""

    text: str
    item: int | None = None


def _decimal_digits() -> dict[int, str]:
    codes = range(0x660, 0xABFA)
    values = ((code, unicodedata.decimal(chr(code), None)) for code in codes)
    return {code: str(value) for code, value in values if value is not None}


_CHARACTERS = _decimal_digits() | {
    ord("‘"): "'",
    ord("’"): "'",
    ord("“"): '"',
    ord("”"): '"',
    ord("–"): "-",
    ord("—"): " - ",
    ord("−"): "-",
    ord("…"): " . ",
    ord("।"): ". ",
    ord("₹"): " rs ",
    ord("•"): "•",
    0xA0: " ",
    0xFE0F: None,
    0x20E3: None,
    0x200B: None,
    0x200C: None,
    0x200D: None,
    0x2060: None,
    0xFEFF: None,
}
_MASKED = re.compile(r"(?<![a-z0-9])(?:[x*•·#]{2,}[\s-]*)+(\d{4})(?![\d*])", re.I)
_BOLD = re.compile(r"\*\*([^*\n]+)\*\*")
_LINK = re.compile(r"!?\[([^\]\n]{0,200})\]\([^)\n]{0,400}\)")
_MARKDOWN = re.compile(
    r"[*_`~]{1,3}|(?m:^\s{0,3}(?:#{1,6}|>)\s*)|</?[a-z][^>\n]{0,80}>"
)
_QUOTED = re.compile(r"(you (?:said|say|wrote|asked)[^\"\n]{0,20})\"[^\"\n]{1,200}\"")
_RULE = re.compile(r"^[\s|:+=-]+$")
_ITEM = re.compile(
    r"^\s*(?:(?:option\s+)?\(?(\d{1,2})\s?[.):](?!\d)|\(?([a-h])[.)]|[-*•·+])\s+"
)
_INLINE_ITEM = re.compile(r"(?:(?<=\s)|^)\(?(?=[1-9][.)]\s)")
_INLINE_LIST = re.compile(r"(?:^|\s)\(?1[.)]\s.*\s\(?2[.)]\s")
_ABBREVIATION = re.compile(
    r"\b(rs|inr|no|nos)\.(?=\s?\d)|\b(mr|mrs|ms|dr|smt|shri|a/c)\.(?=\s)"
)
_PER_ANNUM = re.compile(r"\bp\.\s?a\.?|\bper annum\b|/annum\b")
_JOINED = re.compile(r"(?<=[a-z])-(?=[a-z])")
_DASHED_DATE = re.compile(r"\b(\d{1,2})-([a-z]{3,9})-(\d{4})\b")
_PREFIXED = re.compile(r"\b(rs|inr)(?=\d)")
_MASK = re.compile(r"[x*•·#]{2}")
# Each pattern is slow and rarely fits, so it is tried only where one of its marks is.
_REWRITES: tuple[tuple[tuple[str, ...], re.Pattern[str], str], ...] = (
    (("](",), _LINK, r"\1"),
    (
        ("rs.", "inr.", "no.", "nos.", "mr.", "ms.", "dr.", "smt.", "shri.", "a/c."),
        _ABBREVIATION,
        r"\1\2",
    ),
    (("p.", "annum"), _PER_ANNUM, " p a "),
    (("-",), _DASHED_DATE, r"\1 \2 \3"),
    (("rs", "inr"), _PREFIXED, r"\1 "),
    (("-",), _JOINED, " "),
    (('"',), _QUOTED, r"\1"),
)
_SECOND_ITEM = ("2.", "2)")
_MARKS = frozenset("*_`~#><")  # one of them is in whatever _MARKDOWN fits
_END = re.compile(r"(?<=[.!?])[\"')\]]*\s+(?=\S)")
_TOKEN = re.compile(
    r"\d{4}-\d{2}-\d{2}"
    r"|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}-\d{1,2}-\d{4}"
    r"|[a-z]{1,6}[-_]?\d{4,}[a-z0-9]*"
    r"|\d+(?:,\d+)*(?:\.\d+)?"
    r"|[a-zà-ÿ\u0900-\u0963\u0970-\u097f]+(?:'[a-z]+)?"
    r"|[^\s]"
)


def pieces(text: str) -> list[Piece]:
    """Return the sentences and list items of a message, normalised, in order."""
    found: list[Piece] = []
    headers: list[str] = []
    for line in _plain(text[:LONGEST_READ]).split("\n"):
        if "|" in line:
            headers = _table_row(line, headers, found)
            continue
        headers = []
        found += _line(line)
    return found


def tokens(sentence: str) -> list[str]:
    """Return the words, numbers and signs of a normalised sentence."""
    return _TOKEN.findall(sentence)


@lru_cache(maxsize=4096)
def words_of_name(name: str) -> tuple[str, ...]:
    """Return a name ("Kavach Life", "re_kyc") as it stands among tokens."""
    found = pieces(name.replace("_", " "))
    return tuple(word for piece in found for word in tokens(piece.text))


def _plain(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text.translate(_CHARACTERS))
    text = text.replace("\r", "\n").lower()
    text = _BOLD.sub(r"\1", text)
    if _MASK.search(text):
        text = _MASKED.sub(r" ending \1 ", text)
    for marks, pattern, plain in _REWRITES:
        if _has_one(marks, text):
            text = pattern.sub(plain, text)
    return text


def _has_one(marks: tuple[str, ...], text: str) -> bool:
    return any(mark in text for mark in marks)


def _without_markdown(text: str) -> str:
    return text if _MARKS.isdisjoint(text) else _MARKDOWN.sub("", text)


def _table_row(line: str, headers: list[str], found: list[Piece]) -> list[str]:
    """Add a table row as "header: cell" pairs and return the headers in force."""
    if _RULE.match(line):
        return headers
    cells = [
        _without_markdown(cell).strip() for cell in line.strip().strip("|").split("|")
    ]
    if not headers:
        if any(any(c.isdigit() for c in cell) for cell in cells):
            found.append(Piece(": ".join(cells)))
            return []
        return cells
    if len(cells) <= 2:
        text = ": ".join(cells)
    else:
        named = zip(headers, cells, strict=False)
        text = " ; ".join(f"{head}: {cell}" for head, cell in named)
    first = cells[0].strip(".)")
    rows = sum(1 for piece in found if piece.item is not None)
    item = int(first) if first.isdigit() and len(first) < 3 else rows + 1
    found.append(Piece(text, item if len(cells) > 2 else None))
    return headers


def _line(line: str) -> list[Piece]:
    if _has_one(_SECOND_ITEM, line) and _INLINE_LIST.search(line):
        parts = [part for part in _INLINE_ITEM.split(line) if part.strip()]
    else:
        parts = [line]
    found: list[Piece] = []
    for part in parts:
        mark = _ITEM.match(part)
        item = _number(mark) if mark else None
        body = _without_markdown(part[mark.end() :] if mark else part)
        found += [Piece(s.strip(), item) for s in _END.split(body) if s.strip()]
    return found


def _number(mark: re.Match[str]) -> int | None:
    if mark[1]:
        return int(mark[1])
    return ord(mark[2]) - ord("a") + 1 if mark[2] else 0
