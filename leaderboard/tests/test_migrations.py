"""What was stored under a released version is there after the upgrade, and works."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any  # Any: historical models have no types

import pytest
from django.apps.registry import Apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone

from bankenv.dataset import load_dataset
from bankenv.replay import replay
from bankenv.scoring import score
from bankenv.trajectory_io import to_json
from leaderboard import models
from leaderboard.packing import pack
from leaderboard.services.boards import dataset_hash
from leaderboard.services.outcomes import outcome_fields
from leaderboard.services.standings import refresh_standings, stale_submissions
from leaderboard.tests.recordings import quoted_closure

# The last migration of each released version.
RELEASED = ("0006_llm_customers",)
# Figures are computed again after an upgrade.
DUE_AGAIN = {"tallied_at"}

pytestmark = pytest.mark.django_db(transaction=True)

Make = Callable[..., Any]
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(params=RELEASED)
def old(request: pytest.FixtureRequest) -> Iterator[Apps]:
    """The models of a released version, in a database of that version."""
    yield _migrate(request.param)
    call_command("migrate", verbosity=0)


def _migrate(name: str) -> Apps:
    executor = MigrationExecutor(connection)
    executor.migrate([("leaderboard", name)])
    return executor.loader.project_state([("leaderboard", name)]).apps


def rows_of(apps: Apps) -> Rows:
    return {
        model.__name__: list(model._default_manager.order_by("pk").values())
        for model in apps.get_app_config("leaderboard").get_models()
    }


def fill(apps: Apps) -> None:
    """Store at least one row of every model."""

    def make(model: str, /, **fields: Any) -> Any:
        return apps.get_model("leaderboard", model).objects.create(**fields)

    user = apps.get_model("auth", "User").objects.create(username="ada")
    board = make(
        "Board",
        slug="procedures-base",
        title="Procedures",
        suite="procedures",
        suite_version="1.0.0",
        split="base",
        scorer="passbook-1",
        dataset_hash=dataset_hash(load_dataset()),
        task_count=1000,
    )
    make("ApiToken", user=user, name="ci", start="pb_12345", digest="d" * 64)
    make("RecordedSuite", board=board, domain="retail", source="tau")
    make("RecordedTask", board=board, task_id="T1", packed=pack({"id": "T1"}))
    _submissions(make, board, user)


def _submissions(make: Make, board: Any, user: Any) -> None:
    now = timezone.now()
    shared = {"board": board, "owner": user, "visibility": "public", "trials": 2}
    shared |= {"base_url": "http://127.0.0.1:9/v1", "model_name": "m"}
    shared |= {"started_at": now - timedelta(hours=1), "tallied_at": now}
    for pk in ("first", "second"):
        submission = make(
            "Submission", id=pk, name=pk, status="finished", finished_at=now, **shared
        )
        _conversations(make, submission)
        make("Outcomes", submission=submission, letters={"T": "pf"}, computed_at=now)
        make(
            "Standing",
            submission=submission,
            expected=2,
            scored=2,
            passed=1,
            pass_rate=0.5,
            scorer=board.scorer,
            dataset_hash=board.dataset_hash,
            computed_at=now,
        )
    running = make("Submission", id="running", name="r", status="running", **shared)
    make("Conversation", submission=running, **_task(), trial=1)
    make("Credential", submission=running, encrypted="gAAAA")
    make("Import", submission=submission, file_name="a.json", file_format="tau")
    counts = dict.fromkeys(("ahead", "behind", "both", "neither", "alike"), 1)
    make(
        "Comparison",
        first_id="first",
        second_id="second",
        **counts,
        difference=0.0,
        difference_low=-0.5,
        difference_high=0.5,
        p=1.0,
        scorer=board.scorer,
        dataset_hash=board.dataset_hash,
        computed_at=now,
    )


def _task() -> dict[str, str]:
    task = quoted_closure()
    named = {name: getattr(task, name) for name in ("family", "category", "area")}
    return {"task_id": task.id, **named}


def _conversations(make: Make, submission: Any) -> None:
    """One passed by the procedure, one failed for want of its reads."""
    dataset, task = load_dataset(), quoted_closure()
    for trial, calls in ((1, None), (2, [])):
        recording = replay(dataset, task, calls)
        verdict = score(dataset, recording)
        now = timezone.now()
        row = make(
            "Conversation",
            submission=submission,
            **_task(),
            trial=trial,
            status="scored",
            attempt=1,
            started_at=now,
            finished_at=now,
            **outcome_fields(verdict),
        )
        make(
            "Trajectory",
            conversation=row,
            packed=pack(to_json(recording)),
            packed_verdict=pack(verdict),
            attempt=1,
        )
    found = {"kind": "missed_read", "check_name": "required_calls", "count": 2}
    make("FindingCount", conversation=row, **found)
    author = submission.owner
    make("Note", conversation=row, author=author, text="Look at #3.")
    make("Label", conversation=row, behaviour="skipped_check", is_seen=True)
    make("RecordedOutcome", conversation=row, reward=0.0, passed=False, agrees=True)


def test_every_row_of_a_released_version_survives_the_upgrade(old: Apps) -> None:
    fill(old)
    before = rows_of(old)
    assert all(before.values()), [name for name, rows in before.items() if not rows]
    call_command("migrate", verbosity=0)
    for name, rows in before.items():
        kept = getattr(models, name).objects.order_by("pk").values()
        for row, now in zip(rows, kept, strict=True):
            same = row.keys() & now.keys() - DUE_AGAIN
            assert {key: now[key] for key in same} == {key: row[key] for key in same}


def test_a_released_versions_pages_open_and_its_figures_are_made_again(
    old: Apps, client: Client
) -> None:
    fill(old)
    call_command("migrate", verbosity=0)
    models.RecordedSuite.objects.all().delete()  # its tasks are those of the dataset
    due = [one.pk for one in stale_submissions()]
    assert set(due) == {"first", "second", "running"}
    for submission in stale_submissions():
        refresh_standings(submission)
    whole = models.Standing.objects.get(submission="first", slice_kind="all")
    assert (whole.passed, whole.scored, whole.pass_hat_k) == (1, 2, [0.5, 0.0])
    conversation = models.Conversation.objects.filter(passed=False).first()
    assert conversation is not None
    for address in (
        "/boards/procedures-base/",
        "/submissions/first/",
        "/submissions/running/",
        "/compare/?s=first&s=second",
        f"/conversations/{conversation.pk}/",
        "/api/v1/boards/procedures-base/",
    ):
        assert client.get(address).status_code == 200, address
