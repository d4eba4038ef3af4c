"""A simulated customer's faults are found in the words alone, and only real ones."""

import pytest

from bankenv.customer import Line
from bankenv.customer.simulator_faults import MOST_SPOKEN, simulator_faults
from bankenv.dataset import load_dataset
from bankenv.scoring import score
from bankenv.scoring.advisory import hidden_names
from bankenv.trajectory import End, Header, Message, Trajectory

ASKED = "The penalty is ₹1,500. Shall I close the fixed deposit now?"
DONE = "Your fixed deposit is closed. Is there anything else?"


def kinds(*said: str, ends: str | None = "settled") -> list[str]:
    """Return the faults of a talk that the customer opens."""
    lines = [
        Line("assistant" if number % 2 else "customer", text)
        for number, text in enumerate(said)
    ]
    return [fault.kind for fault in simulator_faults(lines, ends, hidden_names())]


@pytest.mark.parametrize(
    "yes",
    [
        "Yes, go ahead.",
        "Yes please close it. Thank you, goodbye!",
        "Haan, kar do.",
        "I confirm, please proceed.",
        "हाँ, कर दीजिए।",
    ],
)
def test_leaving_in_the_message_that_agrees_is_a_fault(yes: str) -> None:
    assert kinds("Close my FD.", ASKED, yes) == ["ends_while_confirming"]
    assert kinds("Close my FD.", ASKED, yes, DONE, "Thanks, bye.") == []
    assert kinds("Close my FD.", ASKED, yes, ends=None) == []


@pytest.mark.parametrize(
    "bye",
    ["No, don't close it. Bye.", "Thanks, that is all.", "No, leave it then. Thanks."],
)
def test_leaving_without_agreeing_is_none(bye: str) -> None:
    assert kinds("Close my FD.", ASKED, bye) == []


def test_a_yes_to_what_is_done_already_is_no_fault() -> None:
    assert kinds("Close my FD.", DONE, "Yes, perfect. Thanks, bye.") == []


@pytest.mark.parametrize(
    "text",
    [
        "How can I help you today?",
        "Assistant: your balance is ₹500.",
        "I have closed your deposit.",
        "Is there anything else I can help you with?",
        "Your card has been blocked successfully.",
        "Would you like me to log a request?",
        "Thank you for contacting the bank.",
    ],
)
def test_speaking_as_the_bank_is_a_fault(text: str) -> None:
    assert kinds("Close my FD.", "Which one?", text, ends=None) == ["speaks_as_bank"]


@pytest.mark.parametrize(
    "text",
    [
        "Can you help me close my deposit?",
        "Please confirm once my card is blocked.",
        "I have closed an account at another bank.",
        "Has my card been blocked?",
        "What would I lose if I close it?",
        "I will check my papers and come back.",
    ],
)
def test_a_customers_own_words_are_not_the_banks(text: str) -> None:
    assert kinds("Close my FD.", "Which one?", text, ends=None) == []


def test_naming_a_tool_or_field_is_a_fault_unless_the_bank_said_it_first() -> None:
    text = "Please call get_deposit_closure_quote with deposit_ids."
    assert kinds("Close my FD.", "Which?", text, ends=None) == ["names_a_tool"]
    said = "I need deposit_ids for get_deposit_closure_quote."
    assert kinds("Close my FD.", said, text, ends=None) == []
    assert kinds("Close my FD.", "Which?", "My mail is a_b@c.in", ends=None) == []


def test_silence_and_talk_without_an_end_are_faults() -> None:
    assert kinds("Close my FD.", "Which?", ends="silent") == ["silent"]
    assert kinds("Close my FD.", "Which?", ends="never_stops") == ["never_stops"]
    thanks = [*("Thank you so much!", "Welcome!") * 3][:-1]
    assert kinds("Close my FD.", DONE, *thanks, ends=None) == ["never_stops"]
    long = [w for n in range(MOST_SPOKEN) for w in (f"Tell me more, {n}.", "Well.")]
    assert kinds(*long, ends=None) == ["never_stops"]
    assert kinds(*long[:-4], ends=None) == []


def spoken(customer: str, last: str) -> Trajectory:
    texts = ("Close my FD.", ASKED, last)
    return Trajectory(
        Header("SQ_FDC_001", 1, "procedures 1.0", customer=customer),
        (
            Message(0, 0.0, "customer", texts[0]),
            Message(1, 0.0, "assistant", texts[1]),
            Message(2, 0.0, "customer", texts[2]),
            End(3, 0.0, "customer_ended", "settled"),
        ),
    )


def test_the_verdict_points_at_the_fault_and_the_pass_does_not_look_at_it() -> None:
    verdict = score(load_dataset(), spoken("llm", "Yes, go ahead. Bye."))
    found = [f for f in verdict.findings if f.kind == "simulator_fault"]
    assert [(f.event, f.advisory, f.data["fault"]) for f in found] == [
        (2, True, "ends_while_confirming")
    ]
    assert verdict.metrics["simulator_fault"] is True
    assert all(check.name != "simulated_customer" for check in verdict.checks)


def test_only_a_customer_played_by_a_model_is_judged() -> None:
    verdict = score(load_dataset(), spoken("agenda", "Yes, go ahead. Bye."))
    assert "simulator_fault" not in verdict.metrics
    assert not [f for f in verdict.findings if f.kind == "simulator_fault"]
