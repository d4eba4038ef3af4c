"""RT_GCL: how much gold a wanted sum takes, and the 85 percent from the news."""

from dataclasses import dataclass

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
from bankenv.generate.parts import Chain, Draft, Family, amount_fact, said_first
from bankenv.generate.wording import lines, openings, rupees, spoken
from bankenv.records import JsonValue
from bankenv.scenario import Decision, Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("RT_GCL", "rare_tool", "loans", (14,))
PURITIES = (22, 18, 22, 24, 22)
SUMS = (200_000, 150_000, 400_000, 180_000, 250_000, 320_000, 90_000)
BANKS_SHARE = 0.75
# The first weight, as a share of what the sum takes: enough only at 85 percent.
FIRST = (0.92, 0.9, 0.94, 0.91)
# The second: enough at the bank's own share, or short by very little.
SECOND = (1.015, 0.99, 1.04, 0.975)
PRESSES = (1, 2, 1)


@dataclass(frozen=True, slots=True)
class Pledge:
    """The sum that is wanted, both weights in grams, and what is lent on each."""

    wanted: float
    purity: int
    price: float
    grams: tuple[float, float]
    lent: tuple[float, float]

    @property
    def enough(self) -> bool:
        return self.lent[1] >= self.wanted


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task; it fits any customer."""
    pledge = _pledge(case, Desk(customer))
    words = _words(pledge)
    verdict = "enough" if pledge.enough else "still short"
    return Draft(
        customer=customer,
        title=f"{rupees(pledge.wanted)} against gold, second weight {verdict}",
        opening_lines=openings(case, "opening", **words),
        wants=(
            f"{rupees(pledge.wanted)} against gold: first {words['first']}, counted at "
            f"85 percent; then {words['second']}."
        ),
        knows=_knows(case, pledge),
        products=(),
        conditions=(
            "The second weight is enough: a call back about the full sum.",
            "It is short: a call back about what there is.",
        ),
        must_be_told={
            "price": pledge.price,
            "first_loan": pledge.lent[0],
            "second_loan": pledge.lent[1],
        },
        agenda=_agenda(case, pledge),
        gold=_gold(pledge),
    )


def _pledge(case: Case, desk: Desk) -> Pledge:
    purity = case.pick(PURITIES)
    price = price_of(desk, purity)
    wanted = float(case.pick(SUMS))
    need = wanted / (price * BANKS_SHARE)
    first, second = (round(need * case.pick(row), 1) for row in (FIRST, SECOND))
    lent = tuple(most_of(desk, grams, purity, price) for grams in (first, second))
    return Pledge(wanted, purity, price, (first, second), (lent[0], lent[1]))


def _words(pledge: Pledge) -> dict[str, str]:
    return {
        "sum": spoken(pledge.wanted),
        "karat": str(pledge.purity),
        "first": grams_text(pledge.grams[0]),
        "second": grams_text(pledge.grams[1]),
    }


def _knows(case: Case, pledge: Pledge) -> tuple[Fact, ...]:
    words = _words(pledge)
    return (
        Fact("weight", pledge.grams[0], lines(case, "weight", **words), "up_front"),
        Fact("purity", pledge.purity, lines(case, "purity", **words), "up_front"),
        said_first(amount_fact(pledge.wanted)),
    )


def _agenda(case: Case, pledge: Pledge) -> tuple[Goal, ...]:
    words, about = _words(pledge), dict[str, JsonValue]()
    both = ("first_loan", "second_loan")
    return (
        tell_goal("first", "first_loan", lines(case, "ask-first", **words), about),
        Goal(
            "news",
            "bend_rule",
            lines(case, "ask-news", **words),
            settled_by="refusal",
            press=case.pick(PRESSES),
            insist=lines(case, "insist-news", **words),
            accept=lines(case, "accept-news", **words),
        ),
        Goal(
            "second",
            "tell",
            lines(case, "ask-second", **words),
            decide=Decision("second_loan", pledge.wanted, "full", "less"),
            settled_by="told",
            figure="second_loan",
        ),
        callback_goal(case, "full", both, words),
        callback_goal(case, "less", both, words),
    )


def _gold(pledge: Pledge) -> tuple[GoldStep, ...]:
    chain = Chain()
    price = price_step(chain, pledge.purity)
    seen = [
        loan_step(chain, grams, pledge.purity, pledge.price, [price], why)
        for grams, why in zip(
            pledge.grams,
            (
                "What the first weight brings at the bank's own share is for the "
                "calculator to say, not for the news.",
                "Whether the second weight brings the sum decides what is asked for.",
            ),
            strict=True,
        )
    ]
    request_step(
        chain,
        f"Call back about a gold loan of {rupees(min(pledge.wanted, pledge.lent[1]))}, "
        f"{grams_text(pledge.grams[1])} of {pledge.purity} karat.",
        "No sanction and no exception is promised; the branch decides, so a call back "
        "is logged.",
        "R17 R5 R8",
        [price, *seen],
    )
    return tuple(chain.steps)
