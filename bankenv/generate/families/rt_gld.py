"""RT_GLD: what the bank lends against gold, and a call back if it is wanted."""

from dataclasses import dataclass

from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.gold import (
    callback_goal,
    grams_text,
    loan_step,
    most_of,
    price_of,
    price_step,
)
from bankenv.generate.lending import request_step, tell_goal
from bankenv.generate.parts import Chain, Draft, Family
from bankenv.generate.wording import lines, openings, rupees
from bankenv.records import JsonValue
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("RT_GLD", "rare_tool", "loans", (15, 5))
# Purity in karat, weight in grams as it lies on the scale, and grams of stones in it.
PIECES = ((22, 62.5, 4.5), (18, 31.0, 0.0), (24, 65.0, 0.0), (22, 48.5, 0.0),
          (18, 27.5, 3.5), (22, 110.0, 12.0), (24, 40.0, 0.0), (22, 18.4, 0.0),
          (18, 54.0, 6.5), (24, 72.5, 0.0), (22, 86.0, 9.0))  # fmt: skip
PURPOSES = ("wedding", "shop", "fees", "house", "treatment")
MOST_COINS, PURE = 50.0, 24


@dataclass(frozen=True, slots=True)
class Pledge:
    """The gold, what of it the bank takes, its price and the most that is lent."""

    purity: int
    gross: float
    stones: float
    price: float
    most: float
    purpose: str

    @property
    def coins(self) -> bool:
        """True for coins: gold of 24 karat."""
        return is_coin(self.purity)

    @property
    def net(self) -> float:
        """Return the grams that count: no stones, and no more coins than allowed."""
        return taken(self.purity, self.gross, self.stones)


def is_coin(purity: int) -> bool:
    """Tell whether gold of the purity is coins in these tasks."""
    return purity == PURE


def taken(purity: int, gross: float, stones: float) -> float:
    """Return the grams the bank takes of a piece."""
    return min(gross, MOST_COINS) if is_coin(purity) else round(gross - stones, 2)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task; it fits any customer."""
    desk = Desk(customer)
    purity, gross, stones = case.pick(PIECES)
    price = price_of(desk, purity)
    most = most_of(desk, taken(purity, gross, stones), purity, price)
    pledge = Pledge(purity, gross, stones, price, most, case.pick(PURPOSES))
    return Draft(
        customer=customer,
        title=f"Gold loan on {grams_text(pledge.net)} of {purity} karat",
        opening_lines=openings(case, _kind(pledge), **_words(pledge)),
        wants=(
            f"To hear what the bank lends on the gold and what may be pledged"
            f"{', then a call back' if case.variant == 0 else '; nothing more'}."
        ),
        knows=_knows(case, pledge),
        products=(),
        must_be_told={
            "price": price,
            "loan_amount": most,
            "pledge_rule": "coins",
        },
        agenda=_agenda(case, pledge),
        gold=_gold(case, pledge),
    )


def _kind(pledge: Pledge) -> str:
    if pledge.coins:
        return "opening-coins"
    return "opening-stones" if pledge.stones else "opening-plain"


def _words(pledge: Pledge) -> dict[str, str]:
    return {
        "karat": str(pledge.purity),
        "gross": grams_text(pledge.gross),
        "stones": grams_text(pledge.stones),
        "net": grams_text(pledge.net),
    }


def _knows(case: Case, pledge: Pledge) -> tuple[Fact, ...]:
    words = _words(pledge)
    weight = "weight-stones" if pledge.stones else "weight"
    why = lines(case, f"purpose-{pledge.purpose}")
    return (
        Fact("weight", pledge.gross, lines(case, weight, **words), "up_front"),
        Fact("purity", pledge.purity, lines(case, "purity", **words), "up_front"),
        Fact("reason", pledge.purpose, why),
    )


def _agenda(case: Case, pledge: Pledge) -> tuple[Goal, ...]:
    words, about = _words(pledge), dict[str, JsonValue]()
    told = (
        tell_goal("loan", "loan_amount", lines(case, "ask-loan", **words), about),
        tell_goal("rule", "pledge_rule", lines(case, "ask-rule", **words), about),
    )
    if case.variant == 1:
        return told
    return (*told, callback_goal(case, "callback", ("loan_amount",), words))


def _gold(case: Case, pledge: Pledge) -> tuple[GoldStep, ...]:
    chain = Chain()
    why = (
        "How much of which gold may be pledged stands in the bank's paper, and decides "
        "which weight counts."
    )
    query = "gold loan what may be pledged limit coins ornaments"
    first = [paper_step(chain, query, why, "R3 R42")] if pledge.coins else []
    price = price_step(chain, pledge.purity)
    seen = [
        *first,
        loan_step(chain, pledge.net, pledge.purity, pledge.price, [*first, price]),
    ]
    if not pledge.coins:
        seen.append(paper_step(chain, query, why, "R3"))
    if case.variant == 0:
        request_step(
            chain,
            f"Call back about a gold loan: {grams_text(pledge.net)}, {pledge.purity} "
            f"karat, at most {rupees(pledge.most)}.",
            "Nothing is sanctioned here; the branch weighs, tests and decides, so a "
            "call back is logged.",
            "R17",
            [price, *seen],
        )
    return tuple(chain.steps)
