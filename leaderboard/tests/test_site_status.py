"""Whether the site is well: said honestly, quickly, and to whom it concerns."""

import socket
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import DatabaseError
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from leaderboard.models import WorkerSign
from leaderboard.queries import site_parts as parts_module
from leaderboard.queries.site_load import error_rates, queue_load
from leaderboard.queries.site_status import site_status
from leaderboard.supervision.parts import start
from leaderboard.supervision.redis_server import redis_part
from leaderboard.tests.factories import (
    make_conversation,
    make_scored_conversation,
    make_submission,
    make_user,
)
from leaderboard.tests.test_supervision import eventually

pytestmark = pytest.mark.django_db
TOKEN = "a-metrics-token"


@pytest.fixture
def worker() -> WorkerSign:
    """A worker that is there and made beat's round just now."""
    now = timezone.now()
    return WorkerSign.objects.create(
        name="one@inner-host", started_at=now, seen_at=now, swept_at=now, threads=8
    )


@pytest.fixture
def staff() -> User:
    return make_user(is_staff=True)


@pytest.fixture
def broker(tmp_path: Path, settings: Settings) -> Iterator[None]:
    """A real Redis on a socket of its own."""
    path = tmp_path / "redis.sock"
    part = redis_part(path, tmp_path)
    running = start(part, tmp_path / "logs", {})
    try:
        assert eventually(part.ready)
        settings.CELERY_BROKER_URL = f"redis+socket://{path}"
        yield
    finally:
        running.process.kill()
        running.process.wait()


def readiness(client: Client, query: str = "") -> tuple[int, dict[str, bool]]:
    response = client.get(f"/readyz{query}")
    return response.status_code, {
        name: part["ok"] for name, part in response.json()["parts"].items()
    }


@pytest.mark.processes
@pytest.mark.usefixtures("worker", "broker")
def test_the_site_is_ready_once_every_part_is_there(client: Client) -> None:
    everything = dict.fromkeys(parts_module.PARTS, True)
    assert readiness(client) == (200, everything)
    assert site_status().is_well


def test_a_missing_broker_worker_and_beat_are_named(
    client: Client, settings: Settings
) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:9/0"
    status, parts = readiness(client)
    assert status == 503
    assert [name for name, ok in parts.items() if not ok] == [
        "broker",
        "workers",
        "beat",
    ]


def test_a_load_balancer_may_ask_for_what_pages_need_alone(client: Client) -> None:
    asked = "?parts=database,migrations"
    assert readiness(client, asked) == (200, {"database": True, "migrations": True})


def test_a_part_that_there_is_not_is_an_error(client: Client) -> None:
    response = client.get("/readyz?parts=database,moon")
    assert response.status_code == 400
    assert "moon" in response.json()["error"]


def test_a_migration_that_was_not_applied_is_named(client: Client) -> None:
    MigrationRecorder.Migration.objects.filter(
        app="leaderboard", name="0001_initial"
    ).delete()
    response = client.get("/readyz?parts=migrations")
    assert response.status_code == 503
    assert "leaderboard.0001_initial" in response.content.decode()


def test_a_database_that_fails_is_an_answer_and_not_a_crash(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> tuple[bool, str]:
        raise DatabaseError("password=hunter2 was refused")

    monkeypatch.setitem(parts_module.PARTS, "database", fail)
    response = client.get("/readyz?parts=database")
    assert response.status_code == 503
    assert "hunter2" not in response.content.decode()


def test_a_broker_that_takes_the_call_and_says_nothing_is_not_waited_for(
    client: Client, settings: Settings
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{server.getsockname()[1]}/0"
        started = time.monotonic()
        status, _ = readiness(client, "?parts=broker")
        assert status == 503
        assert time.monotonic() - started < 4 * parts_module.PATIENCE_S


def test_a_worker_that_fell_silent_is_no_worker(
    client: Client, worker: WorkerSign
) -> None:
    assert readiness(client, "?parts=workers")[0] == 200
    worker.seen_at -= timedelta(minutes=1)
    worker.save()
    assert readiness(client, "?parts=workers")[0] == 503


# --- The status page ---------------------------------------------------------------


def test_the_status_page_is_for_staff(client: Client, staff: User) -> None:
    assert client.get("/status/").status_code == 404
    client.force_login(make_user())
    assert client.get("/status/").status_code == 404
    client.force_login(staff)
    assert client.get("/status/").status_code == 200


def test_an_operator_may_show_it_to_everybody_without_the_workers_names(
    client: Client, settings: Settings, worker: WorkerSign, staff: User
) -> None:
    settings.STATUS_PAGE_PUBLIC = True
    said = client.get("/status/").content.decode()
    assert "Worker 1" in said
    assert worker.name not in said
    client.force_login(staff)
    assert worker.name in client.get("/status/").content.decode()


def test_a_swap_gets_the_fragment_alone(client: Client, staff: User) -> None:
    client.force_login(staff)
    said = client.get("/status/", headers={"HX-Request": "true"}).content.decode()
    assert said.lstrip().startswith('<div id="status"')


def test_the_sentence_says_first_what_matters_most(settings: Settings) -> None:
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:9/0"
    assert site_status().sentence == "No worker is there: what is queued waits."


def test_the_queue_tells_what_waits_what_comes_later_and_what_stands_still() -> None:
    now = timezone.now()
    going = make_submission()
    first = make_conversation(submission=going)
    type(first).objects.filter(pk=first.pk).update(
        created_at=now - timedelta(seconds=90)
    )
    make_conversation(submission=going, not_before=now + timedelta(minutes=1))
    make_conversation(submission=going, status="running")
    make_conversation(submission=make_submission(status="paused"))
    load = queue_load()
    assert (load.waiting, load.later, load.running, load.paused) == (1, 1, 1, 1)
    assert load.submissions == 1
    assert load.oldest_s == pytest.approx(90, abs=5)


def test_a_retry_waits_from_when_it_may_be_tried() -> None:
    now = timezone.now()
    row = make_conversation(not_before=now - timedelta(seconds=30))
    type(row).objects.filter(pk=row.pk).update(created_at=now - timedelta(hours=1))
    assert queue_load().oldest_s == pytest.approx(30, abs=5)


def test_an_empty_queue_has_no_oldest() -> None:
    assert queue_load().oldest_s is None


def test_error_rates_count_what_ended_in_the_window_by_fault() -> None:
    now = timezone.now()
    make_scored_conversation()
    make_scored_conversation(
        started_at=now - timedelta(hours=3), finished_at=now - timedelta(hours=2)
    )
    for fault in ("endpoint", "platform"):
        make_conversation(status="errored", fault=fault, finished_at=now)
    make_scored_conversation(
        submission=make_submission(kind="replayed", status="finished")
    )
    quarter, _, day = error_rates()
    assert (quarter.scored, quarter.endpoint, quarter.platform) == (1, 1, 1)
    assert quarter.share == pytest.approx(2 / 3)
    assert day.share == pytest.approx(2 / 4)


def test_where_nothing_ended_there_is_no_error_rate() -> None:
    assert [rate.share for rate in error_rates()] == [None, None, None]


# --- Metrics -----------------------------------------------------------------------


def scraped(client: Client) -> dict[tuple[str, tuple[str, ...]], float]:
    bearer = {"Authorization": f"Bearer {TOKEN}"}
    response = client.get("/metrics", headers=bearer)
    assert response.status_code == 200
    families = text_string_to_metric_families(response.content.decode())
    return {
        (sample.name, tuple(sorted(sample.labels.values()))): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.fixture
def _token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


@pytest.mark.parametrize(
    "sent", [None, "", "Bearer ", "Bearer wrong", f"Basic {TOKEN}"]
)
@pytest.mark.usefixtures("_token")
def test_metrics_are_not_there_for_who_has_no_token(
    client: Client, sent: str | None
) -> None:
    headers = {} if sent is None else {"Authorization": sent}
    assert client.get("/metrics", headers=headers).status_code == 404


def test_without_a_token_in_the_settings_only_staff_read_metrics(
    client: Client, staff: User
) -> None:
    assert (
        client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404
    )
    client.force_login(staff)
    assert client.get("/metrics").status_code == 200


@pytest.mark.usefixtures("_token", "worker")
def test_metrics_say_what_the_rows_say(client: Client) -> None:
    submission = make_submission()
    make_conversation(submission=submission)
    make_conversation(submission=submission)
    make_scored_conversation(submission=submission)
    WorkerSign.objects.update(endpoint_failures=3, running=2)
    found = scraped(client)
    one = "one@inner-host"
    assert found["passbook_conversations", ("queued",)] == 2
    assert found["passbook_conversations", ("scored",)] == 1
    assert found["passbook_conversations", ("errored",)] == 0
    assert found["passbook_queue_depth", ("waiting",)] == 2
    assert found["passbook_queue_oldest_seconds", ()] >= 0
    assert found["passbook_workers", ()] == 1
    assert found["passbook_worker_running", (one,)] == 2
    failed = ("passbook_worker_attempts_total", ("endpoint_failed", one))
    assert found[failed] == 3
    assert found["passbook_part_up", ("workers",)] == 1


@pytest.mark.usefixtures("_token")
def test_requests_are_timed_by_the_name_of_their_address(client: Client) -> None:
    key = (
        "passbook_http_request_duration_seconds_count",
        ("404", "GET", "submission"),
    )
    before = scraped(client).get(key, 0)
    client.get("/submissions/nosuchone123/")
    found = scraped(client)
    assert found[key] == before + 1
    assert not any("nosuchone123" in label for _, labels in found for label in labels)


@pytest.mark.usefixtures("_token")
def test_an_invented_method_makes_no_series_of_its_own(client: Client) -> None:
    client.generic("BREW", "/")
    labels = {label for _, labels in scraped(client) for label in labels}
    assert "BREW" not in labels
    assert "other" in labels


def test_the_scrape_asks_the_database_a_fixed_number_of_times(
    client: Client, staff: User, django_assert_max_num_queries: object
) -> None:
    client.force_login(staff)
    for _ in range(5):
        make_conversation()
    with django_assert_max_num_queries(16):  # type: ignore[operator]
        client.get("/metrics")
