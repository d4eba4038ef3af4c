"""A standing: the figures of one submission over one slice of its board's tasks."""

from django.db import models
from django.db.models import F, Q

from leaderboard.models.submission import Submission


def crossed(category: str, area: str) -> str:
    """Return the value of the slice of one category's tasks in one area."""
    return f"{category}.{area}"


def sound(kind: str, value: str) -> str:
    """Return the value of the slice that is another slice without suspect tasks."""
    return f"{kind}.{value}" if value else kind


class Standing(models.Model):
    """Computed from stored verdicts, and again at any time; None where there is none.

    Rates are fractions. `pass_hat_k[i]` is pass^(i+1), `pass_at_k[i]` pass@(i+1), and
    `pass_hat_k_range[i]` the (low, high) of its 95 % interval.
    """

    class Slice(models.TextChoices):
        ALL = "all"
        CATEGORY = "category"
        AREA = "area"
        FAMILY = "family"
        CHAIN = "chain", "chain length"
        LANGUAGE = "language"
        CROSSED = "crossed", "category and area"
        SOUND = "sound", "without suspect tasks"

    submission = models.ForeignKey(Submission, models.CASCADE, related_name="standings")
    slice_kind = models.CharField(max_length=8, choices=Slice, default=Slice.ALL)
    slice_value = models.CharField(max_length=40, blank=True)

    expected = models.PositiveIntegerField(help_text="Conversations that should be.")
    scored = models.PositiveIntegerField(default=0)
    errored = models.PositiveIntegerField(default=0)
    missing = models.PositiveIntegerField(default=0)
    passed = models.PositiveIntegerField(default=0)
    final_state_passed = models.PositiveIntegerField(default=0)
    hidden_violations = models.PositiveIntegerField(default=0)

    pass_rate = models.FloatField(null=True)
    pass_rate_low = models.FloatField(null=True, help_text="Wilson, 95 %.")
    pass_rate_high = models.FloatField(null=True)
    final_state_rate = models.FloatField(null=True)
    hidden_violation_rate = models.FloatField(null=True)
    pass_hat_k = models.JSONField(default=list)
    pass_at_k = models.JSONField(default=list)
    pass_hat_k_range = models.JSONField(default=list)
    pass_at_k_range = models.JSONField(default=list)
    gold_completion = models.FloatField(null=True, help_text="Mean.")
    finding_counts = models.JSONField(
        default=dict, help_text="Kind of finding to the conversations that have one."
    )
    first_findings = models.JSONField(
        default=dict, help_text="Kind to the failed conversations it came first in."
    )
    faults = models.JSONField(
        default=dict, help_text="Whose fault to the conversations that errored."
    )

    turns = models.FloatField(null=True, help_text="Mean.")
    calls = models.FloatField(null=True, help_text="Mean.")
    tool_errors = models.FloatField(null=True, help_text="Mean.")
    gave_up_rate = models.FloatField(null=True)
    simulator_faults = models.PositiveIntegerField(
        null=True, help_text="Scored although an LLM customer was at fault."
    )
    simulator_reruns = models.PositiveIntegerField(
        default=0, help_text="Runs thrown away because the customer was at fault."
    )
    tokens_in = models.FloatField(null=True, help_text="Mean.")
    tokens_out = models.FloatField(null=True, help_text="Mean.")
    cost_usd = models.FloatField(null=True, help_text="Mean of a conversation.")
    cost_usd_total = models.FloatField(null=True)
    latency_ms = models.FloatField(null=True, help_text="Median of a conversation.")
    totals = models.JSONField(
        default=dict, help_text="Sum of each quantity; null unless all are known."
    )
    medians = models.JSONField(default=dict, help_text="Of a conversation.")

    rank_low = models.PositiveIntegerField(
        null=True, help_text="Best rank it may have."
    )
    rank_high = models.PositiveIntegerField(null=True, help_text="Worst.")

    scorer = models.CharField(max_length=40)
    dataset_hash = models.CharField(max_length=64)
    computed_at = models.DateTimeField()

    class Meta:
        ordering = ["submission_id", "slice_kind", "slice_value"]
        indexes = [models.Index(fields=["slice_kind", "slice_value"])]
        constraints = [
            models.UniqueConstraint(
                name="one_standing_per_submission_and_slice",
                fields=["submission", "slice_kind", "slice_value"],
            ),
            models.CheckConstraint(
                name="only_scored_conversations_give_a_pass_rate",
                condition=Q(scored=0, pass_rate__isnull=True)
                | Q(scored__gt=0, pass_rate__isnull=False),
            ),
            models.CheckConstraint(
                name="scored_errored_and_missing_are_all_there_is",
                condition=Q(expected=F("scored") + F("errored") + F("missing")),
            ),
            models.CheckConstraint(
                name="no_more_pass_than_were_scored",
                condition=Q(
                    passed__lte=F("scored"),
                    final_state_passed__lte=F("scored"),
                    hidden_violations__lte=F("scored") - F("passed"),
                ),
            ),
            models.CheckConstraint(
                name="only_a_complete_standing_is_ranked",
                condition=Q(rank_low__isnull=True, rank_high__isnull=True)
                | Q(
                    expected=F("scored"),
                    rank_low__gte=1,
                    rank_high__gte=F("rank_low"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.submission_id} {self.slice_kind} {self.slice_value}".strip()

    @property
    def is_complete(self) -> bool:
        """Whether every conversation was scored; only then is there a rank."""
        return self.scored == self.expected

    @property
    def rank(self) -> str:
        """The rank as people read it: "3", "3–4", or nothing."""
        if self.rank_low is None:
            return ""
        if self.rank_low == self.rank_high:
            return str(self.rank_low)
        return f"{self.rank_low}–{self.rank_high}"
