"""CT_STM: the statement of one account for a stated period, mostly by e-mail."""

from dataclasses import dataclass

from bankenv.generate.account_steps import (
    called,
    named_account,
    not_first,
    other_accounts,
    serving_accounts,
)
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, Draft, Family, account_products, said_first
from bankenv.generate.wording import account_words, lines, openings
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("CT_STM", "control", "accounts", (14,))
DOWNLOADED = (4, 9, 13)
# Tasks whose customer has more than one account, and means not the first.
SEVERAL = (2, 3, 5, 6, 8, 9, 11, 12, 14)


@dataclass(frozen=True, slots=True)
class Period:
    """First and last day, and how English and Hindi speakers say the stretch."""

    first: str
    last: str
    english: str
    hindi: str


# In turn; none begins more than 24 months ago, so that no look-up is called for.
PERIODS = (
    Period("2026-06-01", "2026-06-30", "June 2026", "June 2026"),
    Period("2026-04-01", "2026-06-30", "April to June 2026",
           "April se June 2026 tak"),
    Period("2025-04-01", "2026-03-31", "financial year 2025-26",
           "financial year 2025-26"),
    Period("2026-04-01", "2026-07-15", "1 April 2026 to 15 July 2026",
           "1 April 2026 se 15 July 2026 tak"),
    Period("2025-10-01", "2025-12-31", "October to December 2025",
           "October se December 2025 tak"),
    Period("2026-05-01", "2026-05-31", "May 2026", "May 2026 ka mahina"),
    Period("2025-01-01", "2025-12-31", "calendar year 2025", "poora saal 2025"),
    Period("2025-11-15", "2026-02-15", "15 November 2025 to 15 February 2026",
           "15 November 2025 se 15 February 2026 tak"),
    Period("2024-08-01", "2025-01-31", "August 2024 to January 2025",
           "August 2024 se January 2025 tak"),
)  # fmt: skip


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has such an account for all of the period."""
    account = _account(case, customer)
    if account is None:
        return None
    period, mode = case.pick(PERIODS), _mode(case)
    words = {**account_words(account), "period": _said(case, period)}
    return Draft(
        customer=customer,
        title=f"Statement of the {called(account)}, {period.english}, by {mode}",
        opening_lines=openings(case, f"opening-{mode}", **words),
        wants=f"One statement, for {period.english}, as {mode} and nothing else.",
        knows=(
            named_account(case, account),
            said_first(Fact("period", period.first, lines(case, "period", **words))),
            said_first(Fact("mode", mode, lines(case, f"mode-{mode}"))),
        ),
        products=account_products(customer.record),
        agenda=(
            Goal(
                "statement",
                "send_statement",
                lines(case, "ask", **words),
                {
                    "account": account["account_id"],
                    "period": period.first,
                    "mode": mode,
                },
            ),
        ),
        gold=_gold(account, period, mode),
        decoys=other_accounts(customer.record, account),
    )


def _mode(case: Case) -> str:
    return "download" if case.number in DOWNLOADED else "email"


def _said(case: Case, period: Period) -> str:
    spoken_in_english = case.register in ("plain", "indian")
    return period.english if spoken_in_english else period.hindi


def _account(case: Case, customer: Customer) -> Record | None:
    serving = serving_accounts(customer)
    if (len(customer.record["accounts"]) > 1) != (case.number in SEVERAL):
        return None
    fitting = [
        account
        for account in not_first(customer, serving)
        if account["open_date"] <= case.pick(PERIODS).first
    ]
    return fitting[0] if fitting else None


def _gold(account: Record, period: Period, mode: str) -> tuple[GoldStep, ...]:
    chain = Chain()
    chain.add(
        "request_duplicate_statement",
        {
            "account_id": account["account_id"],
            "from_date": period.first,
            "to_date": period.last,
            "delivery_mode": mode,
        },
        "A recent statement needs no look-up: just the account, the two days and the "
        "way of delivery that were named.",
        "R33",
    )
    return tuple(chain.steps)
