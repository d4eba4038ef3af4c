"""References that the bank generates, derived from the seed and the call's content."""

from collections.abc import Container
from hashlib import sha1

_DIGITS = {
    "FD": 6, "RD": 6, "TXN": 10, "RCPT": 8, "STP": 8, "CHQ": 8, "STMT": 8, "ADR": 8,
    "SR-": 8,
}  # fmt: skip


def reference(
    seed: str, prefix: str, content: str, taken: Container[str] = frozenset()
) -> str:
    """Return the reference for `content`: prefix and digits, as published.

    The same content gives the same reference, except where that is in `taken`: then
    the next free one for it, so that nothing is ever overwritten.
    """
    key = content
    attempt = 1
    while (made := _reference(seed, prefix, key)) in taken:
        attempt += 1
        key = f"{content}|{attempt}"
    return made


def _reference(seed: str, prefix: str, key: str) -> str:
    least = 10 ** (_DIGITS[prefix] - 1)
    digest = sha1(f"{seed}:{prefix}:{key}".encode(), usedforsecurity=False).hexdigest()
    return f"{prefix}{least + int(digest, 16) % (9 * least)}"
