"""RT_DST: a statement of long ago, or of a stretch between two remembered entries."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from bankenv.generate.account_steps import (
    ROWS,
    called,
    details_step,
    named_account,
    other_accounts,
    serving_accounts,
)
from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, Draft, Family, account_products, said_first
from bankenv.generate.wording import account_words, lines, openings, rupees
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("RT_DST", "rare_tool", "accounts", (10, 6))
STATED, LIMITED, BETWEEN = "stated", "limited", "between"
SHAPES = (STATED, LIMITED, STATED, LIMITED, LIMITED, STATED, LIMITED, STATED, LIMITED,
          STATED)  # fmt: skip
# Inside the account's life; all begin more than 24 months and less than ten years ago.
STATED_PERIODS = (
    ("2018-04-01", "2019-03-31"), ("2020-01-01", "2020-12-31"),
    ("2017-07-01", "2018-06-30"), ("2021-04-01", "2022-03-31"),
    ("2019-10-01", "2020-03-31"),
)  # fmt: skip
# Begin before the account does.
LIMITED_PERIODS = (
    ("2016-08-01", "2020-03-31"), ("2017-04-01", "2021-03-31"),
    ("2018-01-01", "2022-12-31"), ("2016-10-01", "2019-12-31"),
    ("2018-04-01", "2023-03-31"),
)  # fmt: skip
PURPOSES = ("visa", "court", "tax")
MODES = ("email", "download", "email", "email", "download")
APART_DAYS = 15


@dataclass(frozen=True, slots=True)
class Stretch:
    """The account, first and last day in truth, and what the customer says of them."""

    account: Record
    first: str
    last: str
    said_first: str
    said_last: str


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has an account of the age, or such entries."""
    shape = BETWEEN if case.variant == 1 else SHAPES[case.number - 1]
    stretch = _stretch(case, customer, shape)
    if stretch is None:
        return None
    words = {
        **account_words(stretch.account),
        "from": stretch.said_first,
        "to": stretch.said_last,
        "purpose": lines(case, f"purpose-{case.pick(PURPOSES)}")[0],
        "mode": lines(case, f"mode-{_mode(case)}")[0],
    }
    return Draft(
        customer=customer,
        title=f"Statement of {called(stretch.account)}, {stretch.first} on ({shape})",
        opening_lines=openings(case, f"opening-{shape}", **words),
        wants=_wants(case, shape, stretch),
        knows=_knows(case, stretch, words),
        products=account_products(customer.record),
        conditions=("One statement, no longer than asked for.",),
        must_be_told={"first_day": stretch.first, "last_day": stretch.last},
        agenda=_agenda(case, shape, stretch, words),
        gold=_gold(case, stretch),
        decoys=other_accounts(customer.record, stretch.account),
    )


def _mode(case: Case) -> str:
    return case.pick(MODES)


def _stretch(case: Case, customer: Customer, shape: str) -> Stretch | None:
    accounts = serving_accounts(customer)
    found = _between(accounts) if shape == BETWEEN else _long_ago(case, accounts, shape)
    return next(found, None)


def _long_ago(case: Case, accounts: list[Record], shape: str) -> Iterator[Stretch]:
    periods = STATED_PERIODS if shape == STATED else LIMITED_PERIODS
    first, last = periods[case.number // 2 % len(periods)]
    said = (_day(first), _day(last))
    for account in accounts:
        opened = account["open_date"]
        if shape == STATED and opened <= first:
            yield Stretch(account, first, last, *said)
        if shape == LIMITED and first < opened < last:
            yield Stretch(account, opened, last, *said)


def _day(iso: str) -> str:
    when = date.fromisoformat(iso)
    return f"{when.day} {when:%B %Y}"


def _between(accounts: list[Record]) -> Iterator[Stretch]:
    """Yield stretches from a debit to a credit, each known by an amount of its own."""
    for account in accounts:
        rows = account["transactions"]
        amounts = [abs(row["amount"]) for row in rows]
        alone = [row for row in rows if amounts.count(abs(row["amount"])) == 1]
        starts = [row for row in alone if row["direction"] == "debit"]
        ends = [row for row in alone if row["direction"] == "credit"]
        for start in starts[1:]:
            for end in ends:
                if _days(start, end) >= APART_DAYS:
                    told = (rupees(abs(start["amount"])), rupees(end["amount"]))
                    yield Stretch(account, start["date"], end["date"], *told)


def _days(start: Record, end: Record) -> int:
    dates = (date.fromisoformat(row["date"]) for row in (end, start))
    later, earlier = dates
    return (later - earlier).days


def _wants(case: Case, shape: str, stretch: Stretch) -> str:
    why = case.pick(PURPOSES)
    if shape == BETWEEN:
        return f"A statement between two entries known by amount, for {why}."
    limit = ", or from the account's first day" if shape == LIMITED else ""
    return f"{stretch.said_first} to {stretch.said_last}{limit}, for {why}."


def _knows(case: Case, stretch: Stretch, words: dict[str, str]) -> tuple[Fact, ...]:
    shape = BETWEEN if case.variant == 1 else SHAPES[case.number - 1]
    return (
        named_account(case, stretch.account),
        said_first(
            Fact("period", stretch.first, lines(case, f"period-{shape}", **words))
        ),
        said_first(Fact("mode", _mode(case), lines(case, f"mode-{_mode(case)}"))),
        said_first(Fact("purpose", case.pick(PURPOSES), (words["purpose"],))),
    )


def _agenda(
    case: Case, shape: str, stretch: Stretch, words: dict[str, str]
) -> tuple[Goal, ...]:
    about: dict[str, JsonValue] = {
        "account": stretch.account["account_id"],
        "period": stretch.first,
        "mode": _mode(case),
    }
    hears = () if shape == STATED else ("first_day",)
    asked = lines(case, f"ask-{shape}", **words)
    return (Goal("statement", "send_statement", asked, about, hear_first=hears),)


def _gold(case: Case, stretch: Stretch) -> tuple[GoldStep, ...]:
    chain = Chain()
    account = stretch.account
    seen = [
        details_step(
            chain,
            account,
            "The day the account was opened decides where a statement can begin.",
            "R33",
        ),
        paper_step(
            chain,
            "old statement how far back available",
            "How far back statements go is the bank's rule.",
            "R33",
        ),
    ]
    if case.variant == 1:
        seen.append(
            chain.add(
                "get_transaction_history",
                {"account_id": account["account_id"], "limit": ROWS},
                "The two days stand only in the entries that the customer remembers.",
                "R3",
                compare=("account_id",),
            )
        )
    chain.add(
        "request_duplicate_statement",
        {
            "account_id": account["account_id"],
            "from_date": stretch.first,
            "to_date": stretch.last,
            "delivery_mode": _mode(case),
        },
        "The days that the records allow and the customer wants, in the way asked for.",
        "R33",
        after=seen,
    )
    return tuple(chain.steps)
