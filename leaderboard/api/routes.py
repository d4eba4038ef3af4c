"""Addresses of the API, below /api/: version 1 under v1/, and its documents."""

from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from leaderboard.api import (
    boards,
    comparisons,
    conversations,
    datasheet,
    exports,
    files,
    submissions,
    tasks,
    uploads,
)

documents = SpectacularSwaggerSplitView.as_view(
    url_name="api-schema", template_name="api/docs.html"
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("docs/", documents, name="api-docs"),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("v1/boards/", boards.BoardList.as_view(), name="api-boards"),
    path("v1/boards/<slug:slug>/", boards.BoardDetail.as_view(), name="api-board"),
    path("v1/compare/", comparisons.Compare.as_view(), name="api-compare"),
    path(
        "v1/submissions/",
        submissions.SubmissionList.as_view(),
        name="api-submissions",
    ),
    path(
        "v1/submissions/<slug:pk>/",
        submissions.SubmissionDetail.as_view(),
        name="api-submission",
    ),
    path(
        "v1/submissions/<slug:pk>/pause/",
        submissions.Pause.as_view(),
        name="api-submission-pause",
    ),
    path(
        "v1/submissions/<slug:pk>/resume/",
        submissions.Resume.as_view(),
        name="api-submission-resume",
    ),
    path(
        "v1/submissions/<slug:pk>/cancel/",
        submissions.Cancel.as_view(),
        name="api-submission-cancel",
    ),
    path(
        "v1/submissions/<slug:pk>/limits/",
        submissions.LimitsOfSubmission.as_view(),
        name="api-submission-limits",
    ),
    path(
        "v1/submissions/<slug:pk>/key/",
        submissions.KeyOfSubmission.as_view(),
        name="api-submission-key",
    ),
    path(
        "v1/submissions/<slug:pk>/conversations/",
        conversations.ConversationList.as_view(),
        name="api-conversations",
    ),
    path(
        "v1/submissions/<slug:pk>/files/<slug:form>/",
        exports.SubmissionExport.as_view(),
        name="api-submission-export",
    ),
    path(
        "v1/boards/<slug:slug>/board.<slug:form>",
        files.BoardFile.as_view(),
        name="api-board-file",
    ),
    path(
        "v1/submissions/<slug:pk>/figures.<slug:form>",
        files.FiguresFile.as_view(),
        name="api-figures-file",
    ),
    path(
        "v1/submissions/<slug:pk>/conversations.<slug:form>",
        files.ConversationsFile.as_view(),
        name="api-conversations-file",
    ),
    path("v1/imports/", uploads.UploadList.as_view(), name="api-imports"),
    path("v1/imports/<slug:pk>/", uploads.UploadDetail.as_view(), name="api-upload"),
    path(
        "v1/imports/<slug:pk>/parts/<int:number>/",
        uploads.UploadPartDetail.as_view(),
        name="api-upload-part",
    ),
    path(
        "v1/conversations/<int:pk>/",
        conversations.ConversationDetail.as_view(),
        name="api-conversation",
    ),
    path("v1/tasks/", tasks.TaskList.as_view(), name="api-tasks"),
    path("v1/tasks/<str:task_id>/", tasks.TaskDetail.as_view(), name="api-task"),
    path("v1/datasheet/", datasheet.Datasheet.as_view(), name="api-datasheet"),
    path("v1/bank/", include("leaderboard.api.bank_routes")),
]
