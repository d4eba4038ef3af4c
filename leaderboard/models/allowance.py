"""What one user may do in a day where it differs from what everybody may."""

from django.contrib.auth.models import User
from django.db import models


class Allowance(models.Model):
    """Set by staff. An empty figure is that of the settings."""

    user = models.OneToOneField(
        User, models.CASCADE, related_name="allowance", primary_key=True
    )
    submissions_per_day = models.PositiveIntegerField(null=True, blank=True)
    conversations_per_day = models.PositiveIntegerField(null=True, blank=True)
    imports_per_day = models.PositiveIntegerField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"allowance of {self.user_id}"
