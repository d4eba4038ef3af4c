"""Loans: what it costs to pay one off, and the request for it."""

from bankenv.records import Record
from runner.reference.areas.accounts import balance_of, balance_words, which_account
from runner.reference.asking import confirm
from runner.reference.desk import Desk, Intent, amount_of, money_of, why_refused
from runner.reference.figures import day, rupees
from runner.reference.script import Script
from runner.reference.words import Words, agrees

_LOAN = "loans?|foreclos\\w*|emi"
_PAY_OFF = (
    "pay\\w* (?:it )?off|payoff|clos\\w*|settl\\w*|foreclos\\w*|chukan\\w*|band|khatam"
    "|be done with|prepay\\w*|part[ -]?payment|before time|ahead of time"
)
_PART = "part[ -]?payment|part pay\\w*"
_WAIVE = (
    "waive|ban\\w*|rbi|take it off|take the charge|remove the charge|hata\\w*|maaf"
    "|ombudsman|lokpal|all loans|sab loans?|paid nothing|did not pay|kuch nahi diya"
    "|colleague|dost|paper said|news"
)
_ELSEWHERE = "another bank|other bank|doosre bank"
_MOST_REFUSALS = 5
_KINDS = {
    "home_loan": "home|housing|house|ghar|makaan",
    "personal_loan": "personal",
    "vehicle_loan": "vehicle|car|bike|auto|gaadi|two wheeler",
    "gold_loan": "gold|sona",
    "education_loan": "education|study|padhai|student",
    "business_loan": "business|vyapar|dhandha",
}
_PREFIXES = {
    "home_loan": "HL", "personal_loan": "PL", "vehicle_loan": "VL", "gold_loan": "GL",
    "education_loan": "EL", "business_loan": "BL",
}  # fmt: skip


def _score(words: Words) -> int:
    if not words.has(_LOAN):
        return 15 if words.has(_PART) else 0
    return 38 if words.has(_PAY_OFF) else 8


def which_loan(
    desk: Desk, words: Words, *, dues: bool = False
) -> Script[Record | None]:
    """Return the looked-up record of the loan that is meant, asking if need be.

    A hasty teller takes the first loan of the kind without asking; where the `dues`
    are needed, even it looks that loan up.
    """
    ids = desk.loans if desk.manner.looks_up else _first_of_kind(desk.loans, words)
    if ids and not desk.manner.looks_up and not dues:
        return {"loan_id": ids[0], "loan_type": "loan"}
    rows: list[Record] = yield from desk.records(
        "get_loan_details", "loan_ids", ids, "loans"
    )
    for _ in range(3):
        kinds = [k for k, cue in _KINDS.items() if words.has(cue)]
        fitting = [r for r in rows if r.get("loan_type") in kinds]
        fitting = [r for r in fitting or rows if r["loan_id"] in words.ids()] or fitting
        if len(fitting or rows) == 1:
            return (fitting or rows)[0]
        listed = " or ".join(loan_words(r) for r in fitting or rows)
        words = yield from desk.say(f"Which loan do you mean: {listed}?")
    return None


def _first_of_kind(loans: list[str], words: Words) -> list[str]:
    """Return the first loan whose number begins as those of a named kind do."""
    named = tuple(_PREFIXES[k] for k, cue in _KINDS.items() if words.has(cue))
    fitting = [loan for loan in loans if loan.startswith(named)] if named else []
    return (fitting or loans)[:1]


def loan_words(loan: Record) -> str:
    kind = str(loan.get("loan_type", "loan")).replace("_", " ")
    return f"your {kind} ending {str(loan['loan_id'])[-4:]}"


def pay_off(desk: Desk, words: Words) -> Script[Words]:
    """Tell what paying a loan off takes, and log the request the customer chooses."""
    heard = desk.all_heard()
    loan = yield from which_loan(desk, heard)
    if loan is None:
        return (yield from desk.say("I could not find such a loan of yours."))
    outcome = yield from desk.look(
        "get_loan_foreclosure_quote", loan_ids=[loan["loan_id"]]
    )
    quote = next(iter(outcome.rows("quotes")), {})
    basis = yield from _basis(desk, loan, quote)
    funds = ""
    if not heard.has(_ELSEWHERE):
        ask = "You would pay from an account."
        account = yield from which_account(desk, heard, ask)
        funds = yield from _funds(desk, account)
    figures = foreclosure_words(loan_words(loan), quote)
    statement = (
        f"{figures} {basis} {funds} The loan itself is not closed here: I can log a "
        "request, and the loan desk takes it from there."
    )
    return (yield from _log(desk, loan, statement))


def foreclosure_words(loan: str, quote: Record) -> str:
    """Return a foreclosure quote in words."""
    outstanding = money_of(quote, "outstanding_principal")
    said = [
        f"For {loan} the outstanding principal is {outstanding}.",
        f"The accrued interest is {money_of(quote, 'accrued_interest')}.",
    ]
    if amount_of(quote, "foreclosure_charges"):
        charge = money_of(quote, "foreclosure_charges")
        said.append(f"The foreclosure charge is {charge}.")
        said.append(f"GST on the charge is {money_of(quote, 'gst_on_charges')}.")
    else:
        said.append("There is no foreclosure charge.")
    said.append(f"The total payable is {money_of(quote, 'total_payable')}.")
    return " ".join(said)


def _basis(desk: Desk, loan: Record, quote: Record) -> Script[str]:
    """Look up on what the charge is based."""
    charge = amount_of(quote, "foreclosure_charges")
    if not desk.manner.looks_up:
        return ""
    kind = str(loan.get("loan_type", "loan")).replace("_", " ")
    yield from desk.look(
        "search_knowledge_base", query=f"foreclosure charge basis {kind} rule"
    )
    if not charge:
        return (
            "The basis of the charge is the rule for floating-rate home loans of "
            "individuals: no charge is taken."
        )
    share = charge / (amount_of(quote, "outstanding_principal") or charge) * 100
    tax = amount_of(quote, "gst_on_charges") / charge * 100
    return (
        f"The basis of the charge is the rule for fixed-rate loans: {share:.2g} "
        f"percent of the outstanding principal plus {tax:.2g} percent GST, as the key "
        "facts statement says."
    )


def _funds(desk: Desk, account: str) -> Script[str]:
    found = yield from balance_of(desk, account)
    return balance_words(account, *found) if found else ""


def _log(desk: Desk, loan: Record, statement: str) -> Script[Words]:
    """Log a foreclosure or a part-payment, whichever the customer chooses."""
    words = yield from desk.say(
        f"{statement} Shall I log a request to foreclose this loan?"
    )
    words = yield from _no_waiver(desk, words)
    for _ in range(2):
        part = words.has(_PART)
        amount = next(iter(words.rupees()), None)
        what = (
            f"a part-payment of {rupees(amount or 0)} on" if part else "foreclosure of"
        )
        agreed, words = yield from _agreed(desk, loan, words, what)
        if agreed:
            return (yield from _logged(desk, loan, what))
        if not words.has(_PART) or part:
            return words
    return words


def _no_waiver(desk: Desk, words: Words) -> Script[Words]:
    """Refuse to take the charge off as often as it is asked for."""
    for _ in range(_MOST_REFUSALS):
        if not words.has(_WAIVE) or words.has("log|request|arzi"):
            return words
        words = yield from desk.say(
            "I am sorry, that is not possible: the ban covers floating rates alone, "
            "and the charge on a fixed-rate loan stands as per the rule in force."
        )
    return words


def _agreed(
    desk: Desk, loan: Record, words: Words, what: str
) -> Script[tuple[bool, Words]]:
    if "part-payment" not in what and agrees(words, "log|foreclos\\w*|request"):
        return True, words
    if "part-payment" not in what and words.has("no|nahi|don't"):
        return False, words
    question = f"Shall I log a request for {what} {loan_words(loan)}?"
    return (yield from confirm(desk, "", question, "log|request|part[ -]?payment|arzi"))


def _logged(desk: Desk, loan: Record, what: str) -> Script[Words]:
    outcome = yield from desk.write(
        "raise_request",
        category="general_query",
        description=f"The customer asks for {what} the loan {loan['loan_id']}.",
    )
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            f"Done. The request for {what} {loan_words(loan)} has been logged. The "
            f"reference is {outcome.get('request_id')}; you will hear from us by "
            f"{day(outcome.get('eta'))}. Anything else?"
        )
    )


INTENTS = (Intent("pay_off_loan", _score, pay_off),)
