"""What families share that change what happens to a deposit at maturity."""

from collections.abc import Iterable

from bankenv.generate.casting import Case
from bankenv.generate.days import days_after
from bankenv.generate.parts import Chain
from bankenv.generate.wording import lines
from bankenv.records import Record
from bankenv.scenario import Goal

NO_RENEWAL = "no_renewal"
INSTRUCTIONS = ("renew_principal", NO_RENEWAL, "renew_principal_interest")
IN_WORDS = {
    NO_RENEWAL: "no renewal",
    "renew_principal": "renewal of the principal only",
    "renew_principal_interest": "renewal of principal and interest",
}


def look_step(chain: Chain, deposit_ids: Iterable[str]) -> int:
    """Add the look at fixed deposits before a change, and return its number."""
    return chain.add(
        "get_fd_details",
        {"deposit_ids": list(deposit_ids)},
        "The present instruction is read out from the record before it is changed.",
        "R16",
    )


def renewal_step(
    chain: Chain, deposit_id: str, instruction: str, after: Iterable[int], why: str
) -> int:
    """Add the change of the instruction and return its number."""
    return chain.add(
        "update_deposit_renewal",
        {"deposit_id": deposit_id, "instruction": instruction},
        why,
        "R16 R4",
        after=after,
    )


def renewal_goal(
    case: Case,
    name: str,
    deposit: Record,
    instruction: str,
    hear_first: tuple[str, ...] = ("instruction",),
) -> Goal:
    """Return the wish to have the deposit's instruction set."""
    return Goal(
        name,
        "set_renewal",
        lines(case, f"ask-renewal-{instruction}"),
        {"deposit": deposit["deposit_id"], "maturity_instruction": instruction},
        hear_first=hear_first,
    )


def matures_within(deposit: Record, first: int, last: int) -> bool:
    """Tell whether the deposit has between `first` and `last` days to run."""
    ends = str(deposit["maturity_date"])
    return days_after(first).isoformat() <= ends <= days_after(last).isoformat()
