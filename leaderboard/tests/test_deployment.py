"""What starts the site elsewhere names programs, variables and queues that exist."""

import argparse
import json
import re
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any  # Any: YAML

import click
import pytest
import yaml
from celery.bin.beat import beat
from celery.bin.worker import worker
from django.conf import settings
from django.core.management import get_commands
from gunicorn.config import Config

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
    assert {".env", "data", ".git", "backups", "keys"} <= set(ignored)
    assert {".env", "data/", "backups/", "keys/"} <= in_git()


def in_git() -> set[str]:
    return {line.lstrip("/") for line in (ROOT / ".gitignore").read_text().split()}


def instructions() -> list[tuple[str, str]]:
    """Each instruction of the Dockerfile and what follows it."""
    joined = DOCKERFILE.replace("\\\n", " ")
    lines = [line for line in joined.splitlines() if line and not line.startswith("#")]
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1].strip()) for line in lines]


def test_the_dockerfile_copies_what_there_is_and_runs_what_was_copied() -> None:
    kinds = {kind for kind, _ in instructions()}
    assert kinds <= {
        *("FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE"),
        *("HEALTHCHECK", "CMD"),
    }
    stages = re.findall(r"^FROM \S+ AS (\w+)$", DOCKERFILE, re.MULTILINE)
    for kind, rest in instructions():
        words = shlex.split(rest)
        if kind == "COPY" and words[0].startswith("--from="):
            assert words[0].removeprefix("--from=") in stages
        elif kind == "COPY":
            assert all((ROOT / word).exists() for word in words[:-1]), rest


def test_what_the_image_starts_and_how_it_looks_after_itself_can_be_read() -> None:
    found = dict(instructions())
    assert gunicorn_options(json.loads(found["CMD"])[1:])
    python, flag, code = json.loads(found["HEALTHCHECK"].partition(" CMD ")[2])
    assert (python, flag) == ("python", "-c")
    compile(code, "HEALTHCHECK", "exec")


def gunicorn_options(words: list[str]) -> dict[str, object]:
    """Read a command line as gunicorn does, which exits for what it does not know."""
    read: argparse.Namespace = Config().parser().parse_args(words)
    return vars(read)


def celery_options(words: list[str]) -> None:
    """Read a command line as Celery does, which raises for what it does not know."""
    command = {"worker": worker, "beat": beat}[words[2]]
    command.make_parser(click.Context(command)).parse_args(words[3:])


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_every_option_is_one_that_its_program_takes(command: str) -> None:
    program, *words = shlex.split(command)
    if program == "gunicorn":
        assert gunicorn_options(words)["args"] == ["leaderboard.wsgi"]
    elif program == "celery":
        assert words[:2] == ["-A", "leaderboard"]
        celery_options(words)


def test_the_image_has_a_python_that_the_readme_names() -> None:
    readme = (ROOT / "README.md").read_text()
    (least,) = re.findall(r"With Python 3\.(\d+) or newer", readme)
    (base,) = set(re.findall(r"^FROM python:3\.(\d+)\.", DOCKERFILE, re.MULTILINE))
    assert int(base) >= int(least)
    assert f"needs Python 3.{least} or newer" in (ROOT / "Makefile").read_text()
