"""What the families build their tasks from: scenario, steps, facts, products."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.wording import (
    LANGUAGES,
    account_words,
    lines,
    month_of,
    said_amount,
)
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal, Product, Scenario
from bankenv.tasks import Edit, GoldStep, Task


@dataclass(frozen=True)
class Family:
    """What all tasks of a family share. `counts` are the tasks of each variant."""

    id: str
    category: str
    area: str
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Draft:
    """What a family module decides about one task; the rest follows from the case."""

    customer: Customer
    title: str
    opening_lines: tuple[str, ...]
    wants: str
    knows: tuple[Fact, ...]
    products: tuple[Product, ...]
    agenda: tuple[Goal, ...]
    gold: tuple[GoldStep, ...]
    opening: tuple[Edit, ...] = ()
    conditions: tuple[str, ...] = ()
    must_be_told: Mapping[str, JsonValue] = field(default_factory=dict)
    decoys: tuple[Mapping[str, JsonValue], ...] = ()


def finished(family: Family, case: Case, draft: Draft) -> Task:
    """Return the task of a draft."""
    return Task(
        id=case.task_id,
        family=family.id,
        category=family.category,
        area=family.area,
        title=draft.title,
        language=LANGUAGES[case.register],
        customer_id=draft.customer.id,
        opening=draft.opening,
        scenario=_scenario(case, draft),
        gold=draft.gold,
        decoys=draft.decoys,
    )


def _scenario(case: Case, draft: Draft) -> Scenario:
    person = draft.customer.person
    profile = draft.customer.record["profile"]
    chance = case.chance.at("voice")
    return Scenario(
        persona=f"{profile['occupation']}, {person.age}, {person.persona.region}",
        name=person.name,
        tone=person.persona.tone,
        register=case.register,
        length=chance.at("length").weighted({"short": 60, "normal": 25, "long": 15}),
        patience=chance.at("patience").weighted({2: 15, 3: 60, 4: 18, 5: 7}),
        opening_lines=draft.opening_lines,
        wants=draft.wants,
        knows=draft.knows,
        products=draft.products,
        conditions=draft.conditions,
        must_be_told=draft.must_be_told,
        agenda=draft.agenda,
    )


class Chain:
    """A gold chain in the making; steps are numbered from 1."""

    def __init__(self) -> None:
        self.steps: list[GoldStep] = []

    def add(  # noqa: PLR0913 - a gold step has this many parts
        self,
        tool: str,
        arguments: Record,
        why: str,
        rules: str,
        *,
        after: Iterable[int] = (),
        compare: tuple[str, ...] | None = None,
        mentions: Mapping[str, Sequence[str]] | None = None,
    ) -> int:
        """Add a step and return its number; `rules` are policy rules, spaced."""
        number = len(self.steps) + 1
        cited = tuple(rules.split())
        step = GoldStep(number, tool, arguments, compare, tuple(after), why, cited)
        self.steps.append(replace(step, mentions=mentions or {}))
        return number


def said_first(fact: Fact) -> Fact:
    """Return the fact as one that the opening line tells already."""
    return replace(fact, when="up_front")


def account_fact(case: Case, account: Record, slot: str = "account") -> Fact:
    """Return how the customer names an account: by type and last digits."""
    said = lines(case, "account", **account_words(account))
    return Fact(slot, account["account_id"], said)


def card_words(card: Record) -> dict[str, str]:
    """Return what fills {type} and {last4} for a card."""
    return {"type": card["card_type"], "last4": card["last4"]}


def card_fact(case: Case, card: Record) -> Fact:
    """Return how the customer names a card: by kind and last digits."""
    return Fact("card", card["card_id"], lines(case, "card", **card_words(card)))


def amount_fact(amount: float, slot: str = "amount") -> Fact:
    """Return how the customer says an amount."""
    return Fact(slot, amount, said_amount(amount))


def matures_words(deposit: Record) -> dict[str, str]:
    """Return what fills {month} for a deposit."""
    return {"month": month_of(deposit["maturity_date"])}


def account_products(record: Record) -> tuple[Product, ...]:
    """Return the customer's accounts as the customer recognises them."""
    return tuple(
        Product(
            account["account_id"],
            "account",
            {
                "type": account_words(account)["type"],
                "last4": account["account_id"][-4:],
            },
        )
        for account in record["accounts"].values()
    )


def card_products(record: Record) -> tuple[Product, ...]:
    """Return the customer's cards as the customer recognises them."""
    return tuple(
        Product(
            card["card_id"],
            "card",
            {
                "type": card["card_type"],
                "last4": card["last4"],
                "network": card["network"],
            },
        )
        for card in record["cards"].values()
    )


def deposit_products(record: Record) -> tuple[Product, ...]:
    """Return the customer's open deposits as the customer recognises them."""
    return tuple(
        _deposit_product(deposit)
        for deposit in record["deposits"].values()
        if deposit["status"] == "ACTIVE"
    )


def _deposit_product(deposit: Record) -> Product:
    nominee = deposit["nominee"] or {}
    amount = deposit["principal" if deposit["kind"] == "FD" else "monthly_installment"]
    features = {
        "amount": amount,
        "last4": deposit["deposit_id"][-4:],
        "matures": deposit["maturity_date"],
        "started": deposit["start_date"],
        "nominee": nominee.get("name"),
        "relation": nominee.get("relation"),
    }
    known = {name: value for name, value in features.items() if value is not None}
    return Product(deposit["deposit_id"], deposit["kind"].lower(), known)


def mandate_products(record: Record) -> tuple[Product, ...]:
    """Return the customer's mandates as the customer recognises them."""
    return tuple(
        Product(
            made["mandate_id"],
            "mandate",
            {"payee": made["payee"], "amount": made["amount"], "type": made["type"]},
        )
        for made in record["mandates"]
        if made["status"] != "cancelled"
    )


def loan_products(record: Record) -> tuple[Product, ...]:
    """Return the customer's loans as the customer recognises them."""
    return tuple(
        Product(
            loan["loan_id"],
            "loan",
            {
                "type": loan["loan_type"].replace("_", " "),
                "amount": loan["principal"],
                "emi": loan["emi"],
                "last4": loan["loan_id"][-4:],
            },
        )
        for loan in record["loans"].values()
    )


def open_fixed(record: Record) -> list[Record]:
    """Return the customer's open fixed deposits."""
    return [
        deposit
        for deposit in record["deposits"].values()
        if deposit["kind"] == "FD" and deposit["status"] == "ACTIVE"
    ]


def closable(deposit: Record) -> bool:
    """Tell whether the customer alone may close the deposit early."""
    return (deposit["scheme"], deposit["mode_of_operation"]) == ("regular", "single")


def serves_all(account: Record) -> bool:
    """Tell whether the account's status allows every service."""
    return account["status"] in ("ACTIVE", "REKYC_GRACE")


def edits_of(path: str, before: Record, after: Record) -> tuple[Edit, ...]:
    """Return the edits that turn one record into another of the same keys."""
    return tuple(
        Edit(f"{path}.{key}", value)
        for key, value in after.items()
        if before.get(key) != value
    )
