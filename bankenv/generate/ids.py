"""Ids that are unique by construction and cannot be guessed from one another."""

from hashlib import sha256

ROUNDS = 4


def scrambled(domain: str, serial: int, size: int) -> int:
    """Return the place of `serial` in a keyed shuffle of 0 to size - 1.

    Two serials of one domain never meet. Raises ValueError outside the range.
    """
    if not 0 <= serial < size:
        raise ValueError(f"{domain}: serial {serial} is not below {size}")
    half = (max(size - 1, 1).bit_length() + 1) // 2
    place = _mixed(domain, serial, half)
    while place >= size:  # the shuffle covers a power of two: walk on into the range
        place = _mixed(domain, place, half)
    return place


def numbered(prefix: str, serial: int, digits: int) -> str:
    """Return the prefix and a number of so many digits, never leading with 0."""
    low = 10 ** (digits - 1)
    return f"{prefix}{low + scrambled(prefix, serial, 9 * low)}"


def customer_id(serial: int) -> str:
    """Return `CUST_` and eight hexadecimal digits."""
    return f"CUST_{scrambled('CUST', serial, 1 << 32):08X}"


def _mixed(domain: str, value: int, half: int) -> int:
    """One pass of a Feistel network over 2 * half bits: a bijection."""
    mask = (1 << half) - 1
    left, right = value >> half, value & mask
    for turn in range(ROUNDS):
        text = f"ids:20260716:{domain}:{turn}:{right}"
        digest = sha256(text.encode()).digest()
        left, right = right, left ^ (int.from_bytes(digest[:8], "big") & mask)
    return (left << half) | right
