"""Sixty styles of assistant talk to customers of every family, who never misbehave.

A style is a script of turns that goes round. `{deed}` is the wish that the customer
raises first, `{wrong}` the same with a sum or card that is not meant, `{stray}` a deed
that nobody wanted, `{told}` the figures that the customer has to be told.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import orjson
import pytest

from bankenv.customer import Line, explain
from bankenv.customer.agenda import MOST_TURNS
from bankenv.customer.speech import TurnExplained
from bankenv.customer.voice import said_in
from bankenv.dataset import load_dataset
from bankenv.scenario import Goal
from bankenv.tasks import Task
from bankenv.tools import TOOLS

Style = Mapping[str, Any]  # Any: a row of the data file

DATA = Path(__file__).parent / "data" / "assistant_styles.jsonl"
STYLES: list[Style] = [orjson.loads(line) for line in DATA.read_bytes().splitlines()]
# What a deed is called: as it is asked for, and as it is reported.
DEEDS = {
    "tell": ("look that up for you", "looked that up for you"),
    "book_deposit": ("book the fixed deposit{of}", "booked the fixed deposit{of}"),
    "book_recurring": ("open the RD{of}", "opened the RD{of}"),
    "close_deposit": ("close the deposit{of}", "closed the deposit{of}"),
    "set_renewal": ("change the renewal of the deposit{of}", "changed the renewal{of}"),
    "freeze_card": ("freeze the card{of}", "frozen the card{of}"),
    "unfreeze_card": ("unfreeze the card{of}", "unfrozen the card{of}"),
    "block_card": ("block the card{of}", "blocked the card{of}"),
    "set_controls": ("set the limits of the card{of}", "set the card limits{of}"),
    "cancel_mandate": ("cancel the mandate{of}", "cancelled the mandate{of}"),
    "stop_cheque": ("stop the cheque{of}", "stopped the cheque{of}"),
    "order_cheque_book": ("order the cheque book", "ordered the cheque book"),
    "change_address": ("change the address", "changed the address"),
    "send_statement": ("send the statement", "sent the statement"),
    "log_request": ("log the request", "logged the request"),
    "close_loan": ("close the loan{of}", "closed the loan{of}"),
    "waive_charge": ("waive the charge", "waived the charge"),
    "hand_over": ("connect you to a colleague", "connected you to a colleague"),
}  # fmt: skip
STRAY = ("cancel_mandate", "block_card", "order_cheque_book", "close_loan")
TECHNICAL = re.compile(
    rf"[a-z]_[a-z]|[{{}}<>]|\b(None|True|False|STOP|agenda|{'|'.join(TOOLS)})\b"
)
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@lru_cache(maxsize=1)
def families() -> Mapping[str, list[Task]]:
    found: dict[str, list[Task]] = {}
    for task in load_dataset().tasks.values():
        found.setdefault(task.family, []).append(task)
    return found


def customers(style: str) -> Iterator[Task]:
    """Yield a task of each family, another one for each style."""
    for family, tasks in families().items():
        yield tasks[crc32(f"{style} {family}".encode()) % len(tasks)]


def turns_of(style: Style, task: Task) -> Iterator[str]:
    """Yield the style's turns for a task, round and round."""
    words = words_for(task)
    while True:
        for text in style["turns"]:
            yield text.replace("{echo}", "\0").format(**words).replace("\0", "{echo}")


def words_for(task: Task) -> dict[str, str]:
    goal = task.scenario.agenda[0]
    wanted = {one.action for one in task.scenario.agenda}
    stray = next(action for action in STRAY if action not in wanted)
    deed, done = DEEDS.get(goal.action, DEEDS["tell"])
    told = task.scenario.must_be_told.items()
    figures = " ".join(f"The {n.replace('_', ' ')} is {_shown(v)}." for n, v in told)
    sums = (v for _, v in told if isinstance(v, int | float) and v >= 1000)
    of = _of(task, goal)
    return {
        "deed": deed.format(of=of),
        "Deed": deed.format(of=of).capitalize(),
        "done": done.format(of=of),
        "wrong": deed.format(of=_not_of(goal)),
        "stray": DEEDS[stray][0].format(of=""),
        "Stray": DEEDS[stray][0].format(of="").capitalize(),
        "stray_done": DEEDS[stray][1].format(of=""),
        "told": figures or "I have looked at your records.",
        "lakh": " ".join(f"It is ₹{v / 1e5:.2f} lakh." for v in sums),
    }


def _of(task: Task, goal: Goal) -> str:
    """Return what tells the wanted product from others: " of ₹1,00,000"."""
    ids = set(map(str, goal.about.values()))
    features = next((p.features for p in task.scenario.products if p.id in ids), {})
    amount = goal.about.get("amount", features.get("amount"))
    if "payee" in features:
        return f" of {features['payee']}"
    if "card" in goal.about or not isinstance(amount, int | float):
        return f" ending {features['last4']}" if "last4" in features else ""
    return f" of ₹{amount:,.0f}"


def _not_of(goal: Goal) -> str:
    return " ending 0000" if "card" in goal.about else " of ₹7,77,777"


def _shown(value: object) -> str:
    is_sum = isinstance(value, int | float) and value >= 100
    return f"₹{value:,.2f}" if is_sum else str(value).replace("_", " ")


def talk(style: Style, task: Task) -> tuple[list[str], list[TurnExplained]]:
    """Return what the assistant said and how the customer took it, up to its end."""
    echoes = any("{echo}" in text for text in style["turns"])
    step = 1 if echoes else 5
    asked: list[str] = []
    script = turns_of(style, task)
    lines = [Line("customer", task.scenario.opening_lines[0])]
    while len(asked) <= MOST_TURNS:
        for _ in range(step):
            asked.append(next(script).replace("{echo}", lines[-1].text))
            lines += [Line("assistant", asked[-1]), Line("customer", "...")]
        turns = explain(task.scenario, lines[:-1], task_id=task.id, trial=1).turns
        lines[-1] = Line("customer", turns[-1].answer.text)
        last = next((n for n, turn in enumerate(turns) if turn.answer.ends), None)
        if last is not None:
            return asked[: last + 1], list(turns[: last + 1])
    pytest.fail(f"{task.id}: {style['style']} never ends")


def may_be_said(task: Task, asked: list[str]) -> set[str]:
    """Return the numbers that the customer knows, or has heard by now."""
    scenario = task.scenario
    goals = [
        [*g.ask, *g.insist, *g.accept, *map(str, g.about.values())]
        for g in scenario.agenda
    ]
    facts = [[*f.said, str(f.value)] for f in scenario.knows]
    features = [[str(v) for v in p.features.values()] for p in scenario.products]
    known = [*scenario.opening_lines, *asked, *map(str, range(1, 10))]
    known += [text for group in (*goals, *facts, *features) for text in group]
    known += [str(g.decide.at_least) for g in scenario.agenda if g.decide]
    return {_plain(n) for text in known for n in NUMBER.findall(text)} | {
        part for text in known for n in NUMBER.findall(text) for part in _in_lakh(n)
    }


def _plain(number: str) -> str:
    return f"{float(number.replace(',', '') or 0):g}"


def _in_lakh(number: str) -> Iterator[str]:
    value = float(number.replace(",", "") or 0)
    for unit in (1e3, 1e5, 1e7):
        yield f"{value / unit:g}"


def test_there_are_sixty_styles_and_a_customer_of_every_family() -> None:
    names = [style["style"] for style in STYLES]
    assert len(set(names)) == len(names) >= 60
    met = {task.id for name in names for task in customers(name)}
    assert len(met) > 10 * len(families())


@pytest.mark.parametrize("style", STYLES, ids=lambda style: str(style["style"]))
def test_no_style_makes_a_customer_misbehave(style: Style) -> None:
    faults = [
        f"{task.id} turn {n}: {fault}"
        for task in customers(style["style"])
        for asked, turns in [talk(style, task)]
        for n, fault in _faults(style, task, asked, turns)
    ]
    assert not faults, "\n".join(faults[:20]) + f"\n{len(faults)} in all"


def _faults(
    style: Style, task: Task, asked: list[str], turns: list[TurnExplained]
) -> Iterator[tuple[int, str]]:
    said = set(said_in(task.scenario.opening_lines[0]))
    for n, turn in enumerate(turns):
        text = turn.answer.text
        if again := said & said_in(text):
            yield n, f"says again {again}"
        said |= said_in(text)
        for fault in _of_words(task, text, asked[: n + 1]):
            yield n, fault
        for fault in _of_consent(style, task, turn):
            yield n, fault
        for fault in _of_facts(task, turn):
            yield n, fault
    expected = style.get("ends")
    if expected and turns[-1].answer.ends not in expected:
        yield len(turns), f"ends as {turns[-1].answer.ends}"


def _of_words(task: Task, text: str, asked: list[str]) -> Iterator[str]:
    if not text.strip():
        yield "says nothing"
    if TECHNICAL.search(text):
        yield f"technical: {text!r}"
    told = " ".join(said for fact in task.scenario.knows for said in fact.said)
    told += " ".join(task.scenario.opening_lines)
    if ids := [
        p.id for p in task.scenario.products if p.id in text and p.id not in told
    ]:
        yield f"says {ids}"
    known = may_be_said(task, asked)
    if new := set(map(_plain, NUMBER.findall(text))) - known:
        yield f"makes up {new}: {text!r}"


def _of_facts(task: Task, turn: TurnExplained) -> Iterator[str]:
    """Yield each fact that was asked for and answered with something else."""
    given = {r.why.removeprefix("asked for ") for r in turn.reasons if r.act == "gives"}
    text = turn.answer.text.casefold()
    heard = set(map(_plain, NUMBER.findall(text)))
    for fact in task.scenario.knows:
        if fact.slot not in given or _may_change(task, fact.slot):
            continue
        value = str(fact.value)
        written = (
            {_plain(value), *_in_lakh(value)} if NUMBER.fullmatch(value) else set()
        )
        in_words = any(said.casefold().rstrip(".") in text for said in fact.said)
        if not in_words and not written & heard:
            yield f"asked for {fact.slot}, which is {value}, says {text!r}"


def _may_change(task: Task, slot: str) -> bool:
    """Return whether a second thought or a figure heard may move what a slot means."""
    facts = [fact for fact in task.scenario.knows if fact.slot == slot]
    changes = any(goal.change for goal in task.scenario.agenda)
    return changes or len(facts) > 1 or facts[0].when == "once_heard"


def _of_consent(style: Style, task: Task, turn: TurnExplained) -> Iterator[str]:
    agreed = [r.why for r in turn.reasons if r.act == "agrees"]
    if not agreed:
        return
    if turn.answer.ends:
        yield "agrees and leaves"
    if style.get("never_yes") and _can_be_wrong(style, task):
        yield f"agrees to what is wrong: {turn.answer.text!r} ({agreed})"
    for goal in task.scenario.agenda:
        missing = set(goal.hear_first) - set(turn.figures)
        if missing and any(f"goal {goal.name} " in why for why in agreed):
            yield f"agrees before {missing} was said"


def _can_be_wrong(style: Style, task: Task) -> bool:
    """Return whether the wish says anything that a wrong sum or card goes against."""
    if not any("{wrong}" in text for text in style["turns"]):
        return True
    goal = task.scenario.agenda[0]
    told_apart = _of(task, goal).startswith((" ending", " of ₹"))
    return told_apart and "{of}" in DEEDS.get(goal.action, ("",))[0]
