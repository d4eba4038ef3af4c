"""`manage.py import_domain DIR`: a published bank as a suite of its own."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any  # Any: options as argparse gives them

import orjson
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from leaderboard.services.imported_boards import CannotImport
from leaderboard.services.imported_domains import import_domain

SHOWN = 20
NOBODY = (
    "Nothing can play these customers: the tasks have no agenda. Set "
    "LLM_CUSTOMER_BASE_URL and LLM_CUSTOMER_MODEL and import again to run models."
)


class Command(BaseCommand):
    help = "Make a suite of a directory: db, tasks, splits, policy and kb."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", type=Path)
        parser.add_argument("--name", default="published-bank", help="The suite's.")

    def handle(self, *args: Any, directory: Path, name: str, **options: Any) -> None:
        if connection.vendor == "sqlite":
            call_command("migrate", verbosity=0)
        try:
            report = import_domain(directory, name)
        except CannotImport as refusal:
            raise CommandError(f"{directory}: {refusal}") from None
        for fault in report.faults[:SHOWN]:
            self.stderr.write(fault)
        if not report.open_boards:
            self.stderr.write(NOBODY)
        line = {
            "boards": [board.slug for board in report.boards],
            "open": [board.slug for board in report.open_boards],
            "tasks": report.tasks,
            "customers": report.customers,
            "documents": report.documents,
            "faults": len(report.faults),
        }
        self.stdout.write(orjson.dumps(line).decode())
