"""The client and the examples of docs/api.md, against a site that really answers."""

import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from bankenv.dataset import load_dataset
from leaderboard.models import Conversation, Submission
from leaderboard.services.boards import dataset_hash
from leaderboard.services.conversations import claim_conversation
from leaderboard.services.credentials import read_secrets
from leaderboard.services.execution import execute
from leaderboard.services.standings import refresh_standings
from leaderboard.services.tokens import create_token
from leaderboard.tests.api_examples import CLIENT, curl, examples
from leaderboard.tests.factories import make_board, make_user
from runner import client as client_module
from runner.client import FILES, Client, Entry, SiteError
from runner.client_command import main

pytestmark = pytest.mark.django_db(transaction=True)
TASKS = 2


@pytest.fixture
def token() -> str:
    """A token of a fresh user on a site with one board of two tasks."""
    of_data = {"suite": "procedures", "dataset_hash": dataset_hash(load_dataset())}
    make_board("procedures-lite", split="lite", task_count=TASKS, **of_data)
    return create_token(make_user(), "client")[1]


@pytest.fixture(autouse=True)
def _two_tasks(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    """The dataset with a split of two tasks, and endpoints on this machine allowed."""
    whole = load_dataset()
    short = replace(whole, splits={"lite": whole.splits["lite"][:TASKS]})
    monkeypatch.setattr(
        "leaderboard.services.submissions.suite_of", lambda board: short
    )
    settings.ALLOW_PRIVATE_ENDPOINTS = True


@pytest.fixture(autouse=True)
def _work_while_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that runs one conversation whenever the client waits."""
    monkeypatch.setattr(client_module, "_pause", lambda seconds: work())


def work() -> None:
    waiting = Conversation.objects.waiting(timezone.now()).order_by("pk").first()
    claimed = claim_conversation(waiting.pk) if waiting else None
    if claimed is not None:
        execute(claimed)
        refresh_standings(Submission.objects.get(pk=claimed.submission_id))


def entry(reference_url: str, **fields: object) -> Entry:
    plain = Entry(
        board="procedures-lite",
        name="Mine",
        base_url=reference_url,
        model_name="careful-teller",
    )
    return replace(plain, **fields)  # type: ignore[arg-type]  # a test's own fields


def test_a_model_is_submitted_followed_to_its_end_and_downloaded(
    live_server: LiveServer, token: str, reference_url: str, tmp_path: Path
) -> None:
    with Client(live_server.url, token) as site:
        submission = site.submit(entry(reference_url, openness="closed"))
        seen = list(site.follow(submission))
        assert (seen[0].scored, seen[-1].scored) == (0, TASKS)
        assert (seen[-1].status, seen[-1].passed) == ("finished", TASKS)
        assert seen[-1].pass_rate == 1.0
        assert "2 of 2 scored, 100.0% passed" in str(seen[-1])
        rows = list(site.conversations(submission))
        assert {row["passed"] for row in rows} == {True}
        assert list(site.conversations(submission, outcome="failed")) == []
        whole = site.conversation(rows[0]["id"])
        assert whole["trajectory"]["events"][-1]["type"] == "end"
        for name in FILES:
            size = site.download(submission, name, tmp_path / name)
            assert size == (tmp_path / name).stat().st_size
            assert size > 0 or name == "labels.jsonl", name
    assert Submission.objects.get(pk=submission).openness == "closed"


def test_limits_and_key_are_changed_by_the_client(
    live_server: LiveServer, token: str, reference_url: str
) -> None:
    with Client(live_server.url, token) as site:
        submission = site.submit(entry(reference_url))
        site.change_limits(submission, concurrency=3, requests_per_minute=60)
        site.replace_key(submission, "sk-another")
        with pytest.raises(SiteError) as refused:
            site.change_limits(submission, concurrency=0)
    assert list(refused.value.fields) == ["concurrency"]
    row = Submission.objects.get(pk=submission)
    assert (row.concurrency, row.requests_per_minute) == (3, 60)
    assert read_secrets(row).api_key == "sk-another"


def test_what_is_private_is_there_for_the_token_of_its_owner_alone(
    live_server: LiveServer, token: str, reference_url: str, tmp_path: Path
) -> None:
    with Client(live_server.url, token) as site:
        submission = site.submit(entry(reference_url))
    target = tmp_path / "report.html"
    for other in ("", create_token(make_user(), "other")[1]):
        with Client(live_server.url, other) as site:
            with pytest.raises(SiteError, match="404"):
                site.progress(submission)
            with pytest.raises(SiteError, match="404"):
                site.download(submission, "report.html", target)
    assert not target.exists()


def test_a_wrong_token_is_refused_for_files_too(
    live_server: LiveServer, token: str, tmp_path: Path
) -> None:
    with Client(live_server.url, "pb_wrong") as site:
        with pytest.raises(SiteError, match="401: This token is not known"):
            site.boards()
        with pytest.raises(SiteError, match="401: This token is not known"):
            site.download("abc", "figures.csv", tmp_path / "figures.csv")


def test_an_entry_that_cannot_be_used_names_its_fields(
    live_server: LiveServer, token: str, reference_url: str
) -> None:
    with Client(live_server.url, token) as site, pytest.raises(SiteError) as refused:
        site.submit(entry(reference_url, board="nowhere", openness="ajar"))
    assert refused.value.fields["openness"] == ['"ajar" is not a valid choice.']
    assert Submission.objects.count() == 0


def test_the_command_stops_with_the_sites_reason(
    live_server: LiveServer, token: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--site", live_server.url, "follow", "nothing"])
    assert stopped.value.code == 2
    assert "404" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--site", "http://127.0.0.1:9", "boards"])
    assert "does not answer" in capsys.readouterr().err


@pytest.fixture
def said(
    live_server: LiveServer, token: str, reference_url: str, tmp_path: Path
) -> Callable[[str], str]:
    """Put this test's addresses in the place of those a reader would have."""
    (tmp_path / "token.txt").write_text(token)

    def filled(text: str) -> str:
        last = Submission.objects.order_by("created_at").last()
        for written, real in (
            ("http://127.0.0.1:8000", live_server.url),
            ("http://127.0.0.1:8100/v1", reference_url),
            ("token.txt", str(tmp_path / "token.txt")),
            ("TOKEN", token),
            ("SUBMISSION", last.pk if last else "none yet"),
        ):
            text = text.replace(written, real)
        return text

    return filled


def test_every_example_of_the_document_runs(
    said: Callable[[str], str],
    live_server: LiveServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = {"curl": 0, "client": 0, "python": 0}
    names: dict[str, object] = {}
    for language, text in examples():
        if language == "python":
            exec(compile(said(text), "docs/api.md", "exec"), names)
            ran["python"] += 1
        elif text.startswith("curl "):
            answer = curl(said(text), tmp_path)
            assert answer.status_code in (200, 201), (text, answer.text)
            ran["curl"] += 1
        elif text.startswith(CLIENT):
            arguments = shlex.split(said(text.removeprefix(CLIENT)))
            main(["--site", live_server.url, *arguments])
            ran["client"] += 1
    assert ran == {"curl": 10, "client": 4, "python": 2}
    assert "100.0% passed" in capsys.readouterr().out
    for name in ("board.csv", "report.html", "trajectories.jsonl"):
        assert (tmp_path / name).stat().st_size > 0, name
