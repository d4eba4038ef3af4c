"""A token for the API: shown once, kept as a hash."""

from django.contrib.auth.models import User
from django.db import models


class ApiToken(models.Model):
    """Acts for its user; `digest` is the SHA-256 of the token in hex."""

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=60)
    start = models.CharField(max_length=12, help_text="Its first characters.")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.start}…)"
