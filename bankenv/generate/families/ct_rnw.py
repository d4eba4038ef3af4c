"""CT_RNW: one named fixed deposit gets another maturity instruction."""

from bankenv.generate import renewals
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    amount_fact,
    deposit_products,
    matures_words,
    open_fixed,
    said_first,
)
from bankenv.generate.renewals import IN_WORDS, INSTRUCTIONS
from bankenv.generate.wording import lines, openings, rupees, spoken
from bankenv.records import Record
from bankenv.scenario import Fact
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("CT_RNW", "control", "deposits", (18,))
# Days to maturity, from and to, in turn; the last day for a change is the day before.
SPANS = ((3, 30), (31, 75), (76, 120))
# Tasks whose customer has a sibling deposit with the wanted instruction already.
SIBLING_HAS_IT = (2, 4, 5, 8, 10, 11, 14, 16, 17)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if a deposit that its amount alone names matures soon."""
    deposit = _deposit(case, customer)
    if deposit is None:
        return None
    wanted = case.pick(INSTRUCTIONS)
    siblings = [d for d in open_fixed(customer.record) if d is not deposit]
    opening = _opening(case, deposit, siblings, wanted)
    amount = spoken(deposit["principal"])
    return Draft(
        customer=customer,
        title=f"Fixed deposit of {rupees(deposit['principal'])}: {IN_WORDS[wanted]}",
        opening=opening,
        opening_lines=openings(case, f"opening-{wanted}", amount=amount),
        wants=(
            f"The deposit of {rupees(deposit['principal'])} set to {IN_WORDS[wanted]} "
            "once its present instruction was read out."
        ),
        knows=_knows(case, deposit, wanted),
        products=deposit_products(customer.record),
        conditions=("The present instruction is read out before the change.",),
        agenda=(renewals.renewal_goal(case, "renewal", deposit, wanted),),
        gold=_gold(deposit, wanted),
        decoys=tuple(_decoy(sibling) for sibling in siblings),
    )


def _deposit(case: Case, customer: Customer) -> Record | None:
    """Return a deposit of an amount no other has, maturing in the span of the task."""
    fixed = open_fixed(customer.record)
    if (len(fixed) > 1) != (case.number in SIBLING_HAS_IT):
        return None
    amounts = [deposit["principal"] for deposit in fixed]
    fitting = [
        deposit
        for deposit in fixed
        if amounts.count(deposit["principal"]) == 1
        and renewals.matures_within(deposit, *case.pick(SPANS))
    ]
    return case.chance.at("deposit").choice(fitting) if fitting else None


def _opening(
    case: Case, deposit: Record, siblings: list[Record], wanted: str
) -> tuple[Edit, ...]:
    """See to it that the deposit needs the change and a sibling does not."""
    edits = []
    if deposit["maturity_instruction"] == wanted:
        others = [one for one in INSTRUCTIONS if one != wanted]
        edits.append((deposit, case.chance.at("present").choice(others)))
    if siblings and all(d["maturity_instruction"] != wanted for d in siblings):
        edits.append((siblings[0], wanted))
    return tuple(
        Edit(f"deposits.{one['deposit_id']}.maturity_instruction", instruction)
        for one, instruction in edits
    )


def _knows(case: Case, deposit: Record, wanted: str) -> tuple[Fact, ...]:
    amount = deposit["principal"]
    said = lines(case, "deposit", amount=spoken(amount))
    month = lines(case, "matures", **matures_words(deposit))
    return (
        Fact("deposit", deposit["deposit_id"], said, "up_front"),
        said_first(amount_fact(amount)),
        Fact("maturity_instruction", wanted, lines(case, f"renewal-{wanted}")),
        Fact("date", deposit["maturity_date"], month),
    )


def _gold(deposit: Record, wanted: str) -> tuple[GoldStep, ...]:
    chain = Chain()
    look = renewals.look_step(chain, [deposit["deposit_id"]])
    renewals.renewal_step(
        chain,
        deposit["deposit_id"],
        wanted,
        [look],
        "Just the named deposit changes, to just the one of three instructions that "
        "was asked for.",
    )
    return tuple(chain.steps)


def _decoy(sibling: Record) -> dict[str, str]:
    why = f"Another deposit, of {rupees(sibling['principal'])}."
    return {"deposit": sibling["deposit_id"], "why": why}
