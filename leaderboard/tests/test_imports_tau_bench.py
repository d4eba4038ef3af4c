"""The recordings that τ-bench's authors published, where they are at hand."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from leaderboard.models import Submission
from leaderboard.queries.recorded import recorded_summary

DATA = Path(
    getattr(settings, "RECORDED_DATA", settings.BASE_DIR.parent / "shared/data")
)
AIRLINE = DATA / "tau-bench" / "gpt-4o-airline.json"

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(not AIRLINE.is_file(), reason=f"no recordings at {AIRLINE}"),
]


def test_the_published_figures_come_out(
    client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("import_results", str(AIRLINE), "--format", "tau")
    last = capsys.readouterr().out.strip().splitlines()[-1]
    assert last == (
        '{"imported":200,"skipped":0,"refused":0,"tasks":50,"trials":4,'
        '"pass_hat_k":[0.42,0.2733,0.22,0.2]}'
    )
    submission = Submission.objects.get()
    client.force_login(submission.owner)
    summary = recorded_summary(submission)
    assert summary is not None
    assert (summary.passed, summary.without_a_read) == (84, 9)
    page = client.get(reverse("submission", args=[submission.pk])).content.decode()
    assert "<b>9</b> of the 84 that passed" in " ".join(page.split())
    for conversation in submission.conversations.all()[:200:10]:
        answer = client.get(reverse("conversation", args=[conversation.pk]))
        assert answer.status_code == 200
