"""SQ_TDS: tax was cut from interest; whether rightly decides what is logged."""

from dataclasses import dataclass

from bankenv.generate import tax
from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    account_products,
    deposit_products,
    open_fixed,
    said_first,
    serves_all,
)
from bankenv.generate.seniors import senior_facts
from bankenv.generate.tax_kinds import KINDS, LIMIT, ORDER, Kind
from bankenv.generate.wording import account_words, lines, openings, rupees
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_TDS", "sequencing", "deposits", (12, 12))
LEAST_LEFT = 2_000


# The part of the interest that a recurring deposit brings, where there is one.
RECURRING_SHARE = 0.15


@dataclass(frozen=True, slots=True)
class Cut:
    """The deposits and the entry as they stand when the conversation opens."""

    kind: Kind
    account: Record
    fixed: list[Record]
    recurring: Record | None
    entry: Record
    opening: tuple[Edit, ...]

    @property
    def amount(self) -> float:
        """Return the rupees of tax."""
        return float(-self.entry["amount"])


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer's deposits can come to the wanted interest."""
    cut = _cut(case, customer)
    if cut is None:
        return None
    record = Desk(customer, cut.opening).record
    right = "rightly" if cut.kind.right else "wrongly"
    words = _words(customer, cut)
    return Draft(
        customer=customer,
        title=f"{rupees(cut.amount)} of tax was cut, {right} ({cut.kind.title})",
        opening=cut.opening,
        opening_lines=openings(case, f"opening-{cut.kind.words}", **words),
        wants=_wants(cut),
        knows=_knows(case, customer, cut),
        products=(*account_products(record), *deposit_products(record)),
        conditions=(
            "Tax cut rightly: what the customer asked for in that case.",
            "Tax cut wrongly: a correction of that entry.",
        ),
        must_be_told={"tax_cut": cut.amount, cut.kind.figure: cut.kind.value},
        agenda=_agenda(case, cut),
        gold=_gold(cut),
    )


def _cut(case: Case, customer: Customer) -> Cut | None:
    kind = KINDS[ORDER[case.number - 1]]
    fixed = open_fixed(customer.record)
    if not fixed or not kind.who(customer) or _has_round(kind, fixed):
        return None
    account = customer.record["accounts"][fixed[0]["payout_account"]]
    made = _deposits(case, customer, kind, account["account_id"])
    if made is None or not serves_all(account):
        return None
    opening, deposits, recurring, interest = made
    amount = float(int(interest.least * kind.rate / 400))
    if account["available_balance"] - account["hold_amount"] < amount + LEAST_LEFT:
        return None
    entry_edits, entry = tax.tax_entry(customer, account, amount, f"{kind.rate:g}")
    pan = (Edit("profile.pan", None),) if kind.words == "no_pan" else ()
    edits = (*opening, *entry_edits, *pan)
    return Cut(kind, account, deposits, recurring, entry, edits)


def _has_round(kind: Kind, fixed: list[Record]) -> bool:
    """Tell whether a deposit's size could be taken for the limit that is told."""
    return any(deposit["principal"] == kind.value for deposit in fixed)


def _deposits(
    case: Case, customer: Customer, kind: Kind, account_id: str
) -> tuple[tuple[Edit, ...], list[Record], Record | None, tax.Interest] | None:
    """Return edits, fixed deposits, recurring one and what they bring together."""
    share = RECURRING_SHARE if case.variant == 1 else 0.0
    edits: tuple[Edit, ...] = ()
    recurring, more = None, tax.Interest(0, 0)
    if share:
        planted = tax.recurring_at(customer, account_id, kind.wanted * share * 0.6)
        if planted is None:
            return None
        edits, recurring = planted
        more = tax.of_recurring(recurring)
    left = kind.wanted - (more.most if kind.at_most else more.least)
    found = tax.fixed_at(customer, left, at_most=kind.at_most)
    if found is None or found[1][0]["principal"] == kind.value:
        return None
    fixed_edits, fixed, interest = found
    if kind.at_most and kind.value > LIMIT and interest.least + more.least < LIMIT:
        return None
    return (*edits, *fixed_edits), fixed, recurring, interest + more


def _words(customer: Customer, cut: Cut) -> dict[str, str]:
    person = customer.person
    return {
        "age": str(person.age),
        "month": f"{person.born:%B}",
        **account_words(cut.account),
    }


def _wants(cut: Cut) -> str:
    return (
        "To know why tax was cut from interest, and to have the right thing logged: a "
        "correction if it was wrong, else what was asked for in that case."
    )


def _knows(case: Case, customer: Customer, cut: Cut) -> tuple[Fact, ...]:
    words = _words(customer, cut)
    facts = [said_first(account_fact(case, cut.account)), *senior_facts(case, customer)]
    if not customer.person.senior:
        soon = cut.kind.words == "turning"
        said = lines(case, "age-soon" if soon else "age-plain", **words)
        facts.append(Fact("age", customer.person.age, said))
    facts.append(Fact("income", "nil tax", lines(case, f"income-{cut.kind.words}")))
    facts.append(Fact("purpose", "tax", lines(case, f"purpose-{cut.kind.words}")))
    return tuple(facts)


def _agenda(case: Case, cut: Cut) -> tuple[Goal, ...]:
    why = Goal(
        "why",
        "tell",
        lines(case, "ask-why"),
        {"account": cut.account["account_id"]},
        settled_by="told",
        figure=cut.kind.figure,
    )
    log = Goal(
        "log",
        "log_request",
        lines(case, f"ask-log-{cut.kind.words}"),
        hear_first=("tax_cut", cut.kind.figure),
    )
    return (why, log)


def _gold(cut: Cut) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [_history_step(chain, cut), *_deposit_steps(chain, cut)]
    seen.append(
        paper_step(
            chain,
            "TDS limit on deposit interest, Form 121, correction",
            "The limit, the form and who may file it changed on 1 April 2026; memory "
            "has the old ones.",
            "R32 R5",
        )
    )
    _request_step(chain, cut, seen)
    return tuple(chain.steps)


def _history_step(chain: Chain, cut: Cut) -> int:
    return chain.add(
        "get_transaction_history",
        {"account_id": cut.account["account_id"]},
        "How much was cut, at which rate and in which entry stands in the account's "
        "history.",
        "R32",
        compare=("account_id",),
    )


def _deposit_steps(chain: Chain, cut: Cut) -> list[int]:
    why = "Whether the limit was crossed depends on the interest of all deposits."
    steps = [
        chain.add(
            "get_fd_details",
            {"deposit_ids": [deposit["deposit_id"] for deposit in cut.fixed]},
            why,
            "R32",
        )
    ]
    if cut.recurring is not None:
        ids = {"deposit_ids": [cut.recurring["deposit_id"]]}
        steps.append(
            chain.add(
                "get_rd_details",
                ids,
                "Interest on recurring deposits counts towards the same limit.",
                "R32",
            )
        )
    return steps


def _request_step(chain: Chain, cut: Cut, seen: list[int]) -> None:
    if cut.kind.right:
        chain.add(
            "raise_request",
            {"category": "general_query", "description": _DESCRIBED[cut.kind.words]},
            "The tax was cut as it should be, so there is nothing to correct; what the "
            "customer asked for in that case is logged.",
            "R32",
            after=seen,
            compare=("category",),
        )
        return
    arguments: dict[str, JsonValue] = {
        "category": "charges_dispute",
        "description": "TDS correction: this year's interest stays below the limit.",
        "related_transaction_id": cut.entry["reference_id"],
    }
    chain.add(
        "raise_request",
        arguments,
        "The interest stays below the limit, so the entry is to be corrected; nothing "
        "is promised.",
        "R32 R40",
        after=seen,
        compare=("category", "related_transaction_id"),
    )


_DESCRIBED = {
    "judge": "Form 121 for the tax year 2026-27; the customer says that they qualify.",
    "senior": "Form 121 for the tax year 2026-27; the customer says that they qualify.",
    "no_pan": "The customer wants to put their PAN on record; TDS was cut at 20%.",
    "nro": "The customer asks for the TDS certificate, Form 131, of an NRO account.",
    "high": "The customer asks for the TDS certificate, Form 131; no Form 121.",
}
