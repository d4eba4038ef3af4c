"""EC_DUP: a request on the same matter is open; its date says wait, or escalate."""

from dataclasses import dataclass
from datetime import timedelta

from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before
from bankenv.generate.open_requests import (
    other_number,
    request_edits,
    request_number,
    request_record,
)
from bankenv.generate.parts import Chain, Draft, Family, serves_all
from bankenv.generate.services import ETA_DAYS
from bankenv.generate.wording import day_of, lines, openings
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("EC_DUP", "edge_case", "service", (6, 10))
# The matter of the open request, and its category.
MATTERS = {
    "certificate": ("general_query", "Asked for an interest certificate"),
    "app": ("app_issue", "The app closes while loading the statement"),
    "charge": ("charges_dispute", "Says that SMS alert charges were taken twice"),
    "queue": ("service_quality", "Long queue at the branch counter"),
    "passbook": ("general_query", "Passbook not received by post"),
}
IN_TURN = ("certificate", "app", "charge", "passbook", "queue", "app", "certificate",
           "charge")  # fmt: skip
# Days since the request was made: its date lies five days after that.
WAITING, OVERDUE = (2, 5, 4, 1, 3, 5), (6, 9, 14, 6, 21, 11, 7, 30, 8, 17)
MISREMEMBERED = (2, 5, 8, 11, 14)
PRESSES = (1, 2, 1, 1, 2, 1)


@dataclass(frozen=True, slots=True)
class Open:
    """The request on record, its matter, and the number that is said first."""

    request: Record
    matter: str
    said: str


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has no other request open."""
    account = next(iter(customer.record["accounts"].values()))
    if customer.record["requests"] or not serves_all(account):
        return None
    found = _open(case, customer)
    words = {"number": found.said, "made": day_of(found.request["created_at"][:10])}
    return Draft(
        customer=customer,
        title=_title(case, found),
        opening=request_edits(found.request),
        opening_lines=openings(case, f"opening-{found.matter}", **words),
        wants="To have the matter logged again, since nothing came of it so far.",
        knows=_knows(case, found, words),
        products=(),
        conditions=("Neither knows nor says by which date the answer is due.",),
        must_be_told={"expected_date": found.request["eta"]},
        agenda=_agenda(case, found, words),
        gold=_gold(case, found),
        decoys=_decoys(found),
    )


def _open(case: Case, customer: Customer) -> Open:
    matter = case.pick(IN_TURN)
    category, description = MATTERS[matter]
    ages = WAITING if case.variant == 0 else OVERDUE
    made = days_before(ages[(case.number - 1) % len(ages)])
    number = request_number(case, customer)
    request = request_record(
        number,
        category,
        description,
        made.isoformat(),
        (made + timedelta(days=ETA_DAYS)).isoformat(),
    )
    said = other_number(number) if case.number in MISREMEMBERED else number
    return Open(request, matter, said)


def _title(case: Case, found: Open) -> str:
    due = day_of(found.request["eta"])
    return f"{found.matter.capitalize()}: open request, answer due on {due}"


def _knows(case: Case, found: Open, words: dict[str, str]) -> tuple[Fact, ...]:
    number = found.request["request_id"]
    when_wrong = lines(case, "number-again", right=number)
    said = (number,) if found.said == number else when_wrong
    return (
        Fact("request", number, said),
        Fact("date", found.request["created_at"][:10], (words["made"],)),
    )


def _agenda(case: Case, found: Open, words: dict[str, str]) -> tuple[Goal, ...]:
    refused = case.variant == 0
    asked = lines(case, "ask-again", **{**words, "number": found.request["request_id"]})
    return (
        Goal(
            "again",
            "log_request",
            asked,
            hear_first=("expected_date",),
            settled_by="refusal" if refused else "done",
            press=case.pick(PRESSES) if refused else 0,
            insist=lines(case, "insist"),
            accept=lines(case, "accept"),
        ),
    )


def _decoys(found: Open) -> tuple[dict[str, JsonValue], ...]:
    if found.said == found.request["request_id"]:
        return ()
    return ({"request": found.said, "why": "Misremembered; no such request."},)


def _gold(case: Case, found: Open) -> tuple[GoldStep, ...]:
    chain = Chain()
    status = chain.add(
        "get_request_status",
        {"request_id": found.request["request_id"]},
        "Only the record of the request says whether its date has passed.",
        "R26",
    )
    rule = paper_step(
        chain,
        "earlier request on the same matter within its date escalation",
        "Whether one waits or escalates, and as what, is the bank's rule.",
        "R26 R34",
    )
    if case.variant == 1:
        chain.add(
            "raise_request",
            {
                "category": "service_quality",
                "description": f"Escalation of {found.request['request_id']}: "
                f"{found.request['description']}.",
            },
            "The date has passed, so an escalation is logged, as service quality and "
            "not in the category of the first request.",
            "R26 R34",
            after=[status, rule],
            compare=("category",),
        )
    return tuple(chain.steps)
