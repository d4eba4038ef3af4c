"""The compare page: differences, flips, slices; and what must not be compared."""

import re
from html import unescape
from urllib.parse import quote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leaderboard.models import Board, Comparison, Submission
from leaderboard.services.standings import refresh_standings
from leaderboard.tests.factories import (
    make_board,
    make_scored_conversation,
    make_submission,
    make_user,
)

pytestmark = pytest.mark.django_db


def entered(board: Board, passes: str, **fields: object) -> Submission:
    """A finished submission with a conversation a letter: p(assed) or f(ailed)."""
    submission = make_submission(**({"board": board, "status": "finished"} | fields))
    for place, letter in enumerate(passes):
        make_scored_conversation(
            submission=submission, task_id=f"T{place}", passed=letter == "p"
        )
    refresh_standings(submission)
    return submission


def page_of(client: Client, *submissions: Submission, query: str = "") -> str:
    keys = "&".join(f"s={one.pk}" for one in submissions)
    response = client.get(f"/compare/?{keys}{query}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_two_submissions_stand_side_by_side_with_their_flips(client: Client) -> None:
    board = make_board()
    one = entered(board, "ppppf", name="One")
    two = entered(board, "pffff", name="Two")
    said = page_of(client, one, two)
    assert "On 5 shared tasks One does better on 3 and Two on 0." in said
    assert "+60.0" in said
    assert "Chance may explain it (p = 0.250, corrected)." in said
    left, right = (s.conversations.get(task_id="T1").pk for s in (one, two))
    assert f"/conversations/{right}/compare/{left}/" in said
    assert "/compare/" in said


def test_the_other_order_turns_every_sign(client: Client) -> None:
    board = make_board()
    one, two = entered(board, "ppppf", name="One"), entered(board, "pffff", name="Two")
    said = page_of(client, two, one)
    assert "On 5 shared tasks Two does better on 0 and One on 3." in said
    assert "-60.0" in said
    assert "+60.0" not in said


def test_flips_are_listed_one_way_or_both(client: Client) -> None:
    board = make_board()
    one, two = entered(board, "pf", name="One"), entered(board, "fp", name="Two")
    both = page_of(client, one, two)
    assert "T0" in both
    assert "T1" in both
    ahead = page_of(client, one, two, query="&flips=ahead")
    assert "T0" in ahead
    assert "T1" not in ahead


def test_flips_are_counted_by_kind_of_task_and_each_count_opens_them(
    client: Client,
) -> None:
    board = make_board()
    one, two = (make_submission(board=board, status="finished") for _ in "12")
    for at, family in enumerate(["SQ_FDC", "SQ_FDC", "CT_BAL"]):
        for submission, passed in ((one, family == "SQ_FDC"), (two, at != 0)):
            make_scored_conversation(
                submission=submission, task_id=f"T{at}", family=family, passed=passed
            )
    for submission in (one, two):
        refresh_standings(submission)
    whole = page_of(client, one, two)
    row = whole[whole.index('<th scope="row">SQ_FDC') :].split("</tr>")[0]
    assert "+50.0" in row
    link = re.findall(r'href="([^"]+)">1</a>', row)
    assert [unescape(found).rpartition("&")[2] for found in link] == [
        "flips=ahead#compare-pair"
    ]
    either = unescape(link[0]).replace("flips=ahead", "flips=")
    opened = client.get(f"/compare/{either}").content.decode()
    assert "family SQ_FDC" in opened
    flips = opened[opened.index('id="compare-flips"') :].split("</table>")[0]
    assert ("T0" in flips, "T1" in flips, "T2" in flips) == (True, False, False)


@pytest.mark.parametrize("part", ["family", "family.", "owner.x", ".SQ_FDC", "<b>.x"])
def test_a_kind_of_task_that_there_is_not_filters_nothing(
    client: Client, part: str
) -> None:
    board = make_board()
    one, two = entered(board, "pp"), entered(board, "pf")
    said = page_of(client, one, two, query=f"&part={quote(part)}")
    assert "Tasks of every kind" not in said
    assert 'id="compare-flips"' in said


def test_p_values_are_corrected_for_the_pairs_that_are_shown(client: Client) -> None:
    board = make_board()
    subs = [entered(board, "p" * 9 + "f" * n) for n in (1, 2)]
    subs.append(entered(board, "f" * 9))
    comparison = Comparison.objects.filter(category="").order_by("p").first()
    assert comparison is not None
    body = client.get("/api/v1/compare/?" + "&".join(f"s={s.pk}" for s in subs)).json()
    p_values = {pair["whole"]["p"]: pair["whole"]["p_holm"] for pair in body["pairs"]}
    assert p_values[comparison.p] == pytest.approx(3 * comparison.p)


def test_boards_with_other_scorers_are_refused_with_a_note(client: Client) -> None:
    one = entered(make_board("one", suite="s"), "p")
    two = entered(make_board("two", suite="s", scorer="published-1.0"), "p")
    said = page_of(client, one, two)
    assert "must not be compared" in said
    assert "another scorer: passbook-1, published-1.0" in said
    assert "another data" not in said
    body = client.get(f"/api/v1/compare/?s={one.pk}&s={two.pk}").json()
    assert (len(body["reasons"]), body["pairs"]) == (1, [])


def test_fewer_than_two_lead_back_to_the_board(client: Client) -> None:
    one = entered(make_board(), "p", name="Lonely")
    assert "Only Lonely is chosen so far" in page_of(client, one)
    assert "Choose two to six" in page_of(client, one, one)
    assert "Choose two to six" in page_of(client)


def test_more_than_six_leave_some_out_and_say_so(client: Client) -> None:
    board = make_board()
    seven = [entered(board, "p") for _ in range(7)]
    assert "1 more" in page_of(client, *seven)
    assert client.get(
        "/compare/pairs.csv?" + "&".join(f"s={one.pk}" for one in seven)
    ).status_code == (404)


def test_one_that_goes_on_is_shown_without_a_difference(client: Client) -> None:
    board = make_board()
    one, two = entered(board, "p"), entered(board, "f", status="running")
    assert "Not compared: one has not ended" in page_of(client, one, two)


def test_somebody_elses_private_submission_is_not_there(client: Client) -> None:
    board, owner = make_board(), make_user()
    public = entered(board, "p")
    secret = entered(board, "f", visibility="private", owner=owner)
    query = f"s={public.pk}&s={secret.pk}"
    addresses = (
        f"/compare/?{query}",
        f"/compare/pairs.csv?{query}",
        f"/compare/pairs.json?{query}",
        f"/api/v1/compare/?{query}",
    )
    for address in addresses:
        assert client.get(address).status_code == 404
    client.force_login(owner)
    for address in addresses:
        assert client.get(address).status_code == 200


def test_many_tasks_take_as_many_queries_as_few(client: Client) -> None:
    board, owner = make_board(), make_user()
    few = [entered(board, "pf", owner=owner), entered(board, "fp", owner=owner)]
    many = [
        entered(board, "pf" * 10, owner=owner),
        entered(board, "fp" * 10, owner=owner),
        entered(board, "p" * 20, owner=owner),
    ]
    with CaptureQueriesContext(connection) as first:
        page_of(client, *few)
    with CaptureQueriesContext(connection) as second:
        page_of(client, *many)
    assert len(first) == len(second) <= 7


def test_hostile_names_stay_text(client: Client) -> None:
    board = make_board()
    one = entered(board, "p", name="<script>alert(1)</script>")
    two = entered(board, "f", name='"><img src=x>')
    said = page_of(client, one, two)
    assert "<script>alert" not in said
    assert "<img src=x" not in said
    assert "style=" not in said


def test_rows_of_a_board_are_ticked_in_its_address(client: Client) -> None:
    board = make_board()
    one = entered(board, "p", name="One")
    entered(board, "f", name="Two")
    said = client.get(f"/boards/{board.slug}/?s={one.pk}").content.decode()
    boxes = [box for box in said.split("<input")[1:] if "data-pick" in box]
    ticked = [box for box in boxes if "checked>" in box]
    assert len(ticked) == 1
    assert f'value="{one.pk}"' in ticked[0]
    assert 'action="/compare/"' in said
