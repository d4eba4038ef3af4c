"""A claimed conversation ends as a verdict, or goes back with a word on whose fault."""

from dataclasses import replace
from itertools import count

import pytest
from django.utils import timezone

from bankenv.dataset import load_dataset
from bankenv.scoring import score
from bankenv.trajectory import Call
from bankenv.trajectory_io import from_json
from leaderboard.models import Board, Conversation, Submission
from leaderboard.packing import pack
from leaderboard.queries.suites import suite_of
from leaderboard.services import execution
from leaderboard.services.boards import seed_boards
from leaderboard.services.conversations import claim_conversation
from leaderboard.services.endpoints import endpoint_of
from leaderboard.services.entries import Entry
from leaderboard.services.execution import execute
from leaderboard.services.leases import LEASES, Held, LeaseLost
from leaderboard.services.reference import REFERENCES, submit_references
from leaderboard.services.rescoring import rescore_submission
from leaderboard.services.submissions import submit
from leaderboard.tests.factories import make_user
from runner.endpoint import Endpoint, Patience
from runner.reference import REFERENCE
from runner.reference.server import ReferenceServer

pytestmark = pytest.mark.django_db


def claimed(base_url: str, model: str = "hasty-teller") -> Conversation:
    board = seed_boards(load_dataset())[0]
    entry = Entry(board=board.slug, name=model, base_url=base_url, model_name=model)
    submission = submit(make_user(), entry)
    conversation = claim_conversation(submission.conversations.earliest("pk").pk)
    assert conversation is not None
    return conversation


def outcome() -> Conversation:
    return Conversation.objects.earliest("pk")


def impatient(submission: Submission) -> Endpoint:
    return replace(endpoint_of(submission), patience=Patience(attempts=1))


def test_a_conversation_runs_over_http_and_its_verdict_is_stored(
    reference_url: str,
) -> None:
    execute(claimed(reference_url))
    row = outcome()
    assert row.status == "scored"
    assert row.sentence
    assert row.turns
    assert row.tokens_in
    assert row.cost_usd is None
    trajectory = from_json(row.trajectory.document)
    verdict = score(load_dataset(), trajectory, row.scorer)
    assert pack(verdict) == row.trajectory.packed_verdict
    assert (verdict.passed, verdict.hidden_violation) == (
        row.passed,
        row.hidden_violation,
    )


def test_each_request_books_its_moment(reference_url: str) -> None:
    conversation = claimed(reference_url)
    conversation.submission.requests_per_minute = 60_000
    began = timezone.now()
    execute(conversation)
    submission = Submission.objects.get()
    assert outcome().status == "scored"
    assert submission.next_request_at is not None
    assert submission.next_request_at > began


def test_what_an_attempt_without_a_score_cost_is_kept(reference_url: str) -> None:
    conversation = claimed(reference_url)
    held = LEASES.check
    turns = count()

    def lose(of: Held) -> None:
        if next(turns) == 3:
            raise LeaseLost
        held(of)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LEASES, "check", lose)
        execute(conversation)
    assert outcome().status == "running"
    assert outcome().wasted_tokens > 0


@pytest.mark.parametrize("strategy", Submission.Strategy.values)
def test_a_model_is_asked_by_the_strategy_of_its_submission(
    strategy: str, reference_url: str
) -> None:
    conversation = claimed(reference_url)
    conversation.submission.strategy = strategy
    execute(conversation)
    row = outcome()
    assert row.status == "scored"
    trajectory = from_json(row.trajectory.document)
    assert trajectory.header.assistant["strategy"] == strategy
    assert any(isinstance(e, Call) and e.arguments for e in trajectory.events)


def test_a_wrong_key_is_the_endpoints_word_and_no_score() -> None:
    from threading import Thread

    with ReferenceServer(api_key="sk-right") as server:
        Thread(target=server.serve_forever, daemon=True).start()
        execute(claimed(server.url))
        server.shutdown()
    row = outcome()
    assert (row.status, row.fault, row.passed) == ("errored", "endpoint", None)
    assert "401" in row.error
    assert row.trajectory.verdict_document is None


def test_an_endpoint_that_is_away_is_tried_again_later(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(execution, "endpoint_of", impatient)
    execute(claimed("http://127.0.0.1:9/v1"))
    row = outcome()
    assert (row.status, row.fault, row.failures) == ("queued", "endpoint", 1)
    assert row.not_before is not None


def test_a_worker_with_another_dataset_does_not_run_it(reference_url: str) -> None:
    conversation = claimed(reference_url)
    conversation.submission.board.dataset_hash = "e" * 64
    execute(conversation)
    row = outcome()
    assert (row.status, row.fault) == ("errored", "platform")
    assert "dataset" in row.error


def test_a_bug_of_ours_is_recorded_as_ours_and_raised(
    reference_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret words of a customer")

    monkeypatch.setattr(execution, "score", broken)
    with pytest.raises(RuntimeError):
        execute(claimed(reference_url))
    row = outcome()
    assert (row.status, row.fault) == ("queued", "platform")
    assert row.error == "RuntimeError, see the log."


def test_a_conversation_that_was_taken_away_stops_at_its_next_event(
    reference_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation = claimed(reference_url)
    Conversation.objects.filter(pk=conversation.pk).update(attempt=7)

    def lost(held: object) -> None:
        raise LeaseLost

    monkeypatch.setattr(LEASES, "check", lost)
    execute(conversation)
    row = outcome()
    assert (row.status, row.attempt) == ("running", 7)


def test_a_worker_that_stops_hands_its_conversations_back(
    reference_url: str,
) -> None:
    conversation = claimed(reference_url)
    LEASES.stopping.set()
    try:
        execute(conversation)
    finally:
        LEASES.stopping.clear()
    row = outcome()
    assert (row.status, row.failures, row.lease_ends) == ("queued", 0, None)


def test_rescoring_changes_nothing_where_the_scorer_did_not(reference_url: str) -> None:
    conversation = claimed(reference_url)
    execute(conversation)
    before = Conversation.objects.values().earliest("pk")
    assert rescore_submission(conversation.submission) == (1, 0)
    assert Conversation.objects.values().earliest("pk") == before


def test_rescoring_mends_a_wrong_verdict(reference_url: str) -> None:
    conversation = claimed(reference_url)
    execute(conversation)
    right = outcome()
    stored = right.trajectory
    stored.packed_verdict = pack({"passed": not right.passed})
    stored.save()
    wrong = {"passed": not right.passed, "hidden_violation": False}
    Conversation.objects.filter(pk=right.pk).update(**wrong, final_state_passed=True)
    assert rescore_submission(conversation.submission) == (1, 1)
    again = outcome()
    assert (again.passed, again.hidden_violation) == (
        right.passed,
        right.hidden_violation,
    )


def test_the_seven_reference_assistants_are_entered_once(reference_url: str) -> None:
    board = seed_boards(load_dataset())[0]
    owner = make_user()
    first = submit_references(owner, board, reference_url)
    again = submit_references(owner, board, "http://127.0.0.1:9/v1")
    assert first == again
    assert len(first) == len(REFERENCES) == 7
    assert {row.base_url for row in Submission.objects.all()} == {
        "http://127.0.0.1:9/v1"
    }
    assert {reference.model_name for reference in REFERENCES} == set(REFERENCE)


def test_the_lease_is_kept_while_the_dataset_still_loads(
    reference_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    conversation = claimed(reference_url)
    kept: list[bool] = []
    load = suite_of

    def slow_load(board: Board, task_ids: list[str]) -> object:
        kept.append(LEASES.holds(conversation))
        return load(board, task_ids)

    monkeypatch.setattr(execution, "suite_of", slow_load)
    execute(conversation)
    assert kept
    assert all(kept)
    assert not LEASES.holds(conversation)
