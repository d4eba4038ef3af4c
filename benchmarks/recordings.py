"""Recorded conversations: thousands scored again, and a file of another harness."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING

import orjson

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.replay import gold_calls, replay
from bankenv.scoring import score
from bankenv.tasks import Task
from bankenv.trajectory import Trajectory
from benchmarks.database import empty_database
from benchmarks.measurement import PEAK, Measurement
from runner.conversation import run_conversation
from runner.customers import AgendaCustomer
from runner.in_process import GoldOracle

if TYPE_CHECKING:
    from leaderboard.models import Submission

ROOT = Path(__file__).resolve().parent.parent
AIRLINE = ROOT.parent / "shared/data/tau-bench/gpt-4o-airline.json"
MEASURED = f"""
import resource, sys
from django.core.management import execute_from_command_line
import leaderboard.wsgi
execute_from_command_line(["manage.py", *sys.argv[1:]])
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
{PEAK}"""
LARGE_CONVERSATIONS = 100
CONVERSATIONS = 5_000
SKIPPED_EVERY = 4  # one conversation in so many skips its reads


def measure() -> Iterator[Measurement]:
    """Yield processor times: all of it on one core."""
    with empty_database():
        yield _scoring_again()
    yield from _large_file()
    if AIRLINE.is_file():
        yield _importing(AIRLINE)
    else:
        sys.stderr.write(f"No recordings at {AIRLINE}: their import is not measured.\n")


def _scoring_again() -> Measurement:
    """Score stored conversations again; each verdict must come out as it was stored."""
    from leaderboard.models import Submission
    from leaderboard.services.rescoring import rescore_submission

    submission = _stored(load_dataset())
    start = process_time()
    scored, changed = rescore_submission(submission)
    seconds = process_time() - start
    assert (scored, changed) == (CONVERSATIONS, 0), (scored, changed)
    Submission.objects.all().delete()
    return Measurement("rescore_5000_conversations", seconds, "s", 10)


def _stored(dataset: Dataset) -> "Submission":
    from leaderboard.services.imported_rows import BATCH, Judged, store
    from leaderboard.services.standings import refresh_standings
    from leaderboard.tests.factories import make_board, make_submission
    from runner.recordings.items import Recording

    tasks = list(dataset.tasks.values())
    recordings = [_recorded(dataset, task, place) for place, task in enumerate(tasks)]
    verdicts = [score(dataset, recording) for recording in recordings]
    submission = make_submission(board=make_board("procedures"), status="finished")
    batch: list[Judged] = []
    for number in range(CONVERSATIONS):
        place, trial = number % len(tasks), number // len(tasks) + 1
        item = Recording("", tasks[place].id, trial, recordings[place])
        batch.append(Judged(item, tasks[place], verdicts[place], ""))
        if len(batch) == BATCH:
            store(submission, batch)
            batch = []
    store(submission, batch)
    refresh_standings(submission)
    return submission


def _recorded(dataset: Dataset, task: Task, place: int) -> Trajectory:
    """Return a whole conversation of the task, or one that looks nothing up."""
    if place % SKIPPED_EVERY:
        assistant = GoldOracle(task)
        return run_conversation(assistant, AgendaCustomer(), task, dataset=dataset)
    writes = [c for c in gold_calls(task) if dataset.kind_of(c[0]) != "read"]
    return replay(dataset, task, writes)


def _importing(file: Path) -> Measurement:
    """Import τ-bench's own recordings by the command, into a new database."""
    seconds, _ = _command(file, "tau")
    return Measurement("import_tau_bench", seconds, "s", 20)


def _large_file() -> Iterator[Measurement]:
    """Import a file of 200 MB; what it holds must not be held at once."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "results.json"
        with file.open("wb") as out:
            out.write(b"[")
            for number in range(LARGE_CONVERSATIONS):
                out.write((b"," if number else b"") + _large_conversation(number))
            out.write(b"]")
        _, peak = _command(file, "tau")
    yield Measurement("import_200_mb_peak_memory", peak, "MB", 300)


def _large_conversation(number: int) -> bytes:
    """Return one of 2 MB: a few words, a call, a long answer."""
    call = {"name": "get_user_details", "arguments": "{}"}
    answer = orjson.dumps(
        [{"row": row, "text": "abcdefgh" * 8} for row in range(22_000)]
    )
    return orjson.dumps(
        {
            "task_id": number,
            "trial": 0,
            "reward": 1.0,
            "info": {"task": {"instruction": "", "actions": [], "outputs": []}},
            "traj": [
                {"role": "user", "content": "Hello"},
                {"role": "assistant", "tool_calls": [{"id": "c", "function": call}]},
                {"role": "tool", "tool_call_id": "c", "content": answer.decode()},
                {"role": "user", "content": "Bye ###STOP###"},
            ],
        }
    )


def _command(file: Path, file_format: str) -> tuple[float, float]:
    """Return the processor seconds and the peak MB of an import by the command."""
    with TemporaryDirectory() as folder:
        python = ["env", f"DATA_DIR={folder}", sys.executable, "-c", MEASURED]
        told = subprocess.run(  # nosec B603: our own interpreter and words
            [*python, "import_results", str(file), "--format", file_format],
            check=True,
            capture_output=True,
            text=True,
            cwd=ROOT,
        ).stdout
    seconds, peak = told.split()[-2:]
    return float(seconds), float(peak) / 1024
