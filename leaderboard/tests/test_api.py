"""The API: the figures of the pages, one error shape, nothing of somebody else's."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bankenv.dataset import load_dataset
from leaderboard.models import Board, Conversation, Submission
from leaderboard.queries.board_filter import BoardFilter
from leaderboard.queries.boards import board_page
from leaderboard.queries.sorting import Sort
from leaderboard.services.endpoints import endpoint_of
from leaderboard.services.tokens import create_token
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_finding_count,
    make_scored_conversation,
    make_standing,
    make_submission,
    make_trajectory,
    make_user,
)

pytestmark = pytest.mark.django_db
JSON = "application/json"
DOCUMENT = {
    "format": "passbook.trajectory/1",
    "header": {"assistant": {"model": "m", "base_url": "https://inside.example/v1"}},
    "events": [],
}


def asked(client: Client, address: str, status: int = 200) -> Any:  # Any: JSON
    response = client.get(f"/api/v1/{address}")
    assert response.status_code == status, response.content
    return response.json()


def lite_board() -> Board:
    size = len(load_dataset().splits["lite"])
    return make_board("lite", split="lite", task_count=size)


def entry(on: Board, **fields: object) -> dict[str, object]:
    return {
        "board": on.slug,
        "name": "Mine",
        "base_url": "http://127.0.0.1:9/v1",
        "model_name": "hasty-teller",
        "api_key": "sk-very-secret-1",
    } | fields


def bearer(client: Client) -> dict[str, str]:
    """The header of a fresh user's token."""
    _, token = create_token(make_user(), "test")
    return {"Authorization": f"Bearer {token}"}


def test_a_board_says_the_same_figures_as_its_page(client: Client) -> None:
    board = make_board()
    submission = make_submission(board=board, status="finished")
    make_standing(submission, rank_low=1, rank_high=1)
    make_standing(submission, slice_kind="category", slice_value="control")
    page = board_page(board, submission.owner, BoardFilter(), Sort("rank"))
    said = asked(client, f"boards/{board.slug}/")["rows"][0]
    stored = page.ranked[0].standing
    assert stored is not None
    for name in ("pass_rate", "pass_rate_low", "hidden_violation_rate", "rank"):
        assert said["standing"][name] == getattr(stored, name)
    assert said["categories"]["control"]["pass_rate"] == stored.pass_rate


def test_a_figure_that_is_not_known_is_null(client: Client) -> None:
    board = make_board()
    make_standing(make_submission(board=board, status="finished"))
    assert (
        asked(client, f"boards/{board.slug}/")["rows"][0]["standing"]["cost_usd"]
        is None
    )


def test_lists_show_public_submissions_and_ones_own(client: Client) -> None:
    owner = make_user()
    make_submission(name="Open")
    make_submission(name="Linked", visibility="unlisted")
    make_submission(name="Own", visibility="private", owner=owner)
    names = {row["name"] for row in asked(client, "submissions/")["results"]}
    assert names == {"Open"}
    client.force_login(owner)
    names = {row["name"] for row in asked(client, "submissions/")["results"]}
    assert names == {"Open", "Own"}


@pytest.mark.parametrize("reader", ["owner", "other", "nobody"])
def test_only_the_owner_reads_what_is_private(client: Client, reader: str) -> None:
    owner = make_user()
    submission = make_submission(owner=owner, visibility="private")
    row = make_scored_conversation(submission=submission)
    if reader != "nobody":
        client.force_login(owner if reader == "owner" else make_user())
    status = 200 if reader == "owner" else 404
    asked(client, f"submissions/{submission.pk}/", status)
    asked(client, f"submissions/{submission.pk}/conversations/", status)
    asked(client, f"conversations/{row.pk}/", status)


def test_a_conversation_comes_with_its_verdict_and_events(client: Client) -> None:
    row = make_scored_conversation(passed=False)
    make_finding_count(row)
    make_trajectory(row, DOCUMENT, {"passed": False, "findings": []})
    said = asked(client, f"conversations/{row.pk}/")
    assert said["verdict"]["passed"] is False
    assert said["trajectory"]["format"] == "passbook.trajectory/1"
    assert said["finding_counts"][0]["kind"] == "missed_read"


def test_a_conversation_without_a_recording_says_null(client: Client) -> None:
    said = asked(client, f"conversations/{make_conversation().pk}/")
    assert said["verdict"] is None
    assert said["trajectory"] is None


def test_where_the_endpoint_is_stays_with_its_owner(client: Client) -> None:
    row = make_scored_conversation()
    make_trajectory(row, DOCUMENT)
    address = f"submissions/{row.submission_id}/"
    assert asked(client, address)["submission"]["base_url"] is None
    assert "inside" not in str(asked(client, f"conversations/{row.pk}/"))
    client.force_login(row.submission.owner)
    assert asked(client, address)["submission"]["base_url"] == row.submission.base_url
    assert "inside" in str(asked(client, f"conversations/{row.pk}/"))


def test_conversations_are_filtered_as_on_the_page(client: Client) -> None:
    submission = make_submission()
    make_scored_conversation(submission=submission)
    bad = make_scored_conversation(submission=submission, passed=False)
    address = f"submissions/{submission.pk}/conversations/?outcome=failed&sort=-turns"
    said = asked(client, address)
    assert [row["id"] for row in said["results"]] == [bad.pk]


def test_a_token_enters_a_submission(client: Client, reference_url: str) -> None:
    board = lite_board()
    sent = entry(board, base_url=reference_url)
    response = client.post("/api/v1/submissions/", sent, JSON, headers=bearer(client))
    assert response.status_code == 201, response.content
    assert "secret" not in response.content.decode()
    submission = Submission.objects.get()
    assert submission.conversations.count() == board.task_count
    assert response.json()["id"] == submission.pk


def test_strategy_and_request_fields_are_taken_and_shown_without_header_values(
    client: Client, reference_url: str
) -> None:
    given = {"top_p": 0.9, "seed": 7, "extra_body": {"top_k": 20}}
    sent = entry(
        lite_board(),
        base_url=reference_url,
        model_name="hasty-teller",
        strategy="act_only",
        parameters={**given, "extra_headers": {"X-Team": "team-secret-0123"}},
    )
    response = client.post("/api/v1/submissions/", sent, JSON, headers=bearer(client))
    assert response.status_code == 201, response.content
    assert "team-secret" not in response.content.decode()
    submission = Submission.objects.get()
    assert (submission.strategy, submission.parameters) == ("act_only", given)
    assert endpoint_of(submission).headers()["X-Team"] == "team-secret-0123"


def test_a_session_needs_the_csrf_token() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user())
    response = client.post("/api/v1/submissions/", entry(lite_board()), JSON)
    assert response.status_code == 403


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("board", "nope", "no open board"),
        ("trials", 99, "99 trials"),
        ("base_url", "ftp://x", "http"),
        ("base_url", "http://127.0.0.1:9/v1", "Check the host and port"),
        ("model_name", "", "blank"),
        ("parameters", {"temperature": 9}, "temperature"),
        ("parameters", {"extra_body": [1]}, "extra_body"),
        ("parameters", {"extra_headers": {"Host": "x"}}, "extra_headers"),
        ("parameters", {"top_k": 3}, "known are"),
        ("strategy", "guess", "guess"),
        ("concurrency", 0, "0 at once"),
        ("visibility", "all", "all"),
    ],
)
def test_what_cannot_be_run_names_its_field_and_queues_nothing(
    client: Client, field: str, value: object, says: str
) -> None:
    sent = entry(lite_board(), **{field: value})
    response = client.post("/api/v1/submissions/", sent, JSON, headers=bearer(client))
    assert response.status_code == 400
    error = response.json()["error"]
    assert error["code"] == "invalid"
    assert says in str(error["fields"][field])
    assert not Submission.objects.exists()
    assert not Conversation.objects.exists()


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/v1/boards/nope/", 404, "not_found"),
        ("/api/v1/tasks/NOPE/", 404, "not_found"),
        ("/api/v1/boards/some/?category=nope", 404, "not_found"),
    ],
)
def test_every_error_has_one_shape(
    client: Client, address: str, status: int, code: str
) -> None:
    make_board("some")
    response = client.get(address)
    assert response.status_code == status
    assert response.json()["error"]["code"] == code
    assert set(response.json()["error"]) == {"code", "message", "fields"}


def test_without_an_account_nothing_is_entered(client: Client) -> None:
    response = client.post("/api/v1/submissions/", entry(lite_board()), JSON)
    assert response.status_code == 401
    assert response.json()["error"]["code"] == "not_authenticated"


def test_a_token_that_is_not_known_is_refused(client: Client) -> None:
    wrong = {"Authorization": "Bearer pb_nope"}
    assert client.get("/api/v1/boards/", headers=wrong).status_code == 401


def test_an_owner_pauses_resumes_and_cancels(client: Client) -> None:
    owner = make_user()
    submission = make_submission(owner=owner)
    make_conversation(submission=submission)
    client.force_login(owner)
    for move, status in (
        ("pause", "paused"),
        ("resume", "queued"),
        ("cancel", "cancelled"),
    ):
        response = client.post(f"/api/v1/submissions/{submission.pk}/{move}/", {}, JSON)
        assert response.json()["submission"]["status"] == status
    again = client.post(f"/api/v1/submissions/{submission.pk}/cancel/", {}, JSON)
    assert again.status_code == 409
    assert again.json()["error"]["code"] == "not_possible"


@pytest.mark.parametrize("move", ["pause", "resume", "cancel"])
def test_nobody_moves_somebody_elses_submission(client: Client, move: str) -> None:
    submission = make_submission()
    client.force_login(make_user())
    response = client.post(f"/api/v1/submissions/{submission.pk}/{move}/", {}, JSON)
    assert response.status_code == 404


def test_tasks_come_with_their_gold_chain(client: Client) -> None:
    assert len(asked(client, "tasks/")) == len(load_dataset().tasks)
    said = asked(client, "tasks/SQ_FDC_001/")
    assert said["task"]["gold"][0]["tool"]
    assert said["row"]["steps"] == len(said["task"]["gold"])


def test_lists_take_as_many_queries_for_one_row_as_for_six(client: Client) -> None:
    submission = make_submission()
    make_finding_count(make_scored_conversation(submission=submission, passed=False))
    address = f"submissions/{submission.pk}/conversations/"
    with CaptureQueriesContext(connection) as few:
        asked(client, address)
        asked(client, "submissions/")
    for _ in range(5):
        make_submission(board=submission.board)
        row = make_scored_conversation(submission=submission, passed=False)
        make_finding_count(row)
    with CaptureQueriesContext(connection) as many:
        asked(client, address)
        asked(client, "submissions/")
    assert len(few) == len(many)


def test_the_documents_load_without_inline_script(client: Client) -> None:
    said = client.get("/api/docs/").content.decode()
    assert "swagger-ui" in said
    assert "<script>" not in said
    assert "style=" not in said
    assert client.get("/api/docs/?script=").status_code == 200


def test_the_description_names_every_address(client: Client) -> None:
    said = client.get("/api/schema/?format=json").json()
    for address in ("/api/v1/boards/{slug}/", "/api/v1/conversations/{id}/"):
        assert address in said["paths"]


def test_a_list_has_an_end_whatever_is_asked_for(client: Client) -> None:
    make_board()
    for asked_for in (f"limit={10**30}", f"offset={10**30}", f"limit={2**62}&offset=1"):
        assert asked(client, f"boards/?{asked_for}")["count"] == 1
