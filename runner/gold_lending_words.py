"""What the gold oracle says of loans, gold and offers."""

from collections.abc import Callable, Mapping

from bankenv.records import JsonValue, Record
from runner.reference.figures import rupees


def _loan(loan: Record) -> str:
    kind = str(loan["loan_type"]).replace("_", " ")
    return (
        f"Your {kind} ending {str(loan['loan_id'])[-4:]} has a {loan['rate_type']} "
        f"rate of {loan['rate']:.2f}% and {loan['remaining_months']} months left; "
        f"{rupees(loan['outstanding'])} is outstanding."
    )


def _emi(content: Record) -> str:
    return (
        f"For {rupees(content['principal'])} at {content['rate']:.2f}% over "
        f"{content['tenure_months']} months the EMI is {rupees(content['emi'])}."
    )


def _price(content: Record) -> str:
    price = rupees(content["gold_rate_per_gram"])
    return f"Today's price for {content['purity_karat']} karat is {price} per gram."


def _gold_loan(content: Record) -> str:
    most = rupees(content["max_eligible_loan_amount"])
    return f"For {content['gold_grams']:g} grams you could borrow up to {most}."


def _offers(content: Record) -> str:
    titles = "; ".join(offer["title"] for offer in content["offers"])
    names = "; ".join(product["name"] for product in content["products"])
    own = f"Your own offers are: {titles}." if titles else "You have no own offers."
    return f"{own} The bank's products are: {names}." if names else own


def _accounts(content: Record) -> str:
    return " ".join(
        f"The account ending {row['account_id'][-4:]} is of the type "
        f"{str(row['account_type']).replace('_', ' ')}."
        for row in content["accounts"]
    )


LENDING_RESULTS: Mapping[str, Callable[[Record], str]] = {
    "get_loan_details": lambda c: " ".join(map(_loan, c["loans"])),
    "calculate_emi": _emi,
    "get_gold_rate": _price,
    "calculate_gold_loan_ltv": _gold_loan,
    "get_products_and_offers": _offers,
    "get_account_details": _accounts,
}

# What the bank's papers say where no result has a figure for it.
LENDING_PAPERS: Mapping[str, Callable[[JsonValue], str]] = {
    "reset_choices": lambda v: (
        "At a reset you may keep the EMI and change the months, change the EMI and "
        "keep the months, or pay a part in advance."
    ),
    "pledge_rule": lambda v: (
        "Jewellery and coins may be pledged, no gold bars: at most 1 kg of ornaments "
        "and 50 grams of gold coins."
    ),
    "hardship_rule": lambda v: (
        "In hardship the bank's staff look at the whole situation; nothing is promised."
    ),
    "eligibility": lambda v: f"Who is eligible follows from the rule: {v}.",
}
