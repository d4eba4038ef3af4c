"""Every page that the resolver knows: axe, both themes, zoom, narrow, calm."""

from collections.abc import Callable, Mapping
from typing import Any  # Any: what the test client answers

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from leaderboard.tests.routes import address, site_routes
from leaderboard.tests.world import World, make_world

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Swagger's own drawing of the API is not ours to mend.
OTHERS = [["#swagger-ui"]]
TWICE_WITH_SWAGGER = ("landmark-no-duplicate-main", "landmark-main-is-top-level")
FEWEST = 40  # pages that are known to be there
# The width of a window of 1280 at 200 % zoom, and of a telephone.
NARROW = (640, 390)
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
# Motion longer than a blink, of what asks for it in style sheets.
MOVING = """() => {
  const seconds = (text) => Math.max(...text.split(",").map(parseFloat));
  return [...document.querySelectorAll("*")]
    .filter((one) => {
      const style = getComputedStyle(one);
      const moves = style.animationName !== "none" && seconds(style.animationDuration);
      return Math.max(moves || 0, seconds(style.transitionDuration)) > 0.02
        || style.scrollBehavior === "smooth";
    })
    .map((one) => one.outerHTML.slice(0, 200));
}"""


@pytest.fixture
def world() -> World:
    """A site whose owner is of the staff, so that one person may open every page."""
    world = make_world()
    world.submission.owner.is_staff = True
    world.submission.owner.save()
    return world


@pytest.fixture
def owner(world: World) -> Client:
    return world.client("owner")


@pytest.fixture
def visit(
    page: Page, live_server: LiveServer, owner: Client
) -> Callable[[str, Any], Page]:
    """Open an address as its owner; a page that is a file, from what it holds."""
    cookie = owner.cookies["sessionid"].value
    page.context.add_cookies(
        [{"name": "sessionid", "value": cookie, "url": live_server.url}]
    )
    page.emulate_media(reduced_motion="reduce")

    def open_page(place: str, answer: Any) -> Page:
        if "Content-Disposition" in answer:
            page.goto("about:blank")  # and away from the last page's policy
            page.set_content(answer.content.decode())
        else:
            page.goto(live_server.url + place)
        return page

    return open_page


def pages(world: World, owner: Client) -> Mapping[str, Any]:
    """Return the answer at each address that leads to a whole page."""
    places = [address(route, world.objects, "html") for route in site_routes()]
    answers = {place: owner.get(place) for place in dict.fromkeys(places)}
    found = {
        place: answer
        for place, answer in answers.items()
        if answer.status_code == 200
        and answer["Content-Type"].startswith("text/html")
        and b"<html" in answer.content
    }
    assert len(found) >= FEWEST, sorted(found)
    return found


def faults(page: Page, place: str, rules: dict[str, Any]) -> list[str]:
    options = {**rules, "resultTypes": ["violations"]}  # of others axe tells one node
    looked = Axe().run(page, context={"exclude": OTHERS}, options=options)
    found = looked.response["violations"]
    others = TWICE_WITH_SWAGGER if place == "/api/docs/" else ()
    return [
        f"{place} {one['id']}: {one['nodes'][0]['html'][:200]}"
        for one in found
        if one["id"] not in others
    ]


# A theme changes colours alone.
@pytest.mark.parametrize(
    ("theme", "rules"), [("light", {}), ("dark", {"runOnly": ["color-contrast"]})]
)
def test_axe_finds_nothing_on_any_page(
    world: World,
    owner: Client,
    visit: Callable[..., Page],
    theme: str,
    rules: dict[str, Any],
) -> None:
    found = []
    for place, answer in pages(world, owner).items():
        page = visit(place, answer)
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        found += faults(page, place, rules)
    assert not found, "\n".join(found)


def test_no_page_scrolls_sideways_at_200_percent_or_moves_where_that_is_not_wanted(
    world: World, owner: Client, visit: Callable[..., Page]
) -> None:
    found = []
    for place, answer in pages(world, owner).items():
        page = visit(place, answer)
        for width in NARROW:
            page.set_viewport_size({"width": width, "height": 450})
            found += [f"{place} at {width}"] * page.evaluate(SIDEWAYS)
        found += [f"{place} moves {one}" for one in page.evaluate(MOVING)]
    assert not found, "\n".join(found)
