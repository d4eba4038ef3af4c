"""What the gold oracle says: results and proposals in a customer's words."""

from collections.abc import Callable, Sequence

from bankenv.records import JsonValue, Record
from bankenv.tasks import GoldStep
from bankenv.trajectory import Event, Result
from runner.gold_card_words import CARD_PROPOSALS, CARD_RESULTS
from runner.gold_lending_words import LENDING_RESULTS
from runner.gold_service_words import PROPOSALS as _SERVICE_PROPOSALS
from runner.gold_service_words import RESULTS as _SERVICE_RESULTS
from runner.reference.areas.accounts import balance_words
from runner.reference.areas.deposits import fd_words, quote_words
from runner.reference.areas.loans import foreclosure_words
from runner.reference.areas.mandates import mandate_words
from runner.reference.figures import day, rupees
from runner.reference.renewals import INSTRUCTIONS


def _balance(content: Record) -> str:
    rows = content["balances"]
    return " ".join(
        balance_words(r["account_id"], r["available_balance"], r["hold_amount"])
        for r in rows
    )


def _history(content: Record) -> str:
    rows = content["transactions"][:5]
    entries = (
        f"{day(r['date'])}, {rupees(abs(r['amount']))}, {r['description']}"
        for r in rows
    )
    return f"The latest entries are: {'; '.join(entries)}."


def _rates(content: Record) -> str:
    return " ".join(_slab(slab) for slab in content["slabs"])


def _slab(slab: Record) -> str:
    said = f"Today's rate is {slab['general_rate']:.2f}%"
    if "senior_rate" in slab:
        said += f", for seniors {slab['senior_rate']:.2f}%"
    if "max_months" in slab:
        said += f" ({slab['min_months']} to {slab['max_months']} months)"
    return f"{said}."


def _maturity(content: Record) -> str:
    return (
        f"At a rate of {content['rate']:.2f}% the maturity amount is "
        f"{rupees(content['maturity_amount'])}."
    )


def _fd(deposit: Record) -> str:
    present = INSTRUCTIONS[deposit["maturity_instruction"]]
    return f"{fd_words(deposit)}. Its maturity instruction is at present: {present}."


def _rd(deposit: Record) -> str:
    monthly, paid = rupees(deposit["monthly_installment"]), deposit["installments_paid"]
    return (
        f"The recurring deposit of {monthly} a month, with {paid} paid so far, matures "
        f"on {day(deposit['maturity_date'])}."
    )


def _kb(content: Record) -> str:
    titles = (r["category"] for r in content["results"] if r["valid_to"] is None)
    title = next(titles, "")
    return f"This is as per the bank's rule in force today: {title}." if title else ""


def _mandates(content: Record) -> str:
    rows = content["mandates"]
    cancelled = [m["payee"] for m in rows if m["status"] == "cancelled"]
    listed = "; ".join(mandate_words(m) for m in rows if m["status"] != "cancelled")
    said = f"The automatic payments are: {listed}." if listed else ""
    if cancelled:
        shown = "; ".join(f"{payee}, status cancelled" for payee in cancelled)
        said += f" The list of cancelled payments shows: {shown}."
    return said.strip()


_RESULTS: dict[str, Callable[[Record], str]] = {
    **LENDING_RESULTS,
    "get_account_balance": _balance,
    "get_transaction_history": _history,
    "get_deposit_loan_rates": _rates,
    "calculate_fd_maturity": _maturity,
    "calculate_rd_maturity": _maturity,
    "search_knowledge_base": _kb,
    "show_mandates": _mandates,
    "get_fd_details": lambda c: " ".join(map(_fd, c["fds"])),
    "get_rd_details": lambda c: " ".join(map(_rd, c["rds"])),
    "get_deposit_closure_quote": lambda c: " ".join(map(quote_words, c["quotes"])),
    "get_loan_foreclosure_quote": lambda c: " ".join(
        foreclosure_words("the loan", quote) for quote in c["quotes"]
    ),
    "create_fd": lambda c: (
        f"Your fixed deposit {c['deposit_id']} has been booked. It matures on "
        f"{day(c['maturity_date'])}."
    ),
    "create_rd": lambda c: (
        f"Your recurring deposit {c['deposit_id']} has been opened. It matures on "
        f"{day(c['maturity_date'])}."
    ),
    "close_deposit": lambda c: (
        f"The deposit has been closed and {rupees(c['net_payout'])} was credited."
    ),
    "update_deposit_renewal": lambda c: (
        f"The renewal instruction has been changed to "
        f"{INSTRUCTIONS[c['new_instruction']]}."
    ),
    "cancel_mandate": lambda c: (
        f"The automatic payment to {c['payee']} has been cancelled."
    ),
    **CARD_RESULTS,
    **_SERVICE_RESULTS,
}


def result_words(tool: str, content: JsonValue) -> str:
    """Return what a successful result says to the customer; '' for nothing to say."""
    say = _RESULTS.get(tool)
    return say(content) if say and isinstance(content, dict) else ""


_PROPOSALS: dict[str, Callable[[Record], str]] = {
    "create_fd": lambda a: (
        f"Shall I book a fixed deposit of {rupees(a['principal_amount'])} for "
        f"{a['tenure_months']} months from the account ending "
        f"{a['source_account'][-4:]}?"
    ),
    "create_rd": lambda a: (
        f"Shall I open a recurring deposit of {rupees(a['monthly_installment'])} a "
        f"month for {a['tenure_months']} months from the account ending "
        f"{a['source_account'][-4:]}?"
    ),
    "close_deposit": lambda a: "Shall I close this deposit?",
    "update_deposit_renewal": lambda a: (
        f"Shall I set the maturity instruction of the deposit to "
        f"{INSTRUCTIONS[a['instruction']]}?"
    ),
    "cancel_mandate": lambda a: "Shall I cancel this automatic payment?",
    "raise_request": lambda a: "Shall I log this request now?",
    **CARD_PROPOSALS,
    **_SERVICE_PROPOSALS,
}


def proposal_words(step: GoldStep, events: Sequence[Event]) -> str:
    """Return the question that asks for a yes to a gold write."""
    say = _PROPOSALS.get(step.tool)
    named = _named_mandate(step, events)
    if named:
        return f"Shall I cancel {named}?"
    return say(step.arguments) if say else "Shall I go ahead with this?"


def _named_mandate(step: GoldStep, events: Sequence[Event]) -> str:
    wanted = step.arguments.get("mandate_id")
    for event in events:
        if isinstance(event, Result) and isinstance(event.content, dict):
            for mandate in event.content.get("mandates", ()):
                if mandate["mandate_id"] == wanted:
                    return f"the automatic payment to {mandate['payee']}"
    return ""
