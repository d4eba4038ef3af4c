"""Large JSON files, an element at a time: where each begins, and never more of it.

Only the structure is followed here (texts, brackets, commas); each element is read by
orjson. So one bad element costs itself alone, and a file of any size costs the memory
of its largest element.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import BinaryIO

import orjson

from bankenv.records import JsonValue

CHUNK = 1 << 18
LARGEST_ELEMENT = 6 << 20  # bytes
MOST_BRACKETS = 200_000  # of one element: each is an object in memory
DEEPEST = 64

_TEXT = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_NO_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
_BLANK = re.compile(rb"[ \t\r\n]*+")
_SCALAR = re.compile(rb"[^\[\]{},:\" \t\r\n]*+")
_OPEN, _SHUT = b"[{", b"]}"


class BrokenFile(ValueError):
    """A file that cannot be followed to its end; the message names the place."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One element of a file: a list's element, or the value of a top-level key.

    `key` is the top-level key, empty in a file that is a list or a row of values;
    `index` is its position in the list, None where it is no list's element.
    """

    key: str
    index: int | None
    offset: int
    raw: bytes

    @property
    def place(self) -> str:
        """Return where it is: `simulations[3] at byte 48,213`."""
        at = "" if self.index is None else f"[{self.index}]"
        return f"{self.key or 'element'}{at} at byte {self.offset:,}"

    def value(self) -> JsonValue:
        """Return the element; raises ValueError naming the place if it is not JSON."""
        try:
            return orjson.loads(self.raw)
        except orjson.JSONDecodeError as error:
            raise ValueError(f"{self.place}: not JSON: {error}") from None


def pieces(file: BinaryIO, lists: Collection[str] = ()) -> Iterator[Piece]:
    """Yield the elements of a JSON file in their order.

    A file that is a list yields its elements. A file that is one object yields the
    values of its keys; where a key is one of `lists`, the list's elements. With no
    `lists`, objects are yielded whole, one after another, as JSON lines are. Raises
    BrokenFile where the file is cut off, is not JSON, or an element is too large.
    """
    scan = _Scan(file)
    if scan.peek() == b"[":
        yield from _list(scan, "")
    elif scan.peek() == b"{" and lists:
        yield from _object(scan, lists)
    else:
        yield from _row(scan)
        return
    if scan.peek():
        raise BrokenFile(f"byte {scan.offset:,}: something follows the end")


def _row(scan: "_Scan") -> Iterator[Piece]:
    index = 0
    while scan.peek():
        yield _piece(scan, "", index)
        index += 1
    if not index:
        raise BrokenFile("the file is empty")


def _list(scan: "_Scan", key: str) -> Iterator[Piece]:
    scan.expect(b"[")
    if scan.peek() == b"]":
        scan.expect(b"]")
        return
    index = 0
    while True:
        yield _piece(scan, key, index)
        index += 1
        if scan.expect(b",]") == b"]":
            return


def _object(scan: "_Scan", lists: Collection[str]) -> Iterator[Piece]:
    scan.expect(b"{")
    if scan.peek() == b"}":
        scan.expect(b"}")
        return
    while True:
        key = _key(scan)
        scan.expect(b":")
        if key in lists and scan.peek() == b"[":
            yield from _list(scan, key)
        else:
            yield _piece(scan, key, None)
        if scan.expect(b",}") == b"}":
            return


def _key(scan: "_Scan") -> str:
    piece = _piece(scan, "key", None)
    try:
        key = piece.value()
    except ValueError as error:
        raise BrokenFile(str(error)) from None
    if not isinstance(key, str):
        raise BrokenFile(f"{piece.place}: expected a text")
    return key


def _piece(scan: "_Scan", key: str, index: int | None) -> Piece:
    scan.peek()
    offset = scan.offset
    try:
        return Piece(key, index, offset, scan.element())
    except BrokenFile as fault:
        place = Piece(key, index, offset, b"").place
        raise BrokenFile(f"{place}: {fault}") from None


class _Scan:
    """A position in a file; what lies before it is forgotten."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.buffer = b""
        self.at = 0
        self.dropped = 0
        self.ended = False

    @property
    def offset(self) -> int:
        return self.dropped + self.at

    def more(self) -> bool:
        """Read on; say whether there was anything left."""
        if self.ended:
            return False
        chunk = self.file.read(CHUNK)
        if not chunk:
            self.ended = True
            return False
        if not self.offset and not self.buffer:
            chunk = chunk.removeprefix(b"\xef\xbb\xbf")
        self.dropped += self.at
        self.buffer = self.buffer[self.at :] + chunk
        self.at = 0
        return True

    def peek(self) -> bytes:
        """Return the next byte that is no blank, or nothing at the end."""
        while True:
            blank = _BLANK.match(self.buffer, self.at)
            self.at = blank.end() if blank else self.at
            if self.at < len(self.buffer):
                return self.buffer[self.at : self.at + 1]
            if not self.more():
                return b""

    def expect(self, wanted: bytes) -> bytes:
        """Step over the next byte, which must be one of `wanted`."""
        found = self.peek()
        if not found or found not in wanted:
            seen = f"found {found!r}" if found else "the file ends"
            raise BrokenFile(f"byte {self.offset:,}: expected {wanted!r}, {seen}")
        self.at += 1
        return found

    def element(self) -> bytes:
        """Step over one value and return its bytes."""
        first = self.peek()
        if not first:
            raise BrokenFile("the file ends where a value is due")
        if first in _OPEN:
            end = self._bracketed()
        elif first == b'"':
            end = self._text()
        else:
            end = self._scalar()
        raw = self.buffer[self.at : self.at + end]
        self.at += end
        return raw

    def _scalar(self) -> int:
        while True:
            found = _SCALAR.match(self.buffer, self.at)
            end = found.end() if found else self.at
            if end < len(self.buffer) or not self._grow():
                break
        if end == self.at:
            raise BrokenFile(f"expected a value, found {self.peek()!r}")
        return end - self.at

    def _text(self) -> int:
        while True:
            found = _TEXT.match(self.buffer, self.at)
            if found is not None:
                return found.end() - self.at
            self._grow_inside()

    def _bracketed(self) -> int:
        """Return the length of the list or object that begins here."""
        depth = brackets = end = 0
        while True:
            kind, end = self._bracket(end)
            brackets += 1
            depth += 1 if kind in _OPEN else -1
            if not depth:
                return end
            if depth > DEEPEST or brackets > MOST_BRACKETS:
                raise BrokenFile(
                    f"more than {DEEPEST} levels deep or {MOST_BRACKETS:,} brackets"
                )

    def _bracket(self, start: int) -> tuple[bytes, int]:
        """Return the next bracket outside texts from `start` on, and its end.

        Both count from the position. A text that the buffer cuts is read on.
        """
        while True:
            skipped = _NO_BRACKET.match(self.buffer, self.at + start)
            start = (skipped.end() if skipped else self.at + start) - self.at
            kind = self.buffer[self.at + start : self.at + start + 1]
            if kind and kind != b'"':
                return kind, start + 1
            self._grow_inside()

    def _grow_inside(self) -> None:
        if not self._grow():
            raise BrokenFile("the file ends inside it")

    def _grow(self) -> bool:
        if len(self.buffer) - self.at > LARGEST_ELEMENT:
            raise BrokenFile(f"larger than {LARGEST_ELEMENT:,} bytes")
        return self.more()
