"""A published bank, imported: official recordings and new models are judged on it."""

from pathlib import Path
from typing import Any  # Any: the settings fixture

import orjson
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from bankenv.tasks import Task
from bankenv.trajectory_io import from_json
from leaderboard.models import Board, Conversation, Submission
from leaderboard.services.conversations import claim_conversation
from leaderboard.services.execution import execute
from leaderboard.services.exports import export_submission
from leaderboard.services.imported_domains import import_domain
from leaderboard.services.imported_runs import open_imported_boards
from leaderboard.services.imports import Request, import_recordings
from leaderboard.tests.factories import make_user
from leaderboard.tests.published_domain import write_small_bank
from runner.tests.misbehaving import Behaviour, call, calls, misbehaving, says

pytestmark = pytest.mark.django_db

DONE = says({"role": "assistant", "content": "It is done, as you asked."})
ASKS = says({"role": "assistant", "content": "I want to close my deposit early."})
PROBED = calls(call("{}", "search_knowledge_base"))  # the connection test
LEAVES = says({"role": "assistant", "content": "Thanks, that is all.\n###STOP###"})


def gold(task: Task) -> list[Behaviour]:
    """Return an endpoint's answers that make each gold call, then say so."""
    made = [
        calls(call(orjson.dumps(dict(step.arguments)).decode(), step.tool))
        for step in task.gold
    ]
    return [*made, DONE]


@pytest.fixture
def prose(tmp_path: Path, settings: Any) -> list[Task]:
    """Import a bank whose tasks have prose alone; a model plays its customers."""
    settings.ALLOW_PRIVATE_ENDPOINTS = True
    settings.LLM_CUSTOMER_BASE_URL = "http://127.0.0.1:9/v1"
    settings.LLM_CUSTOMER_MODEL = "customer-1"
    return write_small_bank(tmp_path / "bank", agenda=False)


def entered(client: Client, board: Board, url: str) -> Submission:
    """Submit a model by the form, as its owner does."""
    client.force_login(make_user())
    page = client.get(reverse("submit"), {"board": board.slug}).content.decode()
    assert f'value="{board.slug}" selected' in page
    form = {
        "board": board.slug,
        "name": "Gold player",
        "base_url": url,
        "model_name": "gold-player",
        "trials": "1",
        "concurrency": "1",
        "strategy": "function_calling",
        "visibility": "private",
    }
    answer = client.post(reverse("submit"), form)
    assert answer.status_code == 302
    return Submission.objects.get(name="Gold player")


def run(submission: Submission, task: str) -> Conversation:
    row = submission.conversations.get(task_id=task)
    conversation = claim_conversation(row.pk)
    assert conversation is not None
    execute(conversation)
    row.refresh_from_db()
    return row


def test_a_bank_told_in_prose_takes_models_where_a_model_plays_its_customers(
    prose: list[Task], tmp_path: Path, settings: Any
) -> None:
    settings.LLM_CUSTOMER_MODEL = ""
    assert import_domain(tmp_path / "bank", "official").open_boards == []
    settings.LLM_CUSTOMER_MODEL = "customer-1"
    opened = open_imported_boards()
    assert {(board.split, board.customer) for board in opened} == {
        ("base", "llm"),
        ("lite", "llm"),
    }
    assert import_domain(tmp_path / "bank", "official").open_boards == opened
    settings.LLM_CUSTOMER_MODEL = "customer-2"
    assert not set(open_imported_boards()) & set(opened)
    assert not Board.objects.filter(customer_model="customer-1", is_open=True).exists()


def test_a_new_model_is_run_on_the_imported_bank_by_its_rules(
    prose: list[Task], tmp_path: Path, settings: Any, client: Client
) -> None:
    board = next(
        b
        for b in import_domain(tmp_path / "bank", "official").open_boards
        if b.split == "base"
    )
    closing = prose[0]
    answers = (PROBED, *gold(closing))
    with misbehaving(ASKS, LEAVES) as customer, misbehaving(*answers) as server:
        settings.LLM_CUSTOMER_BASE_URL = customer.url
        row = run(entered(client, board, server.url), closing.id)
    assert (row.status, row.error) == ("scored", "")
    assert (row.passed, row.scorer) == (True, "published-1.0")
    body = server.bodies[1]
    assert body["tools"][0]["function"]["name"] == "transfer_to_human_agents"
    prompt = body["messages"][0]["content"]
    assert prompt.startswith("<instructions>\nServe the customer by the policy.")
    assert [m["content"] for m in body["messages"][1:]] == [
        "I want to close my deposit early."
    ]
    told = customer.bodies[0]["messages"][0]["content"]
    assert closing.scenario.wants in told
    assert "passbook" not in told
    header = from_json(row.trajectory.document).header
    assert (header.scorer, header.customer) == ("published-1.0", "llm")
    page = client.get(reverse("conversation", args=[row.pk]))
    assert page.status_code == 200
    assert "close_deposit" in page.content.decode()


def test_a_bank_with_agendas_is_run_with_the_agenda_customer(
    tmp_path: Path, settings: Any, client: Client
) -> None:
    settings.ALLOW_PRIVATE_ENDPOINTS = True
    closing, _ = write_small_bank(tmp_path / "bank", agenda=True)
    opened = import_domain(tmp_path / "bank", "own").open_boards
    assert {board.customer for board in opened} == {"agenda"}
    board = next(board for board in opened if board.split == "lite")
    with misbehaving(PROBED, *gold(closing)) as server:
        row = run(entered(client, board, server.url), closing.id)
    assert (row.status, row.error) == ("scored", "")
    assert (row.passed, row.scorer) == (True, "published-1.0")
    opening = server.bodies[1]["messages"][1]["content"]
    assert opening in closing.scenario.opening_lines


def test_the_command_tells_which_boards_take_models(
    prose: list[Task], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("import_domain", str(tmp_path / "bank"), "--name", "official")
    line = orjson.loads(capsys.readouterr().out.strip().splitlines()[-1])
    assert (line["tasks"], line["faults"], len(line["open"])) == (2, 0, 2)


def test_official_recordings_of_the_bank_give_their_verdicts_again(
    prose: list[Task], tmp_path: Path, client: Client, settings: Any
) -> None:
    """What ran here goes out as τ²-bench results and comes back as recorded."""
    board = import_domain(tmp_path / "bank", "official").open_boards[0]
    answers = (PROBED, *gold(prose[0]))
    with misbehaving(ASKS, LEAVES) as customer, misbehaving(*answers) as server:
        settings.LLM_CUSTOMER_BASE_URL = customer.url
        submission = entered(client, board, server.url)
        row = run(submission, prose[0].id)
    assert row.passed
    submission.conversations.exclude(pk=row.pk).update(status="cancelled")
    file = tmp_path / "results.json"
    file.write_bytes(b"".join(export_submission(submission, "tau2")))
    request = Request(path=file, file_format="tau2", owner=submission.owner)
    brought = import_recordings(request).submission
    assert brought.board.scorer == "published-1.0"
    assert not brought.board.is_open
    again = brought.conversations.get(task_id=row.task_id)
    assert (again.passed, again.sentence) == (row.passed, row.sentence)
    assert again.recorded_outcome.agrees
