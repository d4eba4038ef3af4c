"""SQ_FDC: a named fixed deposit is closed early, or kept where it pays too little."""

from dataclasses import dataclass
from datetime import timedelta

from bankenv.generate import closures
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before, term_days
from bankenv.generate.deposits import with_terms
from bankenv.generate.desk import Desk
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    amount_fact,
    closable,
    deposit_products,
    edits_of,
    matures_words,
    open_fixed,
    said_first,
)
from bankenv.generate.wording import (
    LAKH,
    account_words,
    extended,
    lines,
    openings,
    rupees,
    spoken,
)
from bankenv.records import Record
from bankenv.scenario import Decision, Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_FDC", "sequencing", "deposits", (13, 12))
# Tasks whose payout stays below the customer's threshold: no closure, no renewal.
BELOW = (2, 3, 5)
MATURED_YESTERDAY = (8,)
INTO_OTHER_ACCOUNT = (7, 10)


@dataclass(frozen=True, slots=True)
class Wish:
    """The closure as the customer thinks of it and the bank quotes it."""

    deposit: Record
    quote: Record
    into: Record | None
    threshold: float | None
    closes: bool

    @property
    def deposit_id(self) -> str:
        return str(self.deposit["deposit_id"])

    @property
    def account_id(self) -> str:
        """Return the account that a closure pays into."""
        if self.into is not None:
            return str(self.into["account_id"])
        return str(self.deposit["payout_account"])


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has a deposit that its amount alone names."""
    deposit = _deposit(case, customer)
    into = _into(case, customer, deposit)
    if deposit is None or (case.among(INTO_OTHER_ACCOUNT) and into is None):
        return None
    opening = _opening(case, deposit)
    desk = Desk(customer, opening)
    wish = _wish(case, desk, deposit["deposit_id"], into)
    told = closures.told_of(wish.quote)
    if case.variant == 1:
        arguments = {} if into is None else {"payout_account": into["account_id"]}
        desk.call("close_deposit", deposit_id=wish.deposit_id, **arguments)
        told["new_balance"] = desk.balance(wish.account_id)
    return Draft(
        customer=customer,
        title=_title(wish),
        opening=opening,
        opening_lines=_opening_lines(case, wish),
        wants=_wants(wish, case.variant == 1),
        knows=_knows(case, wish),
        products=deposit_products(Desk(customer, opening).record),
        conditions=_conditions(wish),
        must_be_told=told,
        agenda=_agenda(case, wish),
        gold=_gold(case, wish),
        decoys=_decoys(desk.record, wish),
    )


def _deposit(case: Case, customer: Customer) -> Record | None:
    """Return an ordinary deposit with an amount no other deposit has."""
    fixed = open_fixed(customer.record)
    amounts = [deposit["principal"] for deposit in fixed]
    fitting = [
        deposit
        for deposit in fixed
        if closable(deposit)
        and deposit["payout_type"] == "cumulative"
        and amounts.count(deposit["principal"]) == 1
        and _serves(customer, deposit)
    ]
    return case.chance.at("deposit").choice(fitting) if fitting else None


def _serves(customer: Customer, deposit: Record) -> bool:
    account = customer.record["accounts"][deposit["payout_account"]]
    return bool(account["status"] != "INOPERATIVE")


def _into(case: Case, customer: Customer, deposit: Record | None) -> Record | None:
    """Return another account of the customer's where the task pays into one."""
    if not case.among(INTO_OTHER_ACCOUNT) or deposit is None:
        return None
    others = (
        account
        for account in customer.record["accounts"].values()
        if account["account_id"] != deposit["payout_account"]
        and account["status"] != "INOPERATIVE"
    )
    return next(others, None)


def _opening(case: Case, deposit: Record) -> tuple[Edit, ...]:
    path = f"deposits.{deposit['deposit_id']}"
    if case.among(MATURED_YESTERDAY):
        start = days_before(1) - timedelta(days=term_days(deposit["tenure_months"]))
        moved = with_terms(deposit, start_date=start.isoformat())
        return edits_of(path, deposit, moved)
    if _is_below(case) and deposit["maturity_instruction"] == "no_renewal":
        return (Edit(f"{path}.maturity_instruction", "renew_principal_interest"),)
    return ()


def _wish(case: Case, desk: Desk, deposit_id: str, into: Record | None) -> Wish:
    quote = desk.closure_quote(deposit_id)
    deposit = desk.record["deposits"][deposit_id]
    below = _is_below(case)
    threshold = _threshold(quote["net_payout"], below)
    return Wish(
        deposit, quote, into, threshold if case.variant == 0 else None, closes=not below
    )


def _is_below(case: Case) -> bool:
    """Tell whether the payout stays below what the customer wants at least."""
    return case.variant == 0 and case.among(BELOW)


def _threshold(payout: float, below: bool) -> float:
    """Return a round figure just under the payout, or just over it."""
    step = 1_000 if payout >= LAKH else 500
    return float((int(payout) // step + (1 if below else 0)) * step)


def _title(wish: Wish) -> str:
    amount = rupees(wish.deposit["principal"])
    if wish.quote["matured"]:
        return f"Close the matured fixed deposit of {amount}"
    if wish.threshold is None:
        return f"Close the fixed deposit of {amount} early"
    return f"Close the fixed deposit of {amount} if it pays {rupees(wish.threshold)}"


def _opening_lines(case: Case, wish: Wish) -> tuple[str, ...]:
    amount = spoken(wish.deposit["principal"])
    if wish.threshold is not None:
        threshold = rupees(wish.threshold)
        return openings(case, "opening-threshold", amount=amount, threshold=threshold)
    key = "opening-matured" if wish.quote["matured"] else "opening-close"
    first = openings(case, key, amount=amount)
    if wish.into is None:
        return first
    return extended(first, lines(case, "extra-into", **account_words(wish.into))[:1])


def _wants(wish: Wish, asks_balance: bool) -> str:
    amount = rupees(wish.deposit["principal"])
    if wish.threshold is not None:
        return (
            f"To close the deposit of {amount} if it pays at least "
            f"{rupees(wish.threshold)}, and to switch its renewal off otherwise."
        )
    then = " Then the new balance." if asks_balance else ""
    return f"To close the deposit of {amount} after hearing what it pays.{then}"


def _conditions(wish: Wish) -> tuple[str, ...]:
    if wish.threshold is None:
        return ("The payout is told before the closure.",)
    threshold = rupees(wish.threshold)
    return (
        f"Payout of at least {threshold}: close the deposit.",
        f"Payout below {threshold}: keep it and set no renewal.",
    )


def _deposit_fact(case: Case, wish: Wish) -> Fact:
    amount = spoken(wish.deposit["principal"])
    return Fact("deposit", wish.deposit_id, lines(case, "deposit", amount=amount))


def _knows(case: Case, wish: Wish) -> tuple[Fact, ...]:
    facts = [
        said_first(_deposit_fact(case, wish)),
        said_first(amount_fact(wish.deposit["principal"])),
        Fact(
            "date",
            wish.deposit["maturity_date"],
            lines(case, "matures", **matures_words(wish.deposit)),
        ),
    ]
    if wish.into is not None:
        facts.append(said_first(account_fact(case, wish.into, "payout_account")))
    return tuple(facts)


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    close = _close_goal(case, wish)
    if wish.threshold is None:
        return (close, closures.balance_goal(case))
    amount = spoken(wish.deposit["principal"])
    quote = Goal(
        "quote",
        "tell",
        lines(case, "ask-quote", amount=amount),
        {"deposit": wish.deposit_id},
        decide=Decision("payout", wish.threshold, "close", "keep"),
        settled_by="told",
        figure="payout",
    )
    keep = Goal(
        "keep",
        "set_renewal",
        lines(case, "ask-renewal"),
        {"deposit": wish.deposit_id, "maturity_instruction": "no_renewal"},
    )
    return (quote, close, keep)


def _close_goal(case: Case, wish: Wish) -> Goal:
    about = {"deposit": wish.deposit_id, "amount": wish.deposit["principal"]}
    if wish.into is not None:
        about["payout_account"] = wish.account_id
    return Goal(
        "close",
        "close_deposit",
        lines(case, "ask-close"),
        about,
        hear_first=closures.hear_first(wish.quote),
    )


def _gold(case: Case, wish: Wish) -> tuple[GoldStep, ...]:
    chain = Chain()
    look = chain.add(
        "get_fd_details",
        {"deposit_ids": [wish.deposit_id]},
        "The record shows whether this is the deposit of that amount, who may close it "
        "and what happens at maturity.",
        "R12" if wish.closes else "R12 R16",
    )
    quote = closures.quote_step(chain, wish.deposit_id)
    if not wish.closes:
        chain.add(
            "update_deposit_renewal",
            {"deposit_id": wish.deposit_id, "instruction": "no_renewal"},
            "The quote stays below the customer's limit, so the deposit is kept and "
            "only its renewal is switched off.",
            "R16",
            after=[look, quote],
        )
        return tuple(chain.steps)
    into = None if wish.into is None else wish.account_id
    closed = closures.close_step(chain, wish.deposit_id, [look, quote], into)
    if case.variant == 1:
        closures.balance_step(chain, wish.account_id, closed)
    return tuple(chain.steps)


def _decoys(record: Record, wish: Wish) -> tuple[dict[str, str], ...]:
    return tuple(
        {
            "deposit": deposit["deposit_id"],
            "why": f"Another deposit, of {rupees(deposit['principal'])}.",
        }
        for deposit in open_fixed(record)
        if deposit["deposit_id"] != wish.deposit_id
    )
