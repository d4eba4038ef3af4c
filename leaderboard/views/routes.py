"""Addresses of the pages."""

from django.contrib.auth.views import LogoutView
from django.urls import URLPattern, URLResolver, path

from leaderboard.api.tokens import also_by_token
from leaderboard.views import (
    account,
    badge,
    board,
    charts,
    compare,
    datasheet,
    files,
    imports,
    leaving,
    owner,
    policy,
    report,
    status,
    submission,
    submit,
    tasks,
    tokens,
    uploads,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", board.home, name="home"),
    path("boards/<slug:slug>/", board.board, name="board"),
    path(
        "boards/<slug:slug>/board.<slug:form>",
        also_by_token(files.board_file),
        name="board-file",
    ),
    path("boards/<slug:slug>/charts/", charts.board, name="board-charts"),
    path(
        "boards/<slug:slug>/charts/<slug:key>.csv",
        also_by_token(charts.board_csv),
        name="board-chart-file",
    ),
    path("compare/", compare.compare, name="compare"),
    path(
        "compare/pairs.<slug:form>",
        also_by_token(files.compare_file),
        name="compare-file",
    ),
    path("submit/", submit.submit, name="submit"),
    path("submit/test/", submit.test, name="submit-test"),
    path("submissions/<slug:pk>/", submission.submission, name="submission"),
    path("submissions/<slug:pk>/live/", submission.live, name="submission-live"),
    path("submissions/<slug:pk>/pause/", owner.pause, name="submission-pause"),
    path("submissions/<slug:pk>/resume/", owner.resume, name="submission-resume"),
    path("submissions/<slug:pk>/cancel/", owner.cancel, name="submission-cancel"),
    path("submissions/<slug:pk>/limits/", owner.limits, name="submission-limits"),
    path("submissions/<slug:pk>/key/", owner.key, name="submission-key"),
    path("submissions/<slug:pk>/seen-by/", owner.show_to, name="submission-show"),
    path(
        "submissions/<slug:pk>/figures.<slug:form>",
        also_by_token(files.submission_file),
        name="submission-file",
    ),
    path(
        "submissions/<slug:pk>/conversations.<slug:form>",
        also_by_token(files.conversations_file),
        name="conversations-file",
    ),
    path("submissions/<slug:pk>/charts/", charts.submission, name="submission-charts"),
    path(
        "submissions/<slug:pk>/charts/<slug:key>.csv",
        also_by_token(charts.submission_csv),
        name="submission-chart-file",
    ),
    path(
        "submissions/<slug:pk>/report.html",
        also_by_token(report.report),
        name="submission-report",
    ),
    path(
        "submissions/<slug:pk>/badge.svg",
        also_by_token(badge.badge),
        name="submission-badge",
    ),
    path(
        "submissions/<slug:pk>/citation.bib",
        also_by_token(badge.citation),
        name="submission-citation",
    ),
    path("imports/", uploads.new, name="imports"),
    path("imports/<slug:pk>/", uploads.upload, name="upload"),
    path(
        "submissions/<slug:pk>/recorded/", imports.recorded, name="submission-recorded"
    ),
    path("submissions/<slug:pk>/rescore/", imports.rescore, name="submission-rescore"),
    path(
        "submissions/<slug:pk>/files/<slug:form>/",
        imports.export,
        name="submission-export",
    ),
    path("status/", status.status, name="status"),
    path("tasks/", tasks.tasks, name="tasks"),
    path("tasks/<str:task_id>/", tasks.task, name="task"),
    path("tasks/<str:task_id>/report/", tasks.report, name="task-report"),
    path("tasks/reports/<int:pk>/decide/", tasks.decide, name="task-report-decide"),
    path("datasheet/", datasheet.datasheet, name="datasheet"),
    path("policy/", policy.policy, name="policy"),
    path("policy/<slug:slug>/", policy.document, name="document"),
    path("signup/", account.sign_up, name="signup"),
    path("login/", account.log_in, name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("account/", account.account, name="account"),
    path("account/data.zip", leaving.export, name="account-export"),
    path("account/password/", leaving.change_password, name="password"),
    path("account/delete/", leaving.delete, name="account-delete"),
    path("account/tokens/", tokens.create, name="token-create"),
    path("account/tokens/<int:pk>/revoke/", tokens.revoke, name="token-revoke"),
]
