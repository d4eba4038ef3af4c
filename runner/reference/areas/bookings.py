"""Booking a fixed deposit: the facts, the figures, the yes, the booking."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from bankenv.records import Record
from runner.reference.areas.accounts import (
    account_details,
    balance_of,
    balance_words,
    which_account,
)
from runner.reference.asking import confirm
from runner.reference.closing_sums import maturity_in_the_head
from runner.reference.desk import Desk, ending, why_refused
from runner.reference.figures import rupees
from runner.reference.minimums import minimum_of
from runner.reference.renewals import INSTRUCTIONS, instruction_in
from runner.reference.script import Script
from runner.reference.words import Words, read

_PAYOUTS = {
    "monthly": "monthly|every month|har mahine|per month",
    "quarterly": "quarterly|every quarter|har quarter|har teen mahine",
    "cumulative": (
        "cumulative|at the end|(?:at|on) maturity|maturity pe|end mein|aakhir mein"
        "|together"
    ),
}
_SAID_PAYOUT = {
    "cumulative": "interest is paid together at maturity",
    "monthly": "interest is paid out monthly",
    "quarterly": "interest is paid out quarterly",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """The deposit that the customer wants."""

    amount: float
    months: int
    account: str
    payout: str
    instruction: str
    nominee: Record | None


def book(desk: Desk, words: Words) -> Script[Words]:
    """Book a fixed deposit after its figures were told and agreed to."""
    wish = yield from _wish(desk, words)
    wish, free = yield from _within_means(desk, wish)
    fits = yield from _what_fits(desk, wish)
    if fits is not None:
        return (yield from book(desk, fits)) if fits.rupees() else fits
    figures = yield from _figures(desk, wish)
    agreed, words = yield from confirm(
        desk,
        f"{free} {figures} {_summary(wish)}".strip(),
        "Shall I book this fixed deposit?",
        "book\\w*|open\\w*|khol\\w*|bana\\w*|fd kar\\w*",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "create_fd",
        principal_amount=wish.amount,
        tenure_months=wish.months,
        source_account=wish.account,
        payout_type=wish.payout,
        maturity_instruction=wish.instruction,
        nominee=wish.nominee,
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    desk.focus |= {"new_fd": outcome.get("deposit_id"), "account": wish.account}
    return (
        yield from desk.say(
            f"Done. Your fixed deposit {outcome.get('deposit_id')} of "
            f"{rupees(wish.amount)} has been booked at {outcome.get('rate'):.2f}%. "
            "Anything else?"
        )
    )


def _wish(desk: Desk, words: Words) -> Script[Wish]:
    """Gather what the deposit needs, asking for what was not said."""
    amount = _settled_on(desk) or (
        yield from asked(
            desk, lambda w: next(iter(w.rupees()), None), "How much shall I deposit?"
        )
    )
    months = yield from asked(desk, Words.months, "For how many months?")
    account = yield from which_account(
        desk, desk.all_heard(), "The money comes from one of your accounts."
    )
    payout = yield from asked(
        desk,
        payout_in,
        "How should the interest be paid: at maturity, monthly or quarterly?",
    )
    instruction = yield from asked(
        desk,
        instruction_in,
        "At maturity, shall the deposit be paid out, or renewed: the principal only, "
        "or principal and interest?",
    )
    nominee = yield from _nominee(desk)
    return Wish(
        amount or 0.0,
        months or 12,
        account,
        payout or "cumulative",
        instruction or "no_renewal",
        nominee,
    )


def _settled_on(desk: Desk) -> float | None:
    """Return what the customer takes since the largest that fits was offered."""
    offered = desk.focus.get("offered")
    if offered is None:
        return None
    largest, heard = offered.split()
    since = (sum_ for w in desk.heard[int(heard) :] for sum_ in w.rupees())
    return next(since, float(largest))


Found = TypeVar("Found")


def asked(
    desk: Desk, reader: Callable[[Words], Found | None], question: str
) -> Script[Found | None]:
    """Return what `reader` finds in all that was said, asking up to twice for it."""
    for _ in range(2):
        found = next((f for f in map(reader, desk.heard) if f is not None), None)
        if found is not None:
            return found
        yield from desk.say(question)
    return next((f for f in map(reader, desk.heard) if f is not None), None)


def payout_in(words: Words) -> str | None:
    """Return how the interest is to be paid, if the words say so."""
    interest = words.has("interest|byaj|payout|cumulative|monthly|quarterly|paid out")
    together = words.has("everything at the end|sab (?:end|aakhir)|all together")
    if not interest and not together:
        return None
    return next((name for name, cue in _PAYOUTS.items() if words.has(cue)), None)


_NAME = re.compile(r"(?:[A-Z][a-z'’]+[ ]?){2,4}")
_RELATIONS = [
    "wife",
    "husband",
    "spouse",
    "son",
    "daughter",
    "mother",
    "father",
    "brother",
    "sister",
    "mummy",
    "papa",
    "patni",
    "pati",
    "beta",
    "beti",
    "maa",
    "pita",
    "bhai",
    "behen",
    "grandson",
    "granddaughter",
    "nephew",
    "niece",
    "uncle",
    "aunt",
]


def _nominee(desk: Desk) -> Script[Record | None]:
    """Ask for a nominee; None if the customer wants none."""
    said = next((w for w in desk.heard if w.has("nominee") and _name_in(w.raw)), None)
    if said is None:
        said = yield from desk.say(
            "Who should be the nominee, and what is the relation?"
        )
    name = _name_in(said.raw)
    if name is None:
        return None
    relation = next((r for r in _RELATIONS if said.has(r)), None)
    return {"name": name, "relation": relation} if relation else {"name": name}


def _name_in(text: str) -> str | None:
    """Return the longest run of capitalised words: by its look, a person's name."""
    without_label = re.sub(r"[Nn]ominee", ",", text)
    runs = (run.strip() for run in _NAME.findall(without_label))
    names = [run for run in runs if read(run).months() is None]
    return max(names, key=len) if names else None


def other_amount(words: Words) -> float | None:
    """Return the smaller sum to book where the larger would touch the minimum."""
    sums = sorted(dict.fromkeys(words.rupees()))
    return sums[0] if len(sums) > 1 and words.has("minimum") else None


def _within_means(desk: Desk, wish: Wish) -> Script[tuple[Wish, str]]:
    """Return the wish with the amount of the two that fits, and what is free."""
    smaller = other_amount(desk.heard[0])
    if smaller is None or not desk.manner.looks_up:
        return wish, ""
    found = yield from balance_of(desk, wish.account)
    if found is None:
        return wish, ""
    minimum = yield from _minimum(desk, wish.account)
    free = found[0] - found[1] - minimum
    larger = max(desk.heard[0].rupees())
    said = (
        f"{balance_words(wish.account, *found)} Above hold and minimum balance, "
        f"{rupees(free)} is free."
    )
    return replace(wish, amount=larger if larger <= free else smaller), said


def _minimum(desk: Desk, account: str) -> Script[float]:
    """Return the rupees that the account must keep, by its type."""
    rows = yield from account_details(desk, [account])
    kind = str(rows[0].get("account_type")) if rows else "savings"
    return minimum_of(desk.minimums, kind)


def _what_fits(desk: Desk, wish: Wish) -> Script[Words | None]:
    """Return None if the account can pay; else the answer to the largest that fits."""
    if not desk.manner.looks_up:
        return None
    found = yield from balance_of(desk, wish.account)
    minimum = yield from _minimum(desk, wish.account)
    if found is None:
        return None
    free = found[0] - found[1] - minimum
    if wish.amount <= free:
        return None
    fits = int(max(free, 0) // 1000) * 1000
    desk.focus["offered"] = f"{fits} {len(desk.heard)}"
    said = balance_words(wish.account, *found)
    return (
        yield from desk.say(
            f"{said} The minimum balance of this account is {rupees(minimum)}, so "
            f"{rupees(wish.amount)} does not fit. The largest deposit that fits is "
            f"{rupees(fits)}. What would you like to do?"
        )
    )


def _figures(desk: Desk, wish: Wish) -> Script[str]:
    """Look up the rate and the maturity value, and put them into words."""
    outcome = yield from desk.look(
        "get_deposit_loan_rates", product_type="fd", tenure_months=wish.months
    )
    slabs = outcome.rows("slabs")
    if not slabs:
        return why_refused(outcome)
    senior = yield from is_senior(desk)
    key = "senior_rate" if senior else "general_rate"
    rate = float(slabs[0][key])
    said = f"Today's rate for {wish.months} months is {rate:.2f}%."
    if not desk.manner.looks_up:
        value = maturity_in_the_head(wish.amount, rate, wish.months)
        return f"{said} The maturity amount would be {rupees(value)}."
    worked = yield from desk.look(
        "calculate_fd_maturity",
        principal_amount=wish.amount,
        rate=rate,
        tenure_months=wish.months,
        payout_type=wish.payout,
    )
    said += f" The maturity amount is {rupees(worked.get('maturity_amount') or 0)}."
    if worked.get("periodic_payout"):
        paid = rupees(worked.get("periodic_payout"))
        said += f" The {wish.payout} interest is {paid}."
    return f"{said} The total interest is {rupees(worked.get('total_interest') or 0)}."


def is_senior(desk: Desk) -> Script[bool]:
    """Tell whether the senior rate applies: by an account's type, or the age told."""
    if not desk.manner.looks_up:
        return _says_senior(desk.all_heard())
    rows = yield from account_details(desk, desk.accounts)
    by_type = any("senior" in str(row.get("account_type")) for row in rows)
    return by_type or _says_senior(desk.all_heard())


def rate_of(desk: Desk, product: str, months: int) -> Script[float]:
    """Return today's percent a year for a tenure, the senior one where it applies."""
    outcome = yield from desk.look(
        "get_deposit_loan_rates", product_type=product, tenure_months=months
    )
    slabs = outcome.rows("slabs")
    if not slabs:
        return 0.0
    senior = yield from is_senior(desk)
    return float(slabs[0]["senior_rate" if senior else "general_rate"])


def _says_senior(words: Words) -> bool:
    aged = re.findall(
        r"(?:aged?|umar|umr|i am|i'm|main) (?:is |hai |meri )?(\d{2})(?! lakh| k|,)"
        r"|(\d{2}) (?:years? old|saal k[aie]|years? of age|sal k[aie]|ki umar)",
        words.text,
    )
    ages = [int(a or b) for a, b in aged]
    return any(60 <= age < 110 for age in ages) or words.has(
        "i am a senior|senior citizen"
    )


def _summary(wish: Wish) -> str:
    nominee = wish.nominee.get("name") if wish.nominee else None
    who = f"the nominee is {nominee}" if nominee else "there is no nominee"
    return (
        f"I would book a fixed deposit of {rupees(wish.amount)} for {wish.months} "
        f"months from your account {ending(wish.account)}; "
        f"{_SAID_PAYOUT[wish.payout]}; at maturity: {INSTRUCTIONS[wish.instruction]}; "
        f"{who}. There is no charge. Closing it early would cost a penalty."
    )
