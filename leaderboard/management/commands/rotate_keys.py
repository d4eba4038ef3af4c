"""`manage.py rotate_keys`: stored keys encrypted anew, with the newest key."""

from typing import Any  # Any: options as argparse gives them

from django.core.management.base import BaseCommand

from leaderboard.services.credentials import rotate_credentials


class Command(BaseCommand):
    help = "Encrypt every stored endpoint key with the first of CREDENTIAL_KEYS."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{rotate_credentials()} keys encrypted anew.")
