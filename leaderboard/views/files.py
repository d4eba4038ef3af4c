"""Boards, submissions, conversations and comparisons as CSV, JSON and Parquet files.

What the API answers is what these files hold: one serializer writes both.
"""

from collections.abc import Iterable, Iterator, Mapping

import orjson
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET
from rest_framework.exceptions import ValidationError

from leaderboard.api.comparisons import ComparePageSerializer, compared_or_404
from leaderboard.api.serializers import (
    BoardPageSerializer,
    ConversationSerializer,
    SubmissionPageSerializer,
)
from leaderboard.csv_files import Cell, columns_of, csv_lines, flat
from leaderboard.forms.board import board_filter
from leaderboard.http import Answer, file_response
from leaderboard.models import Submission
from leaderboard.parquet_files import TYPE as PARQUET
from leaderboard.parquet_files import parquet_file
from leaderboard.queries.boards import (
    DEFAULT_SORT,
    LARGEST_FIRST,
    board_page,
    boards,
    sort_keys,
)
from leaderboard.queries.conversations import (
    COLUMNS,
    FILTERS,
    ConversationFilter,
    conversations_of,
    in_order,
)
from leaderboard.queries.conversations import DEFAULT_SORT as BY_TASK
from leaderboard.queries.sorting import parse_sort
from leaderboard.queries.submissions import submission_page, visible_submissions

CHUNK = 500
TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "parquet": PARQUET,
}


@require_GET
def board_file(request: HttpRequest, slug: str, form: str) -> Answer:
    """A board as its page shows it: the same filters, the same order."""
    found = get_object_or_404(boards(), slug=slug)
    wanted = request.GET.get("sort", "")
    sort = parse_sort(wanted, sort_keys(), DEFAULT_SORT, LARGEST_FIRST)
    page = board_page(found, request.user, board_filter(request.GET), sort)
    body = BoardPageSerializer(page, context={"request": request}).data
    if form == "json":
        return _file(slug, form, [orjson.dumps(body)])
    return _table(slug, form, [_board_cells(row) for row in body["rows"]])


@require_GET
def submission_file(request: HttpRequest, pk: str, form: str) -> Answer:
    """A submission's figures, of every slice."""
    found = get_object_or_404(visible_submissions(request.user), pk=pk)
    page = submission_page(found, request.user)
    body = SubmissionPageSerializer(page, context={"request": request}).data
    name = f"{pk}-figures"
    if form == "json":
        return _file(name, form, [orjson.dumps(body)])
    rows = [flat(row) for part in body["slices"].values() for row in part]
    return _table(name, form, rows)


@require_GET
def conversations_file(request: HttpRequest, pk: str, form: str) -> Answer:
    """A submission's conversations, filtered and ordered as on its page."""
    found = get_object_or_404(visible_submissions(request.user), pk=pk)
    rows = _conversations(request, found)
    name = f"{pk}-conversations"
    if form == "json":
        return _file(name, form, _json_rows(rows))
    cells = map(_conversation_cells, rows)
    if form == "parquet":
        return _file(name, form, [parquet_file(cells)])
    columns = [
        "findings" if field == "finding_counts" else field
        for field in ConversationSerializer.Meta.fields
    ]
    return _file(name, form, csv_lines(columns, cells))


@require_GET
def compare_file(request: HttpRequest, form: str) -> Answer:
    """The differences of every pair of the submissions asked for."""
    try:
        page = compared_or_404(request)
    except ValidationError:
        raise Http404("a comparison takes from two to six submissions") from None
    body = ComparePageSerializer(page, context={"request": request}).data
    if form == "json":
        return _file("comparison", form, [orjson.dumps(body)])
    return _table("comparison", form, [flat(pair) for pair in body["pairs"]])


def _conversations(
    request: HttpRequest, submission: Submission
) -> Iterator[dict[str, object]]:
    asked = ConversationFilter(**{n: request.GET.get(n, "").strip() for n in FILTERS})
    sort = parse_sort(request.GET.get("sort", ""), COLUMNS, BY_TASK)
    rows = in_order(conversations_of(submission, asked), sort)
    for row in rows.iterator(chunk_size=CHUNK):
        yield dict(ConversationSerializer(row).data)


def _board_cells(row: Mapping[str, object]) -> dict[str, Cell]:
    """One line of a board: who, the figures, and the pass rate of each category."""
    categories = row["categories"]
    assert isinstance(categories, Mapping)  # what the serializer makes
    rates = {
        f"category.{name}": standing["pass_rate"]
        for name, standing in categories.items()
    }
    return flat(row["submission"]) | flat(row["standing"] or {}) | rates


def _conversation_cells(row: Mapping[str, object]) -> dict[str, Cell]:
    counts = row["finding_counts"]
    assert isinstance(counts, list)  # what the serializer makes
    findings = "; ".join(f"{one['kind']} {one['count']}" for one in counts)
    rest = {name: value for name, value in row.items() if name != "finding_counts"}
    return flat(rest) | {"findings": findings}


def _json_rows(rows: Iterable[object]) -> Iterator[bytes]:
    yield b"["
    for place, row in enumerate(rows):
        yield (b",\n" if place else b"") + orjson.dumps(row)
    yield b"]"


def _table(name: str, form: str, rows: list[dict[str, Cell]]) -> Answer:
    if form == "parquet":
        return _file(name, form, [parquet_file(rows)])
    return _file(name, form, list(csv_lines(columns_of(rows), rows)))


def _file(name: str, form: str, parts: Iterable[bytes] | Iterable[str]) -> Answer:
    if form not in TYPES:
        raise Http404(f"no form {form!r}")
    return file_response(parts, f"{name}.{form}", TYPES[form])
