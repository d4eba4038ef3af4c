"""`manage.py backup FILE`: the SQLite database as of now, while everything runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any  # Any: options as argparse gives them

from django.core.management.base import BaseCommand, CommandError

from leaderboard.services.backup import CannotBackUp, back_up


class Command(BaseCommand):
    help = "Write the database to a new file, whole, while everything runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="Must not exist yet.")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            size = back_up(file)
        except CannotBackUp as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{size} bytes in {file}. Keep CREDENTIAL_KEYS elsewhere.")
