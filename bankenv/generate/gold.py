"""What the gold-loan families share: the price, the calculator, the call back."""

from collections.abc import Iterable, Mapping

from bankenv.generate.casting import Case
from bankenv.generate.desk import Desk
from bankenv.generate.parts import Chain
from bankenv.generate.wording import lines
from bankenv.scenario import Goal


def price_of(desk: Desk, purity: int) -> float:
    """Return today's price of a gram, in rupees."""
    answer = desk.call("get_gold_rate", purity_karat=purity)
    return float(answer["gold_rate_per_gram"])


def most_of(desk: Desk, grams: float, purity: int, price: float) -> float:
    """Return the most the bank lends against so much gold, in rupees."""
    answer = desk.call(
        "calculate_gold_loan_ltv",
        gold_grams=grams,
        purity_karat=purity,
        gold_rate_per_gram=price,
    )
    return float(answer["max_eligible_loan_amount"])


def grams_text(grams: float) -> str:
    """Return a weight as people say it: 62.5 grams."""
    return f"{grams:g} grams"


def price_step(chain: Chain, purity: int) -> int:
    """Add the look at the day's price and return its number."""
    return chain.add(
        "get_gold_rate",
        {"purity_karat": purity},
        "The price of a gram is that of the day and of this very purity.",
        "R11 R3",
    )


def loan_step(  # noqa: PLR0913 - a weighing has this many parts
    chain: Chain,
    grams: float,
    purity: int,
    price: float,
    after: Iterable[int],
    why: str = "What the bank lends on it comes from the calculator alone.",
) -> int:
    """Add what the bank lends on so much gold and return its number."""
    return chain.add(
        "calculate_gold_loan_ltv",
        {
            "gold_grams": grams,
            "purity_karat": purity,
            "gold_rate_per_gram": price,
        },
        why,
        "R11 R17",
        after=after,
    )


def callback_goal(
    case: Case, name: str, hear_first: tuple[str, ...], words: Mapping[str, str]
) -> Goal:
    """Return the wish to be called back by the branch."""
    return Goal(
        name,
        "log_request",
        lines(case, f"ask-{name}", **words),
        {"purpose": "callback"},
        hear_first=hear_first,
    )
