"""EC_3RD: something is wanted on the account of somebody else, near as they may be."""

from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.chance import Chance
from bankenv.generate.customers import Customer
from bankenv.generate.kin import Relative, relatives
from bankenv.generate.parts import Chain, Draft, Family, account_products, card_products
from bankenv.generate.wording import lines, openings
from bankenv.records import JsonValue
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("EC_3RD", "edge_case", "service", (8, 4))
# What is wanted of the other person's account, as actions of the customer.
WISHES = (
    ("card", "block_card"), ("book", "order_cheque_book"),
    ("statement", "send_statement"), ("deposit", "close_deposit"),
    ("address", "change_address"), ("mandate", "cancel_mandate"),
    ("card", "block_card"), ("book", "order_cheque_book"),
)  # fmt: skip
PRESSES = (1, 2, 1, 1, 2, 1, 2, 1)
EMPLOYEES = (3, 6)
ROUTE = "power of attorney"
OLDEST_CHILD = 24


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task; the customer has a card of their own to be mistaken for it."""
    own = list(customer.record["cards"].values())
    if not own or not customer.record["accounts"]:
        return None
    if case.variant == 1 and customer.person.age < OLDEST_CHILD:
        return None
    other = _other(case, customer)
    wish, action = WISHES[(case.number - 1) % len(WISHES)]
    words = {"relation": other.relation, "first": other.name.split()[0]}
    words["number"] = _number(case.chance)
    key = "opening-ill" if case.variant == 1 else f"opening-{wish}"
    return Draft(
        customer=customer,
        title=_title(case, other, wish),
        opening_lines=openings(case, key, **words),
        wants=_wants(case, other, wish),
        knows=_knows(case, words),
        products=(*account_products(customer.record), *card_products(customer.record)),
        conditions=("Nothing of the customer's own is to be changed.",),
        must_be_told={} if case.variant == 1 else {"route": ROUTE},
        agenda=_agenda(case, action, words),
        gold=_gold(case, other),
        decoys=({"card": own[0]["card_id"], "why": "The customer's own, not meant."},),
    )


def _other(case: Case, customer: Customer) -> Relative:
    kin = relatives(customer.person)
    if case.number in EMPLOYEES:
        return Relative(kin[-1].name, "employee")
    return kin[case.number % len(kin)]


def _number(chance: Chance) -> str:
    """Return an account number that sounds right and is nobody's."""
    return f"SB0{chance.at('other-account').integer(100_000_000, 999_999_999)}"


def _title(case: Case, other: Relative, wish: str) -> str:
    if case.variant == 1:
        return f"The {other.relation}, who can no longer act"
    return f"{wish.capitalize()} of the {other.relation}"


def _wants(case: Case, other: Relative, wish: str) -> str:
    if case.variant == 1:
        return f"That somebody takes up the case of the {other.relation}, who is ill."
    return (
        f"Something done about the {wish} of the {other.relation}; to hear why not, "
        "and what the right way is."
    )


def _knows(case: Case, words: dict[str, str]) -> tuple[Fact, ...]:
    return (
        Fact("account", words["number"], lines(case, "number", **words)),
        Fact("other", words["first"], lines(case, "who", **words)),
        Fact("name", words["first"], (words["first"],)),
    )


def _agenda(case: Case, action: str, words: dict[str, str]) -> tuple[Goal, ...]:
    if case.variant == 1:
        asked = lines(case, "ask-ill", **words)
        return (Goal("people", "hand_over", asked, settled_by="hand_over", press=1),)
    about: dict[str, JsonValue] = {}
    return (
        Goal(
            "wish",
            action,
            lines(case, "ask-wish", **words),
            about,
            settled_by="refusal",
            press=case.pick(PRESSES),
            insist=lines(case, "insist", **words),
            accept=lines(case, "accept", **words),
        ),
        Goal(
            "route",
            "tell",
            lines(case, "ask-route", **words),
            settled_by="told",
            figure="route",
        ),
    )


def _gold(case: Case, other: Relative) -> tuple[GoldStep, ...]:
    chain = Chain()
    rule = paper_step(
        chain,
        "acting for another person mandate power of attorney",
        "Who may give orders, and how a mandate or power of attorney is registered, is "
        "the bank's rule; the other person's records are nobody's business here.",
        "R2 R7",
    )
    if case.variant == 1:
        chain.add(
            "transfer_to_human_agents",
            {"summary": f"The customer's {other.relation} can no longer act."},
            "A holder who can no longer act is a case for people.",
            "R37",
            after=[rule],
        )
    return tuple(chain.steps)
