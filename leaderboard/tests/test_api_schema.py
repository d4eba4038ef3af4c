"""The API against its own OpenAPI schema: made-up requests, and what they may get."""

import socket
from typing import Any  # Any: schemathesis's own

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pytest_django import Settings
from schemathesis import APIOperation, Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from leaderboard.services.tokens import create_token
from leaderboard.tests.routes import Objects
from leaderboard.tests.world import World, make_world

pytestmark = pytest.mark.django_db

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture
def world(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> World:
    """A small site that nobody is held back at, and from which no name resolves."""

    def nowhere(*_: object, **__: object) -> None:
        raise socket.gaierror("no such name")

    settings.RATES = dict.fromkeys(settings.RATES, "1000000/sec")
    settings.DEBUG = False
    monkeypatch.setattr(socket, "getaddrinfo", nowhere)
    # As Django's own test client does: they would close the test's connection.
    for signal in (request_started, request_finished):
        monkeypatch.setattr(signal, "receivers", [])
        signal.sender_receivers_cache.clear()
    return make_world()


@pytest.mark.parametrize("role", ["anonymous", "owner", "staff"])
def test_no_request_breaks_the_api_or_what_its_schema_says(
    world: World, role: str, pytestconfig: pytest.Config
) -> None:
    examples = pytestconfig.getoption("--api-examples")
    headers = {"Accept-Encoding": "identity"}
    user = world.people[role]
    if user is not None:
        _, token = create_token(user, "test")
        headers["Authorization"] = f"Bearer {token}"
    schema = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application())
    faults = []
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        try:
            ask(operation, world.objects, headers, examples)
        except (FailureGroup, Exception) as fault:
            faults.append(f"{operation.label}: {fault}")
    assert not faults, "\n\n".join(faults)


def ask(
    operation: APIOperation[Any, Any, Any, Any],
    objects: Objects,
    headers: dict[str, str],
    examples: int,
) -> None:
    """Send made-up requests, at made-up addresses and at those of real objects."""

    @settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), is_real=st.booleans())
    def one(case: Case[Any], is_real: bool) -> None:
        if is_real:
            case.path_parameters = dict(case.path_parameters or {}) | {
                name: value
                for name, value in real(operation.path, objects).items()
                if name in (case.path_parameters or {})
            }
        point = transaction.savepoint()
        try:
            case.call_and_validate(checks=CHECKS, headers=headers)
        finally:
            transaction.savepoint_rollback(point)

    one()


def real(path: str, objects: Objects) -> dict[str, object]:
    """Return path parameters that lead to something."""
    if "/conversations/{" in path:
        pk: object = objects.conversation
    else:
        pk = objects.upload if "/imports/" in path else objects.submission
    return {
        "id": pk,
        "pk": pk,
        "slug": "lite",
        "task_id": objects.task_id,
        "customer_id": objects.customer_id,
        "name": "get_account_balance",
        "number": 0,
    }
