"""`manage.py rescore`: stored trajectories judged again by their board's scorer."""

from argparse import ArgumentParser
from typing import Any  # Any: options as argparse gives them

from django.core.management.base import BaseCommand
from tqdm import tqdm

from leaderboard.models import Submission
from leaderboard.services.rescoring import rescore_submission


class Command(BaseCommand):
    help = "Score stored trajectories again and compute the standings from them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("submissions", nargs="*", help="Ids; all by default.")

    def handle(self, *args: Any, submissions: list[str], **options: Any) -> None:
        rows = Submission.objects.select_related("board")
        chosen = rows.filter(pk__in=submissions) if submissions else rows.all()
        for submission in tqdm(list(chosen), unit="submission", disable=None):
            scored, changed = rescore_submission(submission)
            self.stdout.write(
                f"{submission.pk} {submission.name}: {scored} scored, {changed} changed"
            )
