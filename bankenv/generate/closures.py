"""What the closing families share: the steps, goals and facts of an early closure."""

from collections.abc import Iterable

from bankenv.generate.casting import Case
from bankenv.generate.parts import Chain
from bankenv.generate.wording import lines
from bankenv.records import JsonValue, Record
from bankenv.scenario import Goal


def quote_step(chain: Chain, *deposit_ids: str) -> int:
    """Add the closure quotes and return their number."""
    return chain.add(
        "get_deposit_closure_quote",
        {"deposit_ids": list(deposit_ids)},
        "Penalty, rate and payout must be told before the closure, and only the quote "
        "for this very deposit has them."
        if len(deposit_ids) == 1
        else "What each would pay and lose stands only in the quotes, so every "
        "candidate needs one.",
        "R12 R13",
    )


def close_step(
    chain: Chain, deposit_id: str, after: Iterable[int], into: str | None = None
) -> int:
    """Add the closure and return its number; `into` where the customer names one."""
    account = {} if into is None else {"payout_account": into}
    return chain.add(
        "close_deposit",
        {"deposit_id": deposit_id, **account},
        "A closure cannot be undone, so it follows the details, the quote and a fresh "
        "yes.",
        "R12 R4",
        after=after,
        compare=("deposit_id", *account),
    )


def balance_step(chain: Chain, account_id: str, closed: int) -> int:
    """Add the look at the account after the closure and return its number."""
    return chain.add(
        "get_account_balance",
        {"account_ids": [account_id]},
        "The customer asked for the new balance, which exists only after the payout "
        "was credited.",
        "R14",
        after=[closed],
    )


def told_of(quote: Record) -> dict[str, JsonValue]:
    """Return what the customer must be told of a closure quote."""
    told: dict[str, JsonValue] = {"payout": quote["net_payout"]}
    if not quote["matured"]:
        told["penalty"] = quote["penalty_rate"]
    return told


def hear_first(quote: Record) -> tuple[str, ...]:
    """Return what the customer insists on hearing before a yes."""
    return ("payout",) if quote["matured"] else ("penalty", "payout")


def balance_goal(case: Case) -> Goal:
    """Return the wish to hear the new balance."""
    asked = lines(case, "ask-balance")
    return Goal("new_balance", "tell", asked, settled_by="told", figure="new_balance")
