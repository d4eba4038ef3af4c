"""Settings for every test."""

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def _fast_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
