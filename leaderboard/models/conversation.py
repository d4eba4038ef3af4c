"""A conversation: one trial of a submission at one task. The row is the job."""

from datetime import datetime

from django.db import models
from django.db.models import F, Q

from leaderboard.models.submission import Submission

# What a submission keeps back while its dry run goes.
WITHIN_DRY_RUN = Q(submission__dry_run_until__isnull=True) | Q(
    pk__lte=F("submission__dry_run_until")
)


class ConversationQuerySet(models.QuerySet["Conversation"]):
    def waiting(self, now: datetime) -> "ConversationQuerySet":
        """Queued, of a submission that is going, and not before their time."""
        return self.filter(
            WITHIN_DRY_RUN,
            Q(not_before__isnull=True) | Q(not_before__lte=now),
            status="queued",
            submission__status__in=["queued", "running"],
        )

    def claimable(self, now: datetime) -> "ConversationQuerySet":
        """Those that a worker may take: waiting, or left by a worker that is gone."""
        ready = Q(not_before__isnull=True) | Q(not_before__lte=now)
        return self.filter(
            Q(ready, status="queued") | Q(status="running", lease_ends__lte=now)
        )

    def expired(self, now: datetime) -> "ConversationQuerySet":
        """Running, with a lease that ran out: their worker is gone."""
        return self.filter(status="running", lease_ends__lte=now)

    def unfinished(self) -> "ConversationQuerySet":
        return self.filter(status__in=["queued", "running"])

    def failed(self) -> "ConversationQuerySet":
        """Scored, and not passed."""
        return self.filter(status="scored", passed=False)


class Conversation(models.Model):
    """Its place in the queue, the outcome of its verdict, and what it took."""

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        SCORED = "scored"
        ERRORED = "errored"
        CANCELLED = "cancelled"

    class Fault(models.TextChoices):
        NOBODY = "", "nobody"
        ENDPOINT = "endpoint", "the endpoint"
        CUSTOMER = "customer", "the simulated customer"
        PLATFORM = "platform", "this site"

    submission = models.ForeignKey(
        Submission, models.CASCADE, related_name="conversations"
    )
    task_id = models.CharField(max_length=64)
    trial = models.PositiveSmallIntegerField(default=1)
    # Of the task, repeated here so that lists can be filtered.
    family = models.CharField(max_length=40)
    category = models.CharField(max_length=20)
    area = models.CharField(max_length=20)

    status = models.CharField(max_length=9, choices=Status, default=Status.QUEUED)
    attempt = models.PositiveIntegerField(
        default=0, help_text="Counts claims; a worker may record only under its own."
    )
    failures = models.PositiveSmallIntegerField(
        default=0, help_text="Attempts that ended without a score."
    )
    worker = models.CharField(max_length=120, blank=True)
    lease_ends = models.DateTimeField(null=True, blank=True)
    not_before = models.DateTimeField(null=True, blank=True)
    rung_at = models.DateTimeField(null=True, blank=True)
    request_id = models.CharField(
        max_length=64, blank=True, help_text="Names the last attempt in the logs."
    )
    error = models.TextField(blank=True)
    fault = models.CharField(
        max_length=8, choices=Fault, default=Fault.NOBODY, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    passed = models.BooleanField(null=True)
    final_state_passed = models.BooleanField(null=True)
    hidden_violation = models.BooleanField(null=True)
    sentence = models.CharField(max_length=500, blank=True)
    first_finding = models.CharField(
        max_length=40, blank=True, help_text="Kind of what first broke a gate."
    )
    scorer = models.CharField(max_length=40, blank=True)
    end_reason = models.CharField(max_length=40, blank=True)
    gold_completion = models.FloatField(null=True)
    gave_up = models.BooleanField(null=True)
    simulator_fault = models.BooleanField(
        null=True, help_text="An LLM customer was at fault; null for other customers."
    )
    simulator_reruns = models.PositiveSmallIntegerField(
        default=0, help_text="Runs thrown away because the customer was at fault."
    )
    turns = models.PositiveIntegerField(null=True)
    calls = models.PositiveIntegerField(null=True)
    tool_errors = models.PositiveIntegerField(null=True)
    tokens_in = models.PositiveBigIntegerField(null=True)
    tokens_out = models.PositiveBigIntegerField(null=True)
    cost_usd = models.FloatField(null=True)
    latency_ms = models.FloatField(null=True)
    wasted_usd = models.FloatField(
        default=0.0, help_text="Spent on attempts that ended without a score."
    )
    wasted_tokens = models.PositiveBigIntegerField(default=0)

    objects = ConversationQuerySet.as_manager()

    class Meta:
        ordering = ["submission_id", "task_id", "trial"]
        indexes = [
            models.Index(fields=["status", "lease_ends"]),
            models.Index(fields=["submission", "status"]),
            models.Index(fields=["submission", "family"]),
            models.Index(fields=["submission", "finished_at"]),
            models.Index(fields=["task_id"]),
            models.Index(fields=["finished_at"]),
            models.Index(
                name="retried", fields=["submission"], condition=Q(failures__gt=0)
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="one_conversation_per_submission_task_and_trial",
                fields=["submission", "task_id", "trial"],
            ),
            models.CheckConstraint(
                name="only_a_scored_conversation_has_a_verdict",
                condition=Q(
                    status="scored",
                    passed__isnull=False,
                    final_state_passed__isnull=False,
                    hidden_violation__isnull=False,
                )
                | Q(
                    ~Q(status="scored"),
                    passed__isnull=True,
                    final_state_passed__isnull=True,
                    hidden_violation__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="a_hidden_violation_is_a_fail_with_the_right_final_state",
                condition=~Q(hidden_violation=True)
                | Q(passed=False, final_state_passed=True),
            ),
            models.CheckConstraint(
                name="a_running_conversation_and_no_other_holds_a_lease",
                condition=Q(status="running", lease_ends__isnull=False)
                | Q(~Q(status="running"), lease_ends__isnull=True),
            ),
            models.CheckConstraint(
                name="an_errored_conversation_says_whose_fault_it_was",
                condition=~Q(status="errored") | ~Q(fault=""),
            ),
            models.CheckConstraint(
                name="gold_completion_is_a_fraction",
                condition=Q(gold_completion__isnull=True)
                | Q(gold_completion__gte=0, gold_completion__lte=1),
            ),
            models.CheckConstraint(
                name="a_conversation_does_not_finish_before_it_starts",
                condition=Q(started_at__isnull=True)
                | Q(finished_at__isnull=True)
                | Q(finished_at__gte=F("started_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.task_id}, trial {self.trial}"

    @property
    def is_unfinished(self) -> bool:
        return self.status in (self.Status.QUEUED, self.Status.RUNNING)

    @property
    def duration_s(self) -> float | None:
        """Seconds from the start of the last attempt to its end."""
        if self.started_at is None or self.finished_at is None:
            return None
        return (self.finished_at - self.started_at).total_seconds()
