"""Every figure of a board comes from stored verdicts, and from all of them."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from scipy.stats import binomtest

from bankenv.verdict import Finding
from leaderboard.models import Board, Standing, Submission
from leaderboard.services.outcomes import first_finding
from leaderboard.services.ranks import rank_board
from leaderboard.services.standings import refresh_standings, stale_submissions
from leaderboard.services.visibility import show_submission
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_finding_count,
    make_scored_conversation,
    make_submission,
)
from leaderboard.tests.recordings import quoted_closure
from leaderboard.tests.sample import played, scored

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
    assert (standing.pass_rate_low, standing.pass_rate_high) == pytest.approx(
        (wilson.low, wilson.high)
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
        ("crossed", "control.accounts"): 1.0,
        ("crossed", "sequencing.deposits"): 0.0,
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
    assert set(ranked) == {"all", "category", "area", "family", "crossed"}


def test_a_slice_is_ranked_on_its_own_tasks_alone() -> None:
    board = make_board()
    kinds = (("control", "CT_BAL"), ("sequencing", "SQ_FDC"))
    for name, letters in (("one", "pf"), ("other", "fp")):
        submission = make_submission(board=board, name=name, status="finished")
        for (category, family), letter in zip(kinds, letters, strict=True):
            for place in range(20):
                make_scored_conversation(
                    submission=submission,
                    task_id=f"{family}_{place}",
                    category=category,
                    family=family,
                    passed=letter == "p",
                )
        refresh_standings(submission)
    assert ranks(board) == {"one": "1–2", "other": "1–2"}
    firsts = Standing.objects.filter(submission__name="one", slice_kind="family")
    assert dict(firsts.values_list("slice_value", "rank_high")) == {
        "CT_BAL": 1,
        "SQ_FDC": 2,
    }


def test_a_slice_that_only_some_ran_is_ranked_among_those() -> None:
    board = make_board()
    for task, family in (("T1", "CT_BAL"), ("T2", "SQ_FDC")):
        submission = make_submission(board=board, name=family, status="finished")
        make_scored_conversation(submission=submission, task_id=task, family=family)
        refresh_standings(submission)
    rows = Standing.objects.filter(slice_kind="family")
    assert {(row.slice_value, row.rank) for row in rows} == {
        ("CT_BAL", "1"),
        ("SQ_FDC", "1"),
    }


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


def test_failures_are_counted_by_what_came_first() -> None:
    submission = finished("ppfh")
    submission.conversations.filter(task_id="T3").update(first_finding="late_call")
    assert whole(submission).first_findings == {"late_call": 1, "missed_read": 1}


def test_errors_are_counted_by_whose_fault_they_are() -> None:
    submission = finished("p")
    for fault in ("customer", "endpoint", "endpoint"):
        make_conversation(submission=submission, status="errored", fault=fault)
    assert whole(submission).faults == {"customer": 1, "endpoint": 2}


def test_totals_and_medians_are_kept_beside_the_means() -> None:
    submission = make_submission(status="finished")
    for tokens in (100, 200, 900):
        make_scored_conversation(submission=submission, tokens_in=tokens)
    standing = whole(submission)
    assert standing.tokens_in == 400
    assert standing.totals["tokens_in"] == 1200
    assert standing.medians["tokens_in"] == 200
    assert (standing.totals["cost_usd"], standing.medians["cost_usd"]) == (None, None)


def test_figures_are_kept_by_chain_length_and_language() -> None:
    task = quoted_closure()
    submission = make_submission(status="finished")
    make_scored_conversation(submission=submission, task_id=task.id)
    make_scored_conversation(submission=submission, task_id="unknown", passed=False)
    refresh_standings(submission)
    sliced = submission.standings.filter(slice_kind__in=["chain", "language"])
    assert {(s.slice_kind, s.slice_value, s.pass_rate) for s in sliced} == {
        ("chain", str(len(task.gold)), 1.0),
        ("language", task.language, 1.0),
    }


@pytest.mark.parametrize("passes", ["p", "f", "pp", "ff", "pf"])
@pytest.mark.parametrize("trials", [1, 3])
def test_honest_ends_have_intervals_with_width(passes: str, trials: int) -> None:
    submission = make_submission(status="finished", trials=trials)
    for place, letter in enumerate(passes):
        for trial in range(1, trials + 1):
            make_scored_conversation(
                submission=submission,
                task_id=f"T{place}",
                trial=trial,
                passed=letter == "p",
            )
    standing = whole(submission)
    assert standing.pass_rate_low is not None
    assert standing.pass_rate_high is not None
    assert standing.pass_rate_low < standing.pass_rate_high
    assert len(standing.pass_hat_k_range) == trials
    for value, (low, high) in zip(
        standing.pass_hat_k, standing.pass_hat_k_range, strict=True
    ):
        assert 0 <= low <= value <= high <= 1
        assert low < high
    assert standing.pass_hat_k_range[0] == [
        standing.pass_rate_low,
        standing.pass_rate_high,
    ]


def test_a_submission_of_errors_alone_has_no_figure() -> None:
    submission = finished("")
    make_conversation(submission=submission, status="errored", fault="endpoint")
    standing = whole(submission)
    assert (standing.pass_rate, standing.pass_hat_k_range) == (None, [])
    assert standing.totals["turns"] is None
    assert standing.rank == ""


def test_the_first_finding_is_the_earliest_that_broke_a_gate() -> None:
    broke = [
        Finding("state_difference", "", "final_state"),
        Finding("missed_read", "", "required_calls", event=7),
        Finding("tool_error", "", "tool_errors", event=1, advisory=True),
        Finding("unsolicited_write", "", "write_purity", event=3),
    ]
    verdict = scored(played())
    assert first_finding(replace(verdict, findings=tuple(broke))) == "unsolicited_write"
    assert first_finding(replace(verdict, findings=(broke[0],))) == "state_difference"
    assert first_finding(replace(verdict, findings=(broke[2],))) == ""
