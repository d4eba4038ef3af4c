"""`manage.py rescore`: stored trajectories judged again by their board's scorer."""

from argparse import ArgumentParser
from typing import Any  # Any: options as argparse gives them

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from leaderboard.models import Submission
from leaderboard.services.rescored import Preview, preview_rescore, publish_rescore
from leaderboard.services.rescoring import rescore_submission
from leaderboard.services.submissions import NotPossible


class Command(BaseCommand):
    help = "Score stored trajectories again and compute the standings from them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("submissions", nargs="*", help="Ids; all by default.")
        parser.add_argument(
            "--scorer", default="", help="Say what another scorer would change."
        )
        parser.add_argument(
            "--publish",
            action="store_true",
            help="Put the outcome on that scorer's board; both are kept.",
        )

    def handle(self, *args: Any, submissions: list[str], **options: Any) -> None:
        if options["scorer"]:
            self._by_another(submissions, options["scorer"], options["publish"])
            return
        rows = Submission.objects.select_related("board")
        chosen = rows.filter(pk__in=submissions) if submissions else rows.all()
        for submission in tqdm(list(chosen), unit="submission", disable=None):
            scored, changed = rescore_submission(submission)
            self.stdout.write(
                f"{submission.pk} {submission.name}: {scored} scored, {changed} changed"
            )

    def _by_another(self, pks: list[str], scorer: str, publish: bool) -> None:
        rows = Submission.objects.select_related("board", "owner").filter(pk__in=pks)
        if not pks or len(rows) != len(set(pks)):
            raise CommandError("Name the submissions to look at by their ids.")
        for submission in rows:
            try:
                seen = preview_rescore(submission, scorer)
                self.stdout.write(_words(submission, seen))
                if publish:
                    made = publish_rescore(submission.owner, submission, scorer)
                    self.stdout.write(f"{made.pk} on {made.board.slug}")
            except NotPossible as refusal:
                raise CommandError(f"{submission.pk}: {refusal}") from None


def _words(submission: Submission, seen: Preview) -> str:
    lines = [
        f"{submission.pk} {submission.name} by {seen.scorer}: {seen.scored} scored, "
        f"{seen.same} the same, {seen.gained} would pass, {seen.lost} would fail"
    ]
    for one in seen.changes:
        turn = "would pass" if one.after else "would fail"
        lines.append(f"  {one.task}, trial {one.trial}: {turn}. {one.sentence}")
    return "\n".join(lines)
