"""Who may see a submission: one setting, and a board whose ranks follow it."""

from leaderboard.models import Submission
from leaderboard.services.submissions import NotPossible


def show_submission(submission: Submission, visibility: str) -> None:
    """Show the submission to the people named by `visibility`.

    The next sweep ranks its board anew: ranks are not computed while a page waits.
    Raises NotPossible for a visibility that there is not.
    """
    if visibility not in Submission.Visibility.values:
        known = ", ".join(Submission.Visibility.values)
        raise NotPossible(f"“{visibility}” is not one of {known}.")
    Submission.objects.filter(pk=submission.pk).update(
        visibility=visibility, tallied_at=None
    )
