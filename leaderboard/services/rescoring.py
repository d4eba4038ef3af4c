"""Verdicts made again from stored trajectories, after a scorer was mended."""

from django.db import transaction

from bankenv.scoring import score
from bankenv.trajectory_io import from_json
from bankenv.verdict import Verdict
from leaderboard.models import Conversation, Submission
from leaderboard.models import Trajectory as StoredTrajectory
from leaderboard.packing import pack, unpack
from leaderboard.queries.suites import recorded_suite, suite_of
from leaderboard.services.outcomes import outcome_fields, store_finding_counts
from leaderboard.services.standings import refresh_standings

BATCH = 100


def rescore_submission(submission: Submission) -> tuple[int, int]:
    """Score every scored conversation again; return how many, and how many changed.

    The trajectories stay as they are. Does nothing for a board that is closed because
    its dataset was replaced: its tasks are gone.
    """
    imported = recorded_suite(submission.board) is not None
    if not submission.board.is_open and not imported:
        return 0, 0
    dataset = suite_of(submission.board)
    scorer = submission.board.scorer
    stored = StoredTrajectory.objects.filter(
        conversation__submission=submission, conversation__status="scored"
    ).values_list("pk", "packed", "packed_verdict")
    scored = changed = 0
    for pk, packed, packed_verdict in stored.iterator(chunk_size=BATCH):
        scored += 1
        verdict = score(dataset, from_json(unpack(packed)), scorer)
        if pack(verdict) != bytes(packed_verdict or b""):
            changed += 1
            _store(pk, verdict)
    refresh_standings(submission)
    return scored, changed


@transaction.atomic
def _store(pk: int, verdict: Verdict) -> None:
    """Store a verdict made anew in place of the one before."""
    rows = StoredTrajectory.objects.filter(pk=pk)
    rows.update(packed_verdict=pack(verdict))
    conversation = Conversation.objects.get(trajectory=pk)
    Conversation.objects.filter(pk=conversation.pk).update(**outcome_fields(verdict))
    store_finding_counts(conversation, verdict)
