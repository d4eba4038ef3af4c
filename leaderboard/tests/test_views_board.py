"""The board page: whole, as a fragment, filtered, sorted, for whoever may see what."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leaderboard.models import Board, Standing
from leaderboard.queries.boards import sort_keys
from leaderboard.services.ranks import rank_board
from leaderboard.services.standings import refresh_standings
from leaderboard.services.visibility import show_submission
from leaderboard.tests.factories import (
    make_board,
    make_scored_conversation,
    make_standing,
    make_submission,
    make_user,
)

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def entered(
    board: Board, name: str, *, rate: float = 0.75, **fields: object
) -> Standing:
    """A finished public submission with its whole standing and one of a category."""
    rank = fields.pop("rank", None)
    submission = make_submission(
        **({"board": board, "name": name, "status": "finished"} | fields)
    )
    figures = {"pass_rate": rate, "pass_rate_low": rate / 2, "pass_rate_high": 1.0}
    make_standing(submission, slice_kind="category", slice_value="control", **figures)
    if isinstance(rank, tuple):
        figures |= {"rank_low": rank[0], "rank_high": rank[1]}
    return make_standing(submission, **figures)


def page_of(client: Client, board: Board, query: str = "", **headers: str) -> str:
    response = client.get(f"/boards/{board.slug}/{query}", headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def test_the_first_address_shows_the_board_with_most_results(client: Client) -> None:
    make_board("empty", title="Empty board")
    entered(make_board("busy", title="Busy board"), "Model")
    assert "<h1>Busy board</h1>" in client.get("/").content.decode()


def test_a_site_without_boards_says_what_to_do(client: Client) -> None:
    assert "No board yet" in client.get("/").content.decode()


def test_a_board_without_submissions_shows_the_way_to_one(client: Client) -> None:
    said = page_of(client, make_board())
    assert "Give an endpoint" in said
    assert "Test the connection" in said


def test_htmx_gets_the_table_and_the_back_button_the_page(client: Client) -> None:
    board = make_board()
    entered(board, "Model")
    assert "<html" not in page_of(client, board, **HTMX)
    restored = page_of(client, board, **HTMX, **{"HX-History-Restore-Request": "true"})
    assert "<html" in restored


def test_a_shared_rank_has_no_medal_and_a_sole_one_has(client: Client) -> None:
    board = make_board()
    entered(board, "Best", rate=0.9, rank=(1, 1))
    entered(board, "Tied", rate=0.5, rank=(2, 3))
    entered(board, "Tied too", rate=0.4, rank=(2, 3))
    said = page_of(client, board)
    assert said.count('class="medal') == 1
    assert "2–3" in said
    assert 'class="medal' not in page_of(client, board, "?sort=rate")


def test_an_incomplete_submission_stands_below_the_ranked_ones(client: Client) -> None:
    board = make_board()
    entered(board, "Whole", rate=0.1, rank=(1, 1))
    partial = make_submission(board=board, name="Partial", status="finished")
    counts = {"scored": 3, "errored": 1, "passed": 3, "final_state_passed": 3}
    make_standing(partial, **counts, hidden_violations=0)
    said = page_of(client, board, "?sort=-rate")
    assert said.index("Whole") < said.index("Not ranked") < said.index("Partial")
    assert "incomplete" in said


@pytest.mark.parametrize("sort", ["cost", "-cost"])
def test_an_unknown_cost_is_a_dash_and_sorts_last_both_ways(
    client: Client, sort: str
) -> None:
    board = make_board()
    entered(board, "Unknown", rank=(1, 3))
    for name, cost in (("Cheap", 0.01), ("Dear", 0.5)):
        Standing.objects.filter(pk=entered(board, name, rank=(1, 3)).pk).update(
            cost_usd=cost
        )
    said = page_of(client, board, f"?sort={sort}")
    order = sorted(
        ("Unknown", "Cheap", "Dear"), key=lambda name: said.index(f">{name}<")
    )
    assert order[-1] == "Unknown"
    assert (order[0] == "Dear") == sort.startswith("-")


@pytest.mark.parametrize(
    "key",
    [*sort_keys(), "nonsense"],
)
@pytest.mark.parametrize("sign", ["", "-"])
def test_every_column_sorts_both_ways(client: Client, key: str, sign: str) -> None:
    board = make_board()
    entered(board, "One", rank=(1, 2))
    entered(board, "Two", rank=(1, 2))
    assert "One" in page_of(client, board, f"?sort={sign}{key}")


def test_a_category_shows_the_figures_of_its_slice(client: Client) -> None:
    board = make_board()
    standing = entered(board, "Model", rate=0.75)
    Standing.objects.filter(
        submission=standing.submission, slice_kind="category"
    ).update(pass_rate=0.125)
    assert '<td class="num pass-cell">12.5</td>' in page_of(
        client, board, "?category=control"
    )


def test_a_category_that_does_not_exist_is_no_page(client: Client) -> None:
    board = make_board()
    assert client.get(f"/boards/{board.slug}/?category=nope").status_code == 404


def test_the_text_filter_says_what_emptied_the_board(client: Client) -> None:
    board = make_board()
    entered(board, "Model")
    said = page_of(client, board, "?text=<b>zzz")
    assert "Nothing fits these filters" in said
    assert "<b>zzz" not in said
    assert "Drop the text" in said


def test_baselines_can_be_left_out(client: Client) -> None:
    board = make_board()
    entered(board, "Teller", is_baseline=True)
    entered(board, "Contender")
    said = page_of(client, board, "?kind=model")
    assert "Contender" in said
    assert "Teller" not in said


def test_a_private_submission_is_on_the_board_of_its_owner_alone(
    client: Client,
) -> None:
    board, owner = make_board(), make_user()
    entered(board, "Secret", visibility="private", owner=owner)
    entered(board, "Hidden link", visibility="unlisted", owner=owner)
    assert "Secret" not in page_of(client, board)
    assert "Hidden link" not in page_of(client, board)
    client.force_login(make_user())
    assert "Secret" not in page_of(client, board)
    client.force_login(owner)
    assert "Secret" in page_of(client, board)


def test_a_board_takes_as_many_queries_for_one_row_as_for_six(client: Client) -> None:
    board = make_board()
    entered(board, "Model 0", rank=(1, 1))
    with CaptureQueriesContext(connection) as few:
        page_of(client, board)
    for number in range(1, 6):
        entered(
            board, f"Model {number}", owner=User.objects.get(username=_owner(board))
        )
    with CaptureQueriesContext(connection) as many:
        page_of(client, board)
    assert len(few) == len(many)
    assert len(many) <= 8


def _owner(board: Board) -> str:
    return str(board.submissions.values_list("owner__username", flat=True)[0])


def test_hostile_names_stay_text(client: Client) -> None:
    board = make_board()
    entered(board, "<script>alert(1)</script>", organisation='"><img src=x>')
    said = page_of(client, board)
    assert "<script>alert" not in said
    assert "<img src=x" not in said


def test_no_page_carries_an_inline_style_or_script(client: Client) -> None:
    board = make_board()
    entered(board, "Model", rank=(1, 1))
    said = page_of(client, board)
    assert "style=" not in said
    assert "<script>" not in said


def test_columns_and_density_are_chosen_in_the_address(client: Client) -> None:
    board = make_board()
    entered(board, "Model", rank=(1, 1))
    plain = page_of(client, board)
    assert "Final %</a>" not in " ".join(plain.split()).replace(" </a>", "</a>")
    chosen = page_of(client, board, "?cols=final&cols=nonsense&density=compact")
    headers = chosen.count('<th scope="col"')
    assert headers == 4  # rank, model, pass rate, and the one that was asked for
    assert "board linked compact" in chosen
    assert 'name="cols" value="final"' in chosen


def test_a_chosen_column_stays_when_the_board_is_filtered(client: Client) -> None:
    board = make_board()
    entered(board, "Model")
    said = page_of(client, board, "?cols=gold&kind=model&s=abc")
    form = said[said.index('class="choice"') : said.index("Compare ticked")]
    assert '<input type="hidden" name="cols" value="gold">' in form
    look = said[said.index('id="board-look"') :]
    assert '<input type="hidden" name="kind" value="model">' in look


def test_a_board_can_be_narrowed_to_one_organisation(client: Client) -> None:
    board = make_board()
    entered(board, "Ours", organisation="A & B")
    entered(board, "Theirs", organisation="C")
    said = page_of(client, board, "?organisation=A+%26+B")
    assert "Ours" in said
    assert "Theirs" not in said
    rows = client.get(f"/api/v1/boards/{board.slug}/?organisation=C").json()["rows"]
    assert [row["submission"]["name"] for row in rows] == ["Theirs"]


def shown(client: Client, board: Board) -> dict[str, tuple[str, float | None]]:
    """Every row of the API: its rank and its pass rate."""
    rows = client.get(f"/api/v1/boards/{board.slug}/").json()["rows"]
    return {
        row["submission"]["name"]: (
            row["standing"]["rank"],
            row["standing"]["pass_rate"],
        )
        for row in rows
        if row["standing"]
    }


def test_figures_that_change_are_shown_at_once_however_often_they_were_read(
    client: Client,
) -> None:
    board = make_board()
    first = make_submission(board=board, name="First", status="finished")
    make_scored_conversation(submission=first, task_id="T", passed=True)
    refresh_standings(first)
    assert [shown(client, board) for _ in range(2)] == [{"First": ("1", 1.0)}] * 2
    running = make_submission(board=board, name="Second")
    make_scored_conversation(submission=running, task_id="T", passed=False)
    refresh_standings(running)
    assert shown(client, board)["Second"] == ("", 0.0)
    make_scored_conversation(submission=running, task_id="U", passed=True)
    refresh_standings(running)
    assert shown(client, board)["Second"] == ("", 0.5)
    show_submission(first, "private")
    rank_board(board)
    assert "First" not in shown(client, board)
    client.force_login(first.owner)
    assert shown(client, board)["First"] == ("", 1.0)
