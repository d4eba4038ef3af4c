"""What the API says: the same rows that the pages show."""

from typing import Any

from rest_framework import serializers

from leaderboard.api.row_serializers import RowSerializer
from leaderboard.kept import Kept
from leaderboard.models import Board, Conversation, FindingCount, Standing, Submission
from leaderboard.queries.boards import BoardPage, BoardRow
from leaderboard.queries.standings import Version, version_of


class BoardSerializer(serializers.ModelSerializer[Board]):
    class Meta:
        model = Board
        fields = (
            "slug",
            "title",
            "suite",
            "suite_version",
            "split",
            "customer",
            "customer_model",
            "scorer",
            "dataset_hash",
            "task_count",
            "max_trials",
            "is_open",
        )


class StandingSerializer(RowSerializer[Standing]):
    """Rates are fractions; null is "not known"."""

    rank = serializers.CharField(read_only=True, help_text="As the page shows it.")
    is_complete = serializers.BooleanField(read_only=True)

    class Meta:
        model = Standing
        fields = (
            "slice_kind",
            "slice_value",
            "rank",
            "rank_low",
            "rank_high",
            "is_complete",
            "expected",
            "scored",
            "errored",
            "missing",
            "passed",
            "final_state_passed",
            "hidden_violations",
            "pass_rate",
            "pass_rate_low",
            "pass_rate_high",
            "final_state_rate",
            "hidden_violation_rate",
            "pass_hat_k",
            "pass_at_k",
            "pass_hat_k_range",
            "pass_at_k_range",
            "gold_completion",
            "finding_counts",
            "first_findings",
            "faults",
            "turns",
            "calls",
            "tool_errors",
            "gave_up_rate",
            "simulator_faults",
            "simulator_reruns",
            "tokens_in",
            "tokens_out",
            "cost_usd",
            "cost_usd_total",
            "latency_ms",
            "totals",
            "medians",
            "scorer",
            "dataset_hash",
            "computed_at",
        )

    def to_representation(self, instance: Standing) -> dict[str, Any]:
        """Return the figures as JSON values, made once per process and version."""
        version = version_of(instance)
        said = SAID.get(version)
        if said is None:
            said = super().to_representation(instance)
            SAID.put(version, said)
        return dict(said)


SAID: Kept[Version, dict[str, Any]] = Kept(4000)  # some 5 KB each


class SubmissionSerializer(RowSerializer[Submission]):
    """A submission; `base_url` is null for everybody but its owner."""

    board = serializers.SlugRelatedField[Board](slug_field="slug", read_only=True)
    owner = serializers.CharField(source="owner.username", read_only=True)
    base_url = serializers.SerializerMethodField()

    class Meta:
        model = Submission
        fields = (
            "id",
            "board",
            "owner",
            "name",
            "organisation",
            "openness",
            "kind",
            "has_custom_prompt",
            "is_baseline",
            "visibility",
            "base_url",
            "model_name",
            "strategy",
            "parameters",
            "price_in",
            "price_out",
            "spend_cap",
            "token_cap",
            "requests_per_minute",
            "trials",
            "concurrency",
            "status",
            "status_reason",
            "resume_at",
            "created_at",
            "started_at",
            "finished_at",
            "tallied_at",
        )

    def get_base_url(self, submission: Submission) -> str | None:
        request = self.context.get("request")
        own = request is not None and submission.is_owned_by(request.user)
        return submission.base_url if own else None


class BoardRowSerializer(serializers.Serializer[BoardRow]):
    submission = SubmissionSerializer()
    standing = StandingSerializer(allow_null=True)
    categories = serializers.DictField(child=StandingSerializer())


class BoardPageSerializer(serializers.Serializer[BoardPage]):
    """A board with its rows: those that are ranked, then those that cannot be."""

    board = BoardSerializer()
    suspects = serializers.ListField(
        child=serializers.CharField(),
        help_text="Tasks confirmed to be wrong; ?suspects=without drops them.",
    )
    rows = BoardRowSerializer(many=True)


class ProgressSerializer(serializers.Serializer[Any]):
    """Conversations by status. Any: Progress has no setters to type."""

    total = serializers.IntegerField()
    queued = serializers.IntegerField()
    running = serializers.IntegerField()
    scored = serializers.IntegerField()
    passed = serializers.IntegerField()
    failed = serializers.IntegerField()
    hidden = serializers.IntegerField()
    errored = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    retried = serializers.IntegerField()
    per_minute = serializers.FloatField(allow_null=True)
    eta_s = serializers.FloatField(allow_null=True)
    ahead = serializers.IntegerField()


class SubmissionPageSerializer(serializers.Serializer[Any]):
    """What the page of a submission shows. Any: a dataclass, read only."""

    submission = SubmissionSerializer()
    progress = ProgressSerializer()
    standing = StandingSerializer(allow_null=True)
    slices = serializers.DictField(child=StandingSerializer(many=True))


class FindingCountSerializer(RowSerializer[FindingCount]):
    class Meta:
        model = FindingCount
        fields = ("kind", "check_name", "is_advisory", "count")


class ConversationSerializer(RowSerializer[Conversation]):
    finding_counts = FindingCountSerializer(many=True, read_only=True)

    class Meta:
        model = Conversation
        fields: tuple[str, ...] = (
            "id",
            "submission_id",
            "task_id",
            "trial",
            "family",
            "category",
            "area",
            "status",
            "passed",
            "final_state_passed",
            "hidden_violation",
            "sentence",
            "first_finding",
            "scorer",
            "end_reason",
            "error",
            "fault",
            "gold_completion",
            "gave_up",
            "simulator_fault",
            "simulator_reruns",
            "turns",
            "calls",
            "tool_errors",
            "tokens_in",
            "tokens_out",
            "cost_usd",
            "latency_ms",
            "failures",
            "finding_counts",
            "started_at",
            "finished_at",
        )


class ConversationDetailSerializer(ConversationSerializer):
    """One conversation with its verdict and its events; null where there are none."""

    verdict = serializers.SerializerMethodField()
    trajectory = serializers.SerializerMethodField()

    class Meta(ConversationSerializer.Meta):
        fields = (*ConversationSerializer.Meta.fields, "verdict", "trajectory")

    # Any: JSON documents, whose layout docs/trajectory.md gives.
    def get_verdict(self, conversation: Conversation) -> dict[str, Any] | None:
        stored = getattr(conversation, "trajectory", None)
        return stored.verdict_document if stored else None

    def get_trajectory(self, conversation: Conversation) -> dict[str, Any] | None:
        stored = getattr(conversation, "trajectory", None)
        if stored is None:
            return None
        document: dict[str, Any] = stored.document
        request = self.context.get("request")
        if request is None or not conversation.submission.is_owned_by(request.user):
            _without_address(document)
        return document


def _without_address(document: dict[str, Any]) -> None:
    """Leave out where the endpoint is: that is for its owner."""
    assistant = document.get("header", {}).get("assistant")
    if isinstance(assistant, dict):
        assistant.pop("base_url", None)
