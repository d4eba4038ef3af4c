"""Figures as people read them; a figure that is not there is "–", never 0."""

from datetime import datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from typing_extensions import TypeIs

register = template.Library()

MISSING = "–"
THOUSANDS_FROM = 10_000
SMALLEST_P = 0.0001
HEAT_STEPS = (0.25, 0.5, 0.75, 0.9)
SECOND_MS, MINUTE_S, HOUR_S = 1000, 60, 3600
AGES = ((31_536_000, "year"), (2_592_000, "month"), (86_400, "day"), (3600, "h"))

Number = float | int | Decimal


def _absent(value: object) -> TypeIs[None]:
    """Say whether there is no figure; templates write "" for what they do not find."""
    return value is None or value == ""


def indian_grouping(whole: int) -> str:
    """Write digits as lakh and crore are written: 12500000 is 1,25,00,000."""
    digits = str(abs(whole))
    head, tail = digits[:-3], digits[-3:]
    pairs = [head[max(end - 2, 0) : end] for end in range(len(head), 0, -2)]
    return ",".join([*reversed(pairs), tail])


@register.filter
def rupees(value: Number | None) -> str:
    """₹1,25,000.00 for 125000; two decimals, half to even."""
    if _absent(value):
        return MISSING
    if round(value, 2) == value:  # as nearly all are: no rounding to be exact about
        written = f"{abs(value):.2f}"
    else:
        exact = Decimal(str(value)).quantize(Decimal("0.01"), ROUND_HALF_EVEN)
        value, written = exact, f"{abs(exact):.2f}"
    sign = "−" if value < 0 else ""
    whole, paise = written.split(".")
    return f"{sign}₹{indian_grouping(int(whole))}.{paise}"


@register.filter
def dollars(value: Number | None) -> str:
    """$6.40; below ten cents three more places, because a conversation costs little."""
    if _absent(value):
        return MISSING
    return f"${value:,.2f}" if value == 0 or value >= 0.1 else f"${value:.4f}"


@register.filter
def percent(share: Number | None) -> str:
    """84.9 for 0.849: one decimal, no sign, so that columns line up."""
    return MISSING if _absent(share) else f"{float(share) * 100:.1f}"


@register.filter
def signed_percent(share: Number | None) -> str:
    """+7.1 for 0.071; a plain 0.0 for nothing."""
    if _absent(share):
        return MISSING
    points = float(share) * 100
    return f"+{points:.1f}" if points > 0 else f"{points:.1f}"


@register.filter
def signed(value: Number | None) -> str:
    """+0.42 for a correlation."""
    return MISSING if _absent(value) else f"{value:+.2f}"


@register.filter
def p_value(value: Number | None) -> str:
    """0.041; below a ten-thousandth only "<0.0001", as more digits say nothing."""
    if _absent(value):
        return MISSING
    return "<0.0001" if value < SMALLEST_P else f"{value:.{4 if value < 0.01 else 3}f}"


@register.filter
def p_relation(value: Number | None) -> str:
    """Return "= 0.041" or "< 0.0001", to stand after a p in a sentence."""
    written = p_value(value)
    return f"< {written[1:]}" if written.startswith("<") else f"= {written}"


@register.filter
def or_missing(value: object) -> object:
    """Any value, or "–" where there is none. Zero is a value."""
    return MISSING if _absent(value) else value


@register.filter
def count(value: Number | None) -> str:
    """1,000 for 1000."""
    return MISSING if _absent(value) else f"{value:,.0f}"


@register.filter
def tokens(value: Number | None) -> str:
    """9,100 as it is, 91.2k from ten thousand on, 1.2M from a million on."""
    if _absent(value):
        return MISSING
    if value < THOUSANDS_FROM:
        return f"{value:,.0f}"
    if value < THOUSANDS_FROM * 100:
        return f"{value / 1000:,.1f}k"
    return f"{value / 1_000_000:,.1f}M"


@register.filter
def milliseconds(value: Number | None) -> str:
    """412 ms, 2.1 s, 3 min 10 s."""
    if _absent(value):
        return MISSING
    return f"{value:.0f} ms" if value < SECOND_MS else seconds(value / SECOND_MS)


@register.filter
def seconds(value: Number | None) -> str:
    """2.1 s, 3 min 10 s, 1 h 20 min."""
    if _absent(value):
        return MISSING
    if round(value) < MINUTE_S:
        return f"{value:.1f} s" if value < 10 else f"{value:.0f} s"
    whole = round(value)
    if whole < HOUR_S:
        return f"{whole // MINUTE_S} min {whole % MINUTE_S} s"
    return f"{whole // HOUR_S} h {whole % HOUR_S // MINUTE_S} min"


@register.filter
def about(value: Number | None) -> str:
    """Return a rough duration for people who wait: "less than a minute", "38 min"."""
    if _absent(value):
        return MISSING
    minutes = round(value / MINUTE_S)
    if minutes < 1:
        return "less than a minute"
    return f"{minutes} min" if minutes < MINUTE_S else seconds(value)


@register.filter
def short(text: str | None, kept: int = 8) -> str:
    """Return the start of a hash, for a line of text; the whole belongs in a title."""
    if not text:
        return MISSING
    return text if len(text) <= kept else f"{text[:kept]}…"


@register.simple_tag
def ago(moment: datetime | None) -> SafeString | str:
    """Return "3 min ago" in a <time> that carries the moment and its time zone."""
    if moment is None:
        return MISSING
    local = timezone.localtime(moment)
    # A hundred rows have one each, and nothing in it is anybody's words.
    return mark_safe(  # nosec B308
        f'<time datetime="{local.isoformat(timespec="seconds")}"'
        f' title="{local:%Y-%m-%d %H:%M:%S %Z}">{_age(timezone.now() - moment)}</time>'
    )


def _age(passed: timedelta) -> str:
    lasted = int(passed.total_seconds())
    for size, unit in AGES:
        if lasted >= size:
            number = lasted // size
            plural = "s" if number > 1 and unit != "h" else ""
            return f"{number} {unit}{plural} ago"
    return f"{lasted // MINUTE_S} min ago" if lasted >= MINUTE_S else "just now"


@register.filter
def one_decimal(value: Number | None) -> str:
    """8.3 for a mean."""
    return MISSING if _absent(value) else f"{value:,.1f}"


@register.filter
def heat(share: Number | None) -> str:
    """Return the class that colours a rate; a missing one has no colour."""
    if _absent(share):
        return ""
    return f"heat-{sum(float(share) >= step for step in HEAT_STEPS)}"


@register.filter
def lookup(mapping: object, key: object) -> object:
    """Return `mapping[key]`, or None where it is not there."""
    return mapping.get(key) if hasattr(mapping, "get") else None
