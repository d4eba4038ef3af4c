"""CT_CMP: a complaint or a wish for the staff, with every fact; it is logged once."""

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before
from bankenv.generate.desk import Desk
from bankenv.generate.parts import Chain, Draft, Family, said_first, serves_all
from bankenv.generate.wording import day_of, lines, openings
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("CT_CMP", "control", "service", (12,))
# What happened, in turn, and the category it belongs to.
STORIES = (
    ("queue", "service_quality"), ("crash", "app_issue"), ("staff", "service_quality"),
    ("certificate", "general_query"), ("atm", "service_quality"),
    ("screen", "app_issue"), ("doorstep", "general_query"),
)  # fmt: skip
DAYS_AGO = (1, 3, 2, 6, 4, 9, 5)
TOLD_OF = {"crash": "a crash of the app", "screen": "a screen of the app",
           "atm": "an ATM", "queue": "the queue", "certificate": "a certificate",
           "doorstep": "a visit at home"}  # fmt: skip
OF_THE_APP = ("crash", "screen")


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task; any customer with a working account can have been annoyed."""
    account = next(iter(customer.record["accounts"].values()))
    if not serves_all(account) or customer.record["requests"]:
        return None
    story, category = case.pick(STORIES)
    when = days_before(case.pick(DAYS_AGO)).isoformat()
    words = {"branch": account["home_branch"], "day": day_of(when)}
    told = lines(case, f"story-{story}", **words)
    gold = _gold(story, category, words)
    logged = Desk(customer).call("raise_request", **gold[0].arguments)
    return Draft(
        customer=customer,
        title=f"Complaint of {words['day']}: {TOLD_OF.get(story, story)}",
        opening_lines=openings(case, "opening", story=told[case.turn % len(told)]),
        wants="To have the matter logged once, and to hear its number and its date.",
        knows=_knows(case, story, when, words),
        products=(),
        conditions=("Wants the reference before leaving.",),
        must_be_told={"expected_date": logged["eta"]},
        agenda=_agenda(case, story, words),
        gold=gold,
    )


def _knows(
    case: Case, story: str, when: str, words: dict[str, str]
) -> tuple[Fact, ...]:
    facts = [Fact("date", when, (words["day"],), "up_front")]
    if story not in OF_THE_APP:
        branch = words["branch"]
        facts.append(Fact("branch", branch, lines(case, "branch", branch=branch)))
    outcome = lines(case, f"outcome-{story}")
    return (*facts, said_first(Fact("other", story, outcome)))


def _agenda(case: Case, story: str, words: dict[str, str]) -> tuple[Goal, ...]:
    asked = lines(case, f"ask-{story}", **words)
    log = Goal("log", "log_request", asked)
    number = Goal(
        "reference",
        "tell",
        lines(case, "ask-reference"),
        settled_by="told",
        figure="reference",
    )
    return (log, number)


def _gold(story: str, category: str, words: dict[str, str]) -> tuple[GoldStep, ...]:
    chain = Chain()
    matter: Record = {
        "category": category,
        "description": f"{story} on {words['day']}, {words['branch']}.",
    }
    chain.add(
        "raise_request",
        matter,
        "The facts are complete, so the matter is logged once, in its own category; "
        "people take over nothing and nothing is promised.",
        "R34",
        compare=("category",),
    )
    return tuple(chain.steps)
