"""A failed run explains itself: whose fault, what was seen, what to do next."""

import pytest
from django.test import Client
from django.utils import timezone

from leaderboard.models import Submission
from leaderboard.queries.troubles import troubles_of
from leaderboard.tests.factories import make_conversation, make_submission

pytestmark = pytest.mark.django_db


def errored(submission: Submission, error: str, fault: str = "endpoint") -> None:
    now = timezone.now()
    make_conversation(
        submission=submission,
        status="errored",
        fault=fault,
        error=error,
        request_id=f"ours-{now.timestamp()}",
        started_at=now,
        finished_at=now,
    )


def test_errors_that_differ_only_in_the_request_id_are_one() -> None:
    submission = make_submission()
    for number in range(3):
        errored(submission, f"429: slow down. The endpoint's request id: r{number}.")
    errored(submission, "RuntimeError, see the log.", "platform")
    first, second = troubles_of(submission)
    assert (first.conversations, first.fault) == (3, "the endpoint")
    assert (first.error, first.theirs) == ("429: slow down.", "r2")
    assert first.request_id.startswith("ours-")
    assert "give another key" in first.advice
    assert (second.conversations, second.fault) == (1, "this site")
    assert "quota" in second.advice


@pytest.mark.parametrize("fault", ["endpoint", "customer", "platform"])
def test_every_fault_has_a_next_step(fault: str) -> None:
    submission = make_submission()
    errored(submission, "It failed.", fault)
    (found,) = troubles_of(submission)
    assert "un again" in found.advice


def test_the_page_tells_fault_words_next_step_and_request_id(client: Client) -> None:
    submission = make_submission(status="failed")
    errored(submission, "401: wrong key. The endpoint's request id: req_77.")
    said = " ".join(
        client.get(f"/submissions/{submission.pk}/").content.decode().split()
    )
    (row,) = submission.conversations.all()
    assert "1 × fault of the endpoint" in said
    assert "401: wrong key." in said
    assert "run again what has no score" in said
    assert row.request_id in said
    assert "req_77" in said
    assert f'href="/conversations/{row.pk}/"' in said
