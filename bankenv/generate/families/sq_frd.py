"""SQ_FRD: a card debit nobody made: block, find the entry, log the dispute."""

from dataclasses import dataclass
from datetime import date

from bankenv.generate.card_steps import (
    called,
    debit_cards,
    history_step,
    look_step,
    search_step,
)
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.entries import STRANGE_SHOPS
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    amount_fact,
    card_fact,
    card_products,
    said_first,
)
from bankenv.generate.planted import Plant, Planted, planted
from bankenv.generate.wording import day_of, extended, lines, openings, rupees
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("SQ_FRD", "sequencing", "cards", (12, 13))
# Day of the alert and working days from it to the report of 16 July 2026.
ALERTS = (
    (date(2026, 7, 13), 3),
    (date(2026, 7, 10), 4),
    (date(2026, 7, 7), 7),
    (date(2026, 7, 6), 8),
    (date(2026, 7, 11), 4),
)
AMOUNTS = (7_490, 18_650, 4_320, 31_999, 12_780, 9_240, 26_450)
CAPS = {"bsbd": 5_000, "current": 25_000}
OTHER_CAP = 10_000
FREE_DAYS, CAPPED_DAYS = 3, 7
BOARD = "board policy"
# Tasks whose customer gave the one-time password away.
OTP_SHARED = (15, 19, 23)


@dataclass(frozen=True, slots=True)
class Loss:
    """The card, the entry that is not the customer's, and one that is."""

    card: Record
    entry: Record
    genuine: Record
    days: int
    cap: int
    planted: Planted

    @property
    def amount(self) -> float:
        return abs(float(self.entry["amount"]))


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if a debit card's account can carry the loss."""
    loss = _loss(case, customer)
    if loss is None:
        return None
    told: dict[str, JsonValue] = {}
    if case.variant == 1:
        told["liability"] = _liability(case, loss)
    return Draft(
        customer=customer,
        title=f"Block the {called(loss.card)} and dispute {rupees(loss.amount)}",
        opening=loss.planted.opening,
        opening_lines=_opening_lines(case, loss),
        wants=_wants(case),
        knows=_knows(case, loss),
        products=card_products(customer.record),
        conditions=("One entry is disputed; the others are the customer's own.",),
        must_be_told=told,
        agenda=_agenda(case, loss),
        gold=_gold(case, loss),
        decoys=(
            {
                "transaction": loss.genuine["reference_id"],
                "why": "The customer's own purchase with the same card.",
            },
        ),
    )


def _loss(case: Case, customer: Customer) -> Loss | None:
    cards = debit_cards(customer)
    if not cards or len(customer.record["cards"]) < _fewest_cards(case):
        return None
    card = cards[-1]
    account = customer.record["accounts"][card["linked_account"]]
    amount = case.pick(AMOUNTS)
    day, days = case.pick(ALERTS)
    shop, other = case.chance.at("shop").shuffled(STRANGE_SHOPS)[:2]
    # The look-alike takes the same amount two days later, or is the nearer guess.
    same = case.number % 2 == 0
    plants = (
        Plant(day, f"POS {card['last4']} {shop.upper()}", -float(amount), "pos"),
        Plant(
            date(2026, 7, 14),
            f"POS {card['last4']} {(shop if same else other).upper()}",
            -float(amount + (0 if same else 310)),
            "pos",
        ),
    )
    made = planted(customer, account["account_id"], plants)
    if made is None:
        return None
    entry, genuine = made.rows
    cap = CAPS.get(account["account_type"], OTHER_CAP)
    return Loss(card, entry, genuine, days, cap, made)


def _fewest_cards(case: Case) -> int:
    return 2 if case.number % 3 else 1


def _liability(case: Case, loss: Loss) -> JsonValue:
    """Return the rupees the customer bears, or who decides beyond seven days."""
    if case.number in OTP_SHARED:
        return loss.amount
    if loss.days <= FREE_DAYS:
        return 0.0
    return BOARD if loss.days > CAPPED_DAYS else float(min(loss.amount, loss.cap))


def _opening_lines(case: Case, loss: Loss) -> tuple[str, ...]:
    words = {"amount": rupees(loss.amount), "day": day_of(loss.entry["date"])}
    first = openings(case, "opening", **words)
    if case.number in OTP_SHARED:
        first = extended(first, [lines(case, "otp")[0]])
    return first


def _wants(case: Case) -> str:
    wants = (
        "To have the card blocked for good because somebody uses it, and the one "
        "entry that is not theirs disputed."
    )
    return f"{wants} Before that, to know what they bear." if case.variant else wants


def _knows(case: Case, loss: Loss) -> tuple[Fact, ...]:
    entry = lines(
        case, "entry", amount=rupees(loss.amount), day=day_of(loss.entry["date"])
    )
    day = Fact("date", loss.entry["date"], (day_of(loss.entry["date"]),), "up_front")
    return (
        card_fact(case, loss.card),
        said_first(amount_fact(loss.amount)),
        day,
        Fact("transaction", loss.entry["reference_id"], entry),
        Fact("reason", "fraud", lines(case, "reason-fraud")),
    )


def _agenda(case: Case, loss: Loss) -> tuple[Goal, ...]:
    block = Goal(
        "block",
        "block_card",
        lines(case, "ask-block"),
        {"card": loss.card["card_id"], "reason": "fraud"},
    )
    bear = Goal(
        "liability",
        "tell",
        lines(case, "ask-liability"),
        settled_by="told",
        figure="liability",
    )
    dispute = Goal(
        "dispute",
        "log_request",
        lines(case, "ask-dispute"),
        {"purpose": "dispute"},
        hear_first=("liability",) if case.variant == 1 else (),
    )
    return (block, bear, dispute) if case.variant == 1 else (block, dispute)


def _gold(case: Case, loss: Loss) -> tuple[GoldStep, ...]:
    chain, card = Chain(), loss.card
    look = look_step(
        chain,
        [card],
        "Only the record tells which card it is and where it pays.",
        "R19",
    )
    blocked = chain.add(
        "block_card",
        {"card_id": card["card_id"], "reason": "fraud"},
        "Somebody else uses the card: it is stopped for good before anything is "
        "searched for.",
        "R21 R22",
        after=[look],
    )
    seen = [
        history_step(
            chain,
            card["linked_account"],
            "The dispute needs the id of the very entry, and another looks like it.",
            "R22 R23",
            after=[blocked],
        )
    ]
    if case.variant == 1:
        seen.append(
            search_step(
                chain,
                "unauthorised transaction how much the customer bears working days",
                "What the customer bears follows from the rule in force and the count "
                "of working days.",
                "R5 R24",
            )
        )
    chain.add(
        "raise_request",
        {
            "category": "unauthorized_debit",
            "related_transaction_id": loss.entry["reference_id"],
            "description": f"Card debit of {rupees(loss.amount)} on "
            f"{day_of(loss.entry['date'])} that the customer did not make.",
        },
        "One request for the one entry that the customer says is not theirs.",
        "R23",
        after=[look, blocked, *seen],
    )
    return tuple(chain.steps)
