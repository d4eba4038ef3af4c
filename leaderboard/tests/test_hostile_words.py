"""Whatever people type is text on every page, fragment and badge that shows it."""

import pytest
from django.contrib.auth.models import User

from leaderboard.models import ApiToken, Note, Submission, Upload
from leaderboard.services.standings import refresh_standings
from leaderboard.tests.routes import address, site_routes
from leaderboard.tests.world import World, make_world

pytestmark = pytest.mark.django_db

HOSTILE = "<i a='b\" onx=1>{{7*7}}&"
READ_AS_MARKUP = ("text/html", "image/svg+xml")


@pytest.fixture
def world() -> World:
    """A site on which everybody has typed markup wherever they may."""
    world = make_world("public")
    Submission.objects.update(
        name=HOSTILE,
        organisation=HOSTILE,
        model_name=HOSTILE,
        status_reason=HOSTILE,
        base_url=f"http://127.0.0.1:9/{HOSTILE}",
        webhook_url=f"http://127.0.0.1:9/{HOSTILE}",
        notify_email="a@example.org",
    )
    User.objects.filter(pk=world.submission.owner_id).update(username=HOSTILE)
    ApiToken.objects.update(name=HOSTILE)
    Note.objects.update(text=HOSTILE)
    Upload.objects.update(file_name=HOSTILE, reason=HOSTILE)
    refresh_standings(world.submission)
    return world


def test_words_of_people_are_never_markup(world: World) -> None:
    shown = 0
    owner = world.client("owner")
    query = f"?text={HOSTILE}&q={HOSTILE}&s={world.submission.pk}"
    for route in site_routes():
        if route.name.startswith("api-"):
            continue
        response = owner.get(address(route, world.objects) + query)
        page = b"".join(response).decode(errors="replace")
        if response.headers.get("Content-Type", "").startswith(READ_AS_MARKUP):
            assert "<i a=" not in page, route.name
            assert "49&" not in page, route.name
            shown += "&lt;i a=" in page
    assert shown > 15, "the words were to be seen on many a page"


ASKED = (
    *("text", "q", "s", "sort", "category", "area", "family", "status", "outcome"),
    *("board", "limit", "offset", "k", "page", "kind", "finding", "trial", "task"),
    *("language", "chain", "customer", "part", "openness", "organisation", "other"),
)


@pytest.mark.parametrize("value", ["9" * 30, "-1", "%EF%BF%BF%F0%9F%92%A5'\"", "[]"])
def test_no_value_in_an_address_breaks_a_page(value: str) -> None:
    world = make_world()
    client = world.client("owner")
    query = "?" + "&".join(f"{name}={value}" for name in ASKED)
    for route in site_routes():
        if route.name == "readyz" or route.name.startswith("api-"):
            continue
        response = client.get(address(route, world.objects) + query)
        b"".join(response)
        assert response.status_code < 500, route.name
