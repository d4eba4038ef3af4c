"""Verdicts made again from stored trajectories, after a scorer was mended."""

from django.db import transaction

from bankenv.bank import Dataset
from bankenv.scoring import score
from bankenv.trajectory_io import from_json
from leaderboard.models import Conversation, Submission
from leaderboard.packing import pack
from leaderboard.queries.suites import recorded_suite, suite_of
from leaderboard.services.outcomes import outcome_fields, store_finding_counts
from leaderboard.services.standings import refresh_standings


def rescore_submission(submission: Submission) -> tuple[int, int]:
    """Score every scored conversation again; return how many, and how many changed.

    The trajectories stay as they are. Does nothing for a board that is closed because
    its dataset was replaced: its tasks are gone.
    """
    imported = recorded_suite(submission.board) is not None
    if not submission.board.is_open and not imported:
        return 0, 0
    dataset = suite_of(submission.board)
    rows = submission.conversations.filter(
        status="scored", trajectory__isnull=False
    ).select_related("trajectory", "submission__board")
    changed = [_rescore(row, dataset) for row in rows.iterator(chunk_size=100)]
    refresh_standings(submission)
    return len(changed), sum(changed)


@transaction.atomic
def _rescore(conversation: Conversation, dataset: Dataset) -> bool:
    """Store the verdict made anew; say whether it differs from the one before."""
    stored = conversation.trajectory
    scorer = conversation.submission.board.scorer
    verdict = score(dataset, from_json(stored.document), scorer)
    packed = pack(verdict)
    if packed == stored.packed_verdict:
        return False
    stored.packed_verdict = packed
    stored.save(update_fields=["packed_verdict"])
    Conversation.objects.filter(pk=conversation.pk).update(**outcome_fields(verdict))
    store_finding_counts(conversation, verdict)
    return True
