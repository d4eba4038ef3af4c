"""The files of boards and submissions, for whoever comes with a token."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from leaderboard.api.schema import files_of
from leaderboard.http import Answer
from leaderboard.views.files import (
    TYPES,
    board_file,
    conversations_file,
    submission_file,
)

described = extend_schema(
    parameters=[OpenApiParameter("form", str, "path", enum=list(TYPES))],
    responses=files_of(TYPES.values()),
)


class BoardFile(APIView):
    """A board as CSV, JSON or Parquet, with the filters and the order of its page."""

    @described
    def get(self, request: Request, slug: str, form: str) -> Answer:
        return board_file(request._request, slug, form)


class FiguresFile(APIView):
    """A submission's figures of every slice as CSV, JSON or Parquet."""

    @described
    def get(self, request: Request, pk: str, form: str) -> Answer:
        return submission_file(request._request, pk, form)


class ConversationsFile(APIView):
    """A submission's conversations as CSV, JSON or Parquet, filtered as on its page."""

    @described
    def get(self, request: Request, pk: str, form: str) -> Answer:
        return conversations_file(request._request, pk, form)
