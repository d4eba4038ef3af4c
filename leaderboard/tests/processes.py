"""A whole site of its own in a folder: real workers, Redis, database and endpoint."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx2

from leaderboard.supervision import demo_site
from leaderboard.supervision.parts import Part
from leaderboard.supervision.places import redis_socket_path
from leaderboard.supervision.ports import next_free_port
from leaderboard.supervision.redis_server import redis_part
from leaderboard.supervision.supervisor import Supervisor
from leaderboard.tests.site_databases import Rows, SiteDatabase, new_database
from leaderboard.tests.test_supervision import eventually

ROOT = Path(__file__).resolve().parents[2]
OUTCOMES = """
    SELECT task_id, passed, final_state_passed, first_finding
    FROM leaderboard_conversation
"""
ALL_BUT_THE_FIRST = """
    DELETE FROM leaderboard_conversation WHERE id NOT IN
    (SELECT id FROM leaderboard_conversation ORDER BY id LIMIT {})
"""


@dataclass(frozen=True)
class Site:
    """A site of its own in a folder: workers, broker, database and an endpoint."""

    folder: Path
    supervisor: Supervisor
    environment: dict[str, str]
    endpoint: str
    database: SiteDatabase
    commands: "list[subprocess.Popen[str]]" = field(default_factory=list)

    def manage(self, *words: str) -> "subprocess.Popen[str]":
        """Start a management command; the site's end is its end too."""
        process = subprocess.Popen(
            (sys.executable, "manage.py", *words),
            cwd=ROOT,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.commands.append(process)
        return process

    def evaluate(self, model: str, *words: str) -> "subprocess.Popen[str]":
        where = ("--base-url", self.endpoint, "--model", model)
        return self.manage("evaluate", *where, "--board", "lite", *words)

    def rows(self, question: str) -> Rows:
        return self.database.rows(question)

    def outcomes(self) -> dict[str, tuple[object, ...]]:
        """Return for each task whether it passed, its final state, what broke first."""
        return {str(task): tuple(told) for task, *told in self.rows(OUTCOMES)}

    def statuses(self) -> Counter[object]:
        question = "SELECT status FROM leaderboard_conversation"
        return Counter(status for (status,) in self.rows(question))

    def scored(self) -> int:
        return self.statuses()["scored"]

    def shorten(self, conversations: int) -> None:
        """Leave only the first conversations of what was just submitted."""
        self.rows(ALL_BUT_THE_FIRST.format(conversations))

    def start_workers(self, *names: str) -> None:
        """Start workers by these names, and beat; return once they listen."""
        workers = [worker(name) for name in names]
        self.supervisor.start([*workers, *demo_site.job_parts()[1:]])
        for name in names:
            log = self.folder / "logs" / f"{name}.log"
            assert eventually(_is_ready(log), 40), log.read_text()

    @contextmanager
    def visitor(self) -> "Iterator[Visitor]":
        """Start the web server; give somebody who signed up there."""
        finished(self.manage("seed_boards"))
        port = next_free_port(18_700 + os.getpid() % 1000)
        self.supervisor.start([demo_site.web_part(port)])
        url = f"http://127.0.0.1:{port}"
        with httpx2.Client(base_url=url, trust_env=False, timeout=30) as client:
            visitor = Visitor(client)
            visitor.sign_up()
            yield visitor


@dataclass(frozen=True)
class Visitor:
    """Somebody with a browser's cookies, without its JavaScript."""

    client: httpx2.Client

    def sign_up(
        self, name: str = "visitor", password: str = "a-long-enough-passphrase"
    ) -> None:
        passwords = {f"password{n}": password for n in (1, 2)}
        self.post("/signup/", {"username": name, **passwords})

    def log_in(self, name: str, password: str) -> None:
        self.post("/login/", {"username": name, "password": password})

    def submit(self, endpoint: str, model: str, **fields: str) -> str:
        """Submit by the form; return the address of the submission's page."""
        entered = {
            "base_url": endpoint,
            "model_name": model,
            "name": model,
            "board": "procedures-lite",
            "trials": "1",
            "concurrency": "8",
            "strategy": "function_calling",
            "visibility": "public",
        }
        return self.post("/submit/", entered | fields)

    def post(self, address: str, fields: Mapping[str, str]) -> str:
        """Fill in the form at `address`; return where it leads to."""
        answer = self.send(address, fields)
        assert answer.status_code == httpx2.codes.FOUND, answer.text
        return str(answer.headers["location"])

    def send(
        self, address: str, fields: Mapping[str, str], seen_at: str = ""
    ) -> httpx2.Response:
        """Fill in the form at `address`, seen on another page if `seen_at` says so."""
        self.client.get(seen_at or address)
        token = self.client.cookies["csrftoken"]
        return self.client.post(address, data={**fields, "csrfmiddlewaretoken": token})

    def seconds_for(self, address: str) -> float:
        """Return how long the page at `address` takes."""
        began = time.perf_counter()
        answer = self.client.get(address, headers={"HX-Request": "true"})
        waited = time.perf_counter() - began
        assert answer.status_code in (httpx2.codes.OK, httpx2.codes.FOUND), address
        return waited


@contextmanager
def own_site(
    folder: Path, environment: Mapping[str, str], *, latency_s: float
) -> Iterator[Site]:
    """Give a site with Redis and the reference endpoint; leave nothing running."""
    database = new_database(folder)
    own = {
        **demo_site.child_environment(),
        "DATA_DIR": str(folder),
        "DATABASE_URL": database.url,
        **environment,
    }
    own.pop("REDIS_URL", None)
    port = next_free_port(18_300 + os.getpid() % 1000)
    reference = (sys.executable, "-m", "runner.reference", "--port", str(port))
    supervisor = Supervisor(folder / "logs", own)
    site = Site(folder, supervisor, own, f"http://127.0.0.1:{port}/v1", database)
    try:
        supervisor.start(
            [
                redis_part(redis_socket_path(folder), folder),
                Part("reference", (*reference, "--latency", str(latency_s))),
            ]
        )
        yield site
    finally:
        supervisor.end()
        for process in site.commands:
            process.kill()
            process.communicate()
        database.drop()


def worker(name: str) -> Part:
    """Return how to run a worker by another name than the demo's."""
    part = demo_site.job_parts()[0]
    command = tuple(
        f"{name}@%h" if word == "demo@%h" else word for word in part.command
    )
    return replace(part, name=name, command=command)


def finished(process: "subprocess.Popen[str]", within_s: float = 120) -> str:
    """Wait for a command to end well; return what it wrote."""
    output, _ = process.communicate(timeout=within_s)
    assert process.returncode == 0, output
    return output


def kill_redis(site: Site) -> None:
    """Kill Redis and take away what it had kept."""
    os.kill(int((site.folder / "redis" / "redis.pid").read_text()), signal.SIGKILL)
    for kept in (site.folder / "redis").glob("*.aof"):
        kept.unlink()


def _is_ready(log: Path) -> Callable[[], bool]:
    return lambda: log.exists() and " ready." in log.read_text()
