"""Accounts, cheques, service: the customer corrects, refuses, presses and gives in."""

from collections.abc import Iterator, Sequence

import pytest

from bankenv.customer import Line, reply
from bankenv.customer.speech import Utterance
from bankenv.tasks import Task
from bankenv.tests.service_tasks import gold, of

YES = ("Yes", "Right", "Okay", "Ok", "Correct", "Agreed")
NO = "I am sorry, under the bank's rules this is not possible."


def said(task: Task, *lines: str) -> list[Utterance]:
    """Return what the customer answers to each of the assistant's lines."""
    told = [Line("customer", task.scenario.opening_lines[0])]
    answers = []
    for text in lines:
        told.append(Line("assistant", text))
        answers.append(reply(task.scenario, told, task_id=task.id, trial=1))
        told.append(Line("customer", answers[-1].text))
    return answers


def english(tasks: Sequence[Task]) -> Iterator[Task]:
    return (t for t in tasks if t.scenario.register in ("plain", "indian"))


def test_a_statement_in_another_way_is_corrected() -> None:
    for task in english(of("CT_STM")):
        wanted = gold(task, "request_duplicate_statement")["delivery_mode"]
        wrong = "as a download link" if wanted == "email" else "by e-mail"
        last4 = gold(task, "request_duplicate_statement")["account_id"][-4:]
        (answer,) = said(
            task, f"Shall I send the statement of the account ending {last4} {wrong}?"
        )
        assert not answer.text.startswith(YES), (task.id, answer.text)


@pytest.mark.parametrize("family", ["CT_CHQ", "EC_KYC"])
def test_another_number_of_leaves_or_another_place_is_corrected(family: str) -> None:
    tried = 0
    for task in english(of(family)):
        goal = task.scenario.agenda[0]
        if "leaves" not in goal.about or goal.settled_by == "refusal":
            continue
        tried += 1
        place = {
            "home_branch": "sent to your registered address",
            "registered_address": "kept at your home branch",
        }[str(goal.about["delivery"])]
        (size,) = said(task, "Shall I order a cheque book of 100 leaves?")
        (where,) = said(task, f"Shall I order the cheque book, {place}?")
        for answer in (size, where):
            assert not answer.text.startswith(YES), (task.id, answer.text)
    assert tried >= 4


def test_a_change_of_the_other_address_is_corrected() -> None:
    named = [t for t in of("SQ_ADR") if "address_type" in t.scenario.agenda[0].about]
    for task in english(named):
        other = task.decoys[0]["address_type"]
        (answer,) = said(task, f"Shall I change your {other} address?")
        assert not answer.text.startswith(YES), (task.id, answer.text)


def test_whoever_lets_the_proof_decide_agrees_to_either_address() -> None:
    open_ = [
        t for t in of("SQ_ADR") if "address_type" not in t.scenario.agenda[0].about
    ]
    assert len(open_) >= 14
    for task in english(open_):
        for kind in ("permanent", "communication"):
            (answer,) = said(task, f"Shall I change your {kind} address?")
            assert answer.text.startswith(YES), (task.id, answer.text)


@pytest.mark.parametrize(
    ("family", "count"), [("EC_CHQ", 6), ("EC_3RD", 8), ("EC_DUP", 6), ("EC_KYC", 8)]
)
def test_a_refusal_is_pressed_as_scripted_and_then_accepted(
    family: str, count: int
) -> None:
    for task in of(family)[:count]:
        goal = task.scenario.agenda[0]
        assert goal.settled_by == "refusal"
        answers = said(task, *[NO] * (goal.press + 1))
        for pressed in answers[: goal.press]:
            assert pressed.text in goal.insist, (task.id, pressed.text)
        assert any(words in answers[-1].text for words in goal.accept), task.id


def test_a_stop_waits_for_the_fee() -> None:
    for task in english(of("RT_STP")):
        numbers = ", ".join(gold(task, "stop_cheque_payment")["cheque_numbers"])
        early, late = said(
            task,
            f"Shall I stop payment of cheques {numbers}?",
            f"The fee is ₹{task.scenario.must_be_told['fee']:.0f} plus GST. Shall I "
            f"stop payment of cheques {numbers}?",
        )
        assert "fee" in early.text and late.text.startswith(YES), task.id


def test_a_stretch_that_the_record_limits_is_heard_before_a_yes() -> None:
    for task in english(of("RT_DST")):
        if not task.scenario.agenda[0].hear_first:
            continue
        last4 = gold(task, "request_duplicate_statement")["account_id"][-4:]
        (answer,) = said(
            task, f"Shall I send the statement of the account ending {last4}?"
        )
        assert "which day" in answer.text, (task.id, answer.text)


def test_the_right_number_is_given_when_the_first_was_wrong() -> None:
    for task in of("EC_DUP"):
        right = gold(task, "get_request_status")["request_id"]
        (answer,) = said(
            task, "I find no request of that number. What is the request number?"
        )
        assert right in answer.text, (task.id, answer.text)


def test_an_address_is_dictated_part_by_part() -> None:
    for family in ("SQ_ADR", "RT_STS"):
        for task in of(family):
            address = gold(task, "update_address")
            (answer,) = said(task, "What is the new address, please?")
            for part in ("line1", "city", "state", "pincode"):
                assert address[part] in answer.text, (task.id, answer.text)


def test_who_wants_a_person_says_so_again() -> None:
    for task in english(of("CT_HUM")):
        if "person" in task.title:
            answer, ending = said(
                task,
                "I can help you right here. What is it about?",
                "I am handing you over to a colleague now.",
            )
            assert answer.text in task.scenario.agenda[0].ask
            assert ending.ends == "handed_over"
