"""Every address of the site × who asks. A route that is not listed here fails."""

from collections.abc import Callable, Mapping
from typing import Any  # Any: what the test client takes and gives

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from leaderboard.services.tokens import create_token
from leaderboard.tests.answers import let_go
from leaderboard.tests.factories import make_user
from leaderboard.tests.routes import address, routes, site_routes
from leaderboard.tests.world import ROLES, World, make_world

pytestmark = pytest.mark.django_db
Statuses = tuple[int | str, int | str, int | str, int | str]
LOGIN = "login"  # sent to the login page

# What anonymous, another user, the owner and staff get.
OPEN: Statuses = (200, 200, 200, 200)
HIDDEN: Statuses = (404, 404, 200, 200)
MEMBERS: Statuses = (LOGIN, 200, 200, 200)
OWNERS: Statuses = (LOGIN, 404, 200, 404)
STAFF: Statuses = (404, 404, 404, 200)
NO_GET: Statuses = (405, 405, 405, 405)
NO_GET_API: Statuses = (401, 405, 405, 405)
MOVED: Statuses = (LOGIN, 404, 302, 404)
READERS: Statuses = (LOGIN, 404, 302, 302)


def each(statuses: Statuses, *names: str) -> dict[str, Statuses]:
    return dict.fromkeys(names, statuses)


# Of a private submission that has ended, with its conversations.
HIDDEN_ROUTES = each(
    HIDDEN,
    *("submission", "submission-file", "conversations-file", "submission-charts"),
    *("submission-chart-file", "submission-badge", "submission-citation"),
    *("submission-recorded", "submission-export", "submission-report"),
    *("conversation", "conversation-records", "conversation-event"),
    "conversation-compare",
    *("conversation-compare-with-gold", "conversation-compare-with"),
    *("conversation-timing", "conversation-prompt", "conversation-scenario"),
    *("conversation-notes", "conversation-raw", "conversation-export"),
    *(
        "conversation-events",
        "conversation-trajectory",
        "api-submission",
        "api-conversations",
    ),
    *("api-submission-export", "api-conversation"),
    *("api-figures-file", "api-conversations-file", "submission-report"),
)
GET: Mapping[str, Statuses] = {
    **HIDDEN_ROUTES,
    **each((404, 404, 302, 302), "submission-live"),
    **each(OPEN, "healthz", "home", "board", "board-file", "board-charts"),
    **each(OPEN, "board-chart-file", "compare", "tasks", "task", "datasheet"),
    **each(OPEN, "policy", "document", "signup", "bank", "bank-tool"),
    **each(OPEN, "bank-customers", "bank-customer", "bank-search", "api-docs"),
    **each(OPEN, "api-schema", "api-boards", "api-board", "api-submissions"),
    **each(OPEN, "api-tasks", "api-task", "api-datasheet", "api-bank"),
    **each(OPEN, "api-bank-tools", "api-bank-tool", "api-bank-customers"),
    **each(OPEN, "api-bank-customer", "api-bank-documents", "api-bank-rules"),
    **each(OPEN, "api-bank-search", "api-board-file"),
    **each((503, 503, 503, 503), "readyz"),  # no worker, no broker
    **each((400, 400, 400, 400), "api-compare"),  # of nothing
    **each((404, 404, 404, 404), "compare-file"),  # of nothing
    **each(STAFF, "metrics", "status"),
    **each((200, 302, 302, 302), "login"),
    **each(MEMBERS, "submit", "imports", "account", "password"),
    **each(MEMBERS, "account-delete"),
    **each(OWNERS, "submission-cancel", "submission-rescore", "submission-limits"),
    **each(OWNERS, "upload", "submission-key"),
    **each((401, 200, 200, 200), "api-imports"),
    **each((401, 404, 200, 404), "api-upload"),
    **each(NO_GET, "submit-test", "submission-pause", "submission-resume"),
    **each(NO_GET, "submission-show", "logout", "token-create", "token-revoke"),
    **each(NO_GET, "conversation-note-add", "conversation-note-settle"),
    **each(NO_GET, "task-report", "task-report-decide"),
    **each(NO_GET, "conversation-label", "api-bank-call", "account-export"),
    **each(NO_GET_API, "api-submission-pause", "api-submission-resume"),
    **each(NO_GET_API, "api-submission-cancel", "api-upload-part"),
    **each(NO_GET_API, "api-submission-limits", "api-submission-key"),
}
# With an empty body: 400, 409, 415 and 422 are what whoever may gets for that.
POST: Mapping[str, Statuses] = {
    **each(MOVED, "submission-pause", "submission-resume", "submission-cancel"),
    **each(MOVED, "submission-show", "submission-rescore", "token-revoke"),
    **each((LOGIN, 404, 422, 404), "submission-limits", "submission-key"),
    **each(READERS, "conversation-note-add", "conversation-note-settle"),
    **each((LOGIN, 404, 400, 400), "conversation-label"),
    **each((LOGIN, 422, 422, 422), "submit"),
    **each(MEMBERS, "submit-test", "imports", "password", "account-export"),
    **each((LOGIN, 422, 422, 422), "account-delete"),
    **each((LOGIN, 302, 302, 302), "token-create", "task-report"),
    **each((LOGIN, 404, 404, 404), "task-report-decide"),  # there is none
    **each((302, 302, 302, 302), "logout"),
    **each((200, 302, 302, 302), "login"),
    **each(OPEN, "signup", "bank-tool"),
    **each((400, 400, 400, 400), "api-bank-call"),
    **each((401, 400, 400, 400), "api-submissions"),
    **each((401, 400, 400, 400), "api-imports"),
    **each((401, 404, 409, 404), "api-submission-pause", "api-submission-resume"),
    **each((401, 404, 409, 404), "api-submission-cancel"),
}


# The only things that are put and patched: a part of a file, a key, limits.
PUT = ("api-upload-part", "put")
OTHERWISE = {PUT, ("api-submission-key", "put"), ("api-submission-limits", "patch")}


def answered(ask: Callable[..., Any], url: str, *sent: object) -> int | str:
    """What comes back; nothing that was changed stays so."""
    point = transaction.savepoint()
    response = ask(url, *sent)
    let_go(response)
    transaction.savepoint_rollback(point)
    to_login = response.headers.get("Location", "").startswith("/login/")
    return LOGIN if to_login else int(response.status_code)


def seen(world: World, names: Mapping[str, Statuses], method: str) -> dict[str, Any]:
    body: tuple[object, ...] = ({}, "application/json")
    found = {}
    for route in site_routes():
        if route.name in names:
            url = address(route, world.objects)
            sent = body if method == "post" and route.name.startswith("api-") else ()
            found[route.name] = tuple(
                answered(getattr(world.client(role), method), url, *sent)
                for role in ROLES
            )
    return found


def test_every_route_is_listed() -> None:
    assert {route.name for route in site_routes()} == set(GET)
    assert set(POST) <= set(GET)


def test_reading_is_for_whom_the_table_says() -> None:
    assert seen(make_world(), GET, "get") == dict(GET)


def test_changing_is_for_whom_the_table_says() -> None:
    assert seen(make_world(), POST, "post") == dict(POST)


def test_what_takes_no_post_refuses_it_even_to_the_owner() -> None:
    world = make_world()
    owner = world.client("owner")
    took = {
        route.name: answered(owner.post, address(route, world.objects))
        for route in site_routes()
        if route.name not in POST
    }
    assert set(took.values()) == {405}, took


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_the_api_has_no_other_way_to_change_anything(method: str) -> None:
    world = make_world()
    ask = getattr(world.client("owner"), method)
    took = {
        route.name: answered(ask, address(route, world.objects))
        for route in site_routes()
        if route.name.startswith("api-") and (route.name, method) not in OTHERWISE
    }
    assert set(took.values()) == {405}, took


def test_only_the_owner_changes_limits_and_the_key() -> None:
    world = make_world()
    body: tuple[object, ...] = ({}, "application/json")
    for name, method, of_owner in (("limits", "patch", 200), ("key", "put", 400)):
        url = reverse(f"api-submission-{name}", args=[world.submission.pk])
        took = [
            answered(getattr(world.client(role), method), url, *body) for role in ROLES
        ]
        assert took == [401, 404, of_owner, 404], name


def test_only_its_sender_adds_a_part_to_a_file() -> None:
    world = make_world()
    url = reverse(PUT[0], args=[world.upload.pk, 0])
    kind = "application/octet-stream"
    took = [answered(world.client(role).put, url, b"x", kind) for role in ROLES]
    assert took == [401, 404, 400, 404]  # 400: a part of one byte


@pytest.mark.parametrize("visibility", ["unlisted", "public"])
def test_who_has_the_link_reads_what_is_unlisted_or_public(visibility: str) -> None:
    world = make_world(visibility)
    found = {
        route.name: answered(
            world.client("anonymous").get, address(route, world.objects)
        )
        for route in site_routes()
        if route.name in HIDDEN_ROUTES
    }
    assert found == dict.fromkeys(HIDDEN_ROUTES, 200)


def test_a_token_opens_what_its_user_may_see_and_no_more() -> None:
    world = make_world()

    def asked(user: User) -> set[int | str]:
        _, token = create_token(user, "test")
        client = Client(headers={"Authorization": f"Bearer {token}"})
        return {
            answered(client.get, address(route, world.objects))
            for route in site_routes()
            if route.name in HIDDEN_ROUTES and route.name.startswith("api-")
        }

    assert asked(world.submission.owner) == {200}
    assert asked(make_user()) == {404}


# Files that a program downloads with its token; they only read.
BY_TOKEN = {
    *("submission-file", "conversations-file", "submission-chart-file"),
    *("submission-report", "submission-badge", "submission-citation"),
}


def test_a_token_opens_its_owners_files_and_no_page() -> None:
    world = make_world()
    _, token = create_token(world.submission.owner, "test")
    client = Client(headers={"Authorization": f"Bearer {token}"})
    took = {
        route.name: answered(client.get, address(route, world.objects))
        for route in site_routes()
        if route.name in HIDDEN_ROUTES and not route.name.startswith("api-")
    }
    assert {name for name, status in took.items() if status == 200} == BY_TOKEN
    assert {status for name, status in took.items() if name not in BY_TOKEN} == {404}


def test_a_private_submission_is_named_nowhere_that_others_can_read() -> None:
    world = make_world()
    key, name = world.submission.pk, world.submission.name
    other = world.client("other")
    query = f"?s={key}&s={key}&text={name[:3]}"
    told = []
    for route in site_routes():
        response = other.get(address(route, world.objects) + query)
        body = b"".join(response) if response.streaming else response.content
        let_go(response)
        if name.encode() in body:
            told.append(route.name)
    assert told == []


@pytest.mark.parametrize("role", ["other", "owner", "staff"])
def test_every_form_needs_its_own_token_against_forgery(role: str) -> None:
    world = make_world()
    client = world.client(role, csrf=True)
    took = {
        route.name: answered(client.post, address(route, world.objects))
        for route in site_routes()
        if route.name in POST and not route.name.startswith("api-bank")
    }
    assert set(took.values()) == {403}, took


def test_the_admin_is_not_there_for_people_without_staff_rights() -> None:
    world = make_world()
    entry = reverse("admin:login")
    for role in ("anonymous", "other", "owner"):
        client = world.client(role)
        for url in admin_addresses():
            response = client.get(url)
            assert response.status_code == 302, (role, url)
            assert response.headers["Location"].startswith(entry), (role, url)


def test_staff_change_in_the_admin_only_what_they_were_given_rights_for() -> None:
    client = make_world().client("staff")
    given = {url for url in admin_addresses() if client.get(url).status_code == 200}
    assert given == {reverse("admin:index")}


def test_in_the_admin_a_superuser_finds_every_list_and_no_key() -> None:
    world = make_world()
    client = Client()
    client.force_login(
        make_user("root", is_staff=True, is_superuser=True),
        backend="django.contrib.auth.backends.ModelBackend",
    )
    for url in admin_addresses():
        response = client.get(url)
        assert response.status_code in (200, 403), url  # 403: rows that jobs write
        assert world.token.digest not in response.content.decode(), url


def admin_addresses() -> list[str]:
    """The admin's pages that take no object, but those that let people in and out."""
    doors = {"login", "logout", "password_change", "password_change_done"}
    ajax = {"autocomplete", "jsi18n", ""}
    return [
        reverse(route.name)
        for route in routes()
        if route.name.startswith("admin:")
        and not route.arguments
        and route.name.removeprefix("admin:") not in doors | ajax
    ]
