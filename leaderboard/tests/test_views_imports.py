"""What imported submissions show, scoring them again, sending files out."""

from io import BytesIO
from pathlib import Path

import orjson
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pyarrow import parquet

from leaderboard.models import Submission
from leaderboard.services.exports import export_submission
from leaderboard.tests.factories import make_user
from leaderboard.tests.test_services_imports import bring, ours, passbook_file, tau_file
from runner.recordings.tests.test_tau import row

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client: Client) -> User:
    user = make_user()
    client.force_login(user)
    return user


def silent() -> dict[str, object]:
    return row(trial=0, traj=[{"role": "user", "content": "Bye ###STOP###"}])


def test_the_submission_says_how_many_passed_without_a_gold_read(
    client: Client, owner: User, tmp_path: Path
) -> None:
    submission = bring(tau_file(tmp_path, silent()), "tau", owner=owner).submission
    page = client.get(reverse("submission", args=[submission.pk])).content.decode()
    assert "a gold read was never made" in page
    assert "<b>1</b> of the 1 that passed" in " ".join(page.split())
    assert "taken as recorded" in page
    differing = client.get(reverse("submission-recorded", args=[submission.pk]))
    assert "Never called get_reservation_details" in differing.content.decode()


@pytest.mark.parametrize(
    "tab",
    ["", "-records", "-compare", "-timing", "-prompt", "-scenario", "-raw"],
)
def test_an_imported_conversation_opens_in_every_tab(
    client: Client, owner: User, tmp_path: Path, tab: str
) -> None:
    submission = bring(tau_file(tmp_path, row(trial=0)), "tau", owner=owner).submission
    conversation = submission.conversations.get()
    answer = client.get(reverse(f"conversation{tab}", args=[conversation.pk]))
    assert answer.status_code == 200
    if not tab:
        assert "get_reservation_details" in answer.content.decode()


@pytest.mark.parametrize("form", ["tau2", "passbook", "labels", "labels-parquet"])
def test_files_go_to_whoever_may_see_the_submission(
    client: Client, tmp_path: Path, form: str
) -> None:
    submission = bring(passbook_file(tmp_path, ours(1)), "passbook").submission
    for route in ("submission-export", "api-submission-export"):
        address = reverse(route, args=[submission.pk, form])
        assert client.get(address).status_code == 404
        client.force_login(submission.owner)
        answer = client.get(address)
        body = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
        if form == "labels-parquet":
            assert body.startswith(b"PAR1")
        else:
            first = body.splitlines()[0] if form != "tau2" else body
            assert orjson.loads(first)
        client.logout()


def test_each_call_has_a_label(tmp_path: Path, client: Client) -> None:
    submission = bring(passbook_file(tmp_path, ours(1)), "passbook").submission
    client.force_login(submission.owner)
    answer = client.get(reverse("submission-export", args=[submission.pk, "labels"]))
    body = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    labels = {orjson.loads(line)["label"] for line in body.splitlines()}
    assert "required" in labels


def test_labels_are_the_same_as_parquet(tmp_path: Path) -> None:
    submission = bring(passbook_file(tmp_path, ours(1)), "passbook").submission
    lines = b"".join(export_submission(submission, "labels")).splitlines()
    table = parquet.read_table(
        BytesIO(b"".join(export_submission(submission, "labels-parquet")))
    )
    rows = [
        row | {"arguments": orjson.loads(row["arguments"])} for row in table.to_pylist()
    ]
    assert rows == [orjson.loads(line) for line in lines]
    assert str(table.schema.field("trial").type) == "int64"


def test_only_the_owner_scores_again(client: Client, tmp_path: Path) -> None:
    submission = bring(passbook_file(tmp_path, ours(1)), "passbook").submission
    address = reverse("submission-rescore", args=[submission.pk])
    client.force_login(make_user())
    assert client.get(address).status_code == 404
    client.force_login(submission.owner)
    page = client.get(address, {"scorer": "published-1.0"})
    assert "would pass" in page.content.decode()
    client.post(address, {"scorer": "published-1.0"})
    assert Submission.objects.count() == 2
