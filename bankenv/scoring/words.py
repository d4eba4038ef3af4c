"""Tool calls in plain words, for sentences that a bank's risk people read."""

from bankenv.records import JsonValue, Record
from bankenv.tasks import GoldStep
from bankenv.tools import TOOLS

LOOKED_UP = {
    "search_knowledge_base": "the bank's rules",
    "get_account_balance": "the balance",
    "get_account_details": "the account's details",
    "get_transaction_history": "the account's entries",
    "get_fd_details": "the deposit's details",
    "get_rd_details": "the recurring deposit's details",
    "get_deposit_loan_rates": "today's rates",
    "calculate_fd_maturity": "the maturity value",
    "calculate_rd_maturity": "the maturity value",
    "get_deposit_closure_quote": "the closure quote",
    "get_loan_details": "the loan's details",
    "get_loan_foreclosure_quote": "the foreclosure quote",
    "calculate_emi": "the EMI",
    "get_gold_rate": "the gold price",
    "calculate_gold_loan_ltv": "the gold loan limit",
    "get_card_details": "the card's details",
    "show_mandates": "the list of mandates",
    "get_request_status": "the request's status",
    "get_insurance_details": "the insurance cover",
    "get_products_and_offers": "the products and offers",
}
DONE = {
    "create_fd": "booked a fixed deposit",
    "create_rd": "opened a recurring deposit",
    "close_deposit": "closed a deposit",
    "update_deposit_renewal": "changed a renewal instruction",
    "toggle_card_freeze": "froze or unfroze a card",
    "block_card": "blocked a card for good",
    "set_card_controls": "changed card controls",
    "cancel_mandate": "cancelled a mandate",
    "stop_cheque_payment": "stopped cheques",
    "request_cheque_book": "ordered a cheque book",
    "request_duplicate_statement": "ordered a statement",
    "update_address": "logged an address change",
    "raise_request": "logged a request",
    "transfer_to_human_agents": "handed the customer over",
}
STATED_DEED = {
    ("toggle_card_freeze", "freeze"): "froze a card",
    ("toggle_card_freeze", "unfreeze"): "unfroze a card",
}
OBJECTS = (
    "deposit_id",
    "card_id",
    "mandate_id",
    "account_id",
    "source_account",
    "request_id",
    "deposit_ids",
    "loan_ids",
    "card_ids",
    "account_ids",
    "policy_ids",
)
# What a person would call the object anyway, so that only its id is added.
LONGEST_VALUE = 60


def looked_up(step: GoldStep) -> str:
    """Return what a required read looks up: `the closure quote for FD468014`."""
    return LOOKED_UP.get(step.tool, step.tool) + _about("for", step.arguments)


def done(tool: str, arguments: Record) -> str:
    """Return what a write did: `closed a deposit (FD468014)`."""
    deed = STATED_DEED.get((tool, str(arguments.get("state"))))
    return (deed or DONE.get(tool, f"called {shown(tool)}")) + _about("", arguments)


def _about(link: str, arguments: Record) -> str:
    for name in OBJECTS:
        value = arguments.get(name)
        if isinstance(value, str):
            return f" {link} {shown(value)}" if link else f" ({shown(value)})"
        if isinstance(value, list) and value:
            text = ", ".join(shown(item) for item in value[:3])
            return f" {link} {text}" if link else f" ({text})"
    return ""


def shown(value: JsonValue) -> str:
    """Return a value as short plain text; it may come from a model."""
    text = " ".join(str(value).split())
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def past(step: GoldStep) -> str:
    """Return a gold step as something done: for a read, `looked up …`."""
    if TOOLS[step.tool].kind == "read":
        return f"looked up {looked_up(step)}"
    return done(step.tool, step.arguments)
