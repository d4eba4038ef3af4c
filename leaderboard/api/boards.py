"""Boards and their rows."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from leaderboard.api.serializers import BoardPageSerializer, BoardSerializer
from leaderboard.forms.board import FILTERS, board_filter
from leaderboard.models import Board
from leaderboard.queries.boards import (
    DEFAULT_SORT,
    LARGEST_FIRST,
    board_page,
    boards,
    sort_keys,
)
from leaderboard.queries.sorting import parse_sort


class BoardList(ListAPIView[Board]):
    """Every board."""

    serializer_class = BoardSerializer
    queryset = boards()


class BoardDetail(APIView):
    """A board with its rows: those that are ranked, then those that cannot be."""

    @extend_schema(
        responses=BoardPageSerializer,
        parameters=[OpenApiParameter(name, str) for name in (*FILTERS, "sort")],
    )
    def get(self, request: Request, slug: str) -> Response:
        board = get_object_or_404(boards(), slug=slug)
        wanted = request.query_params.get("sort", "")
        sort = parse_sort(wanted, sort_keys(), DEFAULT_SORT, LARGEST_FIRST)
        page = board_page(board, request.user, board_filter(request.query_params), sort)
        body = BoardPageSerializer(page, context={"request": request})
        return Response(body.data)
