"""Settings for every test."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _plain_settings(settings: Settings) -> None:
    """Hash passwords fast, and never ring a real bell."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.CELERY_BROKER_URL = "memory://"
