"""Development runs with nothing set; production refuses to start without secrets."""

import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from leaderboard.secret_files import kept_secret, readable_password

ROOT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "DEBUG": "false",
    "SECRET_KEY": "a-long-and-random-value-" * 3,
    "CREDENTIAL_KEYS": Fernet.generate_key().decode(),
    "ALLOWED_HOSTS": "bench.example.org",
}


def start(tmp_path: Path, command: str, **environment: str) -> tuple[int, str]:
    """Run a management command with exactly this environment."""
    done = subprocess.run(
        (sys.executable, "manage.py", *command.split()),
        cwd=ROOT,
        env={"DATA_DIR": str(tmp_path), "PYTHONWARNINGS": "error", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def variables_read() -> set[str]:
    source = (ROOT / "leaderboard" / "settings.py").read_text()
    return set(re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", source))


def variables_described() -> set[str]:
    example = (ROOT / ".env.example").read_text()
    return set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))


def test_every_variable_is_described_and_every_described_one_is_read() -> None:
    assert variables_read() == variables_described()
    assert len(variables_read()) > 10


def test_development_starts_with_nothing_set(tmp_path: Path) -> None:
    code, output = start(tmp_path, "check")
    assert code == 0, output
    for name in ("secret_key", "credential_key"):
        mode = (tmp_path / name).stat().st_mode
        assert stat.S_IMODE(mode) == 0o600


@pytest.mark.parametrize("missing", ["SECRET_KEY", "CREDENTIAL_KEYS", "ALLOWED_HOSTS"])
def test_production_refuses_to_start_without(tmp_path: Path, missing: str) -> None:
    environment = {k: v for k, v in PRODUCTION.items() if k != missing}
    code, output = start(tmp_path, "check", **environment)
    assert code != 0
    assert f"{missing} is not set" in output


def test_production_passes_djangos_deployment_check(tmp_path: Path) -> None:
    code, output = start(
        tmp_path, "check --deploy --tag security --fail-level WARNING", **PRODUCTION
    )
    assert code == 0, output


def test_a_kept_secret_stays_the_same(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "secret"
    first = kept_secret(path, readable_password)
    assert first == kept_secret(path, readable_password)
    assert list(path.parent.iterdir()) == [path]
