"""`manage.py evaluate`: a submission from a shell, followed to its end."""

import time
from argparse import ArgumentParser, ArgumentTypeError
from decimal import Decimal
from typing import Any  # Any: options as argparse gives them

import orjson
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from tqdm import tqdm

from bankenv.dataset import load_dataset
from bankenv.records import JsonValue
from leaderboard.models import Board, Standing, Submission
from leaderboard.services.boards import seed_boards
from leaderboard.services.entries import Entry, InvalidEntry
from leaderboard.services.following import run_here
from leaderboard.services.standings import refresh_standings
from leaderboard.services.submissions import (
    NotPossible,
    resume_submission,
    submit,
    unfinished_of,
)
from leaderboard.tasks import ring_waiting, workers_answer

POLL_S = 0.5
STOPPED = (
    "Stopped following. The same command goes on with the same submission, as does: "
    "manage.py evaluate --resume {}"
)
AS_ENTERED = (
    "trials",
    "concurrency",
    "strategy",
    "parameters",
    "visibility",
    "requests_per_minute",
    "price_in",
    "price_out",
    "spend_cap",
    "token_cap",
    "dry_run",
)


class Command(BaseCommand):
    help = "Submit an endpoint and follow it to the end. The key: ENDPOINT_API_KEY."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--base-url", default="")
        parser.add_argument("--model", default="")
        parser.add_argument("--board", default="", metavar="SLUG")
        parser.add_argument("--trials", type=int, default=1)
        parser.add_argument("--concurrency", type=int, default=8)
        parser.add_argument(
            "--strategy",
            default=Submission.Strategy.FUNCTION_CALLING,
            choices=Submission.Strategy.values,
        )
        parser.add_argument(
            "--parameters",
            type=_json_object,
            default={},
            metavar="JSON",
            help='Request fields, like {"temperature": 0, "max_tokens": 2048}.',
        )
        parser.add_argument("--requests-per-minute", type=int, metavar="N")
        parser.add_argument("--price-in", type=Decimal, metavar="US$")
        parser.add_argument("--price-out", type=Decimal, metavar="US$")
        parser.add_argument("--spend-cap", type=Decimal, metavar="US$")
        parser.add_argument("--token-cap", type=int, metavar="N")
        parser.add_argument(
            "--dry-run", action="store_true", help="Five conversations, then a pause."
        )
        parser.add_argument(
            "--new",
            action="store_true",
            help="Even where the same goes on already.",
        )
        parser.add_argument("--name", default="", help="As the board shows it.")
        parser.add_argument(
            "--visibility",
            default=Submission.Visibility.PRIVATE,
            choices=Submission.Visibility.values,
        )
        parser.add_argument("--user", default="operator", help="The account it is of.")
        parser.add_argument("--resume", default="", metavar="ID")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor == "sqlite":
            call_command("migrate", verbosity=0)
        seed_boards(load_dataset())
        try:
            submission = _resumed(options) if options["resume"] else _entered(options)
        except InvalidEntry as fault:
            lines = [f"{_flag(name)}: {text}" for name, text in fault.errors.items()]
            raise CommandError("\n".join(lines)) from None
        except NotPossible as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"Submission {submission.pk} on {submission.board}.")
        try:
            self._follow(submission)
        except KeyboardInterrupt:
            raise CommandError(STOPPED.format(submission.pk), returncode=130) from None
        self._report(submission)

    def _follow(self, submission: Submission) -> None:
        total = submission.conversations.count()
        with tqdm(total=total, unit="conv", initial=_done(submission)) as bar:

            def look() -> None:
                bar.update(_done(submission) - bar.n)

            if workers_answer():
                _wait(submission, look)
            else:
                bar.write("No worker answers: the conversations run in this process.")
                run_here(submission, look)
            look()

    def _report(self, submission: Submission) -> None:
        submission.refresh_from_db()
        refresh_standings(submission)
        standing = submission.standings.get(slice_kind=Standing.Slice.ALL)
        self.stdout.write(_summary(standing))
        if submission.status_reason:
            self.stdout.write(submission.status_reason)
        if not standing.is_complete:
            raise CommandError(
                f"{standing.expected - standing.scored} conversations have no score; "
                f"go on with: manage.py evaluate --resume {submission.pk}"
            )


def _entered(options: dict[str, Any]) -> Submission:
    owner, made = User.objects.get_or_create(username=options["user"])
    if made:
        owner.set_unusable_password()
        owner.save(update_fields=["password"])
    entry = Entry(
        board=_board_slug(options["board"]),
        name=options["name"] or options["model"],
        base_url=options["base_url"],
        model_name=options["model"],
        api_key=settings.ENDPOINT_API_KEY,
        **{name: options[name] for name in AS_ENTERED},
    )
    same = None if options["new"] else unfinished_of(owner, entry)
    if same is None:
        return submit(owner, entry, unlimited=True)
    return _going_on(same)


def _resumed(options: dict[str, Any]) -> Submission:
    """Return the submission, going on: resumed if it had stopped."""
    rows = Submission.objects.select_related("board")
    submission = rows.filter(pk=options["resume"]).first()
    if submission is None:
        raise CommandError(f"There is no submission {options['resume']}.")
    return _going_on(submission)


def _going_on(submission: Submission) -> Submission:
    if not submission.goes_on:
        resume_submission(submission, settings.ENDPOINT_API_KEY)
    return submission


def _board_slug(asked: str) -> str:
    """Return the slug of a board given by slug, or by the name of its split."""
    if Board.objects.filter(slug=asked).exists():
        return asked
    of_split = Board.objects.filter(split=asked, is_open=True)
    return of_split[0].slug if len(of_split) == 1 else asked


def _wait(submission: Submission, look: Any) -> None:
    ring_waiting()
    while Submission.objects.going_on().filter(pk=submission.pk).exists():
        time.sleep(POLL_S)
        look()


def _done(submission: Submission) -> int:
    rows = submission.conversations
    return rows.count() - rows.unfinished().count()


def _summary(standing: Standing) -> str:
    if standing.pass_rate is None:
        return "No conversation was scored."
    return (
        f"{standing.passed} of {standing.scored} passed: {standing.pass_rate:.1%} "
        f"(95 %: {standing.pass_rate_low:.1%} to {standing.pass_rate_high:.1%}), "
        f"final state alone {standing.final_state_rate:.1%}, "
        f"{standing.hidden_violations} hidden violations."
    )


def _json_object(text: str) -> dict[str, JsonValue]:
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise ArgumentTypeError(f"{text!r} is not JSON: {error}") from None
    if not isinstance(value, dict):
        raise ArgumentTypeError(f"{text!r} is not a JSON object")
    return value


def _flag(field: str) -> str:
    return {"model_name": "--model"}.get(field, f"--{field.replace('_', '-')}")
