"""`manage.py export_results ID --form FORM`: to a file or to stdout."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any  # Any: options as argparse gives them

from django.core.management.base import BaseCommand, CommandError

from leaderboard.models import Submission
from leaderboard.services.exports import FORMS, export_submission


class Command(BaseCommand):
    help = "Write a submission's conversations, or a label for each of its calls."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("submission")
        parser.add_argument("--form", default="tau2", choices=sorted(FORMS))
        parser.add_argument("--out", type=Path, help="A file; standard output if none.")

    def handle(self, *args: Any, submission: str, **options: Any) -> None:
        rows = Submission.objects.select_related("board")
        found = rows.filter(pk=submission).first()
        if found is None:
            raise CommandError(f"There is no submission {submission}.")
        parts = export_submission(found, options["form"])
        if options["out"] is None:
            for part in parts:
                sys.stdout.buffer.write(part)
            sys.stdout.buffer.flush()
            return
        with options["out"].open("wb") as file:
            file.writelines(parts)
