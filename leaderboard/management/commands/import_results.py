"""`manage.py import_results FILE --format tau|tau2|passbook`."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any  # Any: options as argparse gives them

import orjson
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from tqdm import tqdm

from leaderboard.models import Submission
from leaderboard.services.imported_boards import CannotImport
from leaderboard.services.imports import Report, Request, import_recordings
from runner.recordings.formats import FORMATS

SHOWN_REFUSALS = 20


class Command(BaseCommand):
    help = "Bring recorded conversations in, judged again. Running it again goes on."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="A file; for tau2 a directory too.")
        parser.add_argument("--format", required=True, choices=FORMATS)
        parser.add_argument("--domain", default="", help="Told from the file if empty.")
        parser.add_argument("--name", default="", help="As the board shows it.")
        parser.add_argument("--user", default="operator", help="The account it is of.")
        parser.add_argument(
            "--visibility",
            default=Submission.Visibility.PRIVATE,
            choices=Submission.Visibility.values,
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor == "sqlite":
            call_command("migrate", verbosity=0)
        try:
            report = self._import(options)
        except CannotImport as refusal:
            raise CommandError(f"{options['file']}: {refusal}") from None
        for place, reason in report.refusals[:SHOWN_REFUSALS]:
            self.stderr.write(f"refused: {place}: {reason}")
        self.stderr.write(f"Submission {report.submission.pk}: {report.submission}")
        self.stdout.write(_line(report))

    def _import(self, options: dict[str, Any]) -> Report:
        request = Request(
            path=options["file"],
            file_format=options["format"],
            owner=_owner(options["user"]),
            domain=options["domain"],
            name=options["name"],
            visibility=options["visibility"],
        )
        with tqdm(unit="conv", disable=None) as bar:

            def look(done: int, total: int) -> None:
                bar.total = total
                bar.update(done - bar.n)

            return import_recordings(request, look)


def _owner(username: str) -> User:
    owner, made = User.objects.get_or_create(username=username)
    if made:
        owner.set_unusable_password()
        owner.save(update_fields=["password"])
    return owner


def _line(report: Report) -> str:
    return orjson.dumps(
        {
            "imported": report.imported,
            "skipped": report.skipped,
            "refused": report.refused,
            "tasks": report.tasks,
            "trials": report.trials,
            "pass_hat_k": [round(figure, 4) for figure in report.pass_hat_k],
        }
    ).decode()
