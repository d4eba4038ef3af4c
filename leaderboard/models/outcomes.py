"""What each task of a submission came to: the rows of comparisons and matrices."""

from django.db import models

from leaderboard.letters import PASSED, SCORED
from leaderboard.models.submission import Submission


class Outcomes(models.Model):
    """Of each task a letter a trial: passed, failed, hidden violation, errored, "-".

    Computed with the standings, so that two submissions are compared without reading
    their conversations.
    """

    submission = models.OneToOneField(
        Submission, models.CASCADE, related_name="outcomes", primary_key=True
    )
    letters = models.JSONField(default=dict, help_text="Task to letters by trial.")
    computed_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "outcomes"

    def __str__(self) -> str:
        return f"outcomes of submission {self.pk}"

    @property
    def passes(self) -> dict[str, dict[int, bool]]:
        """The scored trials: task to trial to passed."""
        found = {
            task: {
                trial: letter == PASSED
                for trial, letter in enumerate(letters, start=1)
                if letter in SCORED
            }
            for task, letters in self.letters.items()
        }
        return {task: trials for task, trials in found.items() if trials}
