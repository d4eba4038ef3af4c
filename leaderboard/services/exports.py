"""Submissions going out: τ²-bench results, our own trajectories, labels of calls."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any  # Any: JSON values

import orjson

from bankenv.bank import Dataset
from bankenv.trajectory_io import from_json
from leaderboard.models import Conversation, Submission
from leaderboard.parquet_files import TYPE as PARQUET
from leaderboard.parquet_files import parquet_file
from leaderboard.queries.conversation.verdicts import verdict_from
from leaderboard.queries.suites import suite_of
from runner.recordings.labels import call_labels
from runner.recordings.tau2_results import (
    results_info,
    write_results,
    write_simulation,
)

CHUNK = 50
TYPES = {
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "parquet": PARQUET,
}


def _tau2(submission: Submission) -> Iterator[bytes]:
    dataset = suite_of(submission.board)
    ids = submission.conversations.values_list("task_id", flat=True)
    tasks = [
        dataset.tasks[task_id]
        for task_id in ids.order_by("task_id").distinct()
        if task_id in dataset.tasks
    ]
    info = results_info(
        dataset,
        trials=submission.trials,
        model=submission.model_name,
        parameters=submission.parameters,
    )
    yield from write_results(dataset, info, tasks, _simulations(submission, dataset))


def _simulations(
    submission: Submission, dataset: Dataset
) -> Iterator[dict[str, object]]:
    for row in _recorded(submission):
        document = row.trajectory.verdict_document
        task = dataset.tasks.get(row.task_id)
        if task is None:
            continue
        verdict = verdict_from(document) if document else None
        trajectory = from_json(row.trajectory.document)
        yield write_simulation(dataset, task, trajectory, verdict)


def _passbook(submission: Submission) -> Iterator[bytes]:
    for row in _recorded(submission):
        yield _line(row.trajectory.document)


def _labels(submission: Submission) -> Iterator[bytes]:
    yield from map(_line, _label_rows(submission))


def _label_table(submission: Submission) -> Iterator[bytes]:
    """Yield the labels as one Parquet file, the arguments as JSON in a text."""
    yield parquet_file(
        label | {"arguments": orjson.dumps(label["arguments"]).decode()}
        for label in _label_rows(submission)
    )


def _label_rows(submission: Submission) -> Iterator[dict[str, Any]]:
    for row in _recorded(submission):
        document = row.trajectory.verdict_document
        if document is not None:
            trajectory = from_json(row.trajectory.document)
            yield from call_labels(trajectory, verdict_from(document))


def _line(value: object) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)


def _recorded(submission: Submission) -> Iterator[Conversation]:
    rows = submission.conversations.filter(trajectory__isnull=False)
    ordered = rows.order_by("trial", "task_id").select_related("trajectory")
    return ordered.iterator(chunk_size=CHUNK)


FORMS: Mapping[str, tuple[str, Callable[[Submission], Iterator[bytes]]]] = {
    "tau2": ("results.json", _tau2),
    "passbook": ("trajectories.jsonl", _passbook),
    "labels": ("labels.jsonl", _labels),
    "labels-parquet": ("labels.parquet", _label_table),
}


def export_submission(submission: Submission, form: str) -> Iterator[bytes]:
    """Yield a submission's file in parts, a conversation at a time.

    Raises KeyError for a form that there is not.
    """
    return FORMS[form][1](submission)


def file_name(submission: Submission, form: str) -> str:
    """Return the name that the file is saved under."""
    return f"{submission.pk}-{FORMS[form][0]}"


def content_type(form: str) -> str:
    """Return the media type of a form."""
    return TYPES[FORMS[form][0].rpartition(".")[2]]
