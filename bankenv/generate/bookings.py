"""What the booking families share: the reads before a deposit, and its facts."""

from collections.abc import Iterable

from bankenv.generate.casting import Case
from bankenv.generate.parts import Chain
from bankenv.generate.rates import minimum_balance
from bankenv.generate.wording import lines
from bankenv.records import Record
from bankenv.scenario import Fact

# Accounts with one of these statuses may pay for a new deposit.
MAY_BOOK = ("ACTIVE", "REKYC_GRACE")
# Options that a customer leaves as they are unless the task says otherwise.
USUAL = {"payout_type": "cumulative", "maturity_instruction": "no_renewal"}


def free_for_booking(account: Record) -> float:
    """Return rupees left after hold and minimum balance; may be below zero."""
    kept = account["hold_amount"] + minimum_balance(account["account_type"])
    return round(float(account["available_balance"] - kept), 2)


def nil_minimum_account(record: Record) -> Record | None:
    """Return the richest account whose type needs no minimum and may book."""
    fitting = (
        account
        for account in record["accounts"].values()
        if not minimum_balance(account["account_type"])
        and account["status"] in MAY_BOOK
    )
    return max(fitting, key=lambda account: account["available_balance"], default=None)


def details_step(chain: Chain, account_id: str) -> int:
    """Add the look at the account's type and return its number."""
    return chain.add(
        "get_account_details",
        {"account_ids": [account_id]},
        "The minimum balance hangs on the type of the account, which only the details "
        "show.",
        "R9",
    )


def balance_step(chain: Chain, account_id: str) -> int:
    """Add the look at the paying account's balance and return its number."""
    return chain.add(
        "get_account_balance",
        {"account_ids": [account_id]},
        "Before money is locked away, the account that pays must be seen to hold it.",
        "R9",
    )


def rate_step(
    chain: Chain, product: str, months: int | None = None, rules: str = "R11"
) -> int:
    """Add the look at today's rates and return its number."""
    tenure = {} if months is None else {"tenure_months": months}
    return chain.add(
        "get_deposit_loan_rates",
        {"product_type": product, **tenure},
        "The customer decides on today's rate, which stands only in the rate card.",
        rules,
        compare=("product_type",),
    )


def book_step(
    chain: Chain,
    tool: str,
    wanted: Record,
    after: Iterable[int],
    rules: str = "R4 R9 R10",
) -> int:
    """Add the booking and return its number."""
    return chain.add(
        tool,
        wanted,
        "One deposit is booked, of just the amount, tenure and account that the "
        "customer chose, after the figures were seen and told.",
        rules,
        after=after,
    )


def usual_facts(case: Case) -> tuple[Fact, ...]:
    """Return what the customer says if asked about payout and renewal."""
    return (
        Fact("payout_type", "cumulative", lines(case, "payout-cumulative")),
        Fact("maturity_instruction", "no_renewal", lines(case, "renewal-no_renewal")),
    )
