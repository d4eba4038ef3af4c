"""The datasheet in a browser: light, dark and narrow, with nothing for axe to find."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_the_datasheet_is_readable_everywhere(
    page: Page, live_server: object, scheme: str, width: int
) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{live_server}/datasheet/")
    assert page.locator("#chains rect").count() >= 3
    found = Axe().run(page).response["violations"]
    assert [(v["id"], v["nodes"][0]["html"][:200]) for v in found] == []
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
