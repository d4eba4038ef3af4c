"""What somebody with staff rights did or looked at: written once, never changed."""

from django.contrib.auth.models import User
from django.db import models


class AuditEntry(models.Model):
    """One request of a member of staff. What was sent is not kept: it may be secret."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    actor_name = models.CharField(max_length=150)
    method = models.CharField(max_length=10)
    route = models.CharField(max_length=100, help_text="Name of the address.")
    path = models.CharField(max_length=300)
    status = models.PositiveSmallIntegerField(help_text="Of the answer.")
    request_id = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["-at", "-pk"]
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.actor_name}: {self.method} {self.path}"
