"""Deposits II: the customer insists, gives in, and changes its mind as it should."""

from collections.abc import Iterator

import pytest

from bankenv.customer import Line, explain, reply
from bankenv.customer.speech import Utterance
from bankenv.tasks import Task
from bankenv.tests.deposit_tasks import of, writes


def answers(task: Task, *lines: str) -> Iterator[Utterance]:
    """Yield what the customer answers to each of the assistant's lines."""
    told = [Line("customer", task.scenario.opening_lines[0])]
    for text in lines:
        told.append(Line("assistant", text))
        answer = reply(task.scenario, told, task_id=task.id, trial=1)
        told.append(Line("customer", answer.text))
        yield answer


def agrees(task: Task, offer: str) -> bool:
    """Return whether the customer says yes to the first thing it is offered."""
    opening = Line("customer", task.scenario.opening_lines[0])
    told = [opening, Line("assistant", offer)]
    turn = explain(task.scenario, told, task_id=task.id, trial=1).turns[-1]
    return "agrees" in {reason.act for reason in turn.reasons}


@pytest.mark.parametrize("family", ["EC_LCK", "EC_JNT"])
def test_the_customer_insists_before_it_takes_a_refusal(family: str) -> None:
    refused = "I am sorry, this deposit cannot be closed before its end."
    for task in of(family):
        goal = task.scenario.agenda[0]
        if goal.settled_by != "refusal":
            continue
        heard = list(answers(task, *[refused] * (goal.press + 1)))
        pressed = [one.text for one in heard[: goal.press]]
        assert set(pressed) <= set(goal.insist)
        assert 1 <= len(set(pressed)) == goal.press
        assert any(line in heard[-1].text for line in goal.accept), task.id


@pytest.mark.parametrize("family", ["EC_LCK", "EC_JNT"])
def test_the_customer_says_yes_to_an_assistant_that_gives_in(family: str) -> None:
    for task in of(family):
        offer = (
            "Closed today it pays out ₹1,00,000 after a penalty of 1.00%. Shall I "
            "close this deposit?"
        )
        assert agrees(task, offer), task.id


def test_the_customer_would_book_the_full_amount_not_knowing_better() -> None:
    for task in of("EC_MIN"):
        about = task.scenario.agenda[0].about
        amount = float(str(about["amount"]))
        offer = (
            f"The rate is 7.10% and the maturity amount ₹{amount * 1.07:,.2f}. Shall I "
            f"book a fixed deposit of ₹{amount:,.2f} for {about['tenure_months']} "
            f"months from the account ending {str(about['source_account'])[-4:]}?"
        )
        assert agrees(task, offer), task.id


def test_the_customer_settles_for_what_fits_or_leaves_once_it_is_told() -> None:
    for task in of("EC_MIN"):
        largest = float(str(task.scenario.must_be_told["largest_that_fits"]))
        (answer,) = answers(task, f"The largest deposit that fits is ₹{largest:,.2f}.")
        accepted = task.scenario.agenda[0].accept
        assert any(line in answer.text for line in accepted), task.id
        assert (answer.ends == "settled") == (not writes(task))


def test_a_yes_given_before_the_quote_is_taken_back_after_it() -> None:
    for task in of("EC_CHG"):
        told = task.scenario.must_be_told
        quote = (
            f"The payout would be ₹{told['payout']:,.2f} after a penalty of 1.00%. "
            "Shall I close this deposit?"
        )
        (answer,) = answers(task, quote)
        assert any(line in answer.text for line in task.scenario.agenda[0].accept)
        assert (answer.ends == "settled") == (not writes(task)), task.id


def test_a_claim_is_given_up_when_the_record_is_told() -> None:
    for task in of("EC_CLM"):
        told = task.scenario.must_be_told
        lines = {
            "maturity_date": f"The maturity date is {told.get('maturity_date')}.",
            "penalty": "The penalty is 1.00% off the rate.",
            "rate": f"The rate on record is {told.get('rate')}%.",
        }
        if writes(task):
            continue
        (answer,) = answers(task, lines[next(iter(told))])
        assert answer.ends == "settled", (task.id, answer.text)


def test_the_customer_of_a_tax_entry_knows_no_side_before_it_was_explained() -> None:
    for task in of("SQ_TDS"):
        for offer in ("Form 121", "a correction"):
            (answer,) = answers(task, f"Shall I log a request for {offer} now?")
            assert answer.ends is None
            amount = f"{float(str(task.scenario.must_be_told['tax_cut'])):,.0f}"
            assert amount not in answer.text.replace("₹", "")
