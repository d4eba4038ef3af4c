"""RT_EMI: two loans compared by their EMI, before one is asked for or none is."""

from dataclasses import dataclass

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.gold import callback_goal
from bankenv.generate.lending import request_step, tell_goal
from bankenv.generate.parts import Chain, Draft, Family
from bankenv.generate.wording import lines, openings, rupees, spoken
from bankenv.records import JsonValue, Record
from bankenv.scenario import Decision, Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("RT_EMI", "rare_tool", "loans", (11, 5))
# Product, then amount in rupees and tenure in months of the one loan and the other.
# Where the amounts differ, a slab of the rate card begins between them or at one.
PAIRS = (
    ("personal_loan", (500_000, 36), (500_000, 60)),
    ("home_loan", (2_950_000, 240), (3_000_000, 240)),
    ("gold_loan", (300_000, 12), (300_000, 24)),
    ("personal_loan", (490_000, 48), (500_000, 48)),
    ("home_loan", (7_500_000, 240), (7_500_000, 300)),
    ("gold_loan", (295_000, 24), (300_000, 24)),
    ("personal_loan", (1_500_000, 60), (1_450_000, 60)),
    ("home_loan", (3_000_000, 180), (3_000_000, 240)),
    ("personal_loan", (480_000, 24), (480_000, 36)),
    ("home_loan", (7_400_000, 300), (7_500_000, 300)),
    ("gold_loan", (1_000_000, 24), (1_000_000, 36)),
)  # fmt: skip
STEP = 100


@dataclass(frozen=True, slots=True)
class Choice:
    """A loan that the customer thinks of: rupees, months, percent a year, EMI."""

    amount: float
    months: int
    rate: float
    emi: float

    @property
    def words(self) -> str:
        return f"{spoken(self.amount)} for {self.months} months"


@dataclass(frozen=True, slots=True)
class Shopping:
    """Both loans, and from which EMI in rupees on the first is too dear."""

    product: str
    first: Choice
    second: Choice
    limit: float

    @property
    def kind(self) -> str:
        return self.product.replace("_", " ")

    @property
    def title(self) -> str:
        choice = f"{self.first.words} or {self.second.words}"
        return f"{self.kind.capitalize()}: {choice}"

    @property
    def chosen(self) -> Choice:
        return self.second if self.first.emi >= self.limit else self.first


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task; it fits any customer."""
    shopping = _shopping(case, Desk(customer))
    told: dict[str, JsonValue] = {
        "each_emi_1": shopping.first.emi,
        "each_emi_2": shopping.second.emi,
    }
    key = "opening-months" if _differ_in_months(shopping) else "opening-amounts"
    return Draft(
        customer=customer,
        title=shopping.title,
        opening_lines=openings(case, key, **_words(shopping)),
        wants=(
            f"Both EMIs{', then a call back about one' if case.variant == 0 else ''}."
        ),
        knows=_knows(case, shopping),
        products=(),
        conditions=(
            f"First EMI below {rupees(shopping.limit)}: that one, else the other.",
        )
        if case.variant == 0
        else (),
        must_be_told=told,
        agenda=_agenda(case, shopping),
        gold=_gold(case, shopping),
    )


def _shopping(case: Case, desk: Desk) -> Shopping:
    product, *pair = case.pick(PAIRS)
    first, second = (_choice(desk, product, *one) for one in pair)
    below = first.emi // STEP * STEP
    return Shopping(product, first, second, below + STEP * (case.number % 2))


def _choice(desk: Desk, product: str, amount: int, months: int) -> Choice:
    card = desk.call("get_deposit_loan_rates", product_type=product, amount=amount)
    rate = float(card["slabs"][0]["general_rate"])
    made = desk.call("calculate_emi", principal=amount, rate=rate, tenure_months=months)
    return Choice(float(amount), months, rate, float(made["emi"]))


def _differ_in_months(shopping: Shopping) -> bool:
    return shopping.first.months != shopping.second.months


def _words(shopping: Shopping) -> dict[str, str]:
    return {
        "kind": shopping.kind,
        "sum": spoken(shopping.first.amount),
        "other": spoken(shopping.second.amount),
        "months": str(shopping.first.months),
        "longer": str(shopping.second.months),
        "limit": rupees(shopping.limit).removesuffix(".00"),
    }


def _knows(case: Case, shopping: Shopping) -> tuple[Fact, ...]:
    words = _words(shopping)
    amounts, months = "amounts", "months"
    if _differ_in_months(shopping):
        amounts, months = "one-amount", "both-months"
    return (
        Fact("amount", shopping.first.amount, lines(case, amounts, **words)),
        Fact("tenure_months", shopping.first.months, lines(case, months, **words)),
        Fact("other", shopping.kind, (f"a {shopping.kind}",), "up_front"),
    )


def _agenda(case: Case, shopping: Shopping) -> tuple[Goal, ...]:
    words, about = _words(shopping), dict[str, JsonValue]()
    both = ("each_emi_1", "each_emi_2")
    asked = tuple(
        tell_goal(name, name, lines(case, f"ask-{name}", **words), about)
        for name in both
    )
    if case.variant == 1:
        return asked
    decided = Goal(
        "choice",
        "tell",
        lines(case, "ask-each_emi_1", **words),
        decide=Decision("each_emi_1", shopping.limit, "second", "first"),
        settled_by="told",
        figure="each_emi_1",
    )
    return (
        *asked,
        decided,
        callback_goal(case, "first", both, words),
        callback_goal(case, "second", both, words),
    )


def _gold(case: Case, shopping: Shopping) -> tuple[GoldStep, ...]:
    chain = Chain()
    same = shopping.first.amount == shopping.second.amount
    amount: Record = {"amount": shopping.first.amount} if same else {}
    rates = chain.add(
        "get_deposit_loan_rates",
        {"product_type": shopping.product, **amount},
        "The rate follows from the amount's slab on today's card, which a small step "
        "may change.",
        "R11",
        compare=("product_type",),
    )
    seen = [
        chain.add(
            "calculate_emi",
            {
                "principal": one.amount,
                "rate": one.rate,
                "tenure_months": one.months,
            },
            "Each EMI comes from the calculator, never from a rule of thumb.",
            "R11",
            after=[rates],
        )
        for one in (shopping.first, shopping.second)
    ]
    if case.variant == 0:
        request_step(
            chain,
            f"Call back about a {shopping.kind} of {shopping.chosen.words}.",
            "Nothing is approved here; the wish for a call back is logged.",
            "R17",
            [rates, *seen],
        )
    return tuple(chain.steps)
