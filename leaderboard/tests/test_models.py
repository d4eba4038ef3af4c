"""What the database refuses, whoever writes to it."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, transaction
from django.utils import timezone

from leaderboard.models import Conversation, Submission
from leaderboard.queries.conversations import ConversationFilter, conversations_of
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_finding_count,
    make_scored_conversation,
    make_standing,
    make_submission,
    make_trajectory,
    make_user,
)

pytestmark = pytest.mark.django_db


def refused(sentence: str) -> pytest.RaisesExc[IntegrityError]:
    return pytest.raises(IntegrityError, match=sentence)


def test_a_task_has_one_conversation_per_trial() -> None:
    one = make_conversation(task_id="T", trial=1)
    make_conversation(task_id="T", trial=2, submission=one.submission)
    with refused("UNIQUE|one_conversation"), transaction.atomic():
        make_conversation(task_id="T", trial=1, submission=one.submission)


@pytest.mark.parametrize("status", ["queued", "errored", "cancelled"])
def test_only_a_scored_conversation_has_a_verdict(status: str) -> None:
    scored = make_scored_conversation()
    with refused("only_a_scored"), transaction.atomic():
        Conversation.objects.filter(pk=scored.pk).update(
            status=status, fault="platform"
        )


def test_a_scored_conversation_must_have_a_verdict() -> None:
    with refused("only_a_scored"):
        make_conversation(status="scored")


def test_an_errored_conversation_must_say_whose_fault_it_was() -> None:
    make_conversation(status="errored", fault="endpoint")
    with refused("an_errored"):
        make_conversation(status="errored")


def test_a_hidden_violation_cannot_have_passed() -> None:
    scored = make_scored_conversation(passed=True)
    with refused("a_hidden_violation"), transaction.atomic():
        Conversation.objects.filter(pk=scored.pk).update(hidden_violation=True)


def test_only_a_running_conversation_holds_a_lease() -> None:
    with refused("holds_a_lease"):
        make_conversation(status="queued", lease_ends=timezone.now())


def test_gold_completion_stays_a_fraction() -> None:
    with refused("gold_completion"):
        make_scored_conversation(gold_completion=1.7)


def test_a_submission_that_runs_has_no_end() -> None:
    with refused("only_an_ended"):
        make_submission(status="running", started_at=None, finished_at=timezone.now())


def test_a_submission_that_runs_here_needs_an_endpoint() -> None:
    make_submission(kind="replayed", base_url="", model_name="")
    with refused("has_an_endpoint"):
        make_submission(base_url="")


def test_an_incomplete_standing_cannot_be_ranked() -> None:
    with refused("only_a_complete"):
        make_standing(expected=5, missing=1, rank_low=1, rank_high=1)


def test_conversations_of_a_standing_add_up() -> None:
    with refused("all_there_is"):
        make_standing(expected=7)


def test_a_standing_without_scores_has_no_rate() -> None:
    with refused("give_a_pass_rate"):
        make_standing(
            scored=0, missing=4, passed=0, final_state_passed=0, hidden_violations=0
        )


def test_boards_of_another_dataset_are_other_boards() -> None:
    board = make_board("one", suite="s")
    make_board("two", suite="s", dataset_hash="e" * 64)
    with refused("UNIQUE|one_board"):
        make_board("three", suite="s", dataset_hash=board.dataset_hash)


def test_a_packed_trajectory_comes_back_as_it_was() -> None:
    conversation = make_scored_conversation()
    document = {"events": ["नमस्ते", {"amount": 125000.0}]}
    make_trajectory(conversation, document, {"matches": {1: 4}})
    stored = Conversation.objects.get().trajectory
    assert stored.document == document
    assert stored.verdict_document == {"matches": {"1": 4}}


def test_conversations_are_found_by_the_kind_of_their_findings() -> None:
    one = make_scored_conversation(passed=False)
    make_scored_conversation(submission=one.submission)
    make_finding_count(one, "missed_read", check_name="required_calls")
    make_finding_count(one, "missed_read", check_name="another")
    asked = ConversationFilter(finding="missed_read")
    assert list(conversations_of(one.submission, asked)) == [one]


def test_who_sees_which_submission() -> None:
    owner, other, staff = make_user(), make_user(), make_user(is_staff=True)
    rows = {
        kind: make_submission(owner=owner, visibility=kind)
        for kind in ("private", "unlisted", "public")
    }

    def opened(user: object) -> set[str]:
        seen = Submission.objects.visible_to(user)  # type: ignore[arg-type]  # anyone
        return {row.visibility for row in seen}

    def listed(user: object) -> set[str]:
        seen = Submission.objects.listed_for(user)  # type: ignore[arg-type]  # anyone
        return {row.visibility for row in seen}

    assert opened(owner) == listed(owner) == set(rows)
    for stranger in (other, AnonymousUser()):
        assert opened(stranger) == {"unlisted", "public"}
        assert listed(stranger) == {"public"}
    assert opened(staff) == set(rows)


def test_the_time_a_conversation_took_is_unknown_until_it_ends() -> None:
    now = timezone.now()
    conversation = make_scored_conversation(
        started_at=now, finished_at=now + timedelta(seconds=3)
    )
    assert conversation.duration_s == 3
    assert make_conversation().duration_s is None


@pytest.mark.parametrize(
    ("low", "high", "shown"), [(None, None, ""), (3, 3, "3"), (3, 4, "3–4")]
)
def test_a_rank_is_shown_as_a_range(low: int, high: int, shown: str) -> None:
    assert make_standing(rank_low=low, rank_high=high).rank == shown
