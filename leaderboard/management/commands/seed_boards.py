"""`manage.py seed_boards`: a board for each split of the dataset."""

from typing import Any  # Any: options as argparse gives them

from django.core.management.base import BaseCommand

from bankenv.dataset import load_dataset
from leaderboard.services.boards import seed_boards
from leaderboard.services.imported_runs import open_imported_boards


class Command(BaseCommand):
    help = (
        "Make the boards of the dataset and of imported banks where they are missing."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        for board in [*seed_boards(load_dataset()), *open_imported_boards()]:
            self.stdout.write(f"{board.slug}: {board.task_count} tasks")
