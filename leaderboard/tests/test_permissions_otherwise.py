"""Every address again: as fragments, by other methods, row by row in the admin."""

import pytest
from django.apps import apps
from django.contrib import admin
from django.urls import reverse

from leaderboard.tests.routes import address, site_routes
from leaderboard.tests.test_permissions import GET, LOGIN, answered
from leaderboard.tests.world import make_world

pytestmark = pytest.mark.django_db

STRANGERS = ("anonymous", "other")
CLOSED = {401, 404, LOGIN}
# Django's own views of a form take a PUT for a POST, whose fields it does not hold.
FORMS = {"login", "password"}


def test_a_fragment_is_not_for_strangers_where_its_page_is_not() -> None:
    world = make_world()
    for route in site_routes():
        if not CLOSED & set(GET[route.name][:2]):
            continue
        url = address(route, world.objects)
        for role, expected in zip(STRANGERS, GET[route.name], strict=False):
            client = world.client(role)
            client.defaults["HTTP_HX_REQUEST"] = "true"
            assert answered(client.get, url) == expected, (route.name, role)


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
@pytest.mark.parametrize("role", ["owner", "staff"])
def test_pages_are_changed_by_forms_alone(method: str, role: str) -> None:
    world = make_world()
    ask = getattr(world.client(role), method)
    took = {
        route.name: answered(ask, address(route, world.objects))
        for route in site_routes()
        if not route.name.startswith("api-") and route.name not in FORMS
    }
    assert set(took.values()) == {405}, took


def test_nobody_but_staff_comes_to_a_row_in_the_admin() -> None:
    world = make_world()
    entry = reverse("admin:login")
    for model in filter(admin.site.is_registered, apps.get_models()):
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        row = model._default_manager.first()
        key = row.pk if row else 1
        for page in ("change", "history", "delete"):
            url = reverse(f"{name}_{page}", args=[key])
            for role in (*STRANGERS, "owner"):
                for ask in (world.client(role).get, world.client(role).post):
                    response = ask(url)
                    assert response.status_code == 302, (url, role)
                    assert response.headers["Location"].startswith(entry), url


def test_staff_without_rights_change_no_row_in_the_admin() -> None:
    world = make_world()
    client = world.client("staff")
    for model in filter(admin.site.is_registered, apps.get_models()):
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        for row in model._default_manager.all()[:1]:
            for page in ("change", "delete"):
                url = reverse(f"{name}_{page}", args=[row.pk])
                assert client.get(url).status_code == 403, url
                assert client.post(url, {"post": "yes"}).status_code == 403, url
