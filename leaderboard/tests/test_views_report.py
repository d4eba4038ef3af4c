"""A submission's report: one file, whole, that asks nothing of any network."""

import re

import pytest
from django.test import Client

from bankenv.dataset import load_dataset
from leaderboard.models import Submission
from leaderboard.services.standings import refresh_standings
from leaderboard.templatetags.figures import percent
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_finding_count,
    make_scored_conversation,
    make_submission,
    make_trajectory,
    make_user,
)
from leaderboard.tests.sample import played

pytestmark = pytest.mark.django_db
# What makes a browser fetch something by itself; a link that is clicked does not.
FETCHES = re.compile(
    r"<(script|link|img|iframe|object|embed|audio|video|source)\b"
    r"|\bsrc=|url\(|@import|http-equiv=\"refresh\"",
    re.IGNORECASE,
)


@pytest.fixture
def entered() -> Submission:
    """Two tasks of two trials: three passed, one a hidden violation; one errored."""
    submission = make_submission(
        board=make_board("lite"),
        name="<b>Model</b>",
        status="finished",
        trials=2,
        visibility="unlisted",
    )
    for place, letters in enumerate(("pp", "ph")):
        for trial, letter in enumerate(letters, start=1):
            row = make_scored_conversation(
                submission=submission,
                task_id=f"T{place}",
                trial=trial,
                passed=letter == "p",
                hidden=letter == "h",
                sentence="Failed: <i>never</i> read the quote."
                if letter == "h"
                else "",
            )
            if letter == "h":
                make_finding_count(row)
    make_trajectory(row, played())
    make_conversation(
        submission=submission,
        task_id="T9",
        status="errored",
        fault="endpoint",
        error="503 from upstream",
    )
    refresh_standings(submission)
    return submission


def report_of(client: Client, submission: Submission) -> str:
    response = client.get(f"/submissions/{submission.pk}/report.html")
    assert response.status_code == 200
    assert f'filename="{submission.pk}-report.html"' in response["Content-Disposition"]
    return response.content.decode()


def test_nothing_in_the_report_is_fetched(client: Client, entered: Submission) -> None:
    said = report_of(client, entered)
    assert FETCHES.findall(said) == []
    assert "default-src 'none'" in said
    assert FETCHES.findall('<img src="x">'), "the pattern finds what it should"


def test_the_report_holds_the_stored_figures(
    client: Client, entered: Submission
) -> None:
    said = " ".join(report_of(client, entered).split())
    whole = entered.standings.get(slice_kind="all")
    for figure in (whole.pass_rate, whole.pass_rate_low, whole.pass_rate_high):
        assert percent(figure) in said
    for one in entered.standings.filter(slice_kind__in=["category", "family"]):
        assert f'<td class="num pass-cell">{percent(one.pass_rate)}</td>' in said
    for row in re.findall(r'"col" class="num">k</th>.*?</table>', said):
        assert percent(whole.pass_hat_k[1]) in row
    assert said.count('<svg class="interval"') >= 4


def test_the_report_lists_what_did_not_pass_with_links_to_the_site(
    client: Client, entered: Submission
) -> None:
    said = report_of(client, entered)
    listed = said[said.index('id="unpassed"') :]
    failed = entered.conversations.get(passed=False)
    assert f'href="http://testserver/conversations/{failed.pk}/"' in listed
    assert "Missed required read 1" in listed
    assert "503 from upstream" in listed
    assert "T0" not in listed


def test_the_report_shows_every_hash_of_what_was_run(
    client: Client, entered: Submission
) -> None:
    said = report_of(client, entered)
    hashes = load_dataset().hashes
    for value in (entered.board.dataset_hash, hashes["bank"], hashes["tasks"]):
        assert value in said
    header = played().header
    assert header.policy
    for value in (header.policy, header.tools, entered.board.scorer):
        assert f">{value}</code>" in said


def test_what_a_model_or_submitter_says_is_text(
    client: Client, entered: Submission
) -> None:
    said = report_of(client, entered)
    assert "<b>Model</b>" not in said
    assert "<i>never</i>" not in said
    assert "&lt;i&gt;never" in said


def test_nobody_gets_the_report_of_what_they_may_not_see(
    client: Client, entered: Submission
) -> None:
    Submission.objects.update(visibility="private")
    address = f"/submissions/{entered.pk}/report.html"
    client.force_login(make_user())
    assert client.get(address).status_code == 404
    client.force_login(entered.owner)
    assert client.get(address).status_code == 200


def test_a_report_before_any_result_is_honest(client: Client) -> None:
    submission = make_submission(status="queued")
    make_conversation(submission=submission)
    said = report_of(client, submission)
    assert "None: everything that was scored passed." not in said
    assert "1 not run" in said
