"""SQ_ADR: an address change; a cheque book goes elsewhere until it is verified."""

from dataclasses import dataclass

from bankenv.generate.account_steps import (
    book_goal,
    book_step,
    details_step,
    named_account,
    serving_accounts,
)
from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.new_address import address_fact, dictated, moved_to, update_of
from bankenv.generate.parts import Chain, Draft, Family, account_products, said_first
from bankenv.generate.wording import account_words, extended, lines, openings
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("SQ_ADR", "sequencing", "service", (8, 14))
COMMUNICATION, PERMANENT, BY_PROOF = "communication", "permanent", "by_proof"
# Which address, in turn; BY_PROOF is the permanent one if the paper will do for it.
KINDS = (COMMUNICATION, BY_PROOF, BY_PROOF, PERMANENT, BY_PROOF, BY_PROOF, BY_PROOF)
# What the customer holds, and whether it is proof of a permanent address today.
PAPERS = (
    ("electricity-april", False), ("licence", True), ("rent", False),
    ("tax-receipt", True), ("gas-march", False), ("passport", True),
    ("phone-june", True), ("rent", False),
)  # fmt: skip
GOOD_PAPERS = ("licence", "passport", "tax-receipt")
LEAVES = (25, 10, 50)
WITHOUT_AREA = (3, 7, 11, 14, 18)


@dataclass(frozen=True, slots=True)
class Move:
    """Which address changes to what, on which paper, and the account of the book."""

    asked: str
    paper: str
    kind: str
    address: Record
    account: Record


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has an account that any service is open to."""
    serving = serving_accounts(customer)
    if not serving or len(serving) < len(customer.record["accounts"]):
        return None
    move = _move(case, customer, serving[-1])
    return Draft(
        customer=customer,
        title=_title(case, move),
        opening_lines=_opening_lines(case, move),
        wants=_wants(case, move),
        knows=_knows(case, move),
        products=account_products(customer.record),
        conditions=("Only the address that was named is changed.",),
        agenda=_agenda(case, move),
        gold=_gold(case, move),
        decoys=({"address_type": _other(move.kind), "why": "Was not asked for."},),
    )


def _move(case: Case, customer: Customer, account: Record) -> Move:
    asked = case.pick(KINDS)
    paper, suffices = case.pick(PAPERS)
    if asked == PERMANENT:
        paper, suffices = case.pick(GOOD_PAPERS), True
    by_proof = PERMANENT if suffices else COMMUNICATION
    address = moved_to(case, customer, area=case.number not in WITHOUT_AREA)
    kind = by_proof if asked == BY_PROOF else asked
    return Move(asked, paper, kind, address, account)


def _other(kind: str) -> str:
    return PERMANENT if kind == COMMUNICATION else COMMUNICATION


def _title(case: Case, move: Move) -> str:
    book = ", and a cheque book" if case.variant == 1 else ""
    told = "as the proof says" if move.asked == BY_PROOF else "as named"
    return f"New {move.kind} address, {told}{book}"


def _opening_lines(case: Case, move: Move) -> tuple[str, ...]:
    paper = lines(case, f"paper-{move.paper}")[0]
    first = openings(case, f"opening-{move.asked}", paper=paper)
    if case.variant == 0:
        return first
    words = {**account_words(move.account), "leaves": str(_leaves(case))}
    return extended(first, lines(case, "and-book", **words)[:1])


def _leaves(case: Case) -> int:
    return case.pick(LEAVES)


def _wants(case: Case, move: Move) -> str:
    asked = {
        COMMUNICATION: "The communication address changed, not the permanent one.",
        PERMANENT: "The permanent address changed, on a paper that is in order.",
        BY_PROOF: "The permanent address changed if the paper at hand will do, else "
        "the communication address alone.",
    }[move.asked]
    book = " Then a cheque book, not to the old address." if case.variant == 1 else ""
    return asked + book


def _knows(case: Case, move: Move) -> tuple[Fact, ...]:
    kind = lines(case, f"kind-{move.asked}")
    paper = lines(case, f"paper-{move.paper}")
    facts = (
        address_fact(case, move.address),
        said_first(Fact("address_type", move.asked, kind)),
        Fact("proof_document", move.paper, paper),
    )
    if case.variant == 0:
        return facts
    leaves = _leaves(case)
    return (
        *facts,
        named_account(case, move.account),
        Fact("leaves", leaves, (f"{leaves} leaves",)),
        Fact("delivery", "home_branch", lines(case, "where")),
    )


def _agenda(case: Case, move: Move) -> tuple[Goal, ...]:
    # What is decided by the bank's rule on proof the customer does not know.
    about: dict[str, JsonValue] = {"address": move.address["pincode"]}
    if move.asked != BY_PROOF:
        about["address_type"] = move.asked
    said = dictated(case, move.address)
    asked = lines(case, f"ask-{move.asked}", address=said)
    change = Goal("address", "change_address", asked, about)
    if case.variant == 0:
        return (change,)
    book: dict[str, JsonValue] = {"leaves": _leaves(case), "delivery": "home_branch"}
    return (change, book_goal(case, "ask-book", move.account, book))


def _gold(case: Case, move: Move) -> tuple[GoldStep, ...]:
    chain = Chain()
    look = details_step(
        chain,
        move.account,
        "The status says whether the services are open, and the home branch where a "
        "cheque book can wait.",
        "R30 R31",
        # An address belongs to no account, so any of them shows the status.
        compare=() if case.variant == 0 else None,
    )
    rule = paper_step(
        chain,
        "address change proof document communication permanent cheque book",
        "Which papers prove which address, and where post goes until it is verified, "
        "is for the bank's rule to say.",
        "R30",
    )
    changed = chain.add(
        "update_address",
        update_of(move.kind, move.address),
        "Only the address that was named, and that the paper at hand is proof enough "
        "for, is logged.",
        "R30",
        after=[look, rule],
    )
    if case.variant == 1:
        book_step(
            chain,
            move.account,
            _leaves(case),
            "home_branch",
            [look, rule, changed],
            "The new address is not verified and nobody is at the old one, so the book "
            "waits at the home branch.",
        )
    return tuple(chain.steps)
