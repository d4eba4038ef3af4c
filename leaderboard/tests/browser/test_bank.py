"""The bank's pages in a real browser: accessible, never sideways, by keyboard."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from bankenv.dataset import load_dataset

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CUSTOMER = next(iter(load_dataset().customers))
ADDRESSES = (
    "/bank/",
    "/bank/tools/create_fd/",
    "/bank/tools/set_card_controls/",
    "/bank/customers/",
    "/bank/customers/?text=zzzz",
    f"/bank/customers/{CUSTOMER}/",
    "/bank/search/",
    "/bank/search/?q=FD todne par penalty",
    "/bank/search/?q=qwxz",
    "/policy/",
)


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found] + (
        ["scrolls sideways"] if wide else []
    )


def press_call(page: Page) -> None:
    page.get_by_role("button", name="Call", exact=True).click()
    expect(page.locator("#result")).to_be_visible()


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_no_page_of_the_bank_has_a_fault(
    page: Page, live_server: LiveServer, theme: str, width: int
) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 900})
    for address in ADDRESSES:
        page.goto(live_server.url + address)
        assert faults(page) == [], address
    page.goto(f"{live_server.url}/bank/tools/close_deposit/")
    press_call(page)
    assert faults(page) == []


def test_a_tool_is_called_without_scripts(
    browser: Browser, live_server: LiveServer
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/bank/tools/create_rd/")
    press_call(page)
    expect(page.locator("#result")).to_contain_text('"status": "BOOKED"')
    page.goto(f"{live_server.url}/bank/customers/")
    page.get_by_label("Find by name, city or any id").fill(CUSTOMER)
    page.get_by_role("button", name="Show").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    context.close()


def test_a_search_answers_while_typing_and_by_keyboard(
    page: Page, live_server: LiveServer
) -> None:
    page.goto(f"{live_server.url}/bank/search/")
    page.keyboard.press("/")
    page.keyboard.type("nominee")
    expect(page.locator("#found-sections")).to_be_visible()
    assert page.url.endswith("/bank/search/?q=nominee")
    page.go_back()
    expect(page.locator("#found-sections")).to_have_count(0)


def test_a_schema_can_be_copied(page: Page, live_server: LiveServer) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{live_server.url}/bank/tools/get_gold_rate/")
    page.get_by_role("button", name="Copy").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert '"purity_karat"' in copied
