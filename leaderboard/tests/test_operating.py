"""The commands of docs/operating.md, run as they stand there, on sites in use."""

import os
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path

import orjson
import pytest
from cryptography.fernet import Fernet
from django.core.management import call_command, get_commands
from django.core.management.base import CommandError
from django.db import connection

from leaderboard.tests.postgres import postgres, programs
from leaderboard.tests.test_supervision import eventually

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "operating.md"
BLOCK = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
MANAGE = "python manage.py "
FILL = """
from django.core.management import call_command
from leaderboard.services.credentials import Secrets, store_secrets
from leaderboard.tests.world import make_world
call_command("migrate", verbosity=0)
world = make_world("public")
store_secrets(world.submission, Secrets("sk-kept", {"X-Team": "cards"}))
"""
READ = """
import orjson, sys
from django.core.management import call_command
from django.test import Client
from leaderboard.models import Conversation, Submission
from leaderboard.services.credentials import read_secrets
from leaderboard.services.rescoring import rescore_submission
submission = Submission.objects.get()
secrets = read_secrets(submission)
client = Client(SERVER_NAME="localhost")
pages = [f"/submissions/{submission.pk}/", "/boards/lite/", "/readyz?parts=migrations"]
pages += [f"/conversations/{row.pk}/" for row in Conversation.objects.all()]
print(orjson.dumps({
    "key": secrets.api_key,
    "headers": secrets.extra_headers,
    "pages": [client.get(page).status_code for page in pages],
    "rescored": rescore_submission(submission),
}).decode())
"""
WHOLE = {
    "key": "sk-kept",
    "headers": {"X-Team": "cards"},
    "pages": [200] * 5,
    "rescored": [2, 0],  # two scored again, and no verdict is another
}
RUN_LINES = """
import shlex
from django.core.management import execute_from_command_line
for line in {!r}:
    execute_from_command_line(shlex.split(line)[1:])
"""


def commands(section: str, number: int = 0) -> list[str]:
    """Return the lines of a section's block of commands."""
    text = DOCUMENT.read_text().split(f"\n## {section}\n")[1].split("\n## ")[0]
    block: str = BLOCK.findall(text)[number]
    return block.splitlines()


class House:
    """A folder with a site's data, in which an operator types commands."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)
        (folder / "manage.py").symlink_to(ROOT / "manage.py")
        path = f"{Path(sys.executable).parent}:{programs()}:{os.defpath}"
        self.environment = {"PATH": path, "DATA_DIR": "data", **environment}

    def run(self, *command: str) -> str:
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=180,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def shell(self, code: str) -> str:
        return self.run("python", "manage.py", "shell", "-v", "0", "-c", code)

    def type(self, lines: Sequence[str]) -> None:
        """Run lines in order; those of manage.py that follow each other, in one go."""
        for ours, group in groupby(lines, lambda line: line.startswith(MANAGE)):
            if ours:
                self.shell(RUN_LINES.format(list(group)))
            else:
                self.run("bash", "-euc", "\n".join(group))

    def read(self) -> object:
        return orjson.loads(self.shell(READ).splitlines()[-1])


@contextmanager
def in_use(database: Path) -> Iterator[list[int]]:
    """Change two columns together, all the while; yield how often, once it is over."""
    stop, written = threading.Event(), [0]
    change = """
        UPDATE leaderboard_submission
        SET failures_in_a_row = failures_in_a_row + 1, breaks = breaks + 1
    """

    def write() -> None:
        with closing(sqlite3.connect(database, timeout=60)) as connection:
            while not stop.is_set():
                with connection:
                    connection.execute(change)
                written[0] += 1
                stop.wait(0.01)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield written
    finally:
        stop.set()
        writer.join()


@pytest.mark.processes
def test_a_site_on_sqlite_is_backed_up_in_use_restored_upgraded_and_given_new_keys(
    tmp_path: Path,
) -> None:
    old = House(tmp_path / "old")
    old.shell(FILL)
    with in_use(tmp_path / "old/data/passbook.sqlite3") as written:
        assert eventually(lambda: written[0] > 10, 20)
        before = written[0]
        old.type(commands("Backup and restore", 0))
    backup = tmp_path / "old/backups/passbook.sqlite3"
    assert backup.stat().st_mode & 0o077 == 0
    assert before <= changes_in(backup) <= written[0]

    new = House(tmp_path / "new")
    for folder in ("backups", "keys"):
        (tmp_path / "old" / folder).rename(tmp_path / "new" / folder)
    restore = commands("Backup and restore", 1)
    new.type([line for line in restore if not line.startswith(MANAGE)])
    given = (tmp_path / "new/data/credential_key").read_text().strip()
    newer = Fernet.generate_key().decode()
    new.environment["CREDENTIAL_KEYS"] = f"{newer},{given}"
    ours = [line for line in restore if line.startswith(MANAGE)]
    new.type([*ours, *commands("Upgrade"), *commands("Key rotation")])
    new.environment["CREDENTIAL_KEYS"] = newer
    assert new.read() == WHOLE


def changes_in(database: Path) -> int:
    """Return how often the columns had been changed; hold that the file is sound."""
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        ((first, second),) = connection.execute(
            "SELECT failures_in_a_row, breaks FROM leaderboard_submission"
        ).fetchall()
    assert first == second
    return int(first)


@pytest.mark.processes
def test_a_site_on_postgresql_is_dumped_and_restored(tmp_path: Path) -> None:
    with postgres() as url:
        place, name = url.removeprefix("postgres:///").rsplit("/", 1)
        where = f"postgres:///{{}}?host={place}"
        house = House(tmp_path / "site", DATABASE_URL=where.format(name))
        house.environment["NEW_DATABASE_URL"] = where.format("restored")
        house.shell(FILL)
        house.run("psql", where.format(name), "-qc", "CREATE DATABASE restored")
        house.type(commands("Backup and restore", 2))
        house.environment["DATABASE_URL"] = where.format("restored")
        assert house.read() == WHOLE


@pytest.mark.django_db
def test_a_backup_never_takes_the_place_of_another(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("another")
    why = "there" if connection.vendor == "sqlite" else "The database is PostgreSQL"
    with pytest.raises(CommandError, match=why):
        call_command("backup", str(tmp_path / "there"))
    assert (tmp_path / "there").read_text() == "another"
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_every_command_of_the_page_is_one_that_there_is() -> None:
    named = set(re.findall(r"python manage\.py (\w+)", DOCUMENT.read_text()))
    assert {"backup", "migrate", "rotate_keys"} <= named <= set(get_commands())
