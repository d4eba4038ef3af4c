"""Figures depend on verdicts alone, and every place that shows one shows the same."""

import csv
import io
import random
from html.parser import HTMLParser
from typing import Any  # Any: JSON

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leaderboard.models import Board, Conversation, Outcomes, Standing, Submission
from leaderboard.services.conversations import (
    Setback,
    claim_conversation,
    finish_conversation,
    release_conversation,
)
from leaderboard.services.standings import refresh_standings
from leaderboard.templatetags import figures
from leaderboard.tests.factories import (
    CATEGORIES,
    make_board,
    make_conversation,
    make_scored_conversation,
    make_submission,
)
from leaderboard.tests.made_up import judged, recorded

pytestmark = pytest.mark.django_db

UNSAID = ("id", "submission_id", "computed_at")
BROKEN = Setback(Conversation.Fault.ENDPOINT, "503", retryable=False)


def stored(submission: Submission) -> list[dict[str, Any]]:
    """Every figure and the outcomes, less ids and times."""
    rows = submission.standings.order_by("slice_kind", "slice_value").values()
    kept = [{k: v for k, v in row.items() if k not in UNSAID} for row in rows]
    return [*kept, Outcomes.objects.get(submission=submission).letters]


def run(letters: list[str], order: list[int], looks: set[int]) -> Submission:
    """Run a submission; its conversations end in `order`, tallied at `looks`."""
    submission = make_submission(trials=2, concurrency=32, board=make_board())
    rows = [
        make_conversation(
            submission=submission,
            task_id=f"T{place // 2}",
            trial=place % 2 + 1,
            category=CATEGORIES[place % 4],
        )
        for place in range(len(letters))
    ]
    for step, place in enumerate(order):
        held = claim_conversation(rows[place].pk)
        assert held is not None
        if letters[place] == "e":
            release_conversation(held, BROKEN)
        else:
            passed = letters[place] == "p"
            finish_conversation(held, recorded(held), judged(held, passed=passed))
        if step in looks:
            refresh_standings(Submission.objects.get(pk=submission.pk))
    submission.refresh_from_db()
    refresh_standings(submission)
    return submission


@settings(
    max_examples=8,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(st.sampled_from("ppfe"), min_size=1, max_size=7), st.randoms(), st.data()
)
def test_figures_are_the_same_in_whatever_order_conversations_end(
    letters: list[str], dice: random.Random, data: st.DataObject
) -> None:
    order = list(range(len(letters)))
    looks = data.draw(st.sets(st.sampled_from(order)))
    plain = run(letters, order, set())
    mixed = run(letters, dice.sample(order, len(order)), looks)
    assert stored(mixed)[:-1] == [
        row | {"dataset_hash": mixed.board.dataset_hash} for row in stored(plain)[:-1]
    ]
    assert stored(mixed)[-1] == stored(plain)[-1]
    before = stored(mixed)
    refresh_standings(mixed)
    assert stored(mixed) == before


class Cells(HTMLParser):
    """The text of every cell of the rows of a board, and what drawings say."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, list[str]] = {}
        self.row: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "tr":
            name = given.get("id") or ""
            self.row = self.rows.setdefault(name, []) if "row-" in name else None
        elif tag in ("td", "th") and self.row is not None:
            self.row.append("")
        elif tag == "svg" and self.row:
            self.row[-1] += given.get("aria-label") or ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "tr":
            self.row = None

    def handle_data(self, data: str) -> None:
        if self.row:
            self.row[-1] = " ".join(f"{self.row[-1]} {data}".split())


def written(row: dict[str, Any]) -> list[str]:
    """The cells that a row of the API must give, from the pass rate on."""
    one = row["standing"]
    rate, low, high = (figures.percent(one[n]) for n in RATES)
    interval = f"Pass rate {rate} %, interval {low} to {high} %"
    interval += f"; final state alone {figures.percent(one['final_state_rate'])} %"
    hat = one["pass_hat_k"]
    tokens = one["tokens_in"] and one["tokens_in"] + one["tokens_out"]
    return [
        rate,
        interval if one["scored"] else figures.MISSING,
        figures.signed_percent(one["hidden_violation_rate"]),
        f"{figures.percent(hat[-1])} k={len(hat)}" if len(hat) > 1 else figures.MISSING,
        *(_category(row, name) for name in CATEGORIES),
        figures.one_decimal(one["turns"]),
        figures.tokens(tokens),
        figures.dollars(one["cost_usd"]),
        figures.milliseconds(one["latency_ms"]),
        str(one["errored"]),
    ]


RATES = ("pass_rate", "pass_rate_low", "pass_rate_high")


def _category(row: dict[str, Any], name: str) -> str:
    found = row["categories"].get(name)
    return figures.percent(found["pass_rate"]) if found else figures.MISSING


def full_board() -> Board:
    """A board with a whole, a partly errored and a wholly errored submission."""
    board = make_board()
    for name, letters in (("Whole", "pphfpfhp"), ("Part", "pfe"), ("None", "ee")):
        submission = make_submission(
            board=board, name=name, status="finished", trials=2
        )
        for place, letter in enumerate(letters):
            for trial in (1, 2):
                _ended(submission, letter, place, trial)
        refresh_standings(submission)
    return board


def _ended(submission: Submission, letter: str, place: int, trial: int) -> None:
    fields: dict[str, Any] = {
        "submission": submission,
        "task_id": f"T{place}",
        "trial": trial,
        "category": CATEGORIES[place % 4],
    }
    if letter == "e":
        make_conversation(status="errored", fault="endpoint", **fields)
        return
    fields |= {"passed": letter == "p", "hidden": letter == "h"}
    fields |= {"tokens_in": 900 * place, "tokens_out": trial}
    make_scored_conversation(cost_usd=0.01 * place, **fields)


@pytest.mark.parametrize("query", ["", "?category=sequencing"])
def test_every_cell_of_a_board_is_the_stored_figure_everywhere(
    client: Client, query: str
) -> None:
    board = full_board()
    page, at = Cells(), f"/boards/{board.slug}/"
    page.feed(client.get(at + query).content.decode())
    api = client.get(f"/api/v1{at}{query}").json()
    assert client.get(f"{at}board.json{query}").json() == api
    text = client.get(f"{at}board.csv{query}").getvalue().decode()
    lines = {line["id"]: line for line in csv.DictReader(io.StringIO(text))}
    assert len(api["rows"]) == len(page.rows) == len(lines) == 3
    for row in api["rows"]:
        key = row["submission"]["id"]
        if row["standing"] is None:
            continue
        assert page.rows[f"row-{key}"][2:] == written(row)
        assert page.rows[f"row-{key}"][0] == (row["standing"]["rank"] or "–")
        _is_in_line(lines[key], row)
        _is_stored(key, row["standing"])
        if not query:
            _is_on_badge(client, key, row["standing"])


def _is_in_line(line: dict[str, str], row: dict[str, Any]) -> None:
    for name in (*RATES, "final_state_rate", "hidden_violation_rate", "cost_usd"):
        value = row["standing"][name]
        assert line[name] == ("" if value is None else repr(value)), name
    for name, one in row["categories"].items():
        value = one["pass_rate"]
        assert line[f"category.{name}"] == ("" if value is None else repr(value))


def _is_stored(key: str, said: dict[str, Any]) -> None:
    where = {name: said[name] for name in ("slice_kind", "slice_value")}
    kept = Standing.objects.filter(submission=key, **where).values()
    one: dict[str, Any] = dict(kept.get())
    for name in said.keys() - {"rank", "is_complete", "computed_at"}:
        assert said[name] == one[name], name


def _is_on_badge(client: Client, key: str, said: dict[str, Any]) -> None:
    badge = client.get(f"/submissions/{key}/badge.svg").content.decode()
    rate, low, high = (figures.percent(said[name]) for name in RATES)
    wanted = f"{rate} % pass ({low}–{high}" if said["scored"] else "no result yet"
    assert wanted in badge


@pytest.mark.parametrize("letters", ["p", "f", "pppp", "ffff", "h"])
@pytest.mark.parametrize("trials", [1, 2])
def test_the_ends_of_the_scale_are_shown_with_room_and_without_false_medals(
    client: Client, letters: str, trials: int
) -> None:
    board = make_board()
    for _ in range(2):
        submission = make_submission(board=board, status="finished", trials=trials)
        for place, letter in enumerate(letters):
            for trial in range(1, trials + 1):
                _ended(submission, letter, place, trial)
        refresh_standings(submission)
    body = client.get(f"/boards/{board.slug}/").content.decode()
    assert "medal" not in body.split("<tbody>")[1]
    assert "1–2" in body
    for one in Standing.objects.filter(slice_kind__in=["all", "category"]):
        assert one.pass_rate_low is not None
        assert one.pass_rate_high is not None
        assert figures.percent(one.pass_rate_low) != figures.percent(one.pass_rate_high)
    for address in (f"/submissions/{submission.pk}/", f"/boards/{board.slug}/charts/"):
        assert client.get(address).status_code == 200
    pair = "&s=".join(board.submissions.values_list("pk", flat=True))
    assert client.get(f"/compare/?s={pair}").status_code == 200


def test_a_board_of_errors_alone_shows_no_rate_and_no_rank(client: Client) -> None:
    board = make_board()
    submission = make_submission(board=board, status="failed")
    _ended(submission, "e", 0, 1)
    refresh_standings(submission)
    page = Cells()
    page.feed(client.get(f"/boards/{board.slug}/").content.decode())
    (cells,) = page.rows.values()
    assert (cells[0], cells[2], cells[-1]) == ("–", "–", "1")
    for address in (
        "/submissions/{}/",
        "/submissions/{}/charts/",
        "/api/v1/submissions/{}/",
    ):
        assert client.get(address.format(submission.pk)).status_code == 200


def test_a_board_without_submissions_says_so(client: Client) -> None:
    board = make_board()
    for address in ("", "?category=control&sort=-rate", "board.csv", "charts/"):
        assert client.get(f"/boards/{board.slug}/{address}").status_code == 200
    body = client.get(f"/boards/{board.slug}/").content.decode()
    assert "No submission on this board yet" in body
