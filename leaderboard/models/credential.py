"""The key to a submission's endpoint: written, used by the runner, never shown."""

from django.db import models

from leaderboard.models.submission import Submission


class Credential(models.Model):
    """An API key, encrypted; services/credentials.py alone reads and writes it."""

    submission = models.OneToOneField(
        Submission, models.CASCADE, related_name="credential", primary_key=True
    )
    encrypted = models.TextField(editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"key of {self.submission_id}"
