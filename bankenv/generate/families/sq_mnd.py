"""SQ_MND: one automatic payment is cancelled and the cancelled list shown as proof."""

from dataclasses import dataclass

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.entries import mandate_text
from bankenv.generate.mandates import LIKENESS, mandate
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    amount_fact,
    mandate_products,
    said_first,
)
from bankenv.generate.wording import day_of, lines, openings, rupees
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_MND", "sequencing", "mandates_cheques", (10, 12))
PLACE_OF_DECOY = 14
# Tasks whose mandate is paused: it must be cancelled all the same.
PAUSED = (4,)
# Tasks whose look-alike takes the very same amount.
SAME_AMOUNT = (2, 6, 7, 9)


@dataclass(frozen=True, slots=True)
class Found:
    """The mandate to cancel, its last debit if one is on record, its look-alike."""

    mandate: Record
    debit: Record | None
    decoy: Record


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has a mandate with a debit to be found."""
    found = _found(case, customer)
    if found is None or (case.variant == 1 and found.debit is None):
        return None
    opening = _opening(case, customer, found)
    record = Desk(customer, opening).record
    payee = found.mandate["payee"]
    return Draft(
        customer=customer,
        title=f"Cancel the {payee} mandate, not {found.decoy['payee']}",
        opening=opening,
        opening_lines=_opening_lines(case, found),
        wants=_wants(case, found),
        knows=_knows(case, customer, found),
        products=mandate_products(record),
        conditions=("The cancelled list is looked at afterwards.",),
        must_be_told={"payee": payee},
        agenda=_agenda(case, found),
        gold=_gold(case, found),
        decoys=(
            {
                "mandate": found.decoy["mandate_id"],
                "why": f"Sounds alike: {found.decoy['payee']}.",
            },
        ),
    )


def _found(case: Case, customer: Customer) -> Found | None:
    for made in customer.record["mandates"]:
        likeness = LIKENESS.get(made["payee"])
        if made["status"] != "active" or likeness is None or made["linked_loan"]:
            continue
        debit = _only_debit(customer.record, made)
        return Found(made, debit, _decoy(case, customer, made, likeness))
    return None


def _only_debit(record: Record, made: Record) -> Record | None:
    """Return the mandate's last debit, if amount and day belong to it alone."""
    rows = record["accounts"][made["account_id"]]["transactions"]
    debits = [row for row in rows if row["description"] == mandate_text(made)]
    if not debits:
        return None
    last = debits[-1]
    twins = [
        row
        for row in rows
        if (row["date"], row["amount"]) == (last["date"], last["amount"])
    ]
    return dict(last) if len(twins) == 1 else None


def _decoy(case: Case, customer: Customer, made: Record, likeness: str) -> Record:
    """Return the look-alike that is on record, or a new one to be added."""
    for other in customer.record["mandates"]:
        if other["payee"] == likeness and other["status"] == "active":
            return dict(other)
    amount = made["amount"]
    if not case.among(SAME_AMOUNT):
        amount = float(int(amount) // 2 + 100)
    account = made["account_id"]
    return mandate(customer.person, account, likeness, amount, PLACE_OF_DECOY)


def _opening(case: Case, customer: Customer, found: Found) -> tuple[Edit, ...]:
    mandates = customer.record["mandates"]
    edits = []
    if case.among(PAUSED):
        edits.append(Edit(f"mandates.{mandates.index(found.mandate)}.status", "paused"))
    if found.decoy["mandate_id"] not in {made["mandate_id"] for made in mandates}:
        edits.append(Edit("mandates.-", found.decoy))
    return tuple(edits)


def _opening_lines(case: Case, found: Found) -> tuple[str, ...]:
    amount = rupees(found.mandate["amount"])
    if case.variant == 1 and found.debit is not None:
        day = day_of(found.debit["date"])
        return openings(case, "opening-debit", amount=amount, day=day)
    return openings(case, "opening-payee", amount=amount, payee=found.mandate["payee"])


def _wants(case: Case, found: Found) -> str:
    amount = rupees(found.mandate["amount"])
    if case.variant == 1 and found.debit is not None:
        return (
            f"To learn who took {amount} on {day_of(found.debit['date'])}, to have "
            "that mandate cancelled, and to be shown that it is."
        )
    return (
        f"To have the {found.mandate['payee']} mandate of {amount} cancelled, and to "
        "be shown that it is."
    )


def _knows(case: Case, customer: Customer, found: Found) -> tuple[Fact, ...]:
    account = customer.record["accounts"][found.mandate["account_id"]]
    amount, payee = amount_fact(found.mandate["amount"]), found.mandate["payee"]
    facts = [account_fact(case, account)]
    if case.variant == 0:
        said = lines(case, "payee-said", payee=payee)
        return (Fact("payee", payee, said, "up_front"), amount, *facts)
    if found.debit is not None:
        facts.append(_debit_day(found.debit))
    return (said_first(amount), *facts, Fact("payee", payee, (), "never"))


def _debit_day(debit: Record) -> Fact:
    return Fact("date", debit["date"], (day_of(debit["date"]),), "up_front")


def _agenda(case: Case, found: Found) -> tuple[Goal, ...]:
    made = found.mandate
    about: dict[str, JsonValue] = {
        "mandate": made["mandate_id"],
        "payee": made["payee"],
        "amount": made["amount"],
    }
    who = Goal(
        "payee", "tell", lines(case, "ask-payee"), settled_by="told", figure="payee"
    )
    cancel = Goal(
        "cancel",
        "cancel_mandate",
        lines(case, "ask-cancel"),
        about,
        hear_first=("payee",) if case.variant == 1 else (),
    )
    proof = Goal(
        "proof", "tell", lines(case, "ask-proof"), settled_by="told", figure="proof"
    )
    return (who, cancel, proof) if case.variant == 1 else (cancel, proof)


def _gold(case: Case, found: Found) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = []
    if case.variant == 1:
        seen.append(
            chain.add(
                "get_transaction_history",
                {"account_id": found.mandate["account_id"]},
                "The customer knows only an amount and a day; the entry of that day "
                "names the merchant.",
                "R3 R27",
                compare=("account_id",),
            )
        )
    seen.append(
        chain.add(
            "show_mandates",
            {},
            "Two payees sound alike, so the list must be seen before one is cancelled.",
            "R27",
            compare=(),
        )
    )
    cancelled = chain.add(
        "cancel_mandate",
        {"mandate_id": found.mandate["mandate_id"]},
        "Only the mandate that the customer meant is cancelled; it cannot be made "
        "active again.",
        "R27 R4",
        after=seen,
    )
    chain.add(
        "show_mandates",
        {"status": "cancelled"},
        "The customer asked for proof, which only a fresh look at the cancelled ones "
        "gives.",
        "R27",
        after=[cancelled],
        compare=("status",),
    )
    return tuple(chain.steps)
