"""Files hold what the pages show; nobody gets a file of what they may not see."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from typing import Any  # Any: JSON

import pytest
from django.test import Client
from pyarrow import parquet

from leaderboard.api.serializers import StandingSerializer
from leaderboard.csv_files import csv_lines, flat
from leaderboard.models import Board, Submission
from leaderboard.parquet_files import parquet_file
from leaderboard.services.standings import refresh_standings
from leaderboard.templatetags import figures
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_finding_count,
    make_scored_conversation,
    make_submission,
    make_user,
)

pytestmark = pytest.mark.django_db

# A column of the board's page: the figure behind it and how it is written.
CELLS: dict[str, Callable[[Any], str]] = {
    "pass_rate": figures.percent,
    "hidden_violation_rate": figures.signed_percent,
    "turns": figures.one_decimal,
    "cost_usd": figures.dollars,
    "latency_ms": figures.milliseconds,
    "errored": str,
}


@pytest.fixture
def board() -> Board:
    """A board of a whole, an errored and an unscored submission, two trials each."""
    board = make_board("procedures")
    for name, passes in (("Whole", "pphf"), ("Errored", "pf"), ("Unscored", "")):
        submission = make_submission(
            board=board, name=name, status="finished", trials=2
        )
        for place, letter in enumerate(passes):
            for trial in (1, 2):
                row = make_scored_conversation(
                    submission=submission,
                    task_id=f"T{place}",
                    trial=trial,
                    passed=letter == "p",
                    hidden=letter == "h",
                    cost_usd=0.0123 * (place + 1) if name == "Whole" else None,
                    tokens_in=1000 + place,
                    tokens_out=50,
                )
                if letter == "f":
                    make_finding_count(row)
        if name != "Whole":
            make_conversation(
                submission=submission, status="errored", fault="endpoint", error="=503"
            )
        refresh_standings(submission)
    return board


def rows_of(client: Client, address: str) -> list[dict[str, str]]:
    response = client.get(address)
    assert response.status_code == 200, address
    return list(csv.DictReader(io.StringIO(response.getvalue().decode())))


def table_of(client: Client, address: str) -> Any:  # pyarrow has no types
    response = client.get(address)
    assert response.status_code == 200, address
    assert response["Content-Type"] == "application/vnd.apache.parquet"
    return parquet.read_table(io.BytesIO(response.getvalue()))


def leaves(value: Any) -> Iterator[tuple[str, str]]:
    lines = list(csv_lines(flat(value).keys(), [flat(value)]))
    return zip(*csv.reader(lines), strict=True)


def test_page_csv_json_api_and_badge_agree_on_every_figure(
    client: Client, board: Board
) -> None:
    page = client.get(f"/boards/{board.slug}/").content.decode()
    lines = {r["name"]: r for r in rows_of(client, f"/boards/{board.slug}/board.csv")}
    from_file = client.get(f"/boards/{board.slug}/board.json").json()
    from_api = client.get(f"/api/v1/boards/{board.slug}/").json()
    assert from_file == from_api
    assert len(lines) == len(from_api["rows"]) == 3
    for row in from_api["rows"]:
        line = lines[row["submission"]["name"]]
        for column, value in leaves(row["standing"]):
            assert line[column] == value, column
        for name, standing in row["categories"].items():
            shown = standing["pass_rate"]
            assert line[f"category.{name}"] == ("" if shown is None else repr(shown))
        _is_on_page(page, row)
        _is_on_badge(client, row)


def _is_on_page(page: str, row: dict[str, Any]) -> None:
    start = page.index(f'<tr id="row-{row["submission"]["id"]}"')
    cells = " ".join(page[start : page.index("</tr>", start)].split())
    for name, written in CELLS.items():
        figure = row["standing"][name]
        assert f">{written(figure)}</td>" in cells, name
    hat = row["standing"]["pass_hat_k"]
    if len(hat) > 1:
        assert f">{figures.percent(hat[-1])} <span" in cells
    for low_or_high in ("pass_rate_low", "pass_rate_high"):
        if row["standing"][low_or_high] is not None:
            assert figures.percent(row["standing"][low_or_high]) in cells


def _is_on_badge(client: Client, row: dict[str, Any]) -> None:
    badge = client.get(f"/submissions/{row['submission']['id']}/badge.svg")
    assert badge["Content-Type"].startswith("image/svg+xml")
    rate = row["standing"]["pass_rate"]
    wanted = "no result yet" if rate is None else f"{figures.percent(rate)} % pass"
    assert wanted in badge.content.decode()


def test_a_submissions_files_hold_the_figures_of_every_slice(
    client: Client, board: Board
) -> None:
    submission = board.submissions.get(name="Whole")
    lines = rows_of(client, f"/submissions/{submission.pk}/figures.csv")
    stored = StandingSerializer(submission.standings.all(), many=True).data
    assert len(lines) == len(stored) == 5
    for line, standing in zip(lines, stored, strict=True):
        for column, value in leaves(standing):
            assert line[column] == value, column
    from_file = client.get(f"/submissions/{submission.pk}/figures.json").json()
    assert from_file == client.get(f"/api/v1/submissions/{submission.pk}/").json()


def test_conversations_come_as_their_page_filters_them(
    client: Client, board: Board
) -> None:
    address = f"/submissions/{board.submissions.get(name='Whole').pk}/conversations"
    assert len(rows_of(client, f"{address}.csv")) == 8
    failed = rows_of(client, f"{address}.csv?outcome=failed&sort=-trial")
    assert [row["trial"] for row in failed] == ["2", "2", "1", "1"]
    assert {row["findings"] for row in failed} == {"", "missed_read 1"}
    response = client.get(f"{address}.json?outcome=failed")
    assert len(json.loads(response.getvalue())) == 4


def test_a_board_file_keeps_the_filters_of_its_page(
    client: Client, board: Board
) -> None:
    rows = rows_of(client, f"/boards/{board.slug}/board.csv?text=whole")
    assert [row["name"] for row in rows] == ["Whole"]


def test_no_cell_is_a_formula(client: Client, board: Board) -> None:
    submission = board.submissions.get(name="Errored")
    rows = rows_of(client, f"/submissions/{submission.pk}/conversations.csv")
    assert "'=503" in {row["error"] for row in rows}
    Submission.objects.update(name='=HYPERLINK("x"),\n@a')
    found = rows_of(client, f"/boards/{board.slug}/board.csv")
    assert {row["name"] for row in found} == {'\'=HYPERLINK("x"),\n@a'}


def test_a_negative_number_is_no_formula() -> None:
    assert list(csv_lines(["a"], [{"a": -0.5}])) == ["a\r\n", "-0.5\r\n"]


def test_a_citation_names_the_board_and_cannot_be_broken_out_of(
    client: Client, board: Board
) -> None:
    submission = board.submissions.get(name="Whole")
    Submission.objects.filter(pk=submission.pk).update(name="x}, evil = {\\input{y}")
    said = client.get(f"/submissions/{submission.pk}/citation.bib").content.decode()
    assert said.startswith(f"@misc{{passbook-{submission.pk},")
    assert said.count("{") == said.count("}") == 7
    assert "\\" not in said
    assert "scorer passbook-1" in said


def test_a_badge_says_a_hostile_split_as_text(client: Client) -> None:
    submission = make_submission(board=make_board(split="<script>"))
    badge = client.get(f"/submissions/{submission.pk}/badge.svg").content.decode()
    assert "<script>" not in badge


FILES = (
    "figures.csv",
    "figures.json",
    "conversations.csv",
    "conversations.json",
    "badge.svg",
    "citation.bib",
)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("visibility", ["private", "unlisted", "public"])
def test_only_its_owner_gets_a_file_of_a_private_submission(
    client: Client, name: str, visibility: str
) -> None:
    owner = make_user()
    submission = make_submission(owner=owner, visibility=visibility)
    address = f"/submissions/{submission.pk}/{name}"
    for user in (None, make_user()):
        if user:
            client.force_login(user)
        wanted = 404 if visibility == "private" else 200
        assert client.get(address).status_code == wanted
    client.force_login(owner)
    assert client.get(address).status_code == 200


def test_a_form_that_does_not_exist_is_no_page(client: Client, board: Board) -> None:
    submission = board.submissions.get(name="Whole")
    for address in (
        f"/boards/{board.slug}/board.exe",
        f"/submissions/{submission.pk}/figures.exe",
        f"/submissions/{submission.pk}/conversations.exe",
    ):
        assert client.get(address).status_code == 404


def test_a_file_of_a_board_leaves_out_what_its_reader_may_not_see(
    client: Client, board: Board
) -> None:
    board.submissions.filter(name="Whole").update(visibility="private")
    names = {r["name"] for r in rows_of(client, f"/boards/{board.slug}/board.csv")}
    assert names == {"Errored", "Unscored"}


@pytest.mark.parametrize("start", ["", "/api/v1"])
def test_parquet_holds_what_the_csv_holds_with_its_kinds(
    client: Client, board: Board, start: str
) -> None:
    whole = Submission.objects.get(name="Whole")
    errored = Submission.objects.get(name="Errored")
    addresses = [
        f"/boards/{board.slug}/board",
        f"/submissions/{whole.pk}/figures",
        f"/submissions/{whole.pk}/conversations",
        f"/submissions/{errored.pk}/conversations",
    ]
    for address in addresses:
        lines = rows_of(client, f"{start}{address}.csv")
        table = table_of(client, f"{start}{address}.parquet")
        assert set(table.column_names) == set(lines[0]), address
        kinds = {field.name: str(field.type) for field in table.schema}
        for line, row in zip(lines, table.to_pylist(), strict=True):
            written = dict(leaves(row))
            assert written == {name: line[name] for name in row}, address
        if address.endswith("conversations"):
            assert (kinds["trial"], kinds["passed"]) == ("int64", "bool")
            assert kinds["cost_usd"] == "double"


def test_a_private_submission_gives_no_parquet_to_others(client: Client) -> None:
    private = make_submission(visibility="private")
    for part in ("figures", "conversations"):
        for start in ("", "/api/v1"):
            address = f"{start}/submissions/{private.pk}/{part}.parquet"
            assert client.get(address).status_code == 404


def test_rows_of_many_parts_and_kinds_make_one_parquet_table() -> None:
    rows: list[dict[str, Any]] = [{"a": place, "b": None} for place in range(4_001)]
    rows += [{"a": 0.5, "c": "text"}, {"a": 1, "c": 2, "d": True}]
    table = parquet.read_table(io.BytesIO(parquet_file(rows)))
    assert table.num_rows == 4_003
    assert {f.name: str(f.type) for f in table.schema} == {
        "a": "double",
        "b": "double",
        "c": "string",
        "d": "bool",
    }
    assert table.column("c").to_pylist()[-2:] == ["text", "2"]
    assert parquet.read_table(io.BytesIO(parquet_file([]))).num_rows == 0
