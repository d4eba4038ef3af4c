"""Log lines: what they are about, and nothing that opens anything."""

import io
import json
import logging
from collections.abc import Callable

import pytest
from django.test import Client, override_settings
from django.urls import reverse
from structlog.contextvars import bound_contextvars

from leaderboard.logs import formatter, hidden
from leaderboard.services import execution
from leaderboard.services.conversations import claim_conversation
from leaderboard.tests.factories import make_conversation

Written = Callable[[Callable[[logging.Logger], None]], str]


@pytest.fixture(params=["line", "json"])
def written(request: pytest.FixtureRequest) -> Written:
    """What a logger writes in each form."""

    def capture(say: Callable[[logging.Logger], None]) -> str:
        stream = io.StringIO()
        handler = logging.StreamHandler(stream)
        handler.setFormatter(formatter(request.param))
        logger = logging.getLogger("test.logs")
        logger.propagate, logger.handlers = False, [handler]
        say(logger)
        return stream.getvalue()

    return capture


def test_a_line_carries_what_was_bound(written: Written) -> None:
    with bound_contextvars(conversation=4711, submission="abc"):
        said = written(lambda logger: logger.warning("hello %s", "there"))
    assert "hello there" in said
    assert "4711" in said
    assert "abc" in said
    assert said.count("\n") == 1


def test_json_has_a_field_for_each_thing() -> None:
    record = logging.LogRecord("a.b", logging.INFO, "", 1, "said %s", ("it",), None)
    with bound_contextvars(conversation=4711):
        event = json.loads(formatter("json").format(record))
    assert event.pop("timestamp").endswith("Z")
    assert event == {
        "event": "said it",
        "level": "info",
        "logger": "a.b",
        "conversation": 4711,
    }


def test_a_traceback_is_written_without_the_key_that_it_quotes(
    written: Written,
) -> None:
    def say(logger: logging.Logger) -> None:
        try:
            raise ValueError("Authorization: Bearer sk-abc-123456789")
        except ValueError:
            logger.exception("it broke")

    said = written(say)
    assert "ValueError" in said
    assert "sk-abc" not in said


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer s3cret-value",
        "authorization: basic s3cret-value",
        "api_key=s3cret-value",
        "{'api-key': 's3cret-value'}",
        '{"password": "s3cret-value"}',
        "token: s3cret-value",
        "redis://user:s3cret-value@host/0",
        "postgres://passbook:s3cret-value@db:5432/passbook",
    ],
)
def test_what_looks_like_a_secret_is_not_written(text: str) -> None:
    assert "s3cret" not in hidden(text)


@pytest.mark.parametrize(
    "key", ["sk-proj-A1b2C3d4E5", "pb_A1b2C3d4E5f6", "ghp_A1b2C3d4E5"]
)
def test_a_key_is_known_by_its_beginning(key: str) -> None:
    assert key not in hidden(f"the server said: {key} is wrong")


@pytest.mark.parametrize(
    "text",
    [
        "conversation 12 (0f3a): the endpoint failed: timeout",
        "tokens in 1200, tokens out 90",
        "http://127.0.0.1:8000/v1",
        "task-based skipping of bookkeeping",
    ],
)
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert hidden(text) == text


@pytest.mark.django_db
def test_what_a_conversation_logs_names_it_and_its_submission(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen: dict[str, object] = {}

    def look(*_: object) -> None:
        record = logging.LogRecord("any", logging.INFO, "", 1, "x", (), None)
        seen.update(json.loads(formatter("json").format(record)))

    monkeypatch.setattr(execution, "_execute", look)
    row = claim_conversation(make_conversation().pk)
    assert row is not None
    execution.execute(row)
    assert seen["conversation"] == row.pk
    assert seen["submission"] == row.submission_id
    assert seen["request_id"] == row.request_id


@pytest.mark.django_db
def test_each_answer_names_its_request(client: Client) -> None:
    first, second = (client.get("/healthz").headers["X-Request-Id"] for _ in range(2))
    assert len(first) == 32
    assert first != second


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("behind_proxy", "given", "kept"),
    [
        (True, "abc-123_45.6", True),
        (False, "abc-123_45.6", False),
        (True, "x' onload=", False),
        (True, "a" * 65, False),
    ],
)
def test_only_a_proxy_names_a_request_and_only_decently(
    client: Client, behind_proxy: bool, given: str, kept: bool
) -> None:
    with override_settings(BEHIND_PROXY=behind_proxy):
        response = client.get("/healthz", headers={"X-Request-Id": given})
    assert (response.headers["X-Request-Id"] == given) is kept


@pytest.mark.django_db
def test_the_error_page_names_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("leaderboard.views.policy.policy_page", fail)
    client = Client(raise_request_exception=False)
    response = client.get(reverse("policy"))
    assert response.status_code == 500
    assert response.headers["X-Request-Id"] in response.content.decode()
