"""A made-up load: the same each time, true to its figures, and never by accident."""

from typing import Any  # Any: values of model fields

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from bankenv.dataset import load_dataset
from leaderboard.models import Comparison, Conversation, FindingCount, Standing
from leaderboard.services.load import InvalidLoad, Load, seed_load
from leaderboard.services.standings import refresh_standings
from leaderboard.tests.factories import make_submission

pytestmark = pytest.mark.django_db

SMALL = Load(submissions=3, tasks=8, trials=2)


def rows() -> list[dict[str, Any]]:
    found = Conversation.objects.order_by("submission", "task_id", "trial")
    return [{**row, "id": 0} for row in found.values()]


def test_a_load_has_every_trial_of_every_task_and_its_figures() -> None:
    board = seed_load(load_dataset(), SMALL)
    assert board.slug == "procedures-base"
    assert Conversation.objects.count() == 3 * 8 * 2
    wholes = Standing.objects.filter(slice_kind="all")
    assert [one.expected for one in wholes] == [16, 16, 16]
    assert all(one.rank for one in wholes)
    assert Comparison.objects.filter(category="").count() == 3
    kinds = set(FindingCount.objects.values_list("kind", flat=True))
    firsts = set(Conversation.objects.values_list("first_finding", flat=True))
    assert firsts - {""} <= kinds


def test_the_same_load_gives_the_same_rows_and_replaces_the_last() -> None:
    seed_load(load_dataset(), SMALL)
    before = rows()
    seed_load(load_dataset(), SMALL)
    assert rows() == before
    seed_load(load_dataset(), Load(submissions=3, tasks=8, trials=2, seed=8))
    assert rows() != before


def test_a_loads_conversations_open_in_the_viewer(client: Client) -> None:
    seed_load(load_dataset(), SMALL)
    recorded = Conversation.objects.filter(trajectory__isnull=False)
    assert {one.passed for one in recorded} == {True, False}
    for one in (*recorded, Conversation.objects.filter(trajectory=None).first()):
        assert one is not None
        assert client.get(f"/conversations/{one.pk}/").status_code == 200


def test_a_production_site_with_submissions_refuses_a_load(settings: Settings) -> None:
    small = {"submissions": 1, "tasks": 2, "trials": 1, "verbosity": 0}
    refresh_standings(make_submission(status="finished"))
    settings.DEBUG = False
    with pytest.raises(CommandError, match=r"production and has 1 submission"):
        call_command("seed_load", **small)
    assert not Conversation.objects.exists()
    call_command("seed_load", **small, among_others=True)
    assert Conversation.objects.count() == 2
    call_command("seed_load", remove=True)
    assert not Conversation.objects.exists()


@pytest.mark.parametrize(
    ("load", "said"),
    [
        (Load(tasks=2000), "tasks is 2000; it is from 1 to 1000"),
        (Load(trials=0), "trials is 0; it is from 1 to 8"),
    ],
)
def test_a_load_out_of_range_is_refused(load: Load, said: str) -> None:
    with pytest.raises(InvalidLoad, match=said):
        seed_load(load_dataset(), load)
