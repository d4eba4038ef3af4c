"""The whole path of a newcomer: real web server, Redis, workers, endpoint, Chromium."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from leaderboard.supervision.demo_site import (
    Ports,
    child_environment,
    job_parts,
    site_parts,
)
from leaderboard.supervision.parts import ROOT
from leaderboard.supervision.places import redis_socket_path
from leaderboard.supervision.ports import next_free_port
from leaderboard.supervision.redis_server import redis_part
from leaderboard.supervision.supervisor import Supervisor

pytestmark = [pytest.mark.browser, pytest.mark.processes]

FINISHES_WITHIN_MS = 90_000
TALLIED_WITHIN_MS = 30_000


@pytest.fixture
def ports(tmp_path: Path) -> Iterator[Ports]:
    """A site of its own in a folder of its own."""
    environment = child_environment() | {"DATA_DIR": str(tmp_path)}
    for elsewhere in ("DATABASE_URL", "REDIS_URL"):
        environment.pop(elsewhere, None)
    for command in ("migrate", "seed_boards"):
        words = (sys.executable, "manage.py", command)
        subprocess.run(words, cwd=ROOT, env=environment, check=True)
    web = next_free_port(18_600)
    found = Ports(web, next_free_port(web + 1))
    broker = redis_part(redis_socket_path(tmp_path), tmp_path)
    pages = [part for part in site_parts(found) if part.name != "redis"]
    supervisor = Supervisor(tmp_path / "logs", environment)
    try:
        supervisor.start([broker, *pages])
        supervisor.start(job_parts())
        yield found
    finally:
        supervisor.end()


def sign_up(page: Page, ports: Ports) -> None:
    page.goto(ports.site_url)
    page.get_by_role("link", name="Submit a model").first.click()
    page.get_by_role("link", name="Sign up").last.click()
    page.get_by_label("Username").fill("asha")
    page.get_by_label("Password", exact=False).first.fill("gulmohar-72")
    page.get_by_label("Password again").fill("gulmohar-72")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Submit a model")).to_be_visible()


def submit(page: Page, ports: Ports) -> None:
    """Test the connection, then submit the hasty teller to everybody's view."""
    page.get_by_label("Endpoint URL").fill(ports.reference_url)
    page.get_by_label("Model name").fill("hasty-teller")
    page.get_by_label("Shown as").fill("Hasty newcomer")
    page.get_by_label("Board", exact=True).select_option("procedures-lite")
    page.get_by_label("Who may see it").select_option("public")
    page.get_by_role("button", name="Test the connection").click()
    connection = page.locator("#connection")
    expect(connection).to_contain_text("get_account_balance")
    expect(connection.locator(".step-bad")).to_have_count(0)
    page.get_by_role("button", name=re.compile(r"Run on \d+ tasks")).click()
    expect(page.get_by_role("heading", name="Hasty newcomer")).to_be_visible()


def watch(page: Page) -> None:
    """Without a reload the page comes to an end, and then asks no more."""
    live = page.locator("#live")
    expect(live.locator(".status")).to_have_text("Finished", timeout=FINISHES_WITHIN_MS)
    still_asking = live.and_(page.locator("[hx-get]"))
    expect(still_asking).to_have_count(0, timeout=TALLIED_WITHIN_MS)
    expect(live.locator(".figure").first).to_have_text(re.compile(r"^\d+\.\d$"))


def test_a_newcomer_goes_from_sign_up_to_a_missed_read(
    page: Page, ports: Ports
) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    sign_up(page, ports)
    submit(page, ports)
    watch(page)

    page.get_by_role("link", name=re.compile("lite")).first.click()
    row = page.get_by_role("row").filter(has_text="Hasty newcomer")
    expect(row).to_be_visible()
    expect(row.locator(".pass-cell")).to_have_text(re.compile(r"^\d+\.\d$"))
    expect(row).to_contain_text("+")  # hidden violations
    row.get_by_role("link", name="Hasty newcomer").click()

    page.get_by_role("link", name="Failed", exact=True).click()
    page.get_by_label("Kind of finding").select_option("missed_read")
    expect(page).to_have_url(re.compile("outcome=failed.*finding=missed_read|finding="))
    # A click opens it beside the list; the journey goes on with the whole page.
    link = page.locator("#conversations-table a.row-link").first.get_attribute("href")
    page.goto(urljoin(page.url, link))

    expect(page.locator("h1")).to_be_visible()
    never = page.get_by_role("link", name="never called").first
    never.click()
    ghost = page.locator(page.evaluate("location.hash"))
    expect(ghost).to_be_in_viewport()
    expect(ghost).to_contain_text("Missed required read")
    assert not errors
