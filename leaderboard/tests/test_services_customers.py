"""A board whose customer is a model: when it is made, run again, flagged, refused."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from bankenv.dataset import load_dataset
from bankenv.trajectory_io import from_json
from leaderboard.models import Board, Conversation, Standing
from leaderboard.services import customers
from leaderboard.services.boards import seed_boards
from leaderboard.services.conversations import claim_conversation
from leaderboard.services.entries import Entry
from leaderboard.services.execution import execute
from leaderboard.services.rescoring import rescore_submission
from leaderboard.services.standings import refresh_standings
from leaderboard.services.submissions import submit
from leaderboard.tests.factories import make_user
from leaderboard.tests.tiny_dataset import tiny_dataset
from runner.customers_llm import LlmCustomer
from runner.endpoint import Patience
from runner.tests.misbehaving import (
    Behaviour,
    MisbehavingServer,
    http,
    misbehaving,
    says,
)

pytestmark = pytest.mark.django_db

SOUND = says({"role": "assistant", "content": "Thanks, that is all.\n###STOP###"})
AS_BANK = says(
    {"role": "assistant", "content": "How can I help you today?\n###STOP###"}
)

Playing = Callable[..., MisbehavingServer]


@pytest.fixture
def playing(settings: Any) -> Iterator[Playing]:  # Any: the fixture of pytest-django
    """Serve a customer that answers so, and configure it as the site's."""
    opened = []

    def serve(*behaviours: Behaviour) -> MisbehavingServer:
        context = misbehaving(*behaviours)
        opened.append(context)
        server = context.__enter__()
        settings.LLM_CUSTOMER_BASE_URL = server.url
        settings.LLM_CUSTOMER_MODEL = "customer-1"
        settings.LLM_CUSTOMER_API_KEY = "sk-customer-key"
        return server

    yield serve
    for context in opened:
        context.__exit__(None, None, None)


def claimed(base_url: str) -> Conversation:
    board = next(b for b in seed_boards(load_dataset()) if b.customer == "llm")
    entry = Entry(
        board=board.slug,
        name="m",
        base_url=base_url,
        model_name="careful-teller",
        visibility="public",
    )
    submission = submit(make_user(), entry)
    conversation = claim_conversation(submission.conversations.earliest("pk").pk)
    assert conversation is not None
    return conversation


def test_boards_of_a_model_are_made_only_where_one_is_configured(settings: Any) -> None:
    assert {b.customer for b in seed_boards(tiny_dataset())} == {"agenda"}
    settings.LLM_CUSTOMER_MODEL = "customer-1"
    assert len(seed_boards(tiny_dataset())) == 2
    settings.LLM_CUSTOMER_BASE_URL = "http://127.0.0.1:9/v1"
    slugs = [board.slug for board in seed_boards(tiny_dataset())]
    assert slugs[2:] == ["procedures-lite-llm", "procedures-base-llm"]
    assert Board.objects.get(slug=slugs[2]).customer_model == "customer-1"
    assert len(seed_boards(tiny_dataset())) == Board.objects.count() == 4


def test_another_model_opens_new_boards_and_the_first_ones_can_come_back(
    settings: Any,
) -> None:
    settings.LLM_CUSTOMER_BASE_URL = "http://127.0.0.1:9/v1"
    settings.LLM_CUSTOMER_MODEL = "one"
    first = seed_boards(tiny_dataset())[2]
    settings.LLM_CUSTOMER_MODEL = "two"
    second = seed_boards(tiny_dataset())[2]
    first.refresh_from_db()
    assert (first.is_open, second.slug) == (False, "procedures-lite-llm")
    settings.LLM_CUSTOMER_MODEL = "one"
    again = seed_boards(tiny_dataset())[2]
    assert (again.pk, again.is_open, again.slug) == (
        first.pk,
        True,
        "procedures-lite-llm",
    )


def test_a_sound_customer_is_run_once_and_not_flagged(
    playing: Playing, reference_url: str
) -> None:
    playing(SOUND)
    execute(claimed(reference_url))
    row = Conversation.objects.earliest("pk")
    assert (row.status, row.simulator_fault, row.simulator_reruns) == (
        "scored",
        False,
        0,
    )
    header = from_json(row.trajectory.document).header
    assert (header.customer, header.customer_about["attempt"]) == ("llm", 1)


def test_after_a_fault_the_conversation_is_run_once_more(
    playing: Playing, reference_url: str
) -> None:
    server = playing(AS_BANK, AS_BANK, SOUND)
    execute(claimed(reference_url))
    row = Conversation.objects.earliest("pk")
    assert (row.status, row.simulator_fault, row.simulator_reruns) == (
        "scored",
        False,
        1,
    )
    assert "spoke as the bank" in server.bodies[-1]["messages"][0]["content"]
    assert "spoke as the bank" not in server.bodies[0]["messages"][0]["content"]


def test_a_second_fault_is_scored_flagged_counted_and_shown(
    playing: Playing, reference_url: str, client: Client
) -> None:
    playing(AS_BANK)
    conversation = claimed(reference_url)
    execute(conversation)
    row = Conversation.objects.earliest("pk")
    assert (row.status, row.simulator_fault, row.simulator_reruns) == (
        "scored",
        True,
        1,
    )
    assert row.passed is not None
    assert row.finding_counts.filter(kind="simulator_fault", is_advisory=True).exists()
    refresh_standings(row.submission)
    whole = Standing.objects.get(submission=row.submission, slice_kind="all")
    assert (whole.simulator_faults, whole.simulator_reruns) == (1, 1)
    board = row.submission.board
    page = client.get(f"/boards/{board.slug}/").content.decode()
    assert "Simulator" in page
    answer = client.get(f"/api/v1/conversations/{row.pk}/").json()
    assert (answer["simulator_fault"], answer["simulator_reruns"]) == (True, 1)
    assert rescore_submission(row.submission) == (1, 0)


def test_the_board_of_the_embedded_customer_says_nothing_of_simulators(
    client: Client,
) -> None:
    board = seed_boards(tiny_dataset())[0]
    assert "Simulator" not in client.get(f"/boards/{board.slug}/").content.decode()


def test_the_customers_endpoint_failing_is_its_fault_and_no_score(
    playing: Playing, reference_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    playing(http(401, b'{"error": {"message": "bad key"}}'))
    execute(claimed(reference_url))
    row = Conversation.objects.earliest("pk")
    assert (row.status, row.fault, row.passed) == ("errored", "customer", None)
    assert row.simulator_fault is None
    assert "sk-customer-key" not in row.error


def test_a_customers_endpoint_that_is_away_is_tried_again_later(
    playing: Playing, reference_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Impatient(LlmCustomer):
        def __init__(self, endpoint: Any, *rest: Any) -> None:
            from dataclasses import replace

            super().__init__(replace(endpoint, patience=Patience(attempts=1)), *rest)

    monkeypatch.setattr(customers, "LlmCustomer", Impatient)
    playing(http(503, b""))
    execute(claimed(reference_url))
    row = Conversation.objects.earliest("pk")
    assert (row.status, row.fault, row.failures) == ("queued", "customer", 1)


def test_a_worker_without_the_boards_model_does_not_run_it(
    playing: Playing, reference_url: str, settings: Any
) -> None:
    playing(SOUND)
    conversation = claimed(reference_url)
    settings.LLM_CUSTOMER_MODEL = "customer-2"
    execute(conversation)
    row = Conversation.objects.earliest("pk")
    assert (row.status, row.fault) == ("errored", "platform")
    assert "customer-1" in row.error
