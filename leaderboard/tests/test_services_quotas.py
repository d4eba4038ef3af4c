"""How much one user may enter in a day, and what is given back."""

from datetime import timedelta
from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from leaderboard.models import Allowance, Submission
from leaderboard.queries.quotas import quota_of
from leaderboard.services.boards import seed_boards
from leaderboard.services.quotas import (
    QuotaExceeded,
    check_import_quota,
    check_quota,
)
from leaderboard.services.submissions import submit
from leaderboard.tests.factories import (
    make_conversation,
    make_scored_conversation,
    make_submission,
    make_user,
)
from leaderboard.tests.test_services_submissions import entry
from leaderboard.tests.tiny_dataset import tiny_dataset

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small_limits(settings: Settings) -> None:
    settings.SUBMISSIONS_PER_DAY = 2
    settings.CONVERSATIONS_PER_DAY = 8
    settings.IMPORTS_PER_DAY = 1


def submission_of(user: User, *statuses: str, **fields: object) -> Submission:
    submission = make_submission(owner=user, **fields)
    for status in statuses:
        if status == "scored":
            make_scored_conversation(submission=submission)
        else:
            fault = "platform" if status == "errored" else ""
            make_conversation(submission=submission, status=status, fault=fault)
    return submission


def refusal(user: User, conversations: int) -> str:
    with pytest.raises(QuotaExceeded) as raised:
        check_quota(user, conversations)
    return str(raised.value)


def test_what_was_entered_in_the_last_day_counts() -> None:
    user = make_user()
    submission_of(user, "scored", "queued", "running")
    yesterday = submission_of(user, "scored")
    Submission.objects.filter(pk=yesterday.pk).update(
        created_at=timezone.now() - timedelta(hours=25)
    )
    submission_of(make_user(), "scored")
    quota = quota_of(user)
    assert (quota.submissions.used, quota.conversations.used) == (1, 3)
    assert (quota.submissions.left, quota.conversations.left) == (1, 5)


def test_too_many_conversations_are_refused_with_the_figures() -> None:
    user = make_user()
    submission_of(user, "scored", "scored")
    check_quota(user, 6)
    said = refusal(user, 7)
    assert "7 more conversations" in said
    assert "of the 8" in said
    assert "6 are left" in said
    assert "free from" in said


def test_too_many_submissions_are_refused() -> None:
    user = make_user()
    for _ in range(2):
        submission_of(user, "scored")
    assert "1 more submissions" in refusal(user, 1)


def test_what_this_site_failed_is_given_back() -> None:
    user = make_user()
    submission_of(user, "errored", "errored")
    submission_of(user, "scored", "errored")
    quota = quota_of(user)
    assert (quota.submissions.used, quota.conversations.used) == (1, 1)


def test_what_the_endpoint_failed_is_not_given_back() -> None:
    user = make_user()
    make_conversation(
        submission=make_submission(owner=user), status="errored", fault="endpoint"
    )
    assert quota_of(user).conversations.used == 1


def test_what_was_cancelled_before_it_was_tried_is_given_back() -> None:
    user = make_user()
    submission = make_submission(owner=user, status="cancelled")
    make_conversation(submission=submission, status="cancelled")
    make_conversation(submission=submission, status="cancelled", attempt=1)
    assert quota_of(user).conversations.used == 1


def test_staff_have_no_limit() -> None:
    check_quota(make_user(is_staff=True), 1_000_000)


def test_a_user_may_have_an_allowance_of_their_own() -> None:
    user = make_user()
    Allowance.objects.create(user=user, conversations_per_day=100)
    check_quota(user, 100)
    assert "101 more" in refusal(user, 101)
    assert quota_of(user).submissions.limit == 2


def test_an_import_counts_apart_from_what_runs() -> None:
    user = make_user()
    check_import_quota(user)
    submission_of(user, "scored", kind="replayed", status="finished")
    with pytest.raises(QuotaExceeded, match="1 more imports"):
        check_import_quota(user)
    assert quota_of(user).submissions.used == 0


def test_over_the_quota_nothing_is_stored() -> None:
    seed_boards(tiny_dataset())
    user = make_user()
    submit(user, entry(trials=2), tiny_dataset())
    with pytest.raises(QuotaExceeded):
        submit(user, entry(), tiny_dataset())
    assert Submission.objects.count() == 1
    submit(user, entry(), tiny_dataset(), unlimited=True)


@pytest.mark.skipif(
    connection.vendor == "sqlite",
    reason="SQLite in memory has one writer; IMMEDIATE gives it the lock at once.",
)
@pytest.mark.django_db(transaction=True)
def test_two_submissions_at_once_do_not_both_take_the_last_place(
    settings: Settings,
) -> None:
    settings.SUBMISSIONS_PER_DAY = 1
    user, outcomes, together = make_user(), [], Barrier(2)
    board = make_submission(owner=make_user()).board

    def enter() -> None:
        together.wait(10)
        try:
            with transaction.atomic():
                check_quota(user, 1)
                mine = make_submission(owner=user, board=board)
                make_conversation(submission=mine)
            outcomes.append("entered")
        except QuotaExceeded:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [Thread(target=enter) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(outcomes) == ["entered", "refused"]
