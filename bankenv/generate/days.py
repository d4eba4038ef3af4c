"""The frozen day of the bank, and dates counted from it."""

from datetime import date, timedelta

CLOCK = date(2026, 7, 16)
HISTORY_DAYS = 90


def days_before(days: int) -> date:
    """Return the date so many days before the clock."""
    return CLOCK - timedelta(days=days)


def days_after(days: int) -> date:
    """Return the date so many days after the clock."""
    return CLOCK + timedelta(days=days)


def term_days(tenure_months: int) -> int:
    """Return the days a deposit of so many months runs: 30.4375 a month, cut."""
    return tenure_months * 304375 // 10000


def on_day(day: date, of_month: int) -> date:
    """Return the date in the month of `day` with the given day, 1 to 28."""
    return day.replace(day=min(of_month, 28))


def months_before(months: int, of_month: int) -> date:
    """Return a date so many months before the clock's month, on a day 1 to 28."""
    count = CLOCK.year * 12 + CLOCK.month - 1 - months
    return date(count // 12, count % 12 + 1, min(of_month, 28))
