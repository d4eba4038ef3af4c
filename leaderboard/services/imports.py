"""Recorded conversations brought in: a file is read twice, and stored whole or not.

The first reading finds every fault before anything is stored. The second stores in
small transactions under a draft that no board shows; the draft becomes a submission at
the end. What a crash leaves is a draft: the same file goes on where it stopped.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from django.contrib.auth.models import User
from django.db import reset_queries, transaction
from django.utils import timezone

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from leaderboard.models import Conversation, Import, Standing, Submission
from leaderboard.queries.suites import recorded_suite, suite_of
from leaderboard.services.imported_boards import CannotImport, Place, place_for
from leaderboard.services.imported_rows import Judged, batches, judge, store
from leaderboard.services.standings import refresh_standings
from leaderboard.statistics import pass_hat_k
from runner.recordings.formats import Survey, digest_of, read, survey
from runner.recordings.items import Item, Recording
from runner.recordings.stream import BrokenFile

NAME_LENGTH = 80
MOST_REFUSALS_STORED = 200
ALMOST_ONE = 1 - 1e-6
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to import and as what. An empty `name` is taken from the file."""

    path: Path
    file_format: str
    owner: User
    file_name: str = ""
    domain: str = ""
    name: str = ""
    visibility: str = Submission.Visibility.PRIVATE


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a file. `pass_hat_k` is pass^1, pass^2, ...

    It is that of the recorded outcomes where no environment is here, else of ours.
    """

    imported: int
    skipped: int
    refused: int
    tasks: int
    trials: int
    pass_hat_k: list[float]
    submission: Submission
    refusals: list[tuple[str, str]]


@dataclass(frozen=True)
class _Run:
    """One import under way."""

    request: Request
    found: Survey
    place: Place
    submission: Submission
    stored: frozenset[tuple[str, int]]


def import_recordings(request: Request, progress: Progress | None = None) -> Report:
    """Import a file; return what was imported, skipped and refused.

    `progress` is told how many conversations of how many are done; while the file is
    read for the first time none is done and the total grows. Raises CannotImport with
    the place in the file where it is not to be taken at all; nothing is left then.
    """
    try:
        digest = digest_of(request.path)
        found = survey(
            request.path,
            request.file_format,
            request.domain,
            None if progress is None else lambda count: progress(0, count),
        )
    except (BrokenFile, OSError) as fault:
        raise CannotImport(str(fault)) from None
    place = place_for(found, request.file_format)
    submission = _draft(request, place, found, digest)
    stored = frozenset(submission.conversations.values_list("task_id", "trial"))
    run = _Run(request, found, place, submission, stored)
    if not submission.has_ended:
        _store_all(run, progress)
        _finish(run)
    return _report(run)


def _draft(request: Request, place: Place, found: Survey, digest: str) -> Submission:
    """Return the submission of this file: begun earlier, or new."""
    before = Submission.objects.filter(
        owner=request.owner, board=place.board, import_of__file_digest=digest
    ).first()
    if before is not None:
        return before
    assistant = found.about.assistant
    file_name = (request.file_name or request.path.name).replace("\0", "")
    model = str(assistant.get("model") or "").replace("\0", "")
    name = request.name or model or Path(file_name).stem
    with transaction.atomic():
        submission = Submission.objects.create(
            board=place.board,
            owner=request.owner,
            name=name[:NAME_LENGTH],
            kind=Submission.Kind.REPLAYED,
            visibility=request.visibility,
            model_name=model[:200],
            parameters={k: v for k, v in assistant.items() if k != "model"},
            trials=max(found.most_trials, 1),
            status=Submission.Status.DRAFT,
            started_at=timezone.now(),
        )
        Import.objects.create(
            submission=submission,
            file_name=file_name[:200],
            file_digest=digest,
            file_format=request.file_format,
            refused=[list(one) for one in found.refused[:MOST_REFUSALS_STORED]],
        )
    return submission


def _store_all(run: _Run, progress: Progress | None) -> None:
    total = run.found.conversations
    done = len(run.stored)
    for batch in batches(_judged(run)):
        store(run.submission, batch)
        reset_queries()  # the log that DEBUG keeps would hold every recording
        done += len(batch)
        if progress:
            progress(done, total)


def _judged(run: _Run) -> Iterator[Judged]:
    dataset = _suite(run.place)
    done = set(run.stored)
    for item in _items(run):
        if not isinstance(item, Recording) or item.task not in run.place.tasks:
            continue
        if (item.task, item.trial) in done:
            continue
        done.add((item.task, item.trial))
        task = run.place.tasks[item.task]
        yield judge(dataset, run.place.board.scorer, task, item)


def _suite(place: Place) -> Dataset:
    """Return the board's suite with the tasks that the file's trials are of."""
    if recorded_suite(place.board) is None:
        return load_dataset()
    return replace(suite_of(place.board, ()), tasks=place.tasks)


def _items(run: _Run) -> Iterator[Item]:
    request = run.request
    try:
        yield from read(request.path, request.file_format, run.found.domain)
    except BrokenFile as changed:
        raise CannotImport(f"The file changed while it was read: {changed}") from None


@transaction.atomic
def _finish(run: _Run) -> None:
    """Make a submission of the draft; trials that the file lacks stand as missing."""
    submission = run.submission
    missing = _missing(run)
    Conversation.objects.bulk_create(missing, batch_size=500)
    now = timezone.now()
    Import.objects.filter(submission=submission).update(
        finished_at=now, pass_hat_k=pass_hat_k(_recorded_passes(run))
    )
    submission.status, submission.finished_at = Submission.Status.FINISHED, now
    submission.status_reason = _remark(run.found, len(missing))
    submission.save(update_fields=["status", "finished_at", "status_reason"])
    refresh_standings(submission)


def _missing(run: _Run) -> list[Conversation]:
    """Return a row for each trial of each task that the file does not have."""
    trials = range(1, run.submission.trials + 1)
    return [
        Conversation(
            submission=run.submission,
            task_id=task.id,
            trial=trial,
            family=task.family,
            category=task.category,
            area=task.area,
            status=Conversation.Status.CANCELLED,
            error="The file has no recording of it.",
        )
        for task in run.place.tasks.values()
        for trial in trials
        if trial not in run.found.trials.get(task.id, {})
    ]


def _recorded_passes(run: _Run) -> list[list[bool]]:
    """Return each task's recorded passes; none for what broke off or is missing."""
    rewards = run.found.rewards
    return [
        [reward >= ALMOST_ONE for reward in rewards.get(task, ()) if reward is not None]
        for task in run.place.tasks
    ]


def _remark(found: Survey, missing: int) -> str:
    parts = []
    if found.refusals:
        parts.append(f"{found.refusals} parts of the file were refused.")
    if missing:
        parts.append(f"{missing} conversations are not in the file.")
    return " ".join(parts)


def _report(run: _Run) -> Report:
    stored = len(run.stored)
    missing = run.submission.conversations.filter(status="cancelled").count()
    now_stored = run.submission.conversations.count() - missing
    before = min(stored, now_stored)
    return Report(
        imported=now_stored - before,
        skipped=before,
        refused=run.found.refusals,
        tasks=len(run.found.trials),
        trials=run.found.most_trials,
        pass_hat_k=_pass_hat_k(run),
        submission=run.submission,
        refusals=run.found.refused,
    )


def _pass_hat_k(run: _Run) -> list[float]:
    suite = recorded_suite(run.place.board)
    if suite is not None and suite.profile == "recorded":
        figures = Import.objects.get(submission=run.submission).pass_hat_k
    else:
        whole = run.submission.standings.filter(slice_kind=Standing.Slice.ALL)
        figures = whole.values_list("pass_hat_k", flat=True).first() or []
    return [float(figure) for figure in figures]
