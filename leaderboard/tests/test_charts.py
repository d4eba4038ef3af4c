"""Charts draw stored figures, all of them, and nothing that was not run."""

import json
from typing import Any  # Any: Plotly's JSON

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leaderboard.charts.chart import Chart
from leaderboard.charts.gallery import KEYS, OF_SUBMISSION, board_charts
from leaderboard.charts.prices import frontier
from leaderboard.charts.theme import CARD, COLD, HEAT, TOKENS
from leaderboard.models import Board, Submission
from leaderboard.queries.comparisons import entries_of
from leaderboard.services.standings import refresh_standings
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_scored_conversation,
    make_submission,
    make_user,
)
from leaderboard.tests.recordings import quoted_closure

pytestmark = pytest.mark.django_db


def entered(board: Board, *passes: str, **fields: Any) -> Submission:
    """A finished submission; each text is a task, each letter of it a trial."""
    cost = fields.pop("cost_usd", None)
    trials = max(map(len, passes), default=1)
    submission = make_submission(
        **({"board": board, "status": "finished", "trials": trials} | fields)
    )
    for place, letters in enumerate(passes):
        task = quoted_closure().id if place == 0 else f"T{place}"
        for trial, letter in enumerate(letters, start=1):
            make_scored_conversation(
                submission=submission,
                task_id=task,
                trial=trial,
                passed=letter == "p",
                hidden=letter == "h",
                cost_usd=cost,
            )
    refresh_standings(submission)
    return submission


def chart(key: str, *submissions: Submission) -> Chart:
    return board_charts(entries_of(submissions), key)[0]


def traces(found: Chart) -> list[dict[str, Any]]:
    assert found.figure is not None
    return list(found.figure["data"])


def test_the_forest_shows_rates_intervals_and_final_states() -> None:
    submission = entered(make_board(), "p", "p", "h", "f")
    found = chart("forest", submission)
    whole = submission.standings.get(slice_kind="all")
    assert found.rows[0][1:5] == (
        0.5,
        whole.pass_rate_low,
        whole.pass_rate_high,
        0.75,
    )
    rates, final = traces(found)
    assert (list(rates["x"]), list(final["x"])) == ([50.0], [75.0])


def test_no_curve_goes_beyond_the_trials_that_were_run() -> None:
    board = make_board()
    thrice = entered(board, "ppf", "ppp", name="thrice")
    once = entered(board, "p", "f", name="once")
    found = chart("trials", thrice, once)
    lines = [trace for trace in traces(found) if trace.get("name")]
    assert [(line["name"], list(line["x"])) for line in lines] == [
        ("thrice", [1, 2, 3])
    ]
    assert {row[1] for row in found.rows} == {1, 2, 3}


def test_one_trial_alone_has_no_curve_and_says_so() -> None:
    found = chart("trials", entered(make_board(), "p"))
    assert found.figure is None
    assert "more than once" in found.says


def test_what_is_unknown_is_left_out_and_never_zero() -> None:
    board = make_board()
    known = entered(board, "p", cost_usd=0.02, name="known")
    unknown = entered(board, "p", name="unknown")
    found = chart("cost", known, unknown)
    assert [row[0] for row in found.rows] == ["known"]
    assert chart("cost", unknown).figure is None


def test_the_frontier_holds_what_nothing_cheaper_beats() -> None:
    points = [(0.3, 0.9), (0.1, 0.5), (0.2, 0.4), (0.1, 0.6), (0.4, 0.9)]
    assert frontier(points) == [(0.1, 0.6), (0.3, 0.9)]


def test_failures_are_stacked_by_what_came_first() -> None:
    submission = entered(make_board(), "p", "f", "f", "p")
    submission.conversations.filter(task_id="T1").update(first_finding="late_call")
    refresh_standings(submission)
    found = chart("failures", submission)
    assert [c.name for c in found.columns] == [
        *("name", "scored", "failed", "late_call", "missed_read")
    ]
    assert found.rows == ((submission.name, 4, 2, 1, 1),)
    assert [list(trace["x"]) for trace in traces(found)] == [[25.0], [25.0]]


def test_the_matrix_begins_with_the_tasks_that_most_solve() -> None:
    board = make_board()
    one = entered(board, "f", "p", "p")
    two = entered(board, "f", "f", "p")
    found = chart("matrix", one, two)
    assert [(row[0], row[1]) for row in found.rows] == [
        ("T2", 2),
        ("T1", 1),
        (quoted_closure().id, 0),
    ]
    assert found.rows[1][2:] == (1.0, 0.0)


@pytest.mark.parametrize("key", ["kinds", "crossed", "matrix"])
def test_what_nothing_passed_looks_other_than_what_was_not_run(key: str) -> None:
    board = make_board()
    (heat,) = traces(chart(key, entered(board, "f"), entered(board, "p")))
    assert [colour for _, colour in heat["colorscale"]] == [COLD, HEAT]
    assert TOKENS[COLD] != TOKENS[CARD]  # on which an empty cell is drawn


def test_chain_lengths_come_from_the_tasks_themselves() -> None:
    found = chart("chain", entered(make_board(), "p", "f"))
    assert [row[1] for row in found.rows] == [len(quoted_closure().gold)]


@pytest.mark.parametrize("passes", [("p",), ("f",), ("pp", "pp"), ("ff", "ff"), ()])
def test_honest_ends_are_drawn_or_say_why_not(
    client: Client, passes: tuple[str, ...]
) -> None:
    board = make_board()
    submission = entered(board, *passes)
    make_conversation(submission=submission, status="errored", fault="endpoint")
    refresh_standings(submission)
    assert client.get(f"/boards/{board.slug}/charts/").status_code == 200
    assert client.get(f"/submissions/{submission.pk}/charts/").status_code == 200
    for key in KEYS:
        found = chart(key, submission)
        assert found.figure is not None or found.says


def test_a_board_without_submissions_has_charts_that_say_so(client: Client) -> None:
    board = make_board()
    assert client.get(f"/boards/{board.slug}/charts/").status_code == 200


def test_every_chart_has_its_table_as_a_file(client: Client) -> None:
    board = make_board()
    submission = entered(board, "pf", "pp", cost_usd=0.1)
    for key in KEYS:
        response = client.get(f"/boards/{board.slug}/charts/{key}.csv")
        lines = response.content.decode().splitlines()
        assert len(lines) == 1 + len(chart(key, submission).rows)
    for key in OF_SUBMISSION:
        address = f"/submissions/{submission.pk}/charts/{key}.csv"
        assert client.get(address).status_code == 200
    assert client.get(f"/boards/{board.slug}/charts/nope.csv").status_code == 404
    assert (
        client.get(f"/submissions/{submission.pk}/charts/cost.csv").status_code == 404
    )


def test_charts_leave_out_what_their_reader_may_not_see(client: Client) -> None:
    board, owner = make_board(), make_user()
    secret = entered(board, "pf", name="Secret", visibility="private", owner=owner)
    own = f"/submissions/{secret.pk}/charts/"
    addresses = (own, f"{own}trials.csv")
    for address in addresses:
        assert client.get(address).status_code == 404
    board_page = f"/boards/{board.slug}/charts/"
    assert "Secret" not in client.get(board_page).content.decode()
    assert "Secret" not in client.get(f"{board_page}forest.csv").content.decode()
    client.force_login(owner)
    assert "Secret" in client.get(board_page).content.decode()
    for address in addresses:
        assert client.get(address).status_code == 200


def test_a_board_draws_many_with_as_many_queries_as_one(client: Client) -> None:
    board, owner = make_board(), make_user()
    entered(board, "pf", owner=owner)
    address = f"/boards/{board.slug}/charts/"
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for _ in range(4):
        entered(board, "pf", "fp", owner=owner)
    with CaptureQueriesContext(connection) as many:
        client.get(address)
    assert len(few) == len(many) <= 11


def test_hostile_names_are_no_markup_to_the_page_or_to_plotly(client: Client) -> None:
    board = make_board()
    entered(board, "pf", name="</script><b>x</b>%{y}")
    said = client.get(f"/boards/{board.slug}/charts/").content.decode()
    assert "</script><b>" not in said
    assert "style=" not in said
    found = chart("forest", board.submissions.get())
    assert traces(found)[0]["text"][0] == "&lt;/script&gt;&lt;b&gt;x&lt;/b&gt;%{y}"


def test_every_colour_of_a_figure_is_one_of_the_theme() -> None:
    board = make_board()
    subs = [entered(board, "pf", "fp", cost_usd=0.1 * n) for n in (1, 2)]
    for key in KEYS:
        written = json.dumps(chart(key, *subs).figure, default=list)
        for colour in {word for word in written.split('"') if word.startswith("#")}:
            assert colour in TOKENS, (key, colour)


def test_only_pages_with_charts_load_the_drawing_library(client: Client) -> None:
    board = make_board()
    submission = entered(board, "p")
    for address in (f"/boards/{board.slug}/", f"/submissions/{submission.pk}/"):
        plain, charts = client.get(address), client.get(f"{address}charts/")
        assert "plotly" not in plain.content.decode()
        assert "vendor/plotly-cartesian" in charts.content.decode()
        for response in (plain, charts):
            assert "unsafe" not in response.headers["Content-Security-Policy"]


def test_one_submission_has_a_grid_of_category_and_area_and_several_have_rows() -> None:
    board = make_board()
    for name in ("one", "two"):
        submission = make_submission(board=board, name=name, status="finished")
        for place, (category, area) in enumerate(
            (("control", "cards"), ("control", "loans"), ("rare_tool", "loans"))
        ):
            make_scored_conversation(
                submission=submission,
                task_id=f"T{place}",
                category=category,
                area=area,
                passed=place > 0,
            )
        refresh_standings(submission)
    one, two = board.submissions.order_by("name")
    found = chart("crossed", one)
    (grid,) = traces(found)
    assert [list(row) for row in grid["z"]] == [[0.0, 100.0], [None, 100.0]]
    assert found.rows[0] == ("one", "Control", "Cards", 0.0, 1)
    (rows,) = traces(chart("crossed", one, two))
    assert [list(row) for row in rows["z"]] == [[0.0, 100.0, 100.0]] * 2
