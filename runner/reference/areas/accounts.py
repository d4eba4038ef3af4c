"""Accounts: which one is meant, and what is in it."""

from bankenv.records import Record
from runner.reference.desk import Desk, Intent, ending
from runner.reference.figures import rupees
from runner.reference.script import Script
from runner.reference.words import Words

ACCOUNT_WORDS = "accounts?|a/c|khat[ae]|khaata"
_BALANCE = (
    "balance|spend|kharch|usable|free to use|use today|kitna paisa|kitne rupa\\w*"
    "|kitna (?:hai|free|bach\\w*|bacha)|(?:is|what's|left) free|left to use|stands? at"
    "|how much (?:money |amount )?(?:is (?:there|in|free|usable)|can i|do i have|i can)"
    "|what amount is free|amount (?:in|can be)|nikal sakta"
)


def _score(words: Words) -> int:
    if not words.has(_BALANCE):
        return 0
    return 30 if words.has("balance") else 20


def which_account(desk: Desk, words: Words, ask: str) -> Script[str]:
    """Return the account that is meant, asking if the words leave it open."""
    for _ in range(3):
        named = desk.choose(desk.accounts, words)
        if not named and len(desk.accounts) > 1:
            named = yield from _by_type(desk, words)
        if len(named) == 1:
            desk.focus["account"] = named[0]
            return named[0]
        if len(desk.accounts) == 1:
            desk.focus["account"] = desk.accounts[0]
            return desk.accounts[0]
        listed = " or ".join(f"the one {ending(a)}" for a in desk.accounts)
        words = yield from desk.say(f"{ask} Which account is it: {listed}?")
    return desk.focus.get("account") or (desk.accounts or ["unknown"])[0]


_TYPES = {
    "savings": "savings?|bachat",
    "salary": "salary|vetan",
    "current": "current|chalu",
    "nro": "nro",
    "bsbd": "bsbd|basic savings?",
}


def _by_type(desk: Desk, words: Words) -> Script[list[str]]:
    """Return the accounts of a type that was named, looked up only then."""
    wanted = [name for name, cue in _TYPES.items() if words.has(cue)]
    if not wanted:
        return []
    rows = yield from account_details(desk, desk.accounts)
    types = {row["account_id"]: str(row.get("account_type", "")) for row in rows}
    return [a for a, kind in types.items() if any(w in kind for w in wanted)]


def account_details(desk: Desk, ids: list[str]) -> Script[list[Record]]:
    rows: list[Record] = yield from desk.records(
        "get_account_details", "account_ids", ids, "accounts"
    )
    return rows


def balance_of(desk: Desk, account: str) -> Script[tuple[float, float] | None]:
    """Look up an account's available balance and hold, in rupees, as of now."""
    outcome = yield from desk.look("get_account_balance", account_ids=[account])
    rows = outcome.rows("balances")
    if not rows:
        return None
    row = rows[0]
    return float(row["available_balance"]), float(row.get("hold_amount") or 0)


def balance_words(account: str, available: float, hold: float) -> str:
    """Return a balance in words; what is free only where something is held."""
    said = f"The balance in the account {ending(account)} is {rupees(available)}."
    if hold:
        said += f" {rupees(hold)} of it is on hold."
        said += f" The free amount you can use is {rupees(available - hold)}."
    return said


def tell_balance(desk: Desk, words: Words) -> Script[Words]:
    """Look up one account's balance and say it."""
    account = desk.focus.get("account") if desk.wrote else None
    if account is None or desk.choose(desk.accounts, words):
        account = yield from which_account(desk, words, "Let me check.")
    found = yield from balance_of(desk, account)
    if found is None:
        return (
            yield from desk.say(
                "I cannot find that account among yours. Which of your accounts is it?"
            )
        )
    said = balance_words(account, *found)
    return (yield from desk.say(f"{said} Is there anything else?"))


INTENTS = (Intent("balance", _score, tell_balance),)
