"""SQ_MN2: two of several automatic payments end; a third is much like one of them."""

from dataclasses import dataclass

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.desk import Desk
from bankenv.generate.mandates import LIKENESS, PAYEES, mandate
from bankenv.generate.parts import Chain, Draft, Family, mandate_products
from bankenv.generate.wording import lines, openings, rupees
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("SQ_MN2", "sequencing", "mandates_cheques", (12, 8))
# Places of planted mandates among the customer's: the look-alike, the one cancelled.
ALIKE_PLACE, OLD_PLACE = 14, 15
FEWEST, MOST = 2, 5
# How the two are named: both by payee, or the second by its amount alone.
MANNERS = ("payees", "amount", "payees", "amount", "amount")
# Tasks in which a payee is paid twice, and the one to end is known by its amount.
PAID_TWICE = (1, 4, 7, 8)


@dataclass(frozen=True, slots=True)
class Pair:
    """The two mandates to cancel, the look-alike that stays, and an old namesake."""

    first: Record
    second: Record
    alike: Record
    old: Record
    opening: tuple[Edit, ...]

    @property
    def both(self) -> tuple[Record, Record]:
        return self.first, self.second


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has two payments that nothing depends on."""
    pair = _pair(case, customer)
    if pair is None:
        return None
    record = Desk(customer, pair.opening).record
    names = " and ".join(made["payee"] for made in pair.both)
    return Draft(
        customer=customer,
        title=f"Cancel the mandates of {names}, and no other",
        opening=pair.opening,
        opening_lines=openings(case, f"opening-{_manner(case)}", **_words(pair)),
        wants=f"To have the mandates of {names} cancelled and the others left alone."
        + (" Then to hear which ones still run." if case.variant == 1 else ""),
        knows=_knows(case, pair),
        products=mandate_products(record),
        conditions=("All other automatic payments go on.",),
        must_be_told=_told(case, pair),
        agenda=_agenda(case, pair),
        gold=_gold(case, pair),
        decoys=(
            {
                "mandate": pair.alike["mandate_id"],
                "why": _likeness(pair),
            },
            {
                "mandate": pair.old["mandate_id"],
                "why": f"An earlier mandate of {pair.old['payee']}, cancelled before.",
            },
        ),
    )


def _told(case: Case, pair: Pair) -> dict[str, JsonValue]:
    return {"still_running": pair.alike["payee"]} if case.variant == 1 else {}


def _pair(case: Case, customer: Customer) -> Pair | None:
    mandates = customer.record["mandates"]
    running = [
        made
        for made in mandates
        if made["status"] == "active" and made["payee"] in LIKENESS
    ]
    if not FEWEST <= len(running) <= MOST:
        return None
    first, second = case.chance.at("pair").shuffled(running)[:2]
    payees = {made["payee"] for made in mandates}
    likeness = first["payee"] if _is_paid_twice(case) else LIKENESS[first["payee"]]
    amounts = [made["amount"] for made in mandates]
    if payees & {likeness} - {first["payee"]} or amounts.count(second["amount"]) > 1:
        return None
    account = first["account_id"]
    amount = _other_amount(case, first, likeness)
    if amount == second["amount"]:
        return None
    alike = mandate(customer.person, account, likeness, amount, ALIKE_PLACE)
    old = mandate(
        customer.person, account, second["payee"], second["amount"] - 50, OLD_PLACE
    )
    old |= {
        "status": "cancelled",
        "next_debit_date": None,
        "cancelled_on": "2026-01-12",
        "registered_on": "2024-03-04",
    }
    opening = (Edit("mandates.-", alike), Edit("mandates.-", old))
    return Pair(first, second, alike, old, opening)


def _is_paid_twice(case: Case) -> bool:
    return case.variant == 0 and case.among(PAID_TWICE)


def _other_amount(case: Case, first: Record, payee: str) -> float:
    """Return what the look-alike takes: the same in some tasks of another name."""
    others = [float(a) for a in PAYEES[payee] if a != first["amount"]]
    if _is_paid_twice(case):
        return others[0]
    return float(first["amount"] if case.number % 3 == 0 else PAYEES[payee][0])


def _manner(case: Case) -> str:
    return "twice" if _is_paid_twice(case) else case.pick(MANNERS)


def _likeness(pair: Pair) -> str:
    if pair.alike["payee"] == pair.first["payee"]:
        return f"The same payee, but {rupees(pair.alike['amount'])}."
    return f"Sounds alike: {pair.alike['payee']}."


def _words(pair: Pair) -> dict[str, str]:
    return {
        "first": pair.first["payee"],
        "second": pair.second["payee"],
        "amount": rupees(pair.first["amount"]),
        "other": rupees(pair.second["amount"]),
    }


def _knows(case: Case, pair: Pair) -> tuple[Fact, ...]:
    named = [lines(case, "payee-said", payee=made["payee"]) for made in pair.both]
    if _manner(case) == "twice":
        named[0] = lines(case, "twice-said", **_words(pair))
    if _manner(case) == "amount":
        named[1] = lines(case, "amount-said", amount=rupees(pair.second["amount"]))
    return (
        Fact("payee", pair.first["mandate_id"], named[0], "up_front"),
        Fact("mandate", pair.second["mandate_id"], named[1], "up_front"),
    )


def _agenda(case: Case, pair: Pair) -> tuple[Goal, ...]:
    goals = []
    for place, made in enumerate(pair.both, start=1):
        about: dict[str, JsonValue] = {"mandate": made["mandate_id"]}
        ask = lines(case, f"ask-{place}")
        goals.append(Goal(f"cancel_{place}", "cancel_mandate", ask, about))
    if case.variant == 1:
        goals.append(
            Goal(
                "rest",
                "tell",
                lines(case, "ask-rest"),
                settled_by="told",
                figure="still_running",
            )
        )
    return tuple(goals)


def _gold(case: Case, pair: Pair) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = chain.add(
        "show_mandates",
        {},
        "One payee sounds like another and one has an older, cancelled mandate: the "
        "list tells which ids are meant.",
        "R27 R28",
        compare=(),
    )
    cancelled = [
        chain.add(
            "cancel_mandate",
            {"mandate_id": made["mandate_id"]},
            f"The customer named {made['payee']}; every other payment goes on.",
            "R27 R4",
            after=[seen],
        )
        for made in pair.both
    ]
    if case.variant == 1:
        chain.add(
            "show_mandates",
            {"status": "active"},
            "What still runs is known only from a fresh look at the active ones.",
            "R27",
            after=cancelled,
            compare=("status",),
        )
    return tuple(chain.steps)
