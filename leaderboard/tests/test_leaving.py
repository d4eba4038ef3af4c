"""Taking one's data along and closing an account: what goes, and what stays."""

import io
import json
from zipfile import ZipFile

import pytest
from axes.models import AccessAttempt
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from leaderboard.models import (
    ApiToken,
    Conversation,
    Credential,
    Label,
    Note,
    Standing,
    Submission,
)
from leaderboard.services.accounts import FORMER, leaving_of
from leaderboard.services.credentials import Secrets, store_secrets
from leaderboard.services.labels import set_label
from leaderboard.services.notes import add_note
from leaderboard.services.tokens import create_token
from leaderboard.tests.answers import let_go
from leaderboard.tests.factories import (
    make_board,
    make_conversation,
    make_submission,
    make_user,
)
from leaderboard.tests.world import World, make_world

pytestmark = pytest.mark.django_db
PASSWORD, KEY = "gulmohar-72", "sk-the-owners-own-key"


@pytest.fixture
def world() -> World:
    world = make_world("public")
    owner = world.submission.owner
    owner.set_password(PASSWORD)
    owner.save()
    return world


def leave(world: World, password: str = PASSWORD) -> int:
    client = Client()
    client.force_login(
        world.submission.owner, backend="django.contrib.auth.backends.ModelBackend"
    )
    return client.post("/account/delete/", {"password": password}).status_code


def test_the_page_says_what_goes_and_what_stays(world: World) -> None:
    owner = world.submission.owner
    make_submission(owner=owner, board=world.submission.board, visibility="private")
    said = world.client("owner").get("/account/delete/").content.decode()
    assert "1 finished public submission stays" in " ".join(said.split())
    assert "1 submission of yours" in " ".join(said.split())


def test_a_wrong_password_deletes_nothing(world: World) -> None:
    assert leave(world, "nope") == 422
    assert User.objects.filter(username="owner").exists()


def test_a_finished_public_submission_stays_and_belongs_to_nobody(
    world: World,
) -> None:
    kept = world.submission
    rates = list(kept.standings.values_list("pass_rate", flat=True))
    assert leave(world) == 302
    kept.refresh_from_db()
    assert kept.owner.username == FORMER
    assert not kept.owner.is_active
    assert not kept.owner.has_usable_password()
    assert "removed.invalid" in kept.base_url
    assert list(kept.standings.values_list("pass_rate", flat=True)) == rates
    assert Client().get(f"/submissions/{kept.pk}/").status_code == 200


def test_everything_else_of_the_account_is_gone(world: World) -> None:
    owner, board = world.submission.owner, world.submission.board
    for visibility, status in (
        ("private", "finished"),
        ("unlisted", "finished"),
        ("public", "running"),
    ):
        row = make_submission(
            owner=owner, board=board, visibility=visibility, status=status
        )
        make_conversation(submission=row)
        store_secrets(row, Secrets(KEY))
    store_secrets(world.submission, Secrets(KEY))
    AccessAttempt.objects.create(
        username="owner", attempt_time=timezone.now(), failures_since_start=1
    )
    assert leaving_of(owner).deleted == 3
    leave(world)
    assert not User.objects.filter(username="owner").exists()
    assert list(Submission.objects.all()) == [world.submission]
    assert not Credential.objects.exists()
    assert not ApiToken.objects.exists()
    assert not Note.objects.exists()
    assert not AccessAttempt.objects.exists()
    assert set(Conversation.objects.values_list("submission", flat=True)) == {
        world.submission.pk
    }


def test_whoever_left_is_logged_out_and_their_token_opens_nothing(
    world: World,
) -> None:
    _, token = create_token(world.submission.owner, "test")
    elsewhere = world.client("owner")
    leave(world)
    assert elsewhere.get("/account/").status_code == 302
    bearer = {"Authorization": f"Bearer {token}"}
    assert Client().get("/api/v1/boards/", headers=bearer).status_code == 401


def test_a_label_stays_without_the_name(world: World) -> None:
    stranger = make_submission(board=world.submission.board)
    row = make_conversation(submission=stranger)
    set_label(row, "skipped_check", world.submission.owner, seen=True)
    leave(world)
    assert Label.objects.get().set_by is None


def test_staff_do_not_leave_by_this_door(world: World) -> None:
    User.objects.filter(pk=world.submission.owner.pk).update(is_staff=True)
    assert leave(world) == 422
    assert User.objects.filter(username="owner").exists()


# --- Data ---------------------------------------------------------------------------


def exported(world: World) -> ZipFile:
    response = world.client("owner").post("/account/data.zip")
    assert response.status_code == 200
    body = io.BytesIO(b"".join(response))
    let_go(response)
    return ZipFile(body)


def test_the_export_holds_everything_of_the_account(world: World) -> None:
    pk = world.submission.pk
    archive = exported(world)
    read = {
        name: json.loads(archive.read(f"{name}.json"))
        for name in ("account", "tokens", "submissions", "standings", "notes")
    }
    assert read["account"][0]["username"] == "owner"
    assert read["tokens"][0]["name"] == "CI"
    assert [row["id"] for row in read["submissions"]] == [pk]
    assert len(read["standings"]) == Standing.objects.count()
    assert read["notes"][0]["text"] == "Look here."
    conversations = archive.read(f"conversations/{pk}.jsonl").splitlines()
    trajectories = archive.read(f"trajectories/{pk}.jsonl").splitlines()
    assert len(conversations) == len(trajectories) == 2
    assert json.loads(trajectories[0])["events"]


def test_the_export_holds_no_secret_and_nothing_of_others(world: World) -> None:
    store_secrets(world.submission, Secrets(KEY))
    other = world.people["other"]
    assert other is not None
    make_submission(owner=other, board=world.submission.board, name="Theirs")
    add_note(world.conversation, other, "Written by another.")
    archive = exported(world)
    for name in archive.namelist():
        body = archive.read(name).decode()
        assert KEY not in body
        assert Credential.objects.get().encrypted not in body
        assert world.token.digest not in body
        assert world.submission.owner.password not in body
        assert "Theirs" not in body
        assert "Written by another" not in body


def test_exporting_again_and_again_is_refused(world: World) -> None:
    client = world.client("owner")
    statuses = []
    for _ in range(11):
        response = client.post("/account/data.zip")
        let_go(response)
        statuses.append(response.status_code)
    assert statuses.count(200) == 10
    assert statuses[-1] == 429


def test_a_new_password_ends_the_other_sessions() -> None:
    user = make_user("asha", password=PASSWORD)
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        client.post("/login/", {"username": "asha", "password": PASSWORD})
    assert Session.objects.count() == 2
    new = {
        "old_password": PASSWORD,
        "new_password1": "kadamba-51",
        "new_password2": "kadamba-51",
    }
    assert here.post("/account/password/", new).status_code == 302
    assert here.get("/account/").status_code == 200
    assert elsewhere.get("/account/").status_code == 302
    user.refresh_from_db()
    assert user.check_password("kadamba-51")


def test_leaving_a_board_keeps_it_whole() -> None:
    """A private submission that goes leaves no rank behind."""
    board = make_board()
    user = make_user(password=PASSWORD)
    make_submission(owner=user, board=board, visibility="private", status="finished")
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    client.post("/account/delete/", {"password": PASSWORD})
    assert Client().get(f"/boards/{board.slug}/").status_code == 200
    assert not Standing.objects.exists()
