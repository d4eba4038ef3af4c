"""Boards follow the dataset, and figures of another dataset stay apart."""

import pytest

from leaderboard.models import Board
from leaderboard.services.boards import dataset_hash, seed_boards
from leaderboard.tests.factories import make_submission
from leaderboard.tests.tiny_dataset import tiny_dataset

pytestmark = pytest.mark.django_db


def test_each_split_has_a_board() -> None:
    lite, base = seed_boards(tiny_dataset())
    assert (lite.slug, lite.task_count) == ("procedures-lite", 3)
    assert (base.slug, base.task_count) == ("procedures-base", 4)
    assert lite.dataset_hash == dataset_hash(tiny_dataset())


def test_seeding_twice_makes_nothing_new() -> None:
    assert seed_boards(tiny_dataset()) == seed_boards(tiny_dataset())
    assert Board.objects.count() == 2


def test_a_changed_dataset_opens_a_new_board_and_closes_the_old_one() -> None:
    old = seed_boards(tiny_dataset())[0]
    going = make_submission(board=old)
    done = make_submission(board=old, status="finished")
    new = seed_boards(tiny_dataset(hashes={"bank": "2"}))[0]
    old.refresh_from_db()
    going.refresh_from_db()
    assert new.slug == "procedures-lite"
    assert new.is_open
    assert old.slug == f"procedures-lite-{old.dataset_hash[:8]}"
    assert not old.is_open
    assert going.status == "cancelled"
    assert list(old.submissions.filter(status="finished")) == [done]
