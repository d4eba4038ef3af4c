"""A board: the submissions that may be compared with each other."""

from django.db import models
from django.db.models import Q


class Board(models.Model):
    """Suite, version, split, customer and scorer: what two figures must share."""

    class Customer(models.TextChoices):
        AGENDA = "agenda", "agenda customer"
        LLM = "llm", "LLM customer"

    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=80)
    suite = models.CharField(max_length=40)
    suite_version = models.CharField(max_length=20)
    split = models.CharField(max_length=40)
    customer = models.CharField(max_length=8, choices=Customer, default=Customer.AGENDA)
    customer_model = models.CharField(
        max_length=200, blank=True, help_text="Of an LLM customer: which model."
    )
    scorer = models.CharField(max_length=40)
    dataset_hash = models.CharField(max_length=64)
    task_count = models.PositiveIntegerField(help_text="Tasks of the split.")
    max_trials = models.PositiveSmallIntegerField(default=8)
    is_open = models.BooleanField(default=True, help_text="Takes new submissions.")
    suspects_changed_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When staff last decided on a task; null once figures followed.",
    )
    figures_changed_at = models.DateTimeField(
        null=True,
        editable=False,
        help_text="When figures or ranks were last stored: names what pages keep.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["suite", "-suite_version", "task_count", "slug"]
        constraints = [
            models.UniqueConstraint(
                name="one_board_for_what_may_be_compared",
                fields=[
                    "suite",
                    "suite_version",
                    "dataset_hash",
                    "split",
                    "customer",
                    "customer_model",
                    "scorer",
                ],
            ),
            models.CheckConstraint(
                name="a_board_has_tasks_and_allows_a_trial",
                condition=Q(task_count__gt=0, max_trials__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return self.title
