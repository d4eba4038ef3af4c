"""The datasheet counts the dataset itself, alike on the page and in the API."""

import pytest
from django.test import Client
from django.urls import reverse

from bankenv.dataset import load_dataset
from leaderboard.queries.datasheet import datasheet

pytestmark = pytest.mark.django_db


def test_the_page_shows_every_distribution_and_is_linked_from_every_page(
    client: Client,
) -> None:
    page = client.get("/datasheet/").content.decode()
    for one in datasheet().distributions:
        assert f'id="{one.key}"' in page
    for heading in ("Known limits", "Licence", "How to cite", "Splits"):
        assert heading in page
    assert f'href="{reverse("datasheet")}"' in client.get("/tasks/").content.decode()


def test_the_figures_are_those_of_the_dataset() -> None:
    tasks = load_dataset().tasks.values()
    counts = datasheet().as_json()
    assert counts["tasks"] == len(tasks)
    steps = sum(len(task.gold) for task in tasks)
    for key, total in (
        ("chains", len(tasks)),
        ("families", len(tasks)),
        ("tools", steps),
    ):
        (one,) = [d for d in datasheet().distributions if d.key == key]
        assert sum(bar.count for bar in one.bars) == total
        assert max(bar.width for bar in one.bars) == 100


def test_the_api_gives_the_same_figures(client: Client) -> None:
    answer = client.get("/api/v1/datasheet/").json()
    assert answer == datasheet().as_json()
    assert answer["hashes"] == dict(load_dataset().hashes)


def test_the_page_asks_the_database_nothing_about_the_dataset(
    client: Client, django_assert_max_num_queries: object
) -> None:
    datasheet()
    with django_assert_max_num_queries(1):  # type: ignore[operator]  # a pytest fixture
        client.get("/datasheet/")
