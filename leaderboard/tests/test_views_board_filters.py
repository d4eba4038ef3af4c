"""A board narrowed down: each filter in the address, shown as a chip, in every form."""

import pytest
from django.test import Client

from leaderboard.models import Board, Standing
from leaderboard.tests.factories import make_board, make_standing, make_submission

pytestmark = pytest.mark.django_db

# A slice that the address asks for, and the pass rate it is stored with.
SLICES = {
    "": ("all", "", 0.5),
    "category=control": ("category", "control", 0.51),
    "area=deposits": ("area", "deposits", 0.52),
    "family=CT_BAL": ("family", "CT_BAL", 0.53),
    "category=control&area=deposits": ("crossed", "control.deposits", 0.54),
}


@pytest.fixture
def board() -> Board:
    """One open submission with a different rate in every slice, and a closed one."""
    board = make_board("procedures")
    for name, openness, organisation in (
        ("Free", "open", "Guild"),
        ("Guarded", "closed", "Vault"),
        ("Quiet", "unknown", ""),
    ):
        submission = make_submission(
            board=board,
            name=name,
            status="finished",
            openness=openness,
            organisation=organisation,
        )
        for kind, value, rate in SLICES.values():
            make_standing(
                submission,
                slice_kind=kind,
                slice_value=value,
                pass_rate=rate,
                pass_rate_low=rate / 2,
            )
    return board


def said_by(client: Client, query: str) -> str:
    response = client.get(f"/boards/procedures/?{query}")
    assert response.status_code == 200
    return response.content.decode()


def names(client: Client, query: str) -> set[str]:
    rows = client.get(f"/api/v1/boards/procedures/?{query}").json()["rows"]
    found = {row["submission"]["name"] for row in rows}
    page = said_by(client, query)
    assert {name for name in ("Free", "Guarded", "Quiet") if f">{name}<" in page} == (
        found
    )
    return found


@pytest.mark.parametrize("query", SLICES)
def test_page_csv_and_api_show_the_slice_that_is_asked_for(
    client: Client, board: Board, query: str
) -> None:
    rate = SLICES[query][2]
    assert f'pass-cell">{rate * 100:.1f}</td>' in said_by(client, query)
    rows = client.get(f"/api/v1/boards/procedures/?{query}").json()["rows"]
    assert {row["standing"]["pass_rate"] for row in rows} == {rate}
    csv = client.get(f"/boards/procedures/board.csv?{query}").content.decode()
    assert f",{rate}," in csv


def test_a_column_of_a_category_shows_its_tasks_in_the_area_chosen(
    client: Client, board: Board
) -> None:
    rows = client.get("/api/v1/boards/procedures/?area=deposits").json()["rows"]
    assert rows[0]["categories"]["control"]["pass_rate"] == 0.54
    assert "54.0</span>" in said_by(client, "area=deposits")


def test_a_family_chooses_its_own_tasks_whatever_stands_beside_it(
    client: Client, board: Board
) -> None:
    said = said_by(client, "family=CT_BAL&category=control&area=loans")
    assert 'pass-cell">53.0</td>' in said


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ("openness=open", {"Free"}),
        ("openness=closed", {"Guarded"}),
        ("openness=unknown", {"Quiet"}),
        ("organisation=Guild", {"Free"}),
        ("text=guard", {"Guarded"}),
        ("openness=open&organisation=Vault", set()),
        ("family=NOT_ONE", set()),
    ],
)
def test_rows_are_kept_by_what_their_submitter_said(
    client: Client, board: Board, query: str, kept: set[str]
) -> None:
    assert names(client, query) == kept


def test_an_openness_that_does_not_exist_is_no_page(
    client: Client, board: Board
) -> None:
    assert client.get("/boards/procedures/?openness=ajar").status_code == 404


def test_each_filter_is_a_chip_that_drops_it_alone(
    client: Client, board: Board
) -> None:
    query = "category=control&openness=open&text=free&sort=-cost"
    said = said_by(client, query)
    dropped = 'href="?category=control&amp;text=free&amp;sort=-cost"'
    assert dropped in said
    assert "open weights <span" in said
    assert "Reset filters" in said
    assert "Reset filters" not in said_by(client, "sort=-cost")


def test_weights_that_nobody_told_sort_last_both_ways(
    client: Client, board: Board
) -> None:
    Standing.objects.filter(slice_kind="all").update(rank_low=1, rank_high=3)
    for sort in ("openness", "-openness"):
        said = said_by(client, f"sort={sort}&cols=openness")
        assert said.index(">Quiet<") > max(said.index(">Free<"), said.index("Guarded<"))


def test_every_column_can_be_shown_and_sorted_by(client: Client, board: Board) -> None:
    said = said_by(client, "cols=scored&cols=missing&cols=ended&cols=openness")
    for name in ("Scored", "Not run", "Ended", "Weights"):
        assert name in said[said.index("<thead>") : said.index("</thead>")]
    assert '4 <span class="small">of 4</span>' in said
    assert "closed weights</td>" in said
