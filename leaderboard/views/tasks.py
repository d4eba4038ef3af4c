"""The tasks, and one task with its hidden scenario and gold chain."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from leaderboard.http import HtmxRequest, render_page
from leaderboard.models import Board, TaskReport
from leaderboard.queries.sorting import parse_sort
from leaderboard.queries.task_results import (
    chosen_board,
    reports_on,
    task_boards,
    task_results,
)
from leaderboard.queries.tasks import (
    COLUMNS,
    DEFAULT_SORT,
    FILTERS,
    TaskFilter,
    task_choices,
    task_page,
    task_rows,
)
from leaderboard.services.suspects import CannotReport, decide_report, report_task
from leaderboard.views.signed_in import signed_in


@require_GET
def tasks(request: HtmxRequest) -> HttpResponse:
    asked = TaskFilter(**{name: request.GET.get(name, "").strip() for name in FILTERS})
    board = _board(request)
    sort = parse_sort(
        request.GET.get("sort", ""), COLUMNS, DEFAULT_SORT, ("solved", "rate")
    )
    context = {
        "asked": asked,
        "board": board,
        "boards": task_boards(),
        "sort": sort,
        "rows": task_rows(asked, board, sort),
        "choices": task_choices(),
        "swap_target": "#tasks-table",
    }
    return render_page(
        request, "tasks/page.html", context, fragment="tasks/_table.html"
    )


@require_GET
def task(request: HttpRequest, task_id: str) -> HttpResponse:
    board = _board(request)
    page = task_page(task_id, board)
    if page is None:
        raise Http404(f"no task {task_id!r}")
    context: dict[str, object] = {
        "page": page,
        "board": board,
        "boards": task_boards(),
    }
    if board is not None:
        context |= {
            "figure": page.row.figure,
            "results": task_results(task_id, board, request.user),
            "reports": reports_on(task_id, board.dataset_hash),
            "reasons": TaskReport.Reason.choices,
        }
    return render(request, "tasks/task.html", context)


@require_POST
@login_required
def report(request: HttpRequest, task_id: str) -> HttpResponse:
    """Keep what a reader says is wrong with a task."""
    page, board = task_page(task_id), _board(request)
    if page is None or board is None:
        raise Http404(f"no task {task_id!r}")
    reason, text = request.POST.get("reason", ""), request.POST.get("text", "")
    try:
        report_task(signed_in(request), board, task_id, reason, text)
    except CannotReport as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "Reported. Staff will look and decide.")
    return redirect("task", task_id)


@require_POST
@login_required
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Confirm, dismiss or open again a report; for staff alone."""
    if not request.user.is_staff:
        raise Http404(f"no report {pk} that this user may decide")
    found = get_object_or_404(TaskReport, pk=pk)
    status, answer = request.POST.get("status", ""), request.POST.get("answer", "")
    try:
        decide_report(pk, signed_in(request), status, answer)
    except CannotReport as refusal:
        messages.error(request, str(refusal))
    else:
        messages.success(request, "Kept. The boards follow within a minute.")
    return redirect("task", found.task_id)


def _board(request: HttpRequest) -> Board | None:
    slug = request.GET.get("board", "")
    board = chosen_board(slug)
    if slug and board is None:
        raise Http404(f"no board {slug!r} of these tasks")
    return board
