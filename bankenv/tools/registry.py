"""All tools, in the order that models see them."""

from collections.abc import Mapping
from types import MappingProxyType

from bankenv.tools import (
    accounts,
    cards,
    deposits,
    knowledge,
    loans,
    mandates_cheques,
    rates,
    service,
)
from bankenv.tools.declaration import Tool

_ORDER = (
    knowledge.search_knowledge_base,
    accounts.get_account_balance,
    accounts.get_account_details,
    accounts.get_transaction_history,
    deposits.get_fd_details,
    deposits.get_rd_details,
    rates.get_deposit_loan_rates,
    rates.calculate_fd_maturity,
    rates.calculate_rd_maturity,
    deposits.create_fd,
    deposits.create_rd,
    deposits.get_deposit_closure_quote,
    deposits.close_deposit,
    deposits.update_deposit_renewal,
    loans.get_loan_details,
    loans.get_loan_foreclosure_quote,
    loans.calculate_emi,
    loans.get_gold_rate,
    loans.calculate_gold_loan_ltv,
    cards.get_card_details,
    cards.toggle_card_freeze,
    cards.block_card,
    cards.set_card_controls,
    mandates_cheques.show_mandates,
    mandates_cheques.cancel_mandate,
    mandates_cheques.stop_cheque_payment,
    mandates_cheques.request_cheque_book,
    accounts.request_duplicate_statement,
    service.update_address,
    service.raise_request,
    service.get_request_status,
    service.get_insurance_details,
    service.get_products_and_offers,
    service.transfer_to_human_agents,
)

TOOLS: Mapping[str, Tool] = MappingProxyType({tool.name: tool for tool in _ORDER})
