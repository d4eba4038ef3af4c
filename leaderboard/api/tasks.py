"""Tasks, and one with what is hidden from assistants."""

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from leaderboard.api.task_serializers import TaskDetailSerializer, TaskSerializer
from leaderboard.models import Board
from leaderboard.queries.task_results import chosen_board
from leaderboard.queries.tasks import FILTERS, TaskFilter, task_page, task_rows


class TaskList(APIView):
    """Every task, filtered as on its page."""

    @extend_schema(
        responses=TaskSerializer(many=True),
        parameters=[OpenApiParameter(name, str) for name in (*FILTERS, "board")],
    )
    def get(self, request: Request) -> Response:
        sent = request.query_params
        asked = TaskFilter(**{name: sent.get(name, "") for name in FILTERS})
        rows = task_rows(asked, _board(sent.get("board", "")))
        # With many=True it takes a list, which its types do not say.
        body = TaskSerializer(rows, many=True)  # type: ignore[arg-type]
        return Response(body.data)


class TaskDetail(APIView):
    """One task: scenario, opening records, gold chain."""

    @extend_schema(responses=TaskDetailSerializer)
    def get(self, request: Request, task_id: str) -> Response:
        page = task_page(task_id, _board(request.query_params.get("board", "")))
        if page is None:
            raise Http404(f"no task {task_id!r}")
        return Response(TaskDetailSerializer(page).data)


def _board(slug: str) -> Board | None:
    board = chosen_board(slug)
    if slug and board is None:
        raise Http404(f"no board {slug!r} of these tasks")
    return board
