"""Commands: what they refuse, and what they print."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from leaderboard.management.commands import evaluate
from leaderboard.models import Board, Conversation, Submission
from leaderboard.services.credentials import Secrets, store_secrets
from leaderboard.services.submissions import cancel_submission, pause_submission
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


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def evaluated(*words: str) -> str:
    where = ("--base-url", "http://127.0.0.1:9/v1", "--model", "m", "--board", "lite")
    with pytest.raises(CommandError) as told:
        run("evaluate", *where, *words)
    return str(told.value)


@pytest.fixture
def interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody presses Ctrl-C while the command follows."""
    monkeypatch.setattr(evaluate, "workers_answer", lambda: True)
    monkeypatch.setattr(evaluate, "_wait", interrupt)


@pytest.mark.usefixtures("interrupted")
def test_the_same_command_follows_the_same_submission_after_ctrl_c() -> None:
    assert "The same command goes on" in evaluated()
    evaluated()
    submission = Submission.objects.get()
    pause_submission(submission)
    evaluated()
    submission.refresh_from_db()
    assert submission.status == "queued"


@pytest.mark.usefixtures("interrupted")
@pytest.mark.parametrize(
    "other", [["--trials", "2"], ["--name", "Other"], ["--new"], ["--user", "other"]]
)
def test_another_command_is_another_submission(other: list[str]) -> None:
    evaluated()
    evaluated(*other)
    assert Submission.objects.count() == 2


@pytest.mark.usefixtures("interrupted")
def test_what_has_ended_is_not_followed_again() -> None:
    evaluated()
    cancel_submission(Submission.objects.get())
    evaluated()
    assert Submission.objects.count() == 2


@pytest.mark.usefixtures("interrupted")
def test_limits_can_be_given_on_the_command_line() -> None:
    prices = ("--price-in", "1", "--price-out", "2.5", "--spend-cap", "3")
    evaluated("--requests-per-minute", "30", "--token-cap", "5000", *prices)
    row = Submission.objects.get()
    assert (row.requests_per_minute, row.token_cap) == (30, 5000)
    assert row.spend_cap == 3


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
