"""`manage.py demo`: the whole site on this machine, with the reference assistants."""

from argparse import ArgumentParser
from typing import Any  # Any: options as argparse gives them

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from bankenv.dataset import load_dataset
from leaderboard.models import Conversation, Submission
from leaderboard.secret_files import kept_secret, readable_password
from leaderboard.services.boards import seed_boards
from leaderboard.services.conversations import return_all_leases
from leaderboard.services.reference import submit_references
from leaderboard.supervision.demo_site import (
    AlreadyRunning,
    Ports,
    child_environment,
    job_parts,
    only_one,
    site_parts,
)
from leaderboard.supervision.ports import NoFreePort, next_free_port
from leaderboard.supervision.redis_server import NoRedis, end_orphan
from leaderboard.supervision.supervisor import PartFailed, Supervisor, supervised

DEMO_USER = "demo"


class Command(BaseCommand):
    help = "Run the site, its workers and the reference assistants until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--reference-port", type=int, default=8100)

    def handle(
        self, *args: Any, port: int, reference_port: int, **options: Any
    ) -> None:
        try:
            with only_one(settings.DATA_DIR):
                self._run(self._ports(port, reference_port))
        except (AlreadyRunning, NoFreePort, NoRedis, PartFailed) as reason:
            raise CommandError(str(reason)) from None

    def _ports(self, port: int, reference_port: int) -> Ports:
        web = next_free_port(port)
        if web != port:
            self.stdout.write(f"Port {port} is in use; taking {web} instead.")
        return Ports(web, next_free_port(max(reference_port, web + 1)))

    def _run(self, ports: Ports) -> None:
        call_command("migrate", verbosity=0)
        boards = seed_boards(load_dataset())
        user, password = _demo_user()
        end_orphan(settings.REDIS_SOCKET)
        return_all_leases()  # held by workers of a demo that was killed
        with supervised(settings.DATA_DIR / "logs", child_environment()) as supervisor:
            supervisor.start(site_parts(ports))
            self._greet(ports, password)
            submissions = submit_references(user, boards[0], ports.reference_url)
            supervisor.start(job_parts())
            self._watch(supervisor, submissions)
            self.stdout.write("\nStopping ...")
        return_all_leases()
        self.stdout.write("Stopped. `make demo` goes on where this ended.")

    def _greet(self, ports: Ports, password: str) -> None:
        self.stdout.write(
            f"\n  Passbook      {ports.site_url}\n"
            f"  log in as     {DEMO_USER}   {password}\n"
            f"  an endpoint   {ports.reference_url} (model careful-teller)\n"
            f"  logs          {settings.DATA_DIR / 'logs'}\n\n"
            "The seven reference assistants now run. Ctrl-C stops everything.\n"
        )

    def _watch(self, supervisor: Supervisor, submissions: list[Submission]) -> None:
        said = ""

        def look() -> None:
            nonlocal said
            line = _progress(submissions)
            if line != said:
                self.stdout.write(line)
                said = line

        supervisor.watch(look)


def _demo_user() -> tuple[User, str]:
    password = kept_secret(settings.DATA_DIR / "demo_password", readable_password)
    user, _ = User.objects.get_or_create(username=DEMO_USER)
    if not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user, password


def _progress(submissions: list[Submission]) -> str:
    rows = Conversation.objects.filter(submission__in=submissions)
    left = rows.unfinished().count()
    total = rows.count()
    if not left:
        return f"{total} of {total} conversations done: the board is complete."
    tenths = 10 * (total - left) // total
    return f"{tenths * 10} % of {total} conversations done."
