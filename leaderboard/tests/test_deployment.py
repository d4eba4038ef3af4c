"""What starts the site elsewhere names programs, variables and queues that exist."""

import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any  # Any: YAML

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from leaderboard.supervision.demo_site import job_parts
from leaderboard.tests.test_settings import variables_described

ROOT = Path(__file__).resolve().parents[2]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DOCKERFILE = (ROOT / "Dockerfile").read_text()
PROCFILE = dict(
    line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines()
)
OURS = {name: one for name, one in SERVICES.items() if "build" in one}
PROGRAMS = {"gunicorn", "celery", "python"}
LATER = "nice -n 10 "


def commands() -> list[str]:
    """Each command that is to be run, those of one line apart."""
    lines = [*PROCFILE.values(), *(one.get("command", "") for one in OURS.values())]
    bare = [re.sub(r'^sh -c "(.*)"$', r"\1", line) for line in lines if line]
    return [part.strip() for line in bare for part in line.split("&&")]


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_every_command_exists(command: str) -> None:
    words = shlex.split(command.removeprefix(LATER))
    assert words[0] in PROGRAMS
    assert shutil.which(words[0], path=str(Path(sys.executable).parent))
    if words[0] == "python":
        assert words[1] == "manage.py"
        assert words[2] in get_commands()
    else:
        assert any(word.startswith("leaderboard") for word in words)


def test_workers_leave_the_processor_to_pages() -> None:
    workers = [line for line in commands() if "leaderboard worker" in line]
    assert len(workers) == 4  # two of the Procfile, two of compose.yaml
    assert all(line.startswith(LATER) for line in workers)
    embedded = [part for part in job_parts() if "worker" in part.command]
    assert len(embedded) == 2
    assert all(shlex.join(part.command).startswith(LATER) for part in embedded)


def test_every_queue_has_a_worker() -> None:
    known = {queue.name for queue in settings.CELERY_TASK_QUEUES}
    for lines in (PROCFILE.values(), (s.get("command", "") for s in OURS.values())):
        assert set(re.findall(r"--queues (\w+)", "\n".join(lines))) == known


def test_every_variable_is_one_that_the_settings_read() -> None:
    known = variables_described()
    for name, service in OURS.items():
        assert set(service["environment"]) <= known, name
    in_image = set(re.findall(r"^(?:ENV|   ) ([A-Z_]+)=", DOCKERFILE, re.MULTILINE))
    assert in_image - known == {"PATH", "PYTHONUNBUFFERED", "MALLOC_ARENA_MAX"}


@pytest.mark.parametrize("name", ["SECRET_KEY", "CREDENTIAL_KEYS", "ALLOWED_HOSTS"])
def test_nothing_starts_without_its_secrets(name: str) -> None:
    for service in OURS.values():
        assert service["environment"][name].startswith(f"${{{name}:?")


def test_every_volume_and_dependency_is_declared_and_images_are_pinned() -> None:
    for service in SERVICES.values():
        for volume in service.get("volumes", []):
            assert volume.split(":")[0] in COMPOSE["volumes"]
        assert set(service.get("depends_on", {})) <= set(SERVICES)
        assert re.search(r":\d+\.\d+", service.get("image", ":0.0"))
    bases = re.findall(r"^FROM (\S+)", DOCKERFILE, re.MULTILINE)
    assert len(set(bases)) == 1
    assert re.search(r":\d+\.\d+\.\d+-", bases[0])


def test_the_image_runs_as_nobody_special_and_watches_itself() -> None:
    assert re.search(r"^USER passbook$", DOCKERFILE, re.MULTILINE)
    assert DOCKERFILE.index("USER passbook") < DOCKERFILE.index("CMD [")
    assert "HEALTHCHECK" in DOCKERFILE
    assert "/healthz" in DOCKERFILE


def test_only_the_web_server_is_reachable_and_from_this_machine_alone() -> None:
    ports = {name: one["ports"] for name, one in SERVICES.items() if "ports" in one}
    assert ports == {"web": ["127.0.0.1:8000:8000"]}


def test_secrets_of_this_machine_do_not_come_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text().split()
    assert {".env", "data", ".git"} <= set(ignored)
