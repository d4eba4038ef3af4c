"""EC_JNT: one holder of a joint deposit asks alone for its closure before maturity."""

from dataclasses import dataclass

from bankenv.generate import closures
from bankenv.generate.apart import (
    changed,
    deposit_facts,
    look_step,
    ordinary,
    paper_step,
    pick_deposit,
    sibling_decoys,
)
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import CLOCK
from bankenv.generate.desk import Desk
from bankenv.generate.kin import relatives
from bankenv.generate.parts import Chain, Draft, Family, deposit_products, said_first
from bankenv.generate.wording import lines, openings, rupees, spoken
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("EC_JNT", "edge_case", "deposits", (8, 10))
EITHER, FORMER, JOINTLY = "either_or_survivor", "former_or_survivor", "jointly"
FIRST, SECOND = True, False
# Mode, mandate for closing early, and whether the caller is the first-named holder.
# One holder may close if the mandate is there and the mode lets that holder act alone.
TERMS = (
    (EITHER, False, FIRST), (FORMER, True, SECOND), (JOINTLY, False, FIRST),
    (EITHER, False, SECOND), (FORMER, False, FIRST), (FORMER, True, SECOND),
    (JOINTLY, False, SECOND), (EITHER, False, FIRST),
    (EITHER, True, FIRST), (FORMER, True, FIRST), (EITHER, True, SECOND),
    (EITHER, True, SECOND), (FORMER, True, FIRST), (EITHER, True, FIRST),
    (FORMER, True, FIRST), (EITHER, True, SECOND), (EITHER, True, FIRST),
    (FORMER, True, FIRST),
)  # fmt: skip
PRESSES = (2, 1, 1, 2, 1)
RELATIVES = 3


@dataclass(frozen=True, slots=True)
class Joint:
    """The joint deposit as it stands, what closing it pays, and with whom it is."""

    deposit: Record
    opening: tuple[Edit, ...]
    quote: Record
    record: Record
    with_whom: dict[str, str]


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has a deposit that may be made a joint one."""
    joint = _joint(case, customer)
    if joint is None:
        return None
    amount = joint.deposit["principal"]
    words = {**joint.with_whom, "amount": spoken(amount)}
    mode = joint.deposit["mode_of_operation"].replace("_", " ")
    return Draft(
        customer=customer,
        title=f"Joint deposit of {rupees(amount)}, {mode}: one holder asks",
        opening=joint.opening,
        opening_lines=openings(case, "opening", **words),
        wants="To close a joint deposit early without the other holder at hand.",
        knows=(*deposit_facts(case, joint.deposit), _holder(case, joint)),
        products=deposit_products(joint.record),
        conditions=_conditions(case),
        must_be_told=_told(case, joint),
        agenda=_agenda(case, joint),
        gold=_gold(case, joint),
        decoys=sibling_decoys(joint.record, joint.deposit),
    )


def _joint(case: Case, customer: Customer) -> Joint | None:
    deposit = pick_deposit(case, customer, _still_runs)
    if deposit is None:
        return None
    kin = case.chance.at("kin").choice(relatives(customer.person)[:RELATIVES])
    mode, mandate, first = case.pick(TERMS)
    names = [customer.person.name, kin.name]
    terms = {
        "mode_of_operation": mode,
        "premature_mandate": mandate,
        "holders": names if first else names[::-1],
    }
    made = {**ordinary(customer, deposit), **terms}
    opening = changed(deposit, made)
    desk = Desk(customer, opening)
    return Joint(
        made,
        opening,
        desk.closure_quote(made["deposit_id"]),
        desk.record,
        {"relation": kin.relation, "first": kin.name.split()[0]},
    )


def _still_runs(deposit: Record) -> bool:
    return bool(deposit["maturity_date"] > CLOCK.isoformat())


def _holder(case: Case, joint: Joint) -> Fact:
    said = lines(case, "with-whom", **joint.with_whom)
    return said_first(Fact("other", joint.with_whom["first"], said))


def _conditions(case: Case) -> tuple[str, ...]:
    if case.variant == 1:
        return ("The payout is told before the closure.",)
    return ("Insists, and gives in when the reason is given again.",)


def _told(case: Case, joint: Joint) -> dict[str, JsonValue]:
    return closures.told_of(joint.quote) if case.variant == 1 else {}


def _agenda(case: Case, joint: Joint) -> tuple[Goal, ...]:
    refused = case.variant == 0
    return (
        Goal(
            "close",
            "close_deposit",
            lines(case, "ask-joint"),
            {"deposit": joint.deposit["deposit_id"]},
            hear_first=closures.hear_first(joint.quote),
            settled_by="refusal" if refused else "done",
            press=case.pick(PRESSES) if refused else 1,
            insist=lines(case, "insist", **joint.with_whom),
            accept=lines(case, "accept", **joint.with_whom),
        ),
    )


def _gold(case: Case, joint: Joint) -> tuple[GoldStep, ...]:
    chain = Chain()
    deposit = joint.deposit
    look = look_step(
        chain,
        deposit,
        "Mode of operation, order of holders and the mandate for closing early stand "
        "only in the deposit's record.",
        "R7 R12",
    )
    who = chain.add(
        "get_account_details",
        {"account_ids": [deposit["payout_account"]]},
        "Whose name the account bears shows which of the deposit's holders is asking.",
        "R2 R12",
    )
    if case.variant == 0:
        paper_step(
            chain,
            "joint deposit early closure mandate",
            "That all holders must sign, and the one exception, is the bank's rule "
            "and is told as such.",
            "R7",
        )
        return tuple(chain.steps)
    quote = closures.quote_step(chain, deposit["deposit_id"])
    closures.close_step(chain, deposit["deposit_id"], [look, who, quote])
    return tuple(chain.steps)
