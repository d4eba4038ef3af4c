"""`manage.py seed_load`: made-up submissions by the hundred, to measure the site."""

import time
from argparse import ArgumentParser
from typing import Any  # Any: options as argparse gives them

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from bankenv.dataset import load_dataset
from leaderboard.services.load import (
    InvalidLoad,
    Load,
    others_submissions,
    remove_load,
    seed_load,
)


class Command(BaseCommand):
    help = "Fill the largest board with made-up submissions; 400,000 conversations."

    def add_arguments(self, parser: ArgumentParser) -> None:
        usual = Load()
        parser.add_argument("--submissions", type=int, default=usual.submissions)
        parser.add_argument("--tasks", type=int, default=usual.tasks)
        parser.add_argument("--trials", type=int, default=usual.trials)
        parser.add_argument("--seed", type=int, default=usual.seed)
        parser.add_argument(
            "--remove", action="store_true", help="Remove an earlier load, add none."
        )
        parser.add_argument(
            "--among-others",
            action="store_true",
            help="In production, although there are real submissions.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            remove_load()
            return
        _refuse_production(options["among_others"])
        names = ("submissions", "tasks", "trials", "seed")
        load = Load(**{name: options[name] for name in names})
        began = time.monotonic()
        try:
            board = seed_load(load_dataset(), load, self.stdout.write)
        except InvalidLoad as refusal:
            raise CommandError(str(refusal)) from None
        rows = load.submissions * load.tasks * load.trials
        took = time.monotonic() - began
        self.stdout.write(f"{board.slug}: {rows} conversations in {took:.0f} s")


def _refuse_production(told_so: bool) -> None:
    others = others_submissions()
    if others and not settings.DEBUG and not told_so:
        raise CommandError(
            f"This site is in production and has {others} submissions. Made-up ones "
            "would stand among them; --among-others stores them all the same."
        )
