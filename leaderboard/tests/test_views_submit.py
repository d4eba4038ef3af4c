"""Submitting a model: errors at their field, and nothing queued that cannot run."""

from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from bankenv.dataset import load_dataset
from leaderboard.models import Board, Conversation, Credential, Submission
from leaderboard.services.endpoints import endpoint_of
from leaderboard.tests.factories import make_board, make_user
from runner.reference.server import ReferenceServer

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
KEY = "sk-very-secret-1"


@pytest.fixture
def board() -> Board:
    size = len(load_dataset().splits["lite"])
    return make_board("lite", split="lite", task_count=size, max_trials=8)


@pytest.fixture
def submitter(client: Client) -> Client:
    client.force_login(make_user())
    return client


@pytest.fixture
def form(board: Board, reference_url: str) -> dict[str, str]:
    """What somebody types who does everything right."""
    return {
        "base_url": reference_url,
        "model_name": "hasty-teller",
        "api_key": KEY,
        "name": "Hasty",
        "organisation": "Example Labs",
        "board": board.slug,
        "trials": "1",
        "concurrency": "4",
        "temperature": "0.5",
        "visibility": "public",
    }


def refused(client: Client, form: dict[str, str]) -> str:
    """The page that comes back, once nothing at all was stored."""
    response = client.post("/submit/", form)
    assert response.status_code == 422
    for model in (Submission, Conversation, Credential):
        assert not model.objects.exists()
    return response.content.decode()


def error_at(page: str, field: str) -> str:
    """What is said under one field."""
    _, _, rest = page.partition(f'id="id_{field}_error"')
    return rest.partition("</ul>")[0]


def test_whoever_is_not_logged_in_comes_back_after_it(client: Client) -> None:
    response = client.get("/submit/?board=lite")
    assert response.headers["Location"] == "/login/?next=/submit/%3Fboard%3Dlite"


def test_the_button_says_how_many_tasks(submitter: Client, board: Board) -> None:
    said = submitter.get(f"/submit/?board={board.slug}").content.decode()
    assert f"Run on {board.task_count} tasks" in said


def test_a_submission_is_queued_whole(
    submitter: Client, form: dict[str, str], board: Board
) -> None:
    response = submitter.post("/submit/", form)
    submission = Submission.objects.get()
    assert response.headers["Location"] == f"/submissions/{submission.pk}/"
    assert submission.conversations.count() == board.task_count
    assert submission.parameters == {"temperature": 0.5}
    assert submission.visibility == "public"


HEADER = "team-secret-0123"


def test_all_that_a_request_may_carry_is_recorded_and_header_values_are_secrets(
    submitter: Client, form: dict[str, str]
) -> None:
    submitter.post(
        "/submit/",
        form
        | {
            "strategy": "react",
            "top_p": "0.9",
            "max_completion_tokens": "500",
            "seed": "7",
            "reasoning_effort": "low",
            "extra_body": '{"top_k": 20}',
            "extra_headers": f"X-Team: {HEADER}\n\nX-Tier: gold",
        },
    )
    submission = Submission.objects.get()
    assert submission.strategy == "react"
    assert submission.parameters == {
        "temperature": 0.5,
        "top_p": 0.9,
        "max_completion_tokens": 500,
        "seed": 7,
        "reasoning_effort": "low",
        "extra_body": {"top_k": 20},
    }
    headers = endpoint_of(submission).headers()
    assert (headers["X-Team"], headers["X-Tier"]) == (HEADER, "gold")
    page = submitter.get(f"/submissions/{submission.pk}/").content.decode()
    assert "ReAct" in page
    assert "reasoning_effort = low" in page
    assert HEADER not in page


def test_a_refused_form_opens_the_fold_and_does_not_send_headers_back(
    submitter: Client, form: dict[str, str]
) -> None:
    sent = form | {"seed": "seven", "extra_headers": f"X-Team: {HEADER}"}
    page = refused(submitter, sent)
    assert HEADER not in page
    assert "<details" in page
    assert "open>" in page[page.index("<details") :][:60]


def test_the_connection_is_tested_as_the_model_will_be_asked(
    submitter: Client, form: dict[str, str]
) -> None:
    acting = form | {"strategy": "react"}
    said = submitter.post("/submit/test/", acting, headers=HTMX).content.decode()
    assert said.count("Works:") >= 5
    echo = acting | {"model_name": "echo"}
    assert "as the JSON it is told" in error_at(refused(submitter, echo), "model_name")


def test_the_key_is_neither_shown_nor_stored_in_the_clear(
    submitter: Client, form: dict[str, str]
) -> None:
    submitter.post("/submit/", form)
    stored = Credential.objects.get()
    assert KEY not in stored.encrypted
    page = submitter.get(f"/submissions/{stored.submission_id}/").content.decode()
    assert KEY not in page


def test_a_refused_form_does_not_send_the_key_back(
    submitter: Client, form: dict[str, str]
) -> None:
    assert KEY not in refused(submitter, form | {"trials": "99"})
    tested = submitter.post("/submit/test/", form)
    assert KEY not in tested.content.decode()


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("base_url", "", "Give the endpoint"),
        ("base_url", "ftp://llm.example/v1", "http://"),
        ("base_url", "http://127.0.0.1:9/v1", "Check the host and port"),
        ("model_name", "", "Give the name that the server"),
        ("model_name", "gpt-nope", "does not exist"),
        ("model_name", "echo", "tool"),
        ("name", "", "Give the name that the board"),
        ("board", "nope", "no open board “nope”"),
        ("trials", "9", "allows 1 to 8"),
        ("trials", "many", "“many” is not a whole number"),
        ("concurrency", "0", "1 to 32"),
        ("temperature", "hot", "“hot” is not a number"),
        ("temperature", "9", "0 to 2"),
        ("max_tokens", "0", "whole number"),
        ("top_p", "1.5", "0 to 1"),
        ("top_p", "most", "“most” is not a number"),
        ("max_completion_tokens", "1.5", "“1.5” is not a whole number"),
        ("seed", "seven", "“seven” is not a whole number"),
        ("reasoning_effort", "a lot", "one lower-case word"),
        ("extra_body", "{", "not JSON"),
        ("extra_body", "[1]", "a JSON object"),
        ("extra_body", '{"messages": []}', "Must not set messages"),
        ("extra_headers", "X-Team cards", "Line 1 has no colon"),
        ("extra_headers", "Authorization: x", "not a header to set here"),
        ("strategy", "guess", "guess"),
        ("price_in", "0.2", "Give both prices"),
        ("spend_cap", "5", "prices"),
        ("visibility", "all", "all"),
    ],
)
def test_what_cannot_run_is_told_at_its_field_and_queues_nothing(
    submitter: Client, form: dict[str, str], field: str, typed: str, says: str
) -> None:
    page = refused(submitter, form | {field: typed})
    at = {"price_in": "price_out"}.get(field, field)
    assert says in error_at(page, at), error_at(page, at) or page[:3000]


def test_a_private_address_is_refused_where_it_is_not_allowed(
    submitter: Client, form: dict[str, str], settings: Settings
) -> None:
    settings.ALLOW_PRIVATE_ENDPOINTS = False
    for address in ("http://169.254.169.254/", "http://2852039166/", form["base_url"]):
        assert error_at(refused(submitter, form | {"base_url": address}), "base_url")


@pytest.fixture
def locked_url() -> Iterator[str]:
    """An endpoint that wants another key."""
    from threading import Thread

    with ReferenceServer(("127.0.0.1", 0), api_key="another-key") as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.url
        server.shutdown()


def test_a_wrong_key_is_told_at_the_key(
    submitter: Client, form: dict[str, str], locked_url: str
) -> None:
    page = refused(submitter, form | {"base_url": locked_url})
    assert "Check the API key" in error_at(page, "api_key")


def test_the_test_shows_its_steps_and_queues_nothing(
    submitter: Client, form: dict[str, str]
) -> None:
    response = submitter.post("/submit/test/", form, headers=HTMX)
    said = response.content.decode()
    assert "<html" not in said
    assert "get_account_balance" in said
    assert said.count("Works:") >= 5
    assert not Submission.objects.exists()


def test_the_test_needs_only_the_endpoint(
    submitter: Client, form: dict[str, str]
) -> None:
    only = {name: form[name] for name in ("base_url", "model_name")}
    said = submitter.post("/submit/test/", only, headers=HTMX).content.decode()
    assert "Works:" in said


def test_the_test_works_without_scripts(
    submitter: Client, form: dict[str, str]
) -> None:
    said = submitter.post("/submit/test/", form).content.decode()
    assert "<html" in said
    assert "Works:" in said
    assert form["base_url"] in said


def test_the_test_says_which_field_it_misses(submitter: Client, board: Board) -> None:
    said = submitter.post("/submit/test/", {}, headers=HTMX).content.decode()
    assert "Endpoint URL</a>: Give the endpoint" in said
    assert "Shown as" not in said


def test_what_the_endpoint_says_stays_text(
    submitter: Client, form: dict[str, str]
) -> None:
    named = form | {"model_name": "<script>alert(1)</script>"}
    said = submitter.post("/submit/test/", named, headers=HTMX).content.decode()
    assert "<script>" not in said


def test_a_test_takes_an_account(client: Client, form: dict[str, str]) -> None:
    assert client.post("/submit/test/", form).headers["Location"].startswith("/login/")


def test_over_the_quota_the_page_says_so_and_the_endpoint_is_not_asked(
    submitter: Client, form: dict[str, str], settings: Settings
) -> None:
    settings.CONVERSATIONS_PER_DAY = 10
    form["base_url"] = "http://127.0.0.1:9/v1"  # nothing listens there
    response = submitter.post("/submit/", form)
    assert response.status_code == 429
    assert "more conversations" in response.content.decode()
    assert not Submission.objects.exists()


def test_over_the_quota_the_api_answers_429_and_when_to_come_back(
    submitter: Client, board: Board, settings: Settings
) -> None:
    settings.SUBMISSIONS_PER_DAY = 0
    sent = {
        "board": board.slug,
        "name": "Mine",
        "base_url": "http://127.0.0.1:9/v1",
        "model_name": "hasty-teller",
    }
    response = submitter.post("/api/v1/submissions/", sent, "application/json")
    assert response.status_code == 429
    assert response.json()["error"]["code"] == "quota_exceeded"
    assert int(response.headers["Retry-After"]) > 0
