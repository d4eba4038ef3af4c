"""`manage.py export_domain DIR`: our suite in the layout that τ²-bench users run."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any  # Any: options as argparse gives them

from django.core.management.base import BaseCommand

from bankenv.dataset import load_dataset
from runner.recordings.domain_files import write_domain


class Command(BaseCommand):
    help = "Write db.json, tasks.json, split_tasks.json, policy.md, kb/, tools.json."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", type=Path)

    def handle(self, *args: Any, directory: Path, **options: Any) -> None:
        for file in write_domain(load_dataset(), directory):
            self.stdout.write(str(file))
