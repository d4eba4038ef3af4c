"""Tool calls in plain words, for sentences that a bank's risk people read."""

from collections.abc import Mapping

from bankenv.money import PAISE_PER_RUPEE, rupee_text
from bankenv.records import JsonValue, Record
from bankenv.tasks import GoldStep
from bankenv.tools import TOOLS

# {names} stand for arguments; where a call lacks one, the short form is taken.
LOOKED_UP = {
    "search_knowledge_base": ("the bank's rules", ""),
    "get_account_balance": ("the balance of account {account_ids}", "a balance"),
    "get_account_details": ("the details of account {account_ids}", "an account"),
    "get_transaction_history": ("the entries of account {account_id}", "the entries"),
    "get_fd_details": ("the details of deposit {deposit_ids}", "a deposit"),
    "get_rd_details": ("the details of deposit {deposit_ids}", "a deposit"),
    "get_deposit_loan_rates": ("today's rates", ""),
    "calculate_fd_maturity": ("the maturity value", ""),
    "calculate_rd_maturity": ("the maturity value", ""),
    "get_deposit_closure_quote": ("the closure quote for {deposit_ids}", "a quote"),
    "get_loan_details": ("the details of loan {loan_ids}", "a loan"),
    "get_loan_foreclosure_quote": ("the foreclosure quote for {loan_ids}", "a quote"),
    "calculate_emi": ("the EMI", ""),
    "get_gold_rate": ("the gold price", ""),
    "calculate_gold_loan_ltv": ("the gold loan limit", ""),
    "get_card_details": ("the details of card {card_ids}", "a card"),
    "show_mandates": ("the list of {status} mandates", "the list of mandates"),
    "get_request_status": ("the status of request {request_id}", "a request"),
    "get_insurance_details": ("the insurance cover {policy_ids}", "a cover"),
    "get_products_and_offers": ("the products and offers", ""),
}
DONE = {
    "create_fd": ("booked a fixed deposit of {principal_amount}", "booked a deposit"),
    "create_rd": (
        "opened a recurring deposit of {monthly_installment} a month",
        "opened a recurring deposit",
    ),
    "close_deposit": ("closed deposit {deposit_id}", "closed a deposit"),
    "update_deposit_renewal": (
        "set the renewal of deposit {deposit_id} to {instruction}",
        "changed a renewal instruction",
    ),
    "toggle_card_freeze": ("{state} card {card_id}", "froze or unfroze a card"),
    "block_card": ("blocked card {card_id} for good", "blocked a card for good"),
    "set_card_controls": ("changed the controls of card {card_id}", "changed a card"),
    "cancel_mandate": ("cancelled mandate {mandate_id}", "cancelled a mandate"),
    "stop_cheque_payment": ("stopped cheque {cheque_numbers}", "stopped a cheque"),
    "request_cheque_book": (
        "ordered a cheque book for account {account_id}",
        "ordered a cheque book",
    ),
    "request_duplicate_statement": (
        "ordered a statement of account {account_id}",
        "ordered a statement",
    ),
    "update_address": ("logged a change of address", ""),
    "raise_request": ("logged a request ({category})", "logged a request"),
    "transfer_to_human_agents": ("handed the customer over to people", ""),
}
VALUES = {"freeze": "froze", "unfreeze": "unfroze", "all": "all", "None": "nothing"}
LONGEST_VALUE = 60
LARGEST_SUM = 1e13
SUMS = ("principal_amount", "monthly_installment")
PERCENTAGES = ("rate", "penalty")


def shown(value: JsonValue) -> str:
    """Return a value as short plain text; it may come from a model."""
    if isinstance(value, list | tuple) and value:
        return " and ".join(shown(item) for item in value[:3]) + (
            " and more" if len(value) > 3 else ""
        )
    text = " ".join(str(value).split())
    text = VALUES.get(text, text)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def looked_up(tool: str, arguments: Record) -> str:
    """Return what a read looks up: `the closure quote for FD468014`."""
    return _filled(LOOKED_UP, tool, arguments) or f"{shown(tool)}"


def done(tool: str, arguments: Record) -> str:
    """Return a call as something done: `closed deposit FD468014`."""
    if tool in TOOLS and TOOLS[tool].kind == "read":
        return f"looked up {looked_up(tool, arguments)}"
    return _filled(DONE, tool, arguments) or f"called {shown(tool)}"


def past(step: GoldStep) -> str:
    """Return a gold step as something done."""
    return done(step.tool, step.arguments)


def sentence(clause: str) -> str:
    """Return a clause as a sentence."""
    clause = clause.strip().rstrip(".")
    return clause[:1].upper() + clause[1:] + "."


def shown_figure(name: str, value: JsonValue) -> str:
    """Return a named figure as people write it: rupees grouped, rates in percent."""
    if not isinstance(value, float):
        return shown(value)
    return f"{value:g} %" if name in PERCENTAGES else _money(value)


def _filled(
    phrases: Mapping[str, tuple[str, str]], tool: str, arguments: Record
) -> str:
    whole, short = phrases.get(tool, ("", ""))
    try:
        return whole.format_map({k: _argument(k, v) for k, v in arguments.items()})
    except KeyError:
        return short


def _argument(name: str, value: JsonValue) -> str:
    is_sum = name in SUMS and isinstance(value, int | float)
    return _money(float(value)) if is_sum else shown(value)


def _money(rupees: float) -> str:
    """Return an amount, which may be any number that a model sent."""
    if abs(rupees) < LARGEST_SUM:
        return rupee_text(round(rupees * PAISE_PER_RUPEE))
    return shown(rupees)
