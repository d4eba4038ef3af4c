"""No page asks the database more often because there is more to show."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bankenv.dataset import load_dataset
from leaderboard.api.serializers import SAID
from leaderboard.models import Board, Submission
from leaderboard.queries.flips import PARTS
from leaderboard.queries.standings import BOARDS, FAMILIES, KEPT, SUBMISSIONS
from leaderboard.queries.task_results import FIGURES
from leaderboard.services.ranks import rank_board
from leaderboard.services.standings import tally_submission
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_finding_count,
    make_scored_conversation,
    make_submission,
)

pytestmark = pytest.mark.django_db

MOST = 11  # of any page, and of most half as many
MOST_KEPT = 6  # of a board whose figures this process has read
READ_ONCE = (KEPT, BOARDS, FAMILIES, SUBMISSIONS, FIGURES, PARTS, SAID)

BOARD = ["", "?category=sequencing&area=deposits&sort=-rate", "?text=model&sort=cost"]
OF_BOARD = [
    *(f"/boards/{{board}}/{query}" for query in BOARD),
    "/api/v1/boards/{board}/",
    "/boards/{board}/board.csv",
    "/boards/{board}/charts/",
    "/api/v1/submissions/",
]
CONVERSATIONS = ["", "?outcome=failed&finding=missed_read", "?text=bal&sort=-tokens"]
OF_SUBMISSION = [
    *(f"/submissions/{{first}}/{query}" for query in CONVERSATIONS),
    "/submissions/{first}/?page=2",
    "/api/v1/submissions/{first}/",
    "/api/v1/submissions/{first}/conversations/",
    "/submissions/{first}/figures.csv",
    "/submissions/{first}/conversations.csv",
    "/compare/?s={first}&s={second}",
    "/api/v1/compare/?s={first}&s={second}",
    "/compare/pairs.csv?s={first}&s={second}",
]


def entered(board: Board, tasks: int) -> Submission:
    """A finished submission of a few families; every third conversation failed."""
    submission = make_submission(board=board, status="finished", trials=1)
    known = list(load_dataset().tasks.values())[::7]
    for place, task in enumerate(known[:tasks]):
        row = make_scored_conversation(
            submission=submission,
            task_id=task.id,
            family=task.family,
            category=task.category,
            area=task.area,
            passed=place % 3 > 0,
        )
        if not place % 3:
            make_finding_count(row)
    tally_submission(submission)
    return submission


def queries(client: Client, address: str, kept: bool) -> int:
    """How many queries an address takes, with or without what the process keeps."""
    if not kept:
        for values in READ_ONCE:
            values.forget()
    with CaptureQueriesContext(connection) as seen:
        response = client.get(address)
        assert response.status_code == 200, address
        assert response.getvalue()
    return len(seen)


@pytest.mark.parametrize("kept", [False, True])
def test_a_board_of_thirty_takes_as_many_queries_as_one_of_three(
    client: Client, kept: bool
) -> None:
    board = make_board()
    counts: list[list[int]] = []
    for more in (3, 27):
        for _ in range(more):
            entered(board, 4)
        rank_board(board)
        for _ in range(1 + kept):
            found = [
                queries(client, one.format(board=board.slug), kept) for one in OF_BOARD
            ]
        counts.append(found)
    assert counts[0] == counts[1]
    assert max(counts[1]) <= (MOST_KEPT if kept else MOST)


@pytest.mark.parametrize("address", OF_SUBMISSION)
def test_a_submission_of_thirty_takes_as_many_queries_as_one_of_three(
    client: Client, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leaderboard.views.submission.PAGE_SIZE", 2)
    counts = []
    for tasks in (3, 30):
        board = make_board()
        first, second = entered(board, tasks), entered(board, tasks)
        make_conversation(submission=first, status="errored", fault="endpoint")
        wanted = address.format(first=first.pk, second=second.pk)
        counts.append(queries(client, wanted, kept=False))
    assert counts[0] == counts[1]
    assert counts[1] <= MOST


def test_a_submission_that_runs_asks_as_often_however_far_it_is(client: Client) -> None:
    counts = []
    for done in (3, 30):
        submission = make_submission(started_at=timezone.now() - timedelta(minutes=9))
        for _ in range(done):
            make_scored_conversation(submission=submission)
            make_conversation(submission=submission)
        tally_submission(submission)
        counts.append(queries(client, f"/submissions/{submission.pk}/", kept=False))
    assert counts[0] == counts[1] <= 16  # what keeps it from going on is looked for
