"""SQ_CMP: a sum is short; the deposit that loses least and still covers it goes."""

from dataclasses import dataclass

from bankenv.generate import closures, renewals
from bankenv.generate.candidates import Candidates, Plan, candidates
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    deposit_products,
)
from bankenv.generate.renewals import NO_RENEWAL
from bankenv.generate.wording import lines, openings, rupees, spoken
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_CMP", "sequencing", "deposits", (12, 10))
# What is short, and the candidates. The smaller one may have run for years, or not
# cover the gap, or be the right one: neither the smallest, the largest nor the newest
# is right in more than half of the tasks.
PAIRS = (
    Plan(140_000, ((200_000, 1_000), (400_000, 120))),
    Plan(145_000, ((100_000, 100), (300_000, 400))),
    Plan(140_000, ((900_000, 250), (250_000, 500))),
    Plan(130_000, ((600_000, 300), (180_000, 500))),
    Plan(130_000, ((125_000, 60), (240_000, 700))),
)
TRIPLES = (
    Plan(140_000, ((100_000, 700), (250_000, 150), (600_000, 400))),
    Plan(145_000, ((800_000, 300), (200_000, 400), (300_000, 600))),
    Plan(145_000, ((300_000, 900), (210_000, 800), (500_000, 60))),
    Plan(135_000, ((125_000, 50), (400_000, 500), (250_000, 350))),
)
SCALES = (1.0, 1.0, 2.0, 1.0, 0.5)
LEAST_RATIO = 1.25


@dataclass(frozen=True, slots=True)
class Wish:
    """The sum needed, where, and which deposits give it up at what loss."""

    among: Candidates
    quotes: tuple[Record, ...]
    account: Record
    needed: float

    @property
    def ranked(self) -> list[str]:
        """Return the ids of deposits that cover the gap, the least loss first."""
        short = self.needed - self.account["available_balance"]
        covering = [quote for quote in self.quotes if quote["net_payout"] >= short]
        return [str(q["deposit_id"]) for q in sorted(covering, key=lost)]

    def deposit(self, deposit_id: str) -> Record:
        """Return one of the candidates."""
        return next(d for d in self.among.deposits if d["deposit_id"] == deposit_id)

    @property
    def ids(self) -> list[str]:
        return [str(deposit["deposit_id"]) for deposit in self.among.deposits]


def lost(quote: Record) -> float:
    """Return rupees of interest that the penalty takes."""
    earned, points = quote["interest_payable"], quote["penalty_rate"]
    return float(earned * points / quote["effective_rate"])


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has as many deposits as the plan."""
    wish = _wish(case, customer)
    if wish is None:
        return None
    chosen, *others = wish.ranked
    opening = _opening(case, wish, others)
    return Draft(
        customer=customer,
        title=f"Reach {rupees(wish.needed)} by breaking the deposit that loses least",
        opening=opening,
        opening_lines=_opening_lines(case, wish),
        wants=_wants(case, wish),
        knows=_knows(case, wish),
        products=deposit_products(Desk(customer, opening).record),
        conditions=(
            "The balance and what every deposit would pay are told first.",
            "Only one deposit is broken: its payout covers what is short, and the "
            "penalty takes the least interest from it.",
        ),
        must_be_told={
            "balance": wish.account["available_balance"],
            **_payouts(wish),
        },
        agenda=_agenda(case, wish),
        gold=_gold(case, wish),
        decoys=tuple(
            {"deposit": one["deposit_id"], "why": _why_not(wish, one)}
            for one in (*wish.among.deposits, *wish.among.locked)
            if one["deposit_id"] != chosen
        ),
    )


def _wish(case: Case, customer: Customer) -> Wish | None:
    plan = case.pick(PAIRS if case.variant == 0 else TRIPLES)
    scale = case.pick(SCALES)
    among = candidates(customer, plan, scale, case.chance)
    if among is None:
        return None
    desk = Desk(customer, among.opening)
    account = desk.record["accounts"][among.deposits[0]["payout_account"]]
    quotes = tuple(desk.closure_quote(d["deposit_id"]) for d in among.deposits)
    available = account["available_balance"]
    needed = float((available + plan.gap * scale) // 1_000 * 1_000)
    wish = Wish(among, quotes, account, needed)
    senseless = available >= needed or len(wish.ranked) < case.variant + 1
    return None if senseless or not _apart(wish) else wish


def _apart(wish: Wish) -> bool:
    """Tell whether no two losses among those that would do are nearly the same."""
    losses = sorted(lost(q) for q in wish.quotes if q["deposit_id"] in wish.ranked)
    pairs = zip(losses, losses[1:], strict=False)
    return all(more / less >= LEAST_RATIO for less, more in pairs)


def _opening(case: Case, wish: Wish, others: list[str]) -> tuple[Edit, ...]:
    """Let the next deposit be one that would renew, so that the change shows."""
    edits = wish.among.opening
    if case.variant == 1 and _renews_not(wish.deposit(others[0])):
        path = f"deposits.{others[0]}.maturity_instruction"
        edits += (Edit(path, "renew_principal_interest"),)
    return edits


def _renews_not(deposit: Record) -> bool:
    return bool(deposit["maturity_instruction"] == NO_RENEWAL)


def _payouts(wish: Wish) -> dict[str, float]:
    return {
        f"each_payout_{number}": quote["net_payout"]
        for number, quote in enumerate(wish.quotes, start=1)
    }


def _words(wish: Wish) -> dict[str, str]:
    return {
        "needed": spoken(wish.needed),
        "last4": wish.account["account_id"][-4:],
    }


def _opening_lines(case: Case, wish: Wish) -> tuple[str, ...]:
    key = "opening" if case.variant == 0 else "opening-next"
    return openings(case, key, **_words(wish))


def _wants(case: Case, wish: Wish) -> str:
    then = (
        " The one that comes next by the same measure is set to no renewal."
        if case.variant == 1
        else ""
    )
    return (
        f"The account to reach {rupees(wish.needed)} by breaking the one deposit that "
        f"covers what is short and loses the least interest.{then}"
    )


def _knows(case: Case, wish: Wish) -> tuple[Fact, ...]:
    chosen, *others = wish.ranked
    words = _words(wish)
    number = lines(case, "account-number", last4=words["last4"])
    facts = [
        Fact("deposit", chosen, lines(case, "least"), "once_heard"),
        Fact("amount", wish.needed, lines(case, "needed", **words), "up_front"),
        Fact("account", wish.account["account_id"], number, "up_front"),
    ]
    if case.variant == 1:
        said = lines(case, "next-least")
        facts.append(Fact("next_deposit", others[0], said, "once_heard"))
    return tuple(facts)


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    chosen, *others = wish.ranked
    heard = ("balance", *_payouts(wish))
    close = Goal(
        "close",
        "close_deposit",
        lines(case, "ask-close"),
        {"deposit": chosen},
        hear_first=(*heard, "penalty"),
    )
    if case.variant == 0:
        return (close,)
    keep = Goal(
        "next",
        "set_renewal",
        lines(case, "ask-next"),
        {"next_deposit": others[0], "maturity_instruction": NO_RENEWAL},
        hear_first=heard,
    )
    return (close, keep)


def _gold(case: Case, wish: Wish) -> tuple[GoldStep, ...]:
    chain = Chain()
    chosen, *others = wish.ranked
    every = [*wish.ids, *(d["deposit_id"] for d in wish.among.locked)]
    reads = [
        chain.add(
            "get_account_balance",
            {"account_ids": [wish.account["account_id"]]},
            "How much is short follows from the balance alone, and decides which "
            "deposit covers it.",
            "R3",
        ),
        chain.add(
            "get_fd_details",
            {"deposit_ids": every},
            "Which deposits there are, and which of them are locked, stands only in "
            "the details.",
            "R6 R12",
        ),
        closures.quote_step(chain, *wish.ids),
    ]
    closures.close_step(chain, chosen, reads)
    if case.variant == 1:
        why = "The deposit that comes next is kept, and only its renewal is set."
        renewals.renewal_step(chain, others[0], NO_RENEWAL, reads, why)
    return tuple(chain.steps)


def _why_not(wish: Wish, deposit: Record) -> str:
    if deposit["deposit_id"] not in wish.ids:
        return "May not be closed early."
    if deposit["deposit_id"] not in wish.ranked:
        return "Does not cover what is short."
    return "Covers it, but loses more."
