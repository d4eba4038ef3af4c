"""An endpoint that keeps failing is left alone for a while, and nobody pays for it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from leaderboard.models import Conversation, Submission
from leaderboard.models.submission import FAILURES_IN_A_ROW
from leaderboard.services.bells import pick_conversations
from leaderboard.services.conversations import (
    Setback,
    claim_conversation,
    finish_conversation,
    release_conversation,
)
from leaderboard.services.outages import FIRST_BREAK, MAX_BREAKS, end_breaks
from leaderboard.services.submissions import pause_submission, resume_submission
from leaderboard.tests.factories import make_conversation, make_submission
from leaderboard.tests.made_up import judged, recorded

pytestmark = pytest.mark.django_db

AWAY = Setback(Conversation.Fault.ENDPOINT, "502: nobody is home.")
REFUSED = Setback(Conversation.Fault.ENDPOINT, "401: wrong key.", retryable=False)


def submission_with(conversations: int) -> Submission:
    submission = make_submission(concurrency=30)
    for _ in range(conversations):
        make_conversation(submission=submission)
    return submission


def fail(submission: Submission, times: int, setback: Setback = AWAY) -> None:
    """Let conversations meet the failure one after the other, each again and again."""
    for _ in range(times):
        waiting = submission.conversations.filter(status="queued")
        waiting.update(not_before=None)
        pk = waiting.order_by("attempt", "pk").values_list("pk", flat=True)[0]
        conversation = claim_conversation(pk)
        assert conversation is not None
        release_conversation(conversation, setback)
    submission.refresh_from_db()


def score_one(submission: Submission) -> None:
    waiting = submission.conversations.filter(status="queued").earliest("pk")
    conversation = claim_conversation(waiting.pk)
    assert conversation is not None
    finish_conversation(conversation, recorded(conversation), judged(conversation))
    submission.refresh_from_db()


def end_the_break(submission: Submission) -> None:
    assert submission.resume_at is not None
    assert end_breaks(submission.resume_at) == 1
    submission.refresh_from_db()


def test_ten_failures_in_a_row_pause_the_submission_and_say_what_was_seen() -> None:
    submission = submission_with(12)
    fail(submission, FAILURES_IN_A_ROW - 1)
    assert submission.status == "running"
    fail(submission, 1)
    assert submission.status == "paused"
    assert "10 times in a row" in submission.status_reason
    assert "502: nobody is home." in submission.status_reason
    assert submission.resume_at is not None
    left = submission.resume_at - timezone.now()
    assert FIRST_BREAK - timedelta(seconds=20) < left <= FIRST_BREAK


def test_a_conversation_that_succeeds_starts_the_count_anew() -> None:
    submission = submission_with(12)
    fail(submission, FAILURES_IN_A_ROW - 1)
    score_one(submission)
    fail(submission, FAILURES_IN_A_ROW - 1)
    assert submission.status == "running"


def test_an_outage_costs_no_conversation_its_chances() -> None:
    submission = submission_with(1)
    make_conversation(submission=submission)
    fail(submission, 4)
    Submission.objects.update(failures_in_a_row=FAILURES_IN_A_ROW - 1)
    fail(submission, 1)
    assert submission.status == "paused"
    rows = submission.conversations.values_list("status", "failures")
    assert set(rows) == {("queued", 0)}


def test_after_the_break_one_conversation_alone_tries_and_success_frees_the_rest() -> (
    None
):
    submission = submission_with(12)
    fail(submission, FAILURES_IN_A_ROW)
    assert end_breaks(timezone.now()) == 0, "the break has only begun"
    end_the_break(submission)
    assert (submission.status, submission.places) == ("queued", 1)
    assert len(pick_conversations()) == 1
    score_one(submission)
    assert submission.places == 30
    assert len(pick_conversations()) > 1


def test_each_break_is_longer_until_only_the_owner_can_end_it() -> None:
    submission = submission_with(12)
    fail(submission, FAILURES_IN_A_ROW)
    lengths: list[int] = []
    for _ in range(MAX_BREAKS):
        assert submission.resume_at is not None
        lengths.append(round((submission.resume_at - timezone.now()).total_seconds()))
        end_the_break(submission)
        fail(submission, 1)
    assert lengths == sorted(lengths)
    assert lengths[:3] == [60, 120, 240]
    assert lengths[-1] == 3600
    assert (submission.status, submission.resume_at) == ("paused", None)
    assert "when its owner resumes it" in submission.status_reason
    assert set(submission.conversations.values_list("status", flat=True)) == {"queued"}


def test_what_only_the_owner_can_mend_waits_for_the_owner() -> None:
    submission = submission_with(12)
    fail(submission, FAILURES_IN_A_ROW, REFUSED)
    assert (submission.status, submission.resume_at) == ("paused", None)
    assert "401: wrong key." in submission.status_reason
    assert resume_submission(submission) == 12
    assert (submission.failures_in_a_row, submission.places) == (0, 30)


def test_an_owner_may_end_a_break_or_make_it_a_pause() -> None:
    submission = submission_with(12)
    fail(submission, FAILURES_IN_A_ROW)
    pause_submission(submission)
    assert (submission.status, submission.resume_at) == ("paused", None)
    assert end_breaks(timezone.now() + timedelta(days=1)) == 0
    resume_submission(submission)
    assert (submission.status, submission.places) == ("queued", 30)
