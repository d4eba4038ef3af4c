"""The tasks, and one task with its hidden scenario and gold chain."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from leaderboard.http import HtmxRequest, render_page
from leaderboard.queries.tasks import (
    FILTERS,
    TaskFilter,
    task_choices,
    task_page,
    task_rows,
)


@require_GET
def tasks(request: HtmxRequest) -> HttpResponse:
    asked = TaskFilter(**{name: request.GET.get(name, "").strip() for name in FILTERS})
    context = {"asked": asked, "rows": task_rows(asked), "choices": task_choices()}
    return render_page(
        request, "tasks/page.html", context, fragment="tasks/_table.html"
    )


@require_GET
def task(request: HttpRequest, task_id: str) -> HttpResponse:
    page = task_page(task_id)
    if page is None:
        raise Http404(f"no task {task_id!r}")
    return render(request, "tasks/task.html", {"page": page})
