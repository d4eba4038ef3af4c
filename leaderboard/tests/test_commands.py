"""Commands: what they refuse, and what they print."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from leaderboard.management.commands import evaluate
from leaderboard.models import Board, Conversation, Submission
from leaderboard.services.credentials import Secrets, store_secrets
from leaderboard.tests.factories import make_submission

pytestmark = pytest.mark.django_db


def run(command: str, *words: str) -> str:
    out = StringIO()
    call_command(command, *words, stdout=out)
    return out.getvalue()


def test_seeding_boards_names_them_with_their_size() -> None:
    first = run("seed_boards")
    assert first.splitlines()[0].startswith("procedures-lite: ")
    assert run("seed_boards") == first
    assert Board.objects.count() == 2


def test_evaluating_names_the_options_at_fault_and_queues_nothing() -> None:
    with pytest.raises(CommandError) as refusal:
        run("evaluate", "--base-url", "ftp://x", "--model", "m", "--board", "nowhere")
    assert "--board: There is no open board “nowhere”" in str(refusal.value)
    assert "--base-url:" in str(refusal.value)
    assert not Submission.objects.exists()


@pytest.mark.parametrize("board", ["lite", "procedures-lite"])
def test_a_board_is_known_by_its_slug_or_its_split(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluate, "workers_answer", lambda: True)
    monkeypatch.setattr(evaluate, "_wait", lambda submission, look: None)
    with pytest.raises(CommandError, match="--resume"):  # nothing ran
        run("evaluate", "--board", board, "--base-url", "http://127.0.0.1:9/v1",
            "--model", "m", "--trials", "2")  # fmt: skip
    submission = Submission.objects.get()
    assert submission.board.slug == "procedures-lite"
    assert submission.trials == 2
    assert Conversation.objects.count() == 2 * submission.board.task_count
    assert submission.owner.username == "operator"
    assert not submission.owner.has_usable_password()


def test_resuming_what_has_nothing_left_says_so() -> None:
    submission = make_submission(status="finished")
    with pytest.raises(CommandError, match="nothing left"):
        run("evaluate", "--resume", submission.pk)


def test_resuming_what_is_not_there_says_so() -> None:
    with pytest.raises(CommandError, match="no submission abc"):
        run("evaluate", "--resume", "abc")


def test_rescoring_says_what_changed() -> None:
    submission = make_submission(status="finished", name="Teller")
    assert run("rescore").strip() == f"{submission.pk} Teller: 0 scored, 0 changed"


def test_rotating_keys_counts_them() -> None:
    store_secrets(make_submission(), Secrets("sk-1234567890"))
    assert run("rotate_keys").strip() == "1 keys encrypted anew."
