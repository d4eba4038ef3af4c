"""A real Chromium for the browser tests, or a skip that says why."""

from collections.abc import Callable, Iterator
from typing import Any  # Any: Playwright's launch options

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from leaderboard.models import Conversation
from leaderboard.tests.browser import chromium


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any],
) -> dict[str, Any]:
    path = chromium.find()
    if path is None:
        pytest.skip("no Chromium is installed")
    return browser_type_launch_args | {
        "executable_path": path,
        "args": ["--no-sandbox"],
    }


@pytest.fixture(scope="session")
def base_url() -> str:
    """No common address: each test has its own live server."""
    return ""


@pytest.fixture(scope="session", autouse=True)
def _orm_beside_playwright() -> Iterator[None]:
    """Playwright's loop runs in this thread; the tests' own queries are not async."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture
def opened(page: Page, live_server: LiveServer) -> Callable[..., Page]:
    """Open a conversation, or a tab of it, in the test's page."""

    def open_page(conversation: Conversation, tail: str = "") -> Page:
        page.goto(f"{live_server.url}/conversations/{conversation.pk}/{tail}")
        return page

    return open_page
