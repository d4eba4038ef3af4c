"""The page of one submission: live while it runs, for those who may see it."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leaderboard.models import Submission
from leaderboard.queries.counts import Counts
from leaderboard.queries.progress import progress_of
from leaderboard.services.standings import refresh_standings
from leaderboard.tests.factories import (
    make_conversation,
    make_finding_count,
    make_scored_conversation,
    make_standing,
    make_submission,
    make_user,
)

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def page_of(
    client: Client, submission: Submission, query: str = "", **headers: str
) -> str:
    response = client.get(f"/submissions/{submission.pk}/{query}", headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def live_of(client: Client, submission: Submission) -> str:
    response = client.get(f"/submissions/{submission.pk}/live/", headers=HTMX)
    return response.content.decode()


def test_a_running_submission_asks_for_itself_again(client: Client) -> None:
    submission = make_submission(status="running")
    make_conversation(submission=submission)
    assert 'hx-trigger="every 2s"' in live_of(client, submission)


@pytest.mark.parametrize("status", ["finished", "cancelled", "failed", "paused"])
def test_polling_stops_by_itself(client: Client, status: str) -> None:
    submission = make_submission(
        status=status, tallied_at=timezone.now() + timedelta(seconds=1)
    )
    assert "hx-trigger" not in live_of(client, submission)
    assert "every" not in page_of(client, submission, **HTMX)


def test_a_page_waits_for_the_last_figures(client: Client) -> None:
    submission = make_submission(status="finished")
    said = live_of(client, submission)
    assert "adding up the figures" in said
    assert "every 2s" in said


def test_a_page_does_not_wait_for_ever(client: Client) -> None:
    long_ago = timezone.now() - timedelta(hours=1)
    submission = make_submission(
        status="finished", started_at=long_ago, finished_at=long_ago
    )
    assert "hx-trigger" not in live_of(client, submission)


def test_people_who_open_the_live_address_land_on_the_page(client: Client) -> None:
    submission = make_submission()
    response = client.get(f"/submissions/{submission.pk}/live/")
    assert response.headers["Location"] == f"/submissions/{submission.pk}/"


def test_every_status_is_counted(client: Client) -> None:
    submission = make_submission()
    make_scored_conversation(submission=submission)
    make_scored_conversation(submission=submission, hidden=True)
    make_conversation(submission=submission, status="errored", fault="endpoint")
    make_conversation(submission=submission)
    said = " ".join(live_of(client, submission).split())
    for words in (
        "✓ 1</span> passed",
        "✕ 1</span> failed",
        "○ 1</span> of them hidden",
        "! 1</span> errored",
        "– 1</span> to go",
        "3 of 4 conversations",
    ):
        assert words in said


def test_an_error_says_whose_fault_it_was(client: Client) -> None:
    submission = make_submission()
    make_conversation(
        submission=submission, status="errored", fault="endpoint", error="It said 503."
    )
    said = live_of(client, submission)
    assert "fault of the endpoint" in said
    assert "It said 503." in said


def test_failed_conversations_are_one_click_away(client: Client) -> None:
    submission = make_submission(status="finished")
    make_scored_conversation(submission=submission, task_id="GOOD_1")
    make_scored_conversation(submission=submission, task_id="BAD_1", passed=False)
    assert "?outcome=failed" in page_of(client, submission)
    said = page_of(client, submission, "?outcome=failed")
    assert "BAD_1" in said
    assert "GOOD_1" not in said


def test_conversations_are_found_by_finding_family_and_text(client: Client) -> None:
    submission = make_submission(status="finished")
    missed = make_scored_conversation(
        submission=submission, task_id="A_1", passed=False, family="SQ_FDC"
    )
    make_finding_count(missed, "missed_read")
    make_scored_conversation(
        submission=submission, task_id="B_1", sentence="Wrote to a card."
    )
    for query in ("?finding=missed_read", "?family=SQ_FDC", "?text=a_1"):
        said = page_of(client, submission, query, **HTMX)
        assert "A_1" in said
        assert "B_1" not in said
    assert "B_1" in page_of(client, submission, "?text=wrote+to", **HTMX)


def test_a_row_links_to_its_conversation_and_takes_filter_and_order_along(
    client: Client,
) -> None:
    submission = make_submission(status="finished")
    row = make_scored_conversation(submission=submission, passed=False)
    said = page_of(client, submission, "?outcome=failed&sort=-turns")
    assert f'href="/conversations/{row.pk}/?outcome=failed&amp;sort=-turns"' in said


def test_filters_that_fit_nothing_offer_a_way_back(client: Client) -> None:
    submission = make_submission(status="finished")
    make_scored_conversation(submission=submission)
    assert "No conversation fits" in page_of(client, submission, "?text=zzzz")


@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
@pytest.mark.parametrize("reader", ["owner", "other", "nobody"])
def test_only_the_owner_opens_a_private_submission(
    client: Client, visibility: str, reader: str
) -> None:
    owner = make_user()
    submission = make_submission(owner=owner, visibility=visibility)
    if reader != "nobody":
        client.force_login(owner if reader == "owner" else make_user())
    hidden = visibility == "private" and reader != "owner"
    for address in ("", "live/"):
        response = client.get(f"/submissions/{submission.pk}/{address}", headers=HTMX)
        assert response.status_code == (404 if hidden else 200)


def test_the_endpoints_address_is_shown_to_its_owner_alone(client: Client) -> None:
    owner = make_user()
    submission = make_submission(owner=owner, base_url="https://inside.example/v1")
    assert "inside.example" not in page_of(client, submission)
    client.force_login(owner)
    assert "inside.example" in page_of(client, submission)


def test_a_page_takes_as_many_queries_for_one_conversation_as_for_nine(
    client: Client,
) -> None:
    submission = make_submission(status="finished")
    make_standing(submission)
    make_finding_count(make_scored_conversation(submission=submission, passed=False))
    page_of(client, submission)  # its standing is in memory from now on
    with CaptureQueriesContext(connection) as few:
        page_of(client, submission)
    for _ in range(8):
        row = make_scored_conversation(submission=submission, passed=False)
        make_finding_count(row)
    with CaptureQueriesContext(connection) as many:
        page_of(client, submission)
    assert len(few) == len(many)
    assert len(many) <= 10


@pytest.mark.parametrize("left", ["", "queued", "cancelled"])
def test_what_has_ended_is_counted_from_its_figures_as_from_its_rows(left: str) -> None:
    submission = make_submission(status="finished")
    for letter in "pfh":
        make_scored_conversation(
            submission=submission, passed=letter == "p", hidden=letter == "h"
        )
    make_conversation(
        submission=submission, status="errored", fault="endpoint", failures=2
    )
    if left:
        make_conversation(submission=submission, status=left)
    refresh_standings(submission)
    submission.refresh_from_db()
    standing = submission.standings.get(slice_kind="all")
    assert progress_of(Counts(submission), standing) == progress_of(Counts(submission))
    assert progress_of(Counts(submission), standing).retried == 1
