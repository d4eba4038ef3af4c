"""Settings for every test."""

import pytest
from django.conf import settings
from django.core.cache import caches
from pytest_django import Settings


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "200 conversations and 20 kills instead of 60 and 5"
    parser.addoption("--large-chaos", action="store_true", help=words)
    words = "refuse to run on any other database"
    parser.addoption("--on-postgres", action="store_true", help=words)
    words = "made-up requests to each operation of the API, by each kind of visitor"
    parser.addoption("--api-examples", type=int, default=6, help=words)


def pytest_sessionstart(session: pytest.Session) -> None:
    used = settings.DATABASES["default"]["ENGINE"]
    if session.config.getoption("on_postgres") and "postgresql" not in used:
        raise pytest.UsageError(f"the settings' database is {used}, not PostgreSQL")


@pytest.fixture(autouse=True)
def _no_visits_yet() -> None:
    """Whoever visited in one test has not been here in the next."""
    for cache in caches.all(initialized_only=True):
        cache.clear()


@pytest.fixture(autouse=True)
def _fast_passwords(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
