"""Nothing stays queued without a word on what is missing and what helps."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from leaderboard.models import Submission, WorkerSign
from leaderboard.queries import standstill
from leaderboard.queries.site_parts import SitePart, site_parts
from leaderboard.queries.standstill import SILENT_FOR, standstill_of
from leaderboard.tests.factories import (
    make_conversation,
    make_scored_conversation,
    make_submission,
)

pytestmark = pytest.mark.django_db
ALL = ("broker", "workers", "beat")


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The parts that are away; the test fills it."""
    away: set[str] = set()

    def parts(names: list[str]) -> list[SitePart]:
        return [SitePart(n, n not in away, "It was seen.") for n in names]

    monkeypatch.setattr(standstill, "site_parts", parts)
    return away


def waiting(since: timedelta = SILENT_FOR * 2) -> Submission:
    submission = make_submission(status="queued", started_at=None)
    make_conversation(submission=submission)
    entered = timezone.now() - since
    Submission.objects.filter(pk=submission.pk).update(created_at=entered)
    submission.refresh_from_db()
    return submission


def worker(threads: int) -> None:
    now = timezone.now()
    WorkerSign.objects.create(
        name=f"w{threads}", started_at=now, seen_at=now, threads=threads
    )


@pytest.mark.parametrize(
    ("part", "words", "advice"),
    [
        ("broker", "The queue is away", "REDIS_URL"),
        ("workers", "No worker", "celery -A leaderboard worker"),
        ("beat", "looks after the queue", "celery -A leaderboard beat"),
    ],
)
def test_what_waits_names_the_part_that_is_away(
    away: set[str], part: str, words: str, advice: str
) -> None:
    away.add(part)
    (found,) = standstill_of(waiting())
    assert words in found.cause
    assert advice in found.advice


def test_what_was_just_entered_and_what_moves_says_nothing(away: set[str]) -> None:
    away.update(ALL)
    assert standstill_of(waiting(since=timedelta(seconds=1))) == []
    running = waiting()
    make_conversation(submission=running, status="running")
    assert standstill_of(running) == []
    scored = waiting()
    make_scored_conversation(submission=scored)
    assert standstill_of(scored) == []


def test_what_does_not_go_on_or_waits_for_its_time_says_nothing(away: set[str]) -> None:
    away.update(ALL)
    paused = waiting()
    Submission.objects.filter(pk=paused.pk).update(status="paused")
    paused.refresh_from_db()
    assert standstill_of(paused) == []
    later = waiting()
    later.conversations.update(not_before=timezone.now() + timedelta(minutes=1))
    assert standstill_of(later) == []


def test_where_others_hold_every_place_it_says_that_its_turn_comes(
    away: set[str],
) -> None:
    worker(threads=1)
    make_conversation(status="running")
    (found,) = standstill_of(waiting())
    assert "All 1 places of the workers are taken" in found.cause


def test_where_nothing_is_missing_it_says_where_to_look(away: set[str]) -> None:
    worker(threads=8)
    (found,) = standstill_of(waiting())
    assert "log" in found.advice


def test_a_worker_that_runs_no_conversations_is_no_worker_for_them() -> None:
    worker(threads=0)
    (part,) = site_parts(["workers"])
    assert not part.is_well


def test_the_page_says_what_is_missing(client: Client, away: set[str]) -> None:
    away.add("workers")
    submission = waiting()
    said = client.get(f"/submissions/{submission.pk}/").content.decode()
    assert "Nothing of it runs at the moment" in said
    assert "celery -A leaderboard worker" in said
