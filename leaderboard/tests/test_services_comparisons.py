"""Each pair of ended submissions is compared once, on the tasks both ran."""

import pytest
from scipy.stats import binomtest

from leaderboard.models import Board, Comparison, Outcomes, Submission
from leaderboard.services.standings import refresh_standings
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_scored_conversation,
    make_submission,
)

pytestmark = pytest.mark.django_db


def entered(board: Board, passes: str, **fields: object) -> Submission:
    submission = make_submission(**({"board": board, "status": "finished"} | fields))
    for place, letter in enumerate(passes):
        make_scored_conversation(
            submission=submission, task_id=f"T{place}", passed=letter == "p"
        )
    refresh_standings(submission)
    return submission


def whole() -> Comparison:
    return Comparison.objects.get(category="")


def test_a_pair_is_stored_once_with_its_table_and_p() -> None:
    board = make_board()
    first = entered(board, "pppppppf" + "pf", pk="aaa")
    entered(board, "ffffffff" + "pf", pk="bbb")
    refresh_standings(first)
    found = whole()
    assert (found.first_id, found.second_id) == ("aaa", "bbb")
    counts = (found.ahead, found.behind, found.both, found.neither, found.alike)
    assert counts == (7, 0, 1, 2, 0)
    assert found.tasks == 10
    assert found.difference == pytest.approx(0.7)
    assert found.difference_low < 0.7 < found.difference_high
    assert found.p == pytest.approx(binomtest(7, 7).pvalue)
    assert Comparison.objects.get(category="control").ahead == 7


def test_trials_of_a_task_count_as_one_lead() -> None:
    board = make_board()
    for pk, passes in (("aaa", (True, True)), ("bbb", (True, False))):
        submission = make_submission(board=board, pk=pk, status="finished", trials=2)
        for trial, passed in enumerate(passes, start=1):
            make_scored_conversation(
                submission=submission, task_id="T", trial=trial, passed=passed
            )
        refresh_standings(submission)
    assert (whole().ahead, whole().behind, whole().difference) == (1, 0, 0.5)


def test_only_shared_and_scored_tasks_are_compared() -> None:
    board = make_board()
    entered(board, "pp", pk="aaa")
    other = make_submission(board=board, pk="bbb", status="finished")
    make_scored_conversation(submission=other, task_id="T0", passed=False)
    make_conversation(
        submission=other, task_id="T1", status="errored", fault="endpoint"
    )
    refresh_standings(other)
    assert (whole().tasks, whole().ahead) == (1, 1)


def test_what_goes_on_or_shares_no_task_is_in_no_comparison() -> None:
    board = make_board()
    ended = entered(board, "p", pk="aaa")
    entered(board, "p", pk="bbb", status="running")
    entered(make_board(), "p", pk="ccc")
    refresh_standings(ended)
    assert not Comparison.objects.exists()


def test_a_submission_that_goes_on_again_leaves_its_comparisons() -> None:
    board = make_board()
    first = entered(board, "p", pk="aaa")
    entered(board, "f", pk="bbb")
    Submission.objects.filter(pk=first.pk).update(status="running", finished_at=None)
    refresh_standings(Submission.objects.get(pk=first.pk))
    assert not Comparison.objects.exists()


def test_outcomes_are_a_letter_a_trial() -> None:
    submission = make_submission(status="finished", trials=5)
    make_scored_conversation(submission=submission, task_id="T", trial=1)
    make_scored_conversation(submission=submission, task_id="T", trial=2, passed=False)
    make_scored_conversation(submission=submission, task_id="T", trial=3, hidden=True)
    make_conversation(
        submission=submission, task_id="T", trial=5, status="errored", fault="endpoint"
    )
    refresh_standings(submission)
    found = Outcomes.objects.get()
    assert found.letters == {"T": "pfh-e"}
    assert found.passes == {"T": {1: True, 2: False, 3: False}}
