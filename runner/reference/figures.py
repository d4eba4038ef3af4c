"""Figures as the teller says them."""

from datetime import date

_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def rupees(amount: float) -> str:
    """Return an amount in Indian grouping, e.g. ₹1,25,000.00."""
    sign = "-" if amount < 0 else ""
    whole, paise = f"{abs(amount):.2f}".split(".")
    head, tail = whole[:-3], whole[-3:]
    groups: list[str] = []
    while head:
        groups.insert(0, head[-2:])
        head = head[:-2]
    return f"{sign}₹{','.join([*groups, tail])}.{paise}"


def day(iso: str) -> str:
    """Return an ISO date in words, e.g. 16 July 2026; other text unchanged."""
    try:
        value = date.fromisoformat(str(iso)[:10])
    except ValueError:
        return str(iso)
    return f"{value.day} {_MONTHS[value.month - 1]} {value.year}"


def month_number(text: str) -> int | None:
    """Return the month named in `text` (1 to 12), or None."""
    words = text.lower()
    for number, name in enumerate(_MONTHS, start=1):
        short = name[:3].lower()
        padded = f" {words} "
        if name.lower() in words and (name != "May" or " may " in padded):
            return number
        if f" {short} " in padded or f" {short}." in padded:
            return number
    return None
