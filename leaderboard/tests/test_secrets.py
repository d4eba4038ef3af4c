"""A whole run with real processes; then every secret in it is looked for everywhere."""

import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path

import httpx2
import pytest
from cryptography.fernet import Fernet
from django.apps import apps
from django.contrib import admin
from django.urls import reverse
from django.utils.crypto import salted_hmac

from bankenv.dataset import load_dataset
from leaderboard.supervision.places import redis_socket_path
from leaderboard.tests.echoing import EchoingServer, echoing
from leaderboard.tests.processes import Site, Visitor, finished, own_site
from leaderboard.tests.routes import Objects, address, site_routes
from leaderboard.tests.secret_hunt import (
    Found,
    in_database,
    in_files,
    in_redis,
    leaks,
    opened,
)
from leaderboard.tests.test_supervision import eventually

pytestmark = pytest.mark.processes

CONVERSATIONS = 6
FORMS = ("json", "csv", "parquet", "tau2", "labels", "labels-parquet")
# Pages of the dataset: what anybody enters is not on them.
THE_BANKS = ("bank", "policy", "document", "datasheet", "docs", "schema", "tasks")
ENDED = "SELECT status FROM leaderboard_submission"
TOLD = "SELECT COUNT(*) FROM leaderboard_notice WHERE sent_at IS NOT NULL"
ONE_OF_EACH = """
    SELECT id, task_id FROM leaderboard_conversation
    WHERE id IN (SELECT MIN(id) FROM leaderboard_conversation GROUP BY status)
"""
PREPARE = """
from django.contrib.auth.models import User
from leaderboard.models import Conversation as C
C.objects.exclude(pk__in=C.objects.order_by("pk").values("pk")[:{}]).delete()
User.objects.create_superuser("root", password="{}")
"""


def marked() -> dict[str, str]:
    """Return a value nobody else has for each secret; none that looks like a key."""
    names = (
        *("API key", "extra header", "password", "wrong password", "staff password"),
        *("SECRET_KEY", "METRICS_TOKEN", "LLM_CUSTOMER_API_KEY", "wrong token"),
    )
    values = {name: secrets.token_hex(24) for name in names}
    return values | {"CREDENTIAL_KEYS": Fernet.generate_key().decode()}


@contextmanager
def site_with(secret: dict[str, str], folder: Path) -> Iterator[Site]:
    settings = ("SECRET_KEY", "METRICS_TOKEN", "LLM_CUSTOMER_API_KEY")
    environment = {name: secret[name] for name in (*settings, "CREDENTIAL_KEYS")}
    letters = {"EMAIL_URL": f"filemail:///{folder}/letters", "LOG_LEVEL": "DEBUG"}
    with own_site(folder, environment | letters, latency_s=0.0) as site:
        yield site


@pytest.mark.on_postgres
def test_no_secret_is_anywhere_after_a_whole_run(tmp_path: Path) -> None:
    secret = marked()
    found: list[Found] = []
    with (
        echoing() as endpoint,
        site_with(secret, tmp_path) as site,
        site.visitor() as other,
        httpx2.Client(base_url=other.client.base_url, timeout=30) as own_client,
        httpx2.Client(base_url=other.client.base_url, timeout=30) as root_client,
    ):
        owner, root = Visitor(own_client), Visitor(root_client)
        owner.sign_up("owner", secret["password"])
        found += mistaken(owner, endpoint, secret)
        submission = entered(owner, endpoint, secret)
        code = PREPARE.format(CONVERSATIONS, secret["staff password"])
        finished(site.manage("shell", "-c", code))
        found += stored(site, secret)  # while everything waits
        endpoint.echoes = True
        site.start_workers("one")
        assert eventually(lambda: site.rows(ENDED) == [("finished",)], 90)
        assert eventually(lambda: site.rows(TOLD) == [(2,)], 30)
        root.log_in("root", secret["staff password"])
        secret["token"], meanwhile = made_token(site, owner, secret)
        secret["signing key"] = signing_key(secret["SECRET_KEY"], submission)
        found += meanwhile
        found += pages(site, {"owner": owner}, submission, FORMS)
        found += pages(site, {"root": root, "other": other}, submission)
        found += answers(owner, secret, submission)
        found += admin_pages(site, root)
        found += stored(site, secret)
        found += [("webhook", body) for body in endpoint.notices]
        assert site.statuses() == {"scored": CONVERSATIONS - 1, "errored": 1}
    found += in_files(tmp_path)
    assert_there_was_something_to_find(endpoint, found, secret)
    on_purpose = {
        f"signing key in owner /submissions/{submission}/{end}" for end in ("",)
    }
    assert set(leaks(found, secret)) == on_purpose


def mistaken(
    owner: Visitor, endpoint: EchoingServer, secret: dict[str, str]
) -> Iterator[Found]:
    """Yield what comes of forms with a secret in them that are wrong elsewhere."""
    wrong = entry(endpoint, secret) | {"trials": "many"}
    yield "a wrong entry", owner.send("/submit/", wrong).content
    endpoint.echoes = True
    tested = owner.send("/submit/test/", wrong, "/submit/").content
    endpoint.echoes = False
    assert b"It broke at" in tested
    yield "a connection test", tested
    password = {
        "old_password": secret["wrong password"],
        "new_password1": secret["password"],
        "new_password2": "another",
    }
    yield "a wrong password", owner.send("/account/password/", password).content
    leaving = {"password": secret["wrong password"]}
    yield "a wrong leave", owner.send("/account/delete/", leaving).content
    stranger = {"username": "owner", "password": secret["wrong password"]}
    with httpx2.Client(base_url=owner.client.base_url) as client:
        yield "a wrong login", Visitor(client).send("/login/", stranger).content


def entry(endpoint: EchoingServer, secret: dict[str, str]) -> dict[str, str]:
    return {
        "base_url": f"{endpoint.url}/v1",
        "model_name": "careful-teller",
        "name": "Marked",
        "board": "procedures-lite",
        "trials": "1",
        "concurrency": "2",
        "strategy": "function_calling",
        "visibility": "public",
        "api_key": secret["API key"],
        "extra_headers": f"X-Team: {secret['extra header']}",
        "notify_email": "owner@example.org",
        "webhook_url": f"{endpoint.url}/hook",
    }


def entered(owner: Visitor, endpoint: EchoingServer, secret: dict[str, str]) -> str:
    """Submit by the form; return the submission's key."""
    page = owner.post("/submit/", entry(endpoint, secret))
    return page.removeprefix("/submissions/").rstrip("/")


def signing_key(secret_key: str, submission: str) -> str:
    """Return what the site signs the submission's webhooks with."""
    words = ("passbook.webhook", submission)
    return salted_hmac(*words, secret=secret_key, algorithm="sha256").hexdigest()


def stored(site: Site, secret: dict[str, str]) -> list[Found]:
    return [
        *in_redis(redis_socket_path(site.folder)),
        *in_database(site.database, secret["SECRET_KEY"]),
    ]


def made_token(
    site: Site, owner: Visitor, secret: dict[str, str]
) -> tuple[str, list[Found]]:
    """Make a token; return it and what is stored until the page has shown it once."""
    owner.send("/account/tokens/", {"name": "ci"}, "/account/")
    meanwhile = stored(site, secret)
    (token,) = set(re.findall(r"pb_[\w-]{43}", owner.client.get("/account/").text))
    return str(token), meanwhile


def pages(
    site: Site,
    people: dict[str, Visitor],
    submission: str,
    forms: Sequence[str] = ("json",),
) -> Iterator[Found]:
    """Yield every page, fragment and file, as each of `people` sees it."""
    asked = {
        (route_address, who)
        for route, objects, form, who in product(
            site_routes(), told_apart(site, submission), forms, people
        )
        if not route.name.removeprefix("api-").startswith(THE_BANKS)
        for route_address in [address(route, objects, form)]
    }
    for path, who in sorted(asked):
        answer = people[who].client.get(path)
        yield from opened(f"{who} {path}", answer.content)
        yield f"{who} {path}: head", str(answer.headers).encode()
    for who, visitor in people.items():
        export = visitor.send("/account/data.zip", {}, "/account/").content
        yield from opened(f"{who} account export", export)


def told_apart(site: Site, submission: str) -> list[Objects]:
    """Return a scored conversation and the one that errored."""
    rows = site.rows(ONE_OF_EACH)
    tasks = load_dataset().tasks
    return [
        Objects(
            submission,
            int(str(pk)),
            int(str(pk)),
            str(task),
            tasks[str(task)].customer_id,
        )
        for pk, task in rows
    ]


def answers(owner: Visitor, secret: dict[str, str], submission: str) -> Iterator[Found]:
    """Yield what the API says to a token, to a wrong one, and to what is wrong."""
    with httpx2.Client(base_url=owner.client.base_url) as client:
        right = {"Authorization": f"Bearer {secret['token']}"}
        for path in ("submissions/", f"submissions/{submission}/", "imports/"):
            answer = client.get(f"/api/v1/{path}", headers=right)
            assert answer.is_success
            yield f"API {path}", answer.content
        entered = {"api_key": secret["API key"], "trials": "many"}
        answer = client.post("/api/v1/submissions/", json=entered, headers=right)
        yield "API refusal", answer.content
        wrong = {"Authorization": f"Bearer {secret['wrong token']}"}
        answer = client.get("/api/v1/submissions/", headers=wrong)
        assert answer.status_code == httpx2.codes.UNAUTHORIZED
        yield "API stranger", answer.content


def admin_pages(site: Site, root: Visitor) -> Iterator[Found]:
    """Yield every list of the admin and the pages of the rows in it."""
    yield "root admin", root.client.get(reverse("admin:index")).content
    for model in filter(admin.site.is_registered, apps.get_models()):
        meta = model._meta
        name = f"admin:{meta.app_label}_{meta.model_name}"
        paths = [reverse(f"{name}_changelist")]
        rows = site.rows(f'SELECT "{meta.pk.column}" FROM "{meta.db_table}" LIMIT 3')
        paths += [
            reverse(f"{name}_{page}", args=row)
            for row in rows
            for page in ("change", "history", "delete")
        ]
        for path in paths:
            yield f"root {path}", root.client.get(path).content


def assert_there_was_something_to_find(
    endpoint: EchoingServer, found: list[Found], secret: dict[str, str]
) -> None:
    sent = "".join(endpoint.heads)
    assert secret["API key"] in sent
    assert secret["extra header"] in sent
    places = " ".join(place for place, _ in found)
    for place in (
        *("Redis conversations: body", "logs/one.log", "logs/web.log", "letters/"),
        *("session", "leaderboard_trajectory: packed", "parquet: table"),
        *("trajectories/", "/admin/leaderboard/submission/", "redis/"),
    ):
        assert place in places, place
    quoted = [place for place, data in found if b"I was sent: " in data]
    assert any("/api/v1/conversations/" in place for place in quoted)
