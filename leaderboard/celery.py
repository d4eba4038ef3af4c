"""The Celery application: `celery -A leaderboard worker`."""

import os

from celery import Celery
from celery.signals import setup_logging

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "leaderboard.settings")

app = Celery("leaderboard")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def keep_djangos_logging(**_: object) -> None:
    """Being connected is enough: Celery then leaves the settings' logging alone."""
