"""A dry run runs a few conversations from all over, waits, and says what follows."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from bankenv.dataset import load_dataset
from leaderboard.models import Conversation, Notice, Submission
from leaderboard.queries.counts import Counts
from leaderboard.queries.projection import projection_of
from leaderboard.services.bells import pick_conversations
from leaderboard.services.boards import seed_boards
from leaderboard.services.conversations import (
    Setback,
    claim_conversation,
    finish_conversation,
    release_conversation,
)
from leaderboard.services.dry_runs import DRY_RUN_TASKS, few_first
from leaderboard.services.entries import Entry
from leaderboard.services.submissions import (
    pause_submission,
    resume_submission,
    submit,
)
from leaderboard.tests.factories import (
    make_conversation,
    make_scored_conversation,
    make_submission,
    make_user,
)
from leaderboard.tests.made_up import judged, recorded

pytestmark = pytest.mark.django_db

REFUSED = Setback(Conversation.Fault.ENDPOINT, "400: no.", retryable=False)


def entered() -> Submission:
    board = seed_boards(load_dataset())[0]
    entry = Entry(
        board=board.slug,
        name="Dry",
        base_url="http://127.0.0.1:9/v1",
        model_name="m",
        dry_run=True,
        notify_email="owner@example.org",
    )
    return submit(make_user(), entry)


def run_all_that_waits(submission: Submission) -> int:
    """Score all but one of what may run now; refuse that one. Count them."""
    number = 0
    waiting = Conversation.objects.waiting(timezone.now()).filter(submission=submission)
    for pk in list(waiting.order_by("pk").values_list("pk", flat=True)):
        conversation = claim_conversation(pk)
        assert conversation is not None
        number += 1
        if number == 2:
            release_conversation(conversation, REFUSED)
        else:
            finish_conversation(
                conversation, recorded(conversation), judged(conversation)
            )
    submission.refresh_from_db()
    return number


def test_a_dry_run_takes_its_tasks_from_all_over_the_suite() -> None:
    dataset = load_dataset()
    tasks = [dataset.tasks[name] for name in dataset.splits["lite"]]
    ordered = few_first(tasks)
    assert len({task.family for task in ordered[:DRY_RUN_TASKS]}) == DRY_RUN_TASKS
    assert sorted(t.id for t in ordered) == sorted(t.id for t in tasks)
    assert few_first(tasks[:2]) == tasks[:2]


def test_only_a_few_conversations_run_and_then_it_pauses_and_tells_its_owner() -> None:
    submission = entered()
    assert len(pick_conversations()) == DRY_RUN_TASKS
    beyond = submission.conversations.order_by("pk")[DRY_RUN_TASKS]
    assert claim_conversation(beyond.pk) is None
    assert run_all_that_waits(submission) == DRY_RUN_TASKS
    assert submission.status == "paused"
    assert "dry run is over" in submission.status_reason
    assert Notice.objects.get().event == "dry_run_over"


def test_a_dry_run_that_was_interrupted_stays_one() -> None:
    submission = entered()
    pause_submission(submission)
    resume_submission(submission)
    waiting = Conversation.objects.waiting(timezone.now())
    assert waiting.count() == DRY_RUN_TASKS


def test_resuming_runs_the_rest() -> None:
    submission = entered()
    total = submission.conversations.count()
    run_all_that_waits(submission)
    assert resume_submission(submission) == total - DRY_RUN_TASKS + 1
    waiting = Conversation.objects.waiting(timezone.now())
    assert waiting.count() == total - DRY_RUN_TASKS + 1


def test_the_projection_follows_from_what_was_scored() -> None:
    submission = make_submission(concurrency=2, status="paused")
    now = timezone.now()
    for _ in range(4):
        make_scored_conversation(
            submission=submission,
            started_at=now - timedelta(seconds=30),
            finished_at=now,
            cost_usd=0.02,
            tokens_in=900,
            tokens_out=100,
            turns=4,
        )
    for _ in range(10):
        make_conversation(submission=submission)
    found = projection_of(Counts(submission))
    assert found is not None
    assert (found.based_on, found.left, found.tokens) == (4, 10, 10_000)
    assert found.usd == pytest.approx(0.2)
    assert found.seconds == pytest.approx(150, abs=1)
    submission.requests_per_minute = 4
    slow = projection_of(Counts(submission))
    assert slow is not None
    assert slow.seconds == pytest.approx(600)


def test_too_little_projects_nothing_and_unknown_costs_stay_unknown() -> None:
    submission = make_submission()
    make_conversation(submission=submission)
    make_scored_conversation(submission=submission)
    assert projection_of(Counts(submission)) is None
    for _ in range(2):
        make_scored_conversation(submission=submission)
    found = projection_of(Counts(submission))
    assert found is not None
    assert (found.usd, found.tokens) == (None, None)


def test_the_owner_sees_the_projection_and_nobody_else(client: Client) -> None:
    submission = make_submission(status="paused")
    make_conversation(submission=submission)
    for _ in range(3):
        make_scored_conversation(submission=submission, tokens_in=9, tokens_out=1)
    address = f"/submissions/{submission.pk}/"
    assert "Judged by" not in client.get(address).content.decode()
    client.force_login(submission.owner)
    said = " ".join(client.get(address).content.decode().split())
    assert "Judged by 3 scored conversations, the other 1 will take" in said
    assert "10 tokens" in said
