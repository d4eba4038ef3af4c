"""What staff do is written down, on pages, over the API and in the admin."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from leaderboard.models import AuditEntry
from leaderboard.services.tokens import create_token
from leaderboard.tests.answers import let_go
from leaderboard.tests.factories import make_user
from leaderboard.tests.world import World, make_world

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return make_world()


def entries() -> list[tuple[str, str, str, int]]:
    rows = AuditEntry.objects.order_by("pk")
    return list(rows.values_list("actor_name", "method", "route", "status"))


def test_opening_somebodys_private_submission_is_noted(world: World) -> None:
    staff = world.client("staff")
    staff.get(f"/submissions/{world.submission.pk}/")
    staff.get(f"/conversations/{world.conversation.pk}/raw/")
    let_go(staff.get(f"/submissions/{world.submission.pk}/conversations.csv"))
    assert entries() == [
        ("staff", "GET", "submission", 200),
        ("staff", "GET", "conversation-raw", 200),
        ("staff", "GET", "conversations-file", 200),
    ]


def test_opening_what_everybody_may_see_is_not(world: World) -> None:
    type(world.submission).objects.update(visibility="public")
    staff = world.client("staff")
    staff.get(f"/submissions/{world.submission.pk}/")
    staff.get("/status/")
    assert entries() == []


def test_changing_something_of_others_is_noted(world: World) -> None:
    address = f"/conversations/{world.conversation.pk}/notes/{world.note}/"
    world.client("staff").post(address, {"resolved": "yes"})
    (entry,) = AuditEntry.objects.all()
    assert (entry.route, entry.path) == ("conversation-note-settle", address)
    assert len(entry.request_id) == 32


def test_what_people_without_staff_rights_do_is_their_own_affair(
    world: World,
) -> None:
    owner = world.client("owner")
    owner.get(f"/submissions/{world.submission.pk}/")
    owner.post("/account/tokens/", {"name": "x"})
    assert entries() == []


def test_a_token_of_staff_is_noted_like_its_user(world: World) -> None:
    staff = world.people["staff"]
    assert staff is not None
    _, token = create_token(staff, "test")
    bearer = {"Authorization": f"Bearer {token}"}
    Client().get(f"/api/v1/submissions/{world.submission.pk}/", headers=bearer)
    assert entries() == [("staff", "GET", "api-submission", 200)]


def test_the_admin_is_noted_too_and_without_what_was_sent(world: World) -> None:
    root = make_user("root", is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(root, backend="django.contrib.auth.backends.ModelBackend")
    secret = "kadamba-51"
    client.post(
        f"/admin/auth/user/{world.submission.owner_id}/password/",
        {"password1": secret, "password2": secret, "usable_password": "true"},
    )
    (entry,) = AuditEntry.objects.all()
    assert entry.route == "admin:auth_user_password_change"
    assert not any(secret in str(value) for value in vars(entry).values())


def test_logging_in_and_out_as_staff_is_noted() -> None:
    make_user("root", password="gulmohar-72", is_staff=True)
    client = Client()
    client.post("/login/", {"username": "root", "password": "gulmohar-72"})
    client.post("/logout/")
    assert [route for _, _, route, _ in entries()] == ["login", "logout"]


def test_an_entry_outlives_the_account_and_nobody_changes_or_deletes_it(
    world: World,
) -> None:
    root = make_user("root", is_staff=True, is_superuser=True)
    world.client("staff").post("/account/tokens/", {"name": "x"})
    entry = AuditEntry.objects.get()
    User.objects.get(username="staff").delete()
    entry.refresh_from_db()
    assert (entry.actor, entry.actor_name) == (None, "staff")
    client = Client()
    client.force_login(root, backend="django.contrib.auth.backends.ModelBackend")
    address = f"/admin/leaderboard/auditentry/{entry.pk}"
    assert client.get(f"{address}/change/").status_code == 200
    assert client.post(f"{address}/change/", {"actor_name": "x"}).status_code == 403
    assert client.post(f"{address}/delete/", {"post": "yes"}).status_code == 403
    assert Permission.objects.filter(codename="view_auditentry").exists()
