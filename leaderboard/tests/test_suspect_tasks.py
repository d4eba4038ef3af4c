"""Suspect tasks: reported by readers, decided by staff, left out on request."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from scipy.stats import pearsonr, pointbiserialr

from bankenv.dataset import load_dataset
from leaderboard.discrimination import discriminations, shares_of
from leaderboard.models import Board, Standing, TaskFigure, TaskReport
from leaderboard.outcome_table import outcome_table
from leaderboard.services.standings import (
    boards_behind,
    refresh_standings,
    refresh_without_suspects,
)
from leaderboard.services.suspects import CannotReport, decide_report, report_task
from leaderboard.tests.factories import (
    make_board,
    make_scored_conversation,
    make_submission,
    make_user,
)

pytestmark = pytest.mark.django_db
TASKS = list(load_dataset().tasks)[:4]
PASSES = {"Best": "pppf", "Middle": "ppfp", "Worst": "pffp"}


@pytest.fixture
def board() -> Board:
    """Three submissions on four tasks; the worse they are, the better at the last."""
    board = make_board("lite")
    for name, letters in PASSES.items():
        submission = make_submission(board=board, name=name, status="finished")
        for task_id, letter in zip(TASKS, letters, strict=True):
            make_scored_conversation(
                submission=submission, task_id=task_id, passed=letter == "p"
            )
        refresh_standings(submission)
    return board


@pytest.fixture
def without_last(board: Board) -> Board:
    """The board after staff confirmed that its last task is wrong."""
    report = report_task(make_user(), board, TASKS[3], "gold", "Its gold is wrong.")
    decide_report(report.pk, make_user(is_staff=True), "confirmed", "Indeed.")
    board.refresh_from_db()
    refresh_without_suspects(board)
    return board


def rates(client: Client, query: str) -> dict[str, float]:
    rows = client.get(f"/api/v1/boards/lite/?{query}").json()["rows"]
    return {row["submission"]["name"]: row["standing"]["pass_rate"] for row in rows}


def test_a_board_without_suspect_tasks_shows_the_figures_of_the_rest(
    client: Client, without_last: Board
) -> None:
    assert rates(client, "") == {"Best": 0.75, "Middle": 0.75, "Worst": 0.5}
    assert rates(client, "suspects=without") == {
        "Best": 1.0,
        "Middle": pytest.approx(2 / 3),
        "Worst": pytest.approx(1 / 3),
    }
    assert rates(client, "suspects=without&category=control")["Best"] == 1.0
    said = client.get("/boards/lite/?suspects=without").content.decode()
    assert 'pass-cell">100.0</td>' in said
    assert "without suspect tasks <span" in said
    assert "Without 1 suspect task<" in said
    csv = client.get("/boards/lite/board.csv?suspects=without").content.decode()
    assert ",1.0," in csv.splitlines()[1]


def test_without_suspects_there_are_ranks_and_intervals_too(
    without_last: Board,
) -> None:
    rows = Standing.objects.filter(slice_kind="sound", slice_value="all")
    assert rows.filter(rank_low__isnull=True).count() == 0
    for row in rows:
        assert row.scored == 3
        assert row.pass_rate_low is not None
        assert row.pass_rate_low < (row.pass_rate_high or 0)
        assert row.pass_hat_k_range == [[row.pass_rate_low, row.pass_rate_high]]


def test_computing_from_conversations_gives_the_same_figures_without_suspects(
    without_last: Board,
) -> None:
    def stored() -> list[dict[str, object]]:
        rows = Standing.objects.filter(slice_kind="sound").order_by(
            "submission", "slice_value"
        )
        return [{**row, "id": 0, "computed_at": 0} for row in rows.values()]

    before = stored()
    assert before
    for submission in without_last.submissions.all():
        refresh_standings(submission)
    assert stored() == before


def test_a_board_of_sound_tasks_has_no_figures_without_them(
    client: Client, board: Board
) -> None:
    assert not Standing.objects.filter(slice_kind="sound").exists()
    assert rates(client, "suspects=without") == rates(client, "")
    assert "suspect task" not in client.get("/boards/lite/").content.decode()


def test_a_decision_leaves_its_boards_behind_until_figures_follow(
    board: Board,
) -> None:
    other = make_board("other", dataset_hash="e" * 64)
    report = report_task(make_user(), board, TASKS[3], "gold", "Wrong.")
    assert boards_behind() == []
    staff = make_user(is_staff=True)
    decide_report(report.pk, staff, "confirmed")
    assert boards_behind() == [board]
    refresh_without_suspects(boards_behind()[0])
    assert boards_behind() == []
    decide_report(report.pk, staff, "open")
    refresh_without_suspects(boards_behind()[0])
    assert not Standing.objects.filter(slice_kind="sound").exists()
    other.refresh_from_db()
    assert other.suspects_changed_at is None


def test_readers_report_and_only_staff_decide(client: Client, board: Board) -> None:
    sent = {"reason": "unclear", "text": "<b>Which</b> account?"}
    address = f"/tasks/{TASKS[0]}/report/"
    assert client.post(address, sent).url.startswith("/login/")  # type: ignore[attr-defined]
    reader = make_user()
    client.force_login(reader)
    client.post(address, sent)
    report = TaskReport.objects.get()
    assert (report.reporter, report.status) == (reader, "open")
    said = client.get(f"/tasks/{TASKS[0]}/").content.decode()
    assert "&lt;b&gt;Which" in said
    assert "Confirm: suspect" not in said
    decide = f"/tasks/reports/{report.pk}/decide/"
    assert client.post(decide, {"status": "confirmed"}).status_code == 404
    client.force_login(make_user(is_staff=True))
    client.post(decide, {"status": "confirmed", "answer": "It is."})
    assert "suspect</span>" in client.get("/tasks/").content.decode()
    assert "Confirmed by" in client.get(f"/tasks/{TASKS[0]}/").content.decode()


@pytest.mark.parametrize(
    ("reason", "text", "said"),
    [
        ("gold", "  ", "Say in words"),
        ("nonsense", "Wrong.", "“nonsense” is not one of gold"),
    ],
)
def test_a_report_that_says_nothing_is_not_kept(
    board: Board, reason: str, text: str, said: str
) -> None:
    with pytest.raises(CannotReport, match=said):
        report_task(make_user(), board, TASKS[0], reason, text)
    assert not TaskReport.objects.exists()


def test_a_reader_has_one_open_report_a_task(board: Board) -> None:
    reader = make_user()
    report_task(reader, board, TASKS[0], "gold", "Wrong.")
    with pytest.raises(CannotReport, match="still waits"):
        report_task(reader, board, TASKS[0], "other", "Again.")
    report_task(make_user(), board, TASKS[0], "gold", "I agree.")


def test_the_database_refuses_a_decision_without_a_moment(board: Board) -> None:
    report = report_task(make_user(), board, TASKS[0], "gold", "Wrong.")
    with pytest.raises(IntegrityError), transaction.atomic():
        TaskReport.objects.filter(pk=report.pk).update(status="confirmed")


def test_discrimination_is_the_correlation_with_the_rest(board: Board) -> None:
    stored = {row.task_id: row for row in TaskFigure.objects.all()}
    assert [stored[t].solved_by for t in TASKS] == [3, 2, 1, 2]
    assert stored[TASKS[0]].discrimination is None  # everybody passes it
    # The last task by hand: passed 0, 1, 1 against the rest 3/3, 2/3, 1/3.
    expected = pointbiserialr([0, 1, 1], [1, 2 / 3, 1 / 3]).statistic
    assert stored[TASKS[3]].discrimination == pytest.approx(expected)
    assert expected < 0


def test_discrimination_agrees_with_scipy_on_several_trials() -> None:
    letters = {
        "a": {"x": "pp", "y": "pf", "z": "pe"},
        "b": {"x": "pf", "y": "ff", "z": "ph"},
        "c": {"x": "fh", "y": "pp", "z": "ff"},
        "d": {"x": "pp", "y": "fp", "z": "-f"},
    }
    shares = shares_of(outcome_table(letters))
    assert shares[0].tolist()[2] == 1.0  # an errored trial is no fail
    for task in range(3):
        own = shares[:, task]
        rest = (shares.sum(axis=1) - own) / 2
        assert discriminations(shares)[task] == pytest.approx(
            pearsonr(own, rest).statistic
        )


def test_who_did_not_run_a_task_says_nothing_of_it() -> None:
    ran = {
        "a": {"x": "p", "y": "pp", "z": "pf"},
        "b": {"x": "f", "y": "pf", "z": "ff"},
        "c": {"x": "p", "y": "ff", "z": "pf"},
    }
    more = ran | {"d": {"x": "e", "y": "pp", "z": "ff"}, "e": {"x": "p"}}
    few = shares_of(outcome_table({"a": ran["a"], "b": ran["b"]} | {"d": more["d"]}))
    told = discriminations(shares_of(outcome_table(more)))
    assert told[0] == discriminations(shares_of(outcome_table(ran)))[0]
    assert told[1] != discriminations(shares_of(outcome_table(ran)))[1]
    assert discriminations(few)[0] is None


def test_two_submissions_tell_no_discrimination() -> None:
    letters = {"a": {"x": "p", "y": "p"}, "b": {"x": "f", "y": "f"}}
    assert discriminations(shares_of(outcome_table(letters))) == [None, None]
    assert discriminations(shares_of(outcome_table({}))) == []


def test_a_task_shows_how_every_model_fares(client: Client, board: Board) -> None:
    said = " ".join(client.get(f"/tasks/{TASKS[2]}/").content.decode().split())
    listed = said[said.index('id="results"') :]
    assert "1 of 3 ranked submissions solve it" in listed
    assert listed.index("Best") < listed.index("Middle")
    row = board.submissions.get(name="Best").conversations.get(task_id=TASKS[2])
    assert f'href="/conversations/{row.pk}/"' in listed
    body = client.get(f"/api/v1/tasks/{TASKS[2]}/").json()
    assert body["row"]["figure"]["solved_by"] == 1


def test_a_name_is_text_where_models_fare(client: Client, board: Board) -> None:
    named = board.submissions.get(name="Best")
    board.submissions.filter(pk=named.pk).update(name="<b>Best</b>")
    said = client.get(f"/tasks/{TASKS[2]}/").content.decode()
    assert "&lt;b&gt;Best&lt;/b&gt;" in said
    assert "<b>Best" not in said
    assert f'href="/submissions/{named.pk}/?text={TASKS[2]}"' in said


def test_a_private_submission_is_not_among_those_that_fare(
    client: Client, board: Board
) -> None:
    board.submissions.filter(name="Best").update(visibility="private")
    said = client.get(f"/tasks/{TASKS[2]}/").content.decode()
    assert ">Best<" not in said
    assert ">Middle<" in said


@pytest.mark.parametrize("sort", ["discrimination", "-discrimination", "-solved"])
def test_tasks_sort_by_their_figures_and_unknown_ones_last(
    client: Client, board: Board, sort: str
) -> None:
    said = client.get(f"/tasks/?sort={sort}").content.decode()
    places = [said.index(f">{task}<") for task in TASKS]
    unranked = said.index(f">{list(load_dataset().tasks)[-1]}<")
    assert unranked > max(places[1:])
    if sort == "-solved":
        assert places[0] == min(places)
    else:
        assert min(places[:2]) > max(places[2:])  # all fare alike on the rest


def test_the_list_of_tasks_shows_figures_as_soon_as_they_are_computed_anew(
    client: Client, board: Board
) -> None:
    first = f">{TASKS[0]}<"
    shown = client.get("/tasks/").content.decode()
    submission = make_submission(board=board, name="Fourth", status="finished")
    make_scored_conversation(submission=submission, task_id=TASKS[0], passed=False)
    refresh_standings(submission)
    for said, of in ((shown, "of 3"), (client.get("/tasks/").content.decode(), "of 4")):
        assert of in said[said.index(first) :].split("</tr>")[0]


def test_a_board_that_is_not_of_these_tasks_is_no_page(client: Client) -> None:
    assert client.get("/tasks/?board=nowhere").status_code == 404
    assert client.get("/api/v1/tasks/?board=nowhere").status_code == 404
