"""Claim, lease, attempt: whatever happens, a conversation is recorded once."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from leaderboard.models import Conversation, FindingCount, Submission
from leaderboard.services import conversations as service
from leaderboard.services.conversations import (
    Setback,
    claim_conversation,
    extend_leases,
    finish_conversation,
    hand_back_conversation,
    release_conversation,
    return_all_leases,
    return_expired_leases,
)
from leaderboard.tests.factories import make_conversation, make_submission
from leaderboard.tests.made_up import judged, recorded

pytestmark = pytest.mark.django_db

ENDPOINT = Conversation.Fault.ENDPOINT
TIMED_OUT = Setback(ENDPOINT, "It timed out.")
REFUSED = Setback(ENDPOINT, "401: the key is wrong.", retryable=False)


def claimed(**fields: object) -> Conversation:
    conversation = claim_conversation(make_conversation(**fields).pk)
    assert conversation is not None
    return conversation


def lose_lease(conversation: Conversation) -> None:
    past = timezone.now() - timedelta(seconds=1)
    Conversation.objects.filter(pk=conversation.pk).update(lease_ends=past)


def test_a_conversation_under_a_live_lease_cannot_be_claimed() -> None:
    conversation = claimed()
    assert conversation.attempt == 1
    assert claim_conversation(conversation.pk) is None


def test_a_claim_of_a_row_that_another_had_since_it_was_read_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else both would hold it under the same attempt, as if they were one."""
    conversation = make_conversation()
    as_read = Conversation.objects.select_related("submission__board").get()
    another = claim_conversation(conversation.pk)
    assert another is not None
    assert hand_back_conversation(another)
    monkeypatch.setattr(service, "_one_of_its_submission", lambda _: as_read)
    assert claim_conversation(conversation.pk) is None


def test_a_conversation_that_is_not_there_cannot_be_claimed() -> None:
    assert claim_conversation(4711) is None


@pytest.mark.parametrize(
    "status", ["paused", "cancelled", "finished", "failed", "draft"]
)
def test_nothing_of_a_submission_that_does_not_go_on_can_be_claimed(
    status: str,
) -> None:
    submission = make_submission(status=status)
    assert claim_conversation(make_conversation(submission=submission).pk) is None


def test_the_first_claim_starts_the_submission() -> None:
    submission = make_submission(status="queued", started_at=None)
    claimed(submission=submission)
    submission.refresh_from_db()
    assert submission.status == Submission.Status.RUNNING
    assert submission.started_at is not None


def test_no_more_of_a_submission_run_than_may_at_once() -> None:
    submission = make_submission(concurrency=2)
    rows = [make_conversation(submission=submission) for _ in range(3)]
    won = [claim_conversation(row.pk) is not None for row in rows]
    assert won == [True, True, False]


def test_a_lost_worker_does_not_use_up_a_place() -> None:
    submission = make_submission(concurrency=1)
    lose_lease(claimed(submission=submission))
    assert claim_conversation(make_conversation(submission=submission).pk) is not None


def test_a_conversation_whose_time_has_not_come_cannot_be_claimed() -> None:
    later = timezone.now() + timedelta(minutes=1)
    assert claim_conversation(make_conversation(not_before=later).pk) is None


def test_a_worker_that_lost_its_lease_cannot_record() -> None:
    first = claimed()
    lose_lease(first)
    second = claim_conversation(first.pk)
    assert second is not None
    assert second.attempt == 2
    assert not finish_conversation(first, recorded(first), judged(first, passed=False))
    assert not release_conversation(first, TIMED_OUT)
    assert finish_conversation(second, recorded(second), judged(second))
    assert Conversation.objects.get().passed is True


def test_a_conversation_taken_back_by_the_sweep_cannot_be_recorded_late() -> None:
    first = claimed()
    lose_lease(first)
    assert return_expired_leases() == 1
    assert not finish_conversation(first, recorded(first), judged(first))
    assert Conversation.objects.get().status == "queued"


def test_a_finished_conversation_is_not_run_again() -> None:
    conversation = claimed()
    finish_conversation(conversation, recorded(conversation), judged(conversation))
    assert claim_conversation(conversation.pk) is None
    assert return_expired_leases() == return_all_leases() == 0


def test_finishing_stores_verdict_trajectory_and_findings() -> None:
    conversation = claimed()
    trajectory, verdict = recorded(conversation), judged(conversation, passed=False)
    assert finish_conversation(conversation, trajectory, verdict)
    row = Conversation.objects.get()
    assert (row.status, row.passed, row.hidden_violation) == ("scored", False, True)
    assert (row.turns, row.cost_usd, row.tokens_in) == (4, 0.25, None)
    assert row.lease_ends is None
    assert row.trajectory.document["header"]["task"] == row.task_id
    assert row.trajectory.verdict_document is not None
    count = FindingCount.objects.get()
    assert (count.kind, count.check_name, count.count) == (
        "missed_read",
        "required_calls",
        2,
    )


def test_a_provider_failure_waits_longer_each_time_and_then_errors_unscored() -> None:
    pk = claimed().pk
    waits = []
    for _ in range(service.MAX_FAILURES - 1):
        conversation = Conversation.objects.get(pk=pk)
        assert release_conversation(conversation, TIMED_OUT)
        row = Conversation.objects.get(pk=pk)
        assert row.status == "queued"
        assert row.not_before is not None
        waits.append(row.not_before - timezone.now())
        Conversation.objects.filter(pk=pk).update(not_before=None)
        assert claim_conversation(pk) is not None
    assert waits == sorted(waits)
    assert release_conversation(Conversation.objects.get(pk=pk), TIMED_OUT)
    row = Conversation.objects.get(pk=pk)
    assert (row.status, row.fault, row.passed) == ("errored", "endpoint", None)
    assert row.error == "It timed out."


def test_what_no_retry_can_mend_errors_at_once() -> None:
    conversation = claimed()
    partial = recorded(conversation, "provider_failure")
    assert release_conversation(conversation, REFUSED, partial)
    row = Conversation.objects.get()
    assert (row.status, row.failures) == ("errored", 1)
    assert row.trajectory.verdict_document is None


def test_a_server_that_asks_for_time_gets_it() -> None:
    release_conversation(claimed(), Setback(ENDPOINT, "429", retry_after_s=60))
    row = Conversation.objects.get()
    assert row.not_before is not None
    assert row.not_before > timezone.now() + timedelta(seconds=55)


def test_a_worker_that_goes_away_hands_back_without_a_failure_counted() -> None:
    conversation = claimed()
    assert hand_back_conversation(conversation)
    row = Conversation.objects.get()
    assert (row.status, row.failures) == ("queued", 0)
    assert claim_conversation(row.pk) is not None


def test_what_kills_its_workers_again_and_again_errors_as_our_fault() -> None:
    conversation = claimed()
    Conversation.objects.update(attempt=service.MAX_ATTEMPTS)
    lose_lease(conversation)
    assert return_expired_leases() == 1
    row = Conversation.objects.get()
    assert (row.status, row.fault) == ("errored", "platform")


def test_extending_tells_which_leases_are_lost(settings: Settings) -> None:
    settings.LEASE_SECONDS = 300
    kept, lost = claimed(), claimed()
    Conversation.objects.filter(pk=lost.pk).update(status="cancelled", lease_ends=None)
    held = {(kept.pk, 1), (lost.pk, 1)}
    assert extend_leases(held) == {(kept.pk, 1)}
    row = Conversation.objects.get(pk=kept.pk)
    assert row.lease_ends is not None
    assert row.lease_ends > timezone.now() + timedelta(seconds=290)


def test_the_last_finish_ends_the_submission() -> None:
    conversation = claimed()
    finish_conversation(conversation, recorded(conversation), judged(conversation))
    assert Submission.objects.get().status == "finished"


def test_a_submission_with_errored_conversations_says_how_many() -> None:
    one = claimed()
    two = claimed(submission=one.submission)
    finish_conversation(one, recorded(one), judged(one))
    release_conversation(two, REFUSED)
    submission = Submission.objects.get()
    assert submission.status == "finished"
    assert submission.status_reason == "1 of 2 conversations errored."


def test_a_submission_of_which_nothing_was_scored_has_failed() -> None:
    release_conversation(claimed(), REFUSED)
    assert Submission.objects.get().status == "failed"


def test_a_submission_stops_at_its_spend_cap() -> None:
    submission = make_submission(spend_cap="0.40", price_in=1, price_out=1)
    make_conversation(submission=submission)
    for expected in ("running", "paused"):
        conversation = claimed(submission=submission)
        finish_conversation(conversation, recorded(conversation), judged(conversation))
        submission.refresh_from_db()
        assert submission.status == expected
    assert "0.40" in submission.status_reason
