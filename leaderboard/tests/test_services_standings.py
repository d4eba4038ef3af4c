"""Every figure of a board comes from stored verdicts, and from all of them."""

from datetime import timedelta

import pytest
from django.utils import timezone
from scipy.stats import binomtest

from leaderboard.models import Board, Standing, Submission
from leaderboard.services.standings import (
    rank_board,
    refresh_standings,
    stale_submissions,
)
from leaderboard.services.visibility import show_submission
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_finding_count,
    make_scored_conversation,
    make_submission,
)

pytestmark = pytest.mark.django_db


def finished(passes: str, board: Board | None = None, **fields: object) -> Submission:
    """A submission whose conversations p(assed), f(ailed) or h(id a violation)."""
    submission = make_submission(status="finished", board=board, **fields)
    for place, letter in enumerate(passes):
        make_scored_conversation(
            submission=submission,
            task_id=f"T{place}",
            passed=letter == "p",
            hidden=letter == "h",
        )
    return submission


def whole(submission: Submission) -> Standing:
    refresh_standings(submission)
    return submission.standings.get(slice_kind="all")


def ranks(board: Board) -> dict[str, str]:
    rows = Standing.objects.filter(submission__board=board, slice_kind="all")
    return {row.submission.name: row.rank for row in rows}


def test_the_figures_follow_from_the_verdicts() -> None:
    submission = finished("pphf")
    standing = whole(submission)
    assert (standing.expected, standing.scored, standing.passed) == (4, 4, 2)
    assert standing.pass_rate == 0.5
    assert standing.final_state_rate == 0.75
    assert (standing.hidden_violations, standing.hidden_violation_rate) == (1, 0.25)
    wilson = binomtest(2, 4).proportion_ci(method="wilson")
    assert (standing.pass_rate_low, standing.pass_rate_high) == (
        wilson.low,
        wilson.high,
    )
    assert standing.pass_hat_k == standing.pass_at_k == [0.5]
    assert standing.dataset_hash == submission.board.dataset_hash


def test_errored_conversations_are_counted_and_never_dropped() -> None:
    submission = finished("pp")
    for _ in range(8):
        make_conversation(submission=submission, status="errored", fault="endpoint")
    standing = whole(submission)
    assert (standing.expected, standing.scored, standing.errored) == (10, 2, 8)
    assert standing.pass_rate == 1.0
    assert not standing.is_complete
    assert standing.rank == ""


def test_what_has_not_run_is_missing_and_has_no_rate() -> None:
    submission = make_submission()
    make_conversation(submission=submission)
    make_conversation(submission=submission, status="cancelled")
    standing = whole(submission)
    assert (standing.missing, standing.pass_rate, standing.turns) == (2, None, None)
    assert standing.pass_hat_k == []


def test_a_submission_has_a_standing_for_each_slice() -> None:
    submission = make_submission(status="finished")
    fields = {"category": "sequencing", "area": "deposits", "family": "SQ_FDC"}
    make_scored_conversation(submission=submission, passed=False, **fields)
    make_scored_conversation(submission=submission)
    refresh_standings(submission)
    rates = {
        (row.slice_kind, row.slice_value): row.pass_rate
        for row in submission.standings.all()
    }
    assert rates == {
        ("all", ""): 0.5,
        ("category", "control"): 1.0,
        ("category", "sequencing"): 0.0,
        ("area", "accounts"): 1.0,
        ("area", "deposits"): 0.0,
        ("family", "CT_BAL"): 1.0,
        ("family", "SQ_FDC"): 0.0,
    }


def test_computing_twice_gives_the_same_figures() -> None:
    submission = finished("pfh")
    whole(submission)
    before = [
        {**row, "id": 0, "computed_at": 0} for row in submission.standings.values()
    ]
    refresh_standings(submission)
    after = [
        {**row, "id": 0, "computed_at": 0} for row in submission.standings.values()
    ]
    assert before == after


def test_findings_count_the_conversations_that_have_them() -> None:
    submission = finished("ff")
    for conversation in submission.conversations.all():
        make_finding_count(conversation, "missed_read", count=3)
    make_finding_count(conversation, "late_call")
    assert whole(submission).finding_counts == {"late_call": 1, "missed_read": 2}


def test_a_sum_of_costs_is_unknown_where_one_is_unknown() -> None:
    submission = make_submission(status="finished")
    make_scored_conversation(submission=submission, cost_usd=0.25)
    assert whole(submission).cost_usd_total == 0.25
    make_scored_conversation(submission=submission, cost_usd=None)
    standing = whole(submission)
    assert (standing.cost_usd, standing.cost_usd_total) == (0.25, None)


def test_several_trials_give_pass_hat_k() -> None:
    submission = make_submission(status="finished", trials=2)
    for trial, passed in ((1, True), (2, False)):
        make_scored_conversation(
            submission=submission, task_id="T", trial=trial, passed=passed
        )
    standing = whole(submission)
    assert standing.pass_hat_k == [0.5, 0.0]
    assert standing.pass_at_k == [0.5, 1.0]


def test_ranks_are_ranges_where_the_difference_may_be_chance() -> None:
    board = make_board()
    for name, passes in (
        ("best", "p" * 40),
        ("middle", "p" * 20 + "f" * 20),
        ("same", "p" * 19 + "f" * 21),
        ("last", "f" * 40),
    ):
        refresh_standings(finished(passes, board, name=name))
    assert ranks(board) == {"best": "1", "middle": "2–3", "same": "2–3", "last": "4"}


def test_only_complete_and_public_submissions_are_ranked() -> None:
    board = make_board()
    for visibility in ("private", "unlisted", "public"):
        refresh_standings(finished("p", board, name=visibility, visibility=visibility))
    running = make_submission(board=board, name="running")
    make_scored_conversation(submission=running)
    refresh_standings(running)
    rank_board(board)
    assert ranks(board) == {"private": "", "unlisted": "", "public": "1", "running": ""}


def test_slices_are_ranked_too() -> None:
    submission = finished("pf")
    refresh_standings(submission)
    ranked = submission.standings.filter(rank_low=1).values_list(
        "slice_kind", flat=True
    )
    assert set(ranked) == {"all", "category", "area"}


def test_a_submission_that_is_withdrawn_leaves_its_rank_to_others() -> None:
    board = make_board()
    first = finished("p" * 20, board, name="first")
    second = finished("f" * 20, board, name="second")
    for submission in (first, second):
        refresh_standings(submission)
    show_submission(first, "private")
    for submission in stale_submissions():
        refresh_standings(submission)
    assert ranks(board) == {"first": "", "second": "1"}


def test_an_ended_submission_is_tallied_once() -> None:
    submission = finished("p")
    assert stale_submissions() == [submission]
    refresh_standings(submission)
    assert stale_submissions() == []


def test_a_running_submission_is_tallied_now_and_then_while_it_moves() -> None:
    submission = make_submission()
    make_scored_conversation(submission=submission)
    assert stale_submissions() == [submission]
    refresh_standings(submission)
    assert stale_submissions() == []
    earlier = timezone.now() - timedelta(minutes=1)
    Submission.objects.update(tallied_at=earlier)
    assert stale_submissions() == [submission]
    submission.conversations.update(
        started_at=earlier, finished_at=earlier - timedelta(0)
    )
    assert stale_submissions() == []
