"""A submission: one model endpoint entered on one board."""

from datetime import datetime

from django.contrib.auth.models import AnonymousUser, User
from django.db import models
from django.db.models import F, Q
from django.utils.crypto import get_random_string

from leaderboard.models.board import Board

REASON_LENGTH = 500
# Failures of an endpoint, one after the other, after which it is left alone.
FAILURES_IN_A_ROW = 10
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike


def new_code() -> str:
    """Return an id that cannot be guessed: who has the link may see an unlisted one."""
    return get_random_string(12, CODE_LETTERS)


class SubmissionQuerySet(models.QuerySet["Submission"]):
    def visible_to(self, user: User | AnonymousUser) -> "SubmissionQuerySet":
        """Those that `user` may open, with their link at hand."""
        if user.is_staff:
            return self.all()
        shown = Q(visibility__in=["public", "unlisted"])
        return self.filter(shown | Q(owner_id=user.pk) if user.pk else shown)

    def listed_for(self, user: User | AnonymousUser) -> "SubmissionQuerySet":
        """Those that a list may show to `user`: the public ones and the user's own."""
        shown = Q(visibility="public")
        return self.filter(shown | Q(owner_id=user.pk) if user.pk else shown)

    def active(self) -> "SubmissionQuerySet":
        """Those with conversations that wait or run."""
        return self.filter(status__in=["queued", "running"])

    def going_on(self) -> "SubmissionQuerySet":
        """Those that come to their end by themselves: active, or taking a break."""
        active = Q(status__in=["queued", "running"])
        return self.filter(active | Q(resume_at__isnull=False))


class Submission(models.Model):
    """What was entered, by whom, and how far it has come."""

    class Status(models.TextChoices):
        DRAFT = "draft"
        QUEUED = "queued"
        RUNNING = "running"
        PAUSED = "paused"
        FINISHED = "finished"
        CANCELLED = "cancelled"
        FAILED = "failed"

    class Visibility(models.TextChoices):
        PRIVATE = "private", "only me"
        UNLISTED = "unlisted", "whoever has the link"
        PUBLIC = "public", "everybody, on the board"

    class Strategy(models.TextChoices):
        FUNCTION_CALLING = "function_calling", "function calling"
        REACT = "react", "ReAct"
        ACT_ONLY = "act_only", "act only"

    class Kind(models.TextChoices):
        RUN_HERE = "run_here", "run here"
        REPLAYED = "replayed", "replayed"

    class Openness(models.TextChoices):
        OPEN = "open", "open weights"
        CLOSED = "closed", "closed weights"
        UNKNOWN = "unknown", "not said"

    ENDED = (Status.FINISHED, Status.CANCELLED, Status.FAILED)

    id = models.CharField(max_length=12, primary_key=True, default=new_code)
    board = models.ForeignKey(Board, models.PROTECT, related_name="submissions")
    owner = models.ForeignKey(User, models.CASCADE, related_name="submissions")
    name = models.CharField(max_length=80, help_text="As the board shows it.")
    organisation = models.CharField(max_length=80, blank=True)
    openness = models.CharField(
        "weights", max_length=8, choices=Openness, default=Openness.UNKNOWN
    )
    kind = models.CharField(max_length=8, choices=Kind, default=Kind.RUN_HERE)
    is_baseline = models.BooleanField(default=False)
    has_custom_prompt = models.BooleanField(
        "custom prompt",
        default=False,
        help_text="Recorded with another prompt than this site sends.",
    )
    visibility = models.CharField(
        max_length=8, choices=Visibility, default=Visibility.PRIVATE
    )

    base_url = models.CharField(max_length=500, blank=True)
    model_name = models.CharField(max_length=200, blank=True)
    strategy = models.CharField(
        max_length=16, choices=Strategy, default=Strategy.FUNCTION_CALLING
    )
    parameters = models.JSONField(
        default=dict, blank=True, help_text="Sent with each request; no secrets."
    )
    price_in = models.DecimalField(
        "US$ per million tokens in",
        max_digits=10,
        decimal_places=4,
        null=True,
        blank=True,
    )
    price_out = models.DecimalField(
        "US$ per million tokens out",
        max_digits=10,
        decimal_places=4,
        null=True,
        blank=True,
    )
    spend_cap = models.DecimalField(
        "stop at US$", max_digits=10, decimal_places=2, null=True, blank=True
    )
    token_cap = models.PositiveBigIntegerField(
        "stop at tokens", null=True, blank=True, help_text="In and out together."
    )
    trials = models.PositiveSmallIntegerField(default=1)
    concurrency = models.PositiveSmallIntegerField("at once", default=8)
    requests_per_minute = models.PositiveIntegerField(
        null=True, blank=True, help_text="The most, over all workers."
    )
    keeps_credential = models.BooleanField(
        "keep the key", default=False, help_text="After the end, to run again."
    )

    notify_email = models.EmailField(blank=True, help_text="Told of its end.")
    webhook_url = models.CharField(max_length=500, blank=True)

    status = models.CharField(max_length=9, choices=Status, default=Status.DRAFT)
    status_reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    resume_at = models.DateTimeField(
        null=True, blank=True, help_text="When a break it takes by itself is over."
    )
    failures_in_a_row = models.PositiveIntegerField(
        default=0, help_text="Of its endpoint, since a conversation was last scored."
    )
    breaks = models.PositiveSmallIntegerField(
        default=0, help_text="Taken since a conversation was last scored."
    )
    dry_run_until = models.BigIntegerField(
        null=True,
        blank=True,
        help_text="Key of the last conversation of its dry run, as long as that goes.",
    )
    next_request_at = models.DateTimeField(
        null=True, blank=True, help_text="When its endpoint may be asked next."
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    tallied_at = models.DateTimeField(
        null=True, blank=True, help_text="When its standings were last computed."
    )

    objects = SubmissionQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "pk"]
        indexes = [
            models.Index(fields=["status"]),
            models.Index(fields=["board", "status"]),
        ]
        constraints = [
            models.CheckConstraint(
                name="a_submission_has_a_trial_and_a_place",
                condition=Q(trials__gt=0, concurrency__gt=0),
            ),
            models.CheckConstraint(
                name="only_a_paused_submission_takes_a_break",
                condition=Q(resume_at__isnull=True) | Q(status="paused"),
            ),
            models.CheckConstraint(
                name="a_pace_is_at_least_a_request_a_minute",
                condition=Q(requests_per_minute__isnull=True)
                | Q(requests_per_minute__gt=0),
            ),
            models.CheckConstraint(
                name="only_an_ended_submission_has_an_end",
                condition=Q(
                    status__in=["finished", "cancelled", "failed"],
                    finished_at__isnull=False,
                )
                | Q(
                    ~Q(status__in=["finished", "cancelled", "failed"]),
                    finished_at__isnull=True,
                ),
            ),
            models.CheckConstraint(
                name="a_submission_does_not_end_before_it_starts",
                condition=Q(started_at__isnull=True)
                | Q(finished_at__isnull=True)
                | Q(finished_at__gte=F("started_at")),
            ),
            models.CheckConstraint(
                name="what_runs_here_has_an_endpoint",
                condition=~Q(kind="run_here") | (~Q(base_url="") & ~Q(model_name="")),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def has_ended(self) -> bool:
        return self.status in self.ENDED

    @property
    def is_active(self) -> bool:
        return self.status in (self.Status.QUEUED, self.Status.RUNNING)

    @property
    def goes_on(self) -> bool:
        """Whether it comes to its end by itself: active, or taking a break."""
        return self.is_active or self.resume_at is not None

    @property
    def places(self) -> int:
        """How many of its conversations may run at once."""
        return places(self.concurrency, self.failures_in_a_row, self.breaks)

    def is_owned_by(self, user: User | AnonymousUser) -> bool:
        return user.pk is not None and self.owner_id == user.pk

    def is_tallied_since(self, moment: datetime) -> bool:
        return self.tallied_at is not None and self.tallied_at >= moment


def places(concurrency: int, failures_in_a_row: int, breaks: int) -> int:
    """After a break one conversation alone tries whether the endpoint is back."""
    tries = breaks > 0 and failures_in_a_row >= FAILURES_IN_A_ROW - 1
    return 1 if tries else concurrency
