"""What staff may see and put right. Keys and token digests are not among it.

ModelAdmin takes a type argument in its stubs alone, hence the `type: ignore`s.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from leaderboard.models import (
    Allowance,
    ApiToken,
    AuditEntry,
    Board,
    Conversation,
    Standing,
    Submission,
    WorkerSign,
)


class ReadOnly:
    """Rows that only the jobs write."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Board)
class BoardAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("title", "slug", "split", "task_count", "max_trials", "is_open")
    readonly_fields = ("suite", "suite_version", "split", "scorer", "dataset_hash")


@admin.register(Submission)
class SubmissionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "board", "owner", "status", "visibility", "created_at")
    list_filter = ("status", "visibility", "board", "is_baseline")
    search_fields = ("name", "organisation", "model_name", "id")
    # Its course is the services' to change: pages pause, resume and cancel it.
    readonly_fields = ("status", "started_at", "finished_at", "tallied_at", "kind")
    list_select_related = ("board", "owner")


@admin.register(Conversation)
class ConversationAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("task_id", "trial", "submission", "status", "attempt", "fault")
    list_filter = ("status", "fault")
    search_fields = ("task_id", "request_id", "submission__id")
    list_select_related = ("submission",)


@admin.register(Standing)
class StandingAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("submission", "slice_kind", "slice_value", "pass_rate", "rank")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Standing]:
        return super().get_queryset(request).select_related("submission")


@admin.register(Allowance)
class AllowanceAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = (
        "user",
        "submissions_per_day",
        "conversations_per_day",
        "imports_per_day",
        "reason",
    )
    autocomplete_fields = ("user",)
    list_select_related = ("user",)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("at", "actor_name", "method", "path", "status", "request_id")
    list_filter = ("method", "route")
    search_fields = ("actor_name", "path", "request_id")
    date_hierarchy = "at"

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(WorkerSign)
class WorkerSignAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "started_at", "seen_at", "stopped_at", "running", "threads")


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("name", "user", "start", "created_at", "last_used_at")
    exclude = ("digest",)
