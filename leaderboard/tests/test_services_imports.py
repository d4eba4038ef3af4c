"""Recorded conversations brought in: whole or not at all, judged, kept beside."""

from dataclasses import replace
from pathlib import Path
from typing import Any  # Any: JSON values

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bankenv.dataset import load_dataset
from bankenv.environment import open_environment
from bankenv.replay import replay
from bankenv.scoring import score
from bankenv.trajectory import Trajectory
from bankenv.trajectory_io import to_json
from leaderboard.models import (
    Board,
    Conversation,
    Import,
    RecordedOutcome,
    RecordedTask,
    Submission,
)
from leaderboard.queries.recorded import disagreements, recorded_summary
from leaderboard.services import imported_rows
from leaderboard.services.exports import export_submission
from leaderboard.services.imported_boards import CannotImport
from leaderboard.services.imports import Report, Request, import_recordings
from leaderboard.services.rescored import (
    preview_rescore,
    publish_rescore,
    scorers_for,
)
from leaderboard.services.rescoring import rescore_submission
from leaderboard.templatetags.board_markup import marks
from leaderboard.tests.factories import make_user
from runner.recordings.tau2_results import (
    results_info,
    write_results,
    write_simulation,
)
from runner.recordings.tests.test_tau import row

pytestmark = pytest.mark.django_db


def bring(path: Path, file_format: str, **fields: Any) -> Report:
    fields["owner"] = fields.get("owner") or make_user()
    return import_recordings(Request(path=path, file_format=file_format, **fields))


def tau_file(path: Path, *rows: object) -> Path:
    file = path / "recorded.json"
    file.write_bytes(orjson.dumps(list(rows)))
    return file


def other_task(**changes: Any) -> dict[str, Any]:
    made = row(task_id=4, **changes)
    made["info"]["task"]["actions"] = [
        {"name": "get_user_details", "kwargs": {"user_id": "u1"}}
    ]
    return made


def ours(tasks: int = 3) -> list[Trajectory]:
    """Conversations of our own tasks: gold, and gold without its first call."""
    dataset = load_dataset()
    chosen = list(dataset.tasks.values())[:tasks]
    short = [(s.tool, dict(s.arguments)) for s in chosen[0].gold[1:]]
    return [*(replay(dataset, t) for t in chosen), replay(dataset, chosen[0], short, 2)]


def passbook_file(path: Path, trajectories: list[Trajectory]) -> Path:
    file = path / "trajectories.jsonl"
    lines = [orjson.dumps(to_json(one)) for one in trajectories]
    file.write_bytes(b"\n".join(lines))
    return file


def tau2_file(path: Path, trajectories: list[Trajectory]) -> Path:
    dataset = load_dataset()
    tasks = {t.header.task: dataset.tasks[t.header.task] for t in trajectories}
    simulations = [
        write_simulation(dataset, tasks[t.header.task], t, score(dataset, t))
        for t in trajectories
    ]
    info = results_info(dataset, trials=2, model="m-1", parameters={"temperature": 0})
    file = path / "results.json"
    file.write_bytes(
        b"".join(write_results(dataset, info, tasks.values(), simulations))
    )
    return file


def test_a_domain_without_environment_gets_a_board_with_its_own_tasks(
    tmp_path: Path,
) -> None:
    report = bring(tau_file(tmp_path, row(trial=0), row(trial=1, reward=0.0)), "tau")
    assert (report.imported, report.tasks, report.trials) == (2, 1, 2)
    assert report.pass_hat_k == [0.5, 0.0]
    board = Board.objects.get(scorer="recorded-1")
    assert "airline" in board.title
    assert not board.is_open
    assert RecordedTask.objects.get(board=board).task_id == "3"
    assert report.submission.kind == Submission.Kind.REPLAYED


def test_a_gold_read_that_was_never_made_fails_what_was_recorded_as_passed(
    tmp_path: Path,
) -> None:
    silent = row(trial=0, traj=[{"role": "user", "content": "Bye ###STOP###"}])
    submission = bring(tau_file(tmp_path, silent), "tau").submission
    conversation = submission.conversations.get()
    assert conversation.passed is False
    assert conversation.final_state_passed is True
    assert conversation.hidden_violation is True
    outcome = disagreements(submission).get()
    assert outcome.passed is True
    assert "Never called get_reservation_details" in outcome.reason
    summary = recorded_summary(submission)
    assert summary is not None
    assert (summary.passed, summary.without_a_read, summary.disagreeing) == (1, 1, 1)
    assert not summary.has_environment


def test_trials_that_the_file_lacks_are_missing_and_never_zero(tmp_path: Path) -> None:
    file = tau_file(tmp_path, row(trial=0), row(trial=1), other_task(trial=0))
    submission = bring(file, "tau").submission
    missing = submission.conversations.get(status="cancelled")
    assert (missing.task_id, missing.trial) == ("4", 2)
    assert missing.error
    standing = submission.standings.get(slice_kind="all")
    assert (standing.expected, standing.scored, standing.missing) == (4, 3, 1)
    assert standing.rank_low is None


def test_what_broke_off_is_errored_and_not_counted_as_a_pass(tmp_path: Path) -> None:
    broke = row(trial=1, info={"error": "no connection"}, traj=[])
    report = bring(tau_file(tmp_path, row(trial=0), broke), "tau")
    errored = report.submission.conversations.get(status="errored")
    assert "no connection" in errored.error
    assert report.pass_hat_k == [1.0]
    assert not report.submission.standings.get(slice_kind="all").is_complete


def test_a_task_that_only_broke_off_leaves_no_pass_hat_k(tmp_path: Path) -> None:
    gone = other_task(trial=1, traj=[])
    gone["info"]["error"] = "no connection"
    report = bring(tau_file(tmp_path, row(trial=0), gone), "tau")
    assert report.pass_hat_k == []


def test_the_same_task_and_trial_twice_is_refused_with_both_places(
    tmp_path: Path,
) -> None:
    report = bring(tau_file(tmp_path, row(), row()), "tau")
    assert (report.imported, report.refused) == (1, 1)
    place, reason = report.refusals[0]
    assert place.startswith("element[1] at byte")
    assert "element[0] at byte" in reason


def test_importing_again_skips_what_is_there(tmp_path: Path) -> None:
    file, owner = tau_file(tmp_path, row(trial=0), row(trial=1)), make_user()
    first = bring(file, "tau", owner=owner)
    again = bring(file, "tau", owner=owner)
    assert again.submission == first.submission
    assert (again.imported, again.skipped) == (0, 2)
    assert again.pass_hat_k == first.pass_hat_k


def test_an_import_that_was_interrupted_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [row(trial=number) for number in range(5)]
    file, owner = tau_file(tmp_path, *rows), make_user()
    monkeypatch.setattr(imported_rows, "BATCH", 2)

    def interrupt(done: int, total: int) -> None:
        assert total == 5
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_recordings(Request(path=file, file_format="tau", owner=owner), interrupt)
    draft = Submission.objects.get()
    assert draft.status == Submission.Status.DRAFT
    assert not draft.standings.exists()
    report = bring(file, "tau", owner=owner)
    assert report.submission == draft
    assert (report.imported, report.skipped) == (3, 2)


def test_nothing_is_left_of_a_file_that_is_cut_off(tmp_path: Path) -> None:
    file = tau_file(tmp_path, row(trial=0), row(trial=1))
    file.write_bytes(file.read_bytes()[:-40])
    with pytest.raises(CannotImport, match=r"element\[1\] at byte"):
        bring(file, "tau")
    assert not Submission.objects.exists()
    assert not Board.objects.exists()


def test_our_own_conversations_are_judged_again_on_our_board(tmp_path: Path) -> None:
    report = bring(passbook_file(tmp_path, ours()), "passbook")
    assert report.imported == 4
    board = report.submission.board
    assert board.scorer == "passbook-1"
    verdicts = report.submission.conversations.filter(status="scored")
    assert verdicts.filter(passed=True).count() == 3
    assert not RecordedOutcome.objects.exists()


@pytest.mark.parametrize(
    ("told", "is_marked"), [("", False), ("ours", False), ("Be quick.", True)]
)
def test_a_recording_with_another_prompt_than_ours_is_marked(
    tmp_path: Path, told: str, is_marked: bool
) -> None:
    dataset = load_dataset()
    task = next(iter(dataset.tasks.values()))
    prompt = open_environment(dataset, task).prompt if told == "ours" else told
    recording = replay(dataset, task)
    header = replace(recording.header, prompts={"assistant": prompt} if told else {})
    file = passbook_file(tmp_path, [replace(recording, header=header)])
    submission = bring(file, "passbook").submission
    submission.refresh_from_db()
    assert submission.has_custom_prompt is is_marked
    assert ("custom prompt" in marks(submission, None)) is is_marked


def test_a_forged_answer_is_kept_to_be_read_and_not_scored(tmp_path: Path) -> None:
    document = to_json(ours(1)[0])
    forged = next(e for e in document["events"] if e["type"] == "result")
    forged["content"] = {"balances": [], "errors": []}
    file = tmp_path / "forged.jsonl"
    file.write_bytes(orjson.dumps(document))
    conversation = bring(file, "passbook").submission.conversations.get(
        trajectory__isnull=False
    )
    assert conversation.status == Conversation.Status.ERRORED
    assert conversation.error.startswith(imported_rows.NOT_REPRODUCIBLE)


def test_submission_to_tau2_and_back_is_the_same_to_the_byte(tmp_path: Path) -> None:
    first = bring(passbook_file(tmp_path, ours()), "passbook").submission
    file = tmp_path / "results.json"
    file.write_bytes(b"".join(export_submission(first, "tau2")))
    second = bring(file, "tau2").submission

    def stored(submission: Submission) -> list[tuple[object, ...]]:
        found = submission.conversations.filter(trajectory__isnull=False)
        return [
            (c.task_id, c.trial, c.passed, c.sentence, _bytes(c.trajectory.document))
            for c in found.order_by("task_id", "trial")
        ]

    def _bytes(document: dict[str, Any]) -> bytes:
        document["header"].pop("recorded", None)  # the loss that is declared
        return orjson.dumps(document)

    assert stored(first) == stored(second)
    outcomes = RecordedOutcome.objects.filter(conversation__submission=second)
    assert outcomes.count() == 4
    assert not outcomes.exclude(agrees=True).exists()


def test_another_tasks_definition_under_our_name_is_not_our_task(
    tmp_path: Path,
) -> None:
    file = tau2_file(tmp_path, ours(1))
    results = orjson.loads(file.read_bytes())
    results["tasks"][0]["evaluation_criteria"]["actions"] = []
    file.write_bytes(orjson.dumps(results))
    report = bring(file, "tau2")
    assert report.submission.board.scorer == "recorded-1"


def test_keys_are_never_stored(tmp_path: Path) -> None:
    file = tau2_file(tmp_path, ours(1))
    results = orjson.loads(file.read_bytes())
    key = "sk-live-0123456789abcdefghij"
    results["info"]["agent_info"]["llm_args"] = {
        "temperature": 0,
        "api_key": key,
        "api_base": "https://secret.example/v1",
        "extra_headers": {"Authorization": f"Bearer {key}"},
    }
    results["simulations"][0]["messages"][0]["raw_data"] = {"key": key}
    file.write_bytes(orjson.dumps(results))
    submission = bring(file, "tau2").submission
    assert submission.parameters["temperature"] == 0
    stored = [orjson.dumps(submission.parameters)] + [
        orjson.dumps(c.trajectory.document)
        for c in submission.conversations.filter(trajectory__isnull=False)
    ]
    assert not any(key.encode() in one or b"secret.example" in one for one in stored)


def test_scoring_again_gives_every_recorded_verdict_again(tmp_path: Path) -> None:
    submission = bring(passbook_file(tmp_path, ours()), "passbook").submission
    assert rescore_submission(submission) == (4, 0)
    airline = bring(tau_file(tmp_path, row()), "tau").submission
    assert rescore_submission(airline) == (1, 0)


def test_another_scorer_is_looked_at_first_and_both_are_kept(tmp_path: Path) -> None:
    dataset = load_dataset()
    task = next(t for t in dataset.tasks.values() if t.family == "SQ_FDC")
    late = [(s.tool, dict(s.arguments)) for s in reversed(task.gold)]
    file = passbook_file(tmp_path, [replay(dataset, task, late)])
    submission = bring(file, "passbook").submission
    assert scorers_for(submission.board) == ("passbook-1", "published-1.0")
    before = submission.conversations.filter(status="scored").get()
    seen = preview_rescore(submission, "published-1.0")
    assert Submission.objects.count() == 1
    made = publish_rescore(submission.owner, submission, "published-1.0")
    assert publish_rescore(submission.owner, submission, "published-1.0") == made
    after = made.conversations.filter(status="scored").get()
    assert (before.passed, after.scorer) == (False, "published-1.0")
    assert seen.gained == int(bool(after.passed))
    before.refresh_from_db()
    assert before.scorer == "passbook-1"


FUZZ = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.mark.parametrize("file_format", ["tau", "tau2", "passbook"])
@FUZZ
@given(data=st.data())
def test_damaged_files_are_refused_or_taken_whole(
    tmp_path: Path, file_format: str, data: st.DataObject
) -> None:
    good = {"tau": _tau, "tau2": _tau2, "passbook": _passbook}[file_format](tmp_path)
    raw = bytearray(good.read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 30))] = data.draw(st.binary(max_size=9))
        raw = raw or bytearray(b"[")
    if data.draw(st.booleans()):
        raw = raw[: data.draw(st.integers(0, len(raw)))]
    damaged = tmp_path / "damaged.json"
    damaged.write_bytes(raw)
    before = Submission.objects.count()
    try:
        report = bring(damaged, file_format)
    except CannotImport as refusal:
        assert str(refusal)
        assert Submission.objects.count() == before
    else:
        assert report.submission.has_ended
    assert not Submission.objects.filter(status="draft").exists()
    assert not Import.objects.filter(finished_at=None).exists()


def _tau(path: Path) -> Path:
    return tau_file(path, row(trial=0), row(trial=1), other_task())


def _tau2(path: Path) -> Path:
    return tau2_file(path, ours(2))


def _passbook(path: Path) -> Path:
    return passbook_file(path, ours(2))
