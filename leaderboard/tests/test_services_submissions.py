"""Submissions are entered whole or not at all, and move only as their status allows."""

from decimal import Decimal
from typing import Any  # Any: whatever an Entry takes

import pytest
from django.utils import timezone
from pytest_django import Settings

from leaderboard.models import Conversation, Credential, Submission
from leaderboard.services.boards import seed_boards
from leaderboard.services.conversations import (
    claim_conversation,
    finish_conversation,
)
from leaderboard.services.credentials import read_secrets
from leaderboard.services.endpoints import endpoint_of
from leaderboard.services.entries import Entry, InvalidEntry
from leaderboard.services.submissions import (
    NotPossible,
    cancel_submission,
    pause_submission,
    resume_submission,
    settle_submission,
    submit,
    unsettled_submissions,
)
from leaderboard.tests.factories import (
    make_conversation,
    make_scored_conversation,
    make_submission,
    make_user,
)
from leaderboard.tests.made_up import judged, recorded
from leaderboard.tests.tiny_dataset import tiny_dataset

pytestmark = pytest.mark.django_db

KEY = "sk-a-key-nobody-may-see"


def entry(**fields: Any) -> Entry:
    defaults: dict[str, Any] = {
        "board": "procedures-lite",
        "name": "Teller 12B",
        "base_url": "http://127.0.0.1:9/v1",
        "model_name": "teller-12b",
        "api_key": KEY,
    }
    return Entry(**(defaults | fields))


def submitted(**fields: Any) -> Submission:
    seed_boards(tiny_dataset())
    return submit(make_user(), entry(**fields), tiny_dataset())


def faults(**fields: Any) -> dict[str, str]:
    with pytest.raises(InvalidEntry) as refusal:
        submitted(**fields)
    assert not Submission.objects.exists()
    assert not Conversation.objects.exists()
    assert not Credential.objects.exists()
    return refusal.value.errors


def test_submitting_queues_each_task_and_trial_of_the_split() -> None:
    submission = submitted(trials=2)
    assert submission.status == Submission.Status.QUEUED
    rows = Conversation.objects.order_by("pk").values_list("task_id", "trial", "area")
    assert list(rows) == [
        (task, trial, area)
        for trial in (1, 2)
        for task, area in [
            ("CT_BAL_0001", "accounts"),
            ("SQ_FDC_0001", "deposits"),
            ("SQ_LFQ_0001", "loans"),
        ]
    ]


def test_the_key_is_stored_encrypted_and_nowhere_else() -> None:
    headers = {"X-Team": "a-header-value-nobody-may-see"}
    submission = submitted(parameters={"seed": 7, "extra_headers": headers})
    assert KEY not in Credential.objects.get().encrypted
    assert submission.parameters == {"seed": 7}
    endpoint = endpoint_of(submission)
    assert endpoint.api_key.reveal() == KEY
    assert endpoint.parameters.extra_headers == headers
    assert KEY not in repr(entry()) + repr(read_secrets(submission))


def test_an_endpoint_without_a_key_stores_no_credential() -> None:
    assert not read_secrets(submitted(api_key=""))
    assert not Credential.objects.exists()


@pytest.mark.parametrize(
    ("field", "value", "seen"),
    [
        ("board", "nowhere", "procedures-lite"),
        ("name", "  ", "empty"),
        ("name", "x" * 81, "81 characters"),
        ("name", "a\u202eb", "cannot be seen"),
        ("organisation", "x" * 81, "81 characters"),
        ("trials", 0, "1 to 8"),
        ("trials", 9, "1 to 8"),
        ("concurrency", 1000, "1 to 32"),
        ("strategy", "guess", "function_calling"),
        ("visibility", "secret", "private"),
        ("spend_cap", Decimal("-1"), "more than 0"),
        ("spend_cap", Decimal(5), "prices"),
        ("price_in", Decimal(-1), "0"),
        ("base_url", "ftp://example.org", "http"),
        ("base_url", "not a url", "http"),
        ("base_url", "https://user:pass@example.org/v1", "user name"),
        ("base_url", "http://169.254.169.254/v1", "metadata"),
        ("base_url", "https://93.184.216.34/v1?v=1&api-key=abc", "“api-key”"),
        ("base_url", "http://" + "a" * 600, "500"),
        ("model_name", "", "1 to 200"),
        ("api_key", "two words", "ASCII"),
        ("parameters", {"temperature": 9}, "temperature: must be"),
        ("parameters", {"model": "other"}, "known are"),
    ],
)
def test_a_wrong_entry_names_its_field_and_queues_nothing(
    field: str, value: object, seen: str
) -> None:
    fields = {field: value}
    if field == "price_in":
        fields["price_out"] = Decimal(1)
    found = faults(**fields)
    assert list(found) == [field]
    assert seen in found[field]


def test_every_field_at_fault_is_named_at_once() -> None:
    found = faults(board="nowhere", name="", base_url="ftp://x", strategy="guess")
    assert set(found) == {"board", "name", "base_url", "strategy"}


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8001/v1",
        "http://localhost:8001/v1",
        "http://10.0.0.1/v1",
        "http://2130706433/v1",
        "http://0x7f.1/v1",
        "http://[::1]/v1",
        "http://[::ffff:169.254.169.254]/v1",
    ],
)
def test_a_private_address_is_refused_where_it_is_not_allowed(
    settings: Settings, url: str
) -> None:
    settings.ALLOW_PRIVATE_ENDPOINTS = False
    assert set(faults(base_url=url)) == {"base_url"}


def test_a_closed_board_takes_no_entry() -> None:
    seed_boards(tiny_dataset())
    seed_boards(tiny_dataset(hashes={"bank": "2"}))
    with pytest.raises(InvalidEntry, match="no open board"):
        submit(make_user(), entry(board="procedures-lite-" + "0" * 8), tiny_dataset())


def test_cancelling_keeps_what_was_scored_and_deletes_the_key() -> None:
    submission = submitted()
    scored, running, _ = Conversation.objects.order_by("pk")
    for row in (scored, running):
        assert claim_conversation(row.pk) is not None
    scored.refresh_from_db()
    finish_conversation(scored, recorded(scored), judged(scored))
    cancel_submission(submission, "Not needed any more.")
    statuses = Conversation.objects.order_by("pk").values_list("status", flat=True)
    assert list(statuses) == ["scored", "cancelled", "cancelled"]
    assert (submission.status, submission.status_reason) == (
        "cancelled",
        "Not needed any more.",
    )
    assert not Credential.objects.exists()


def test_what_ran_when_its_submission_was_cancelled_is_not_recorded() -> None:
    submission = submitted()
    conversation = claim_conversation(submission.conversations.earliest("pk").pk)
    assert conversation is not None
    cancel_submission(submission)
    verdict = judged(conversation)
    assert not finish_conversation(conversation, recorded(conversation), verdict)


def test_an_ended_submission_can_neither_be_cancelled_nor_paused() -> None:
    submission = make_submission(status="finished")
    with pytest.raises(NotPossible, match="it is finished"):
        cancel_submission(submission)
    with pytest.raises(NotPossible, match="it is finished"):
        pause_submission(submission)


def test_a_paused_submission_goes_on_where_it_stopped() -> None:
    submission = submitted()
    pause_submission(submission, "Lunch.")
    assert claim_conversation(submission.conversations.earliest("pk").pk) is None
    assert resume_submission(submission) == 3
    assert (submission.status, submission.status_reason) == ("queued", "")
    assert claim_conversation(submission.conversations.earliest("pk").pk) is not None


def test_resuming_runs_errored_conversations_again_and_scored_ones_never() -> None:
    submission = make_submission(status="finished")
    make_scored_conversation(submission=submission)
    make_conversation(
        submission=submission,
        status="errored",
        fault="endpoint",
        failures=3,
        finished_at=timezone.now(),
    )
    assert resume_submission(submission, KEY) == 1
    assert submission.finished_at is None
    assert read_secrets(submission).api_key == KEY
    row = submission.conversations.get(status="queued")
    assert (row.failures, row.fault) == (0, "")


def test_there_is_nothing_to_resume_where_all_was_scored() -> None:
    submission = make_submission(status="finished")
    make_scored_conversation(submission=submission)
    with pytest.raises(NotPossible, match="nothing left"):
        resume_submission(submission)


def test_a_running_submission_cannot_be_resumed() -> None:
    with pytest.raises(NotPossible, match="it is running"):
        resume_submission(make_submission())


@pytest.mark.parametrize("keeps", [True, False])
def test_the_key_is_deleted_at_the_end_unless_it_is_kept(keeps: bool) -> None:
    submission = submitted(keeps_credential=keeps)
    submission.conversations.all().delete()
    assert settle_submission(submission.pk)
    assert Credential.objects.exists() is keeps


def test_a_submission_that_was_not_ended_in_time_is_found_by_the_sweep() -> None:
    behind = make_submission()
    make_scored_conversation(submission=behind)
    make_conversation()
    assert unsettled_submissions() == [behind.pk]
