"""What assistants say and what it does: a table of sentences in three registers."""

from pathlib import Path
from typing import Any

import orjson
import pytest

from bankenv.customer.lexicon import cues
from bankenv.customer.speech import Act
from bankenv.customer.understanding import understand

TABLE = Path(__file__).parent / "data" / "assistant_sentences.jsonl"
ROWS = [orjson.loads(line) for line in TABLE.read_bytes().splitlines()]
SHORT = {
    "reports_done": "done",
    "asks_to_confirm": "confirm",
    "proposes": "propose",
    "refuses": "refuse",
    "hands_over": "hand_over",
    "stalls": "stall",
    "offers_more": "more",
    "greets": "greet",
    "unclear": "unclear",
}
# Acts that move the customer: a sentence may carry none beyond those in the table.
MOVING = ("done", "confirm", "propose", "refuse", "hand_over", "ask")


def acts_of(text: str) -> set[str]:
    """Return the acts of a text in the table's short form."""
    return {
        short
        for one in understand(text).heard
        for act in one.acts
        for short in _short(act)
    }


def _short(act: Act) -> list[str]:
    about: dict[str, Any] = dict(act.about)  # Any: figures, slots or actions
    if act.name == "asks":
        return [f"ask:{slot}" for slot in about["slots"]]
    if act.name == "informs":
        return [f"say:{name}={value}" for name, value in about.items()]
    actions = "+".join(about.get("actions", ())) if act.name != "hands_over" else ""
    return [f"{SHORT[act.name]}:{actions}" if actions else SHORT[act.name]]


def _meets(wanted: str, found: str) -> bool:
    kind, _, what = wanted.partition(":")
    found_kind, _, found_what = found.partition(":")
    if kind != found_kind:
        return False
    if kind != "say":
        return what == found_what or what in found_what.split("+")
    name, _, value = what.partition("=")
    found_name, _, found_value = found_what.partition("=")
    return name == found_name and (not value or float(value) == float(found_value))


@pytest.mark.parametrize("row", ROWS, ids=[row["text"][:60] for row in ROWS])
def test_a_sentence_carries_just_its_acts(row: dict[str, Any]) -> None:
    found = acts_of(row["text"])
    missing = [w for w in row["acts"] if not any(_meets(w, f) for f in found)]
    beyond = [
        f
        for f in found
        if f.split(":")[0] in MOVING and not any(_meets(w, f) for w in row["acts"])
    ]
    assert not missing and not beyond, (sorted(found), missing, beyond)


def test_the_table_has_three_registers_and_hundreds_of_sentences() -> None:
    assert len(ROWS) >= 300
    assert {row["register"] for row in ROWS} == {"english", "hinglish", "devanagari"}


def test_markdown_does_not_hide_what_is_said() -> None:
    text = (
        "### Closure quote\n\n"
        "| Item | Amount |\n|---|---|\n"
        "| **Penalty** | ₹2,000 |\n| Payout | ₹98,500 |\n\n"
        "> *Shall I* close **FD •••• 3456**?"
    )
    found = acts_of(text)
    assert {"say:penalty=2000.0", "say:payout=98500.0"} <= found
    assert any(f.startswith("confirm") for f in found)


def test_a_wide_table_names_each_figure_by_its_column() -> None:
    text = (
        "| Principal | Penalty | Payout |\n|--|--|--|\n| 2,00,000 | 2,000 | 2,10,000 |"
    )
    assert {"say:penalty=2000.0", "say:payout=210000.0"} <= acts_of(text)


def test_a_question_after_a_report_does_not_hide_it() -> None:
    found = acts_of("I have closed the deposit, anything else?")
    assert "done:close_deposit" in found


def test_a_threshold_that_is_repeated_is_not_a_figure() -> None:
    found = acts_of("You asked for at least ₹95,000 as payout.")
    assert not any(f.startswith("say:payout") for f in found)


def test_ten_thousand_lines_of_noise_are_read_in_no_time() -> None:
    assert understand("<script>alert(1)</script>\x00\n" * 10_000).sentences


def test_every_word_of_the_data_belongs_to_a_known_action_or_figure() -> None:
    data = cues()
    assert set(data.actions) >= {
        "close_deposit",
        "block_card",
        "log_request",
        "hand_over",
    }
    assert all(verbs and objects for verbs, objects in data.actions.values())
