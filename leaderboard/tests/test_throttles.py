"""How often one visitor may ask, and that nobody is somebody else by saying so."""

import pytest
from django.test import Client, RequestFactory
from pytest_django import Settings

from leaderboard.client_address import client_address
from leaderboard.tests.factories import make_user

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _low_rates(settings: Settings) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, "2/min") | {"api_user": "4/min"}


def statuses(client: Client, address: str, times: int, **headers: str) -> list[int]:
    return [client.post(address, {}, **headers).status_code for _ in range(times)]  # type: ignore[arg-type]


@pytest.mark.parametrize("address", ["/signup/", "/login/"])
def test_a_stranger_who_tries_again_and_again_is_told_to_wait(
    client: Client, address: str
) -> None:
    assert statuses(client, address, 3)[-1] == 429
    response = client.post(address, {})
    assert "Too often" in response.content.decode()
    assert int(response.headers["Retry-After"]) > 0
    assert client.get(address).status_code == 200


@pytest.mark.parametrize(
    "address", ["/submit/", "/submit/test/", "/imports/", "/account/tokens/"]
)
def test_what_costs_something_is_counted_by_account(address: str) -> None:
    clients = [Client(), Client()]
    for client in clients:
        client.force_login(make_user())
    assert statuses(clients[0], address, 3)[-1] == 429
    assert statuses(clients[1], address, 2)[-1] != 429


def test_the_api_counts_strangers_by_address_and_members_by_account(
    client: Client,
) -> None:
    address = "/api/v1/boards/"
    assert [client.get(address).status_code for _ in range(3)] == [200, 200, 429]
    member = Client()
    member.force_login(make_user())
    assert [member.get(address).status_code for _ in range(5)][-2:] == [200, 429]


def test_a_stranger_does_not_get_round_it_by_naming_other_addresses(
    client: Client,
) -> None:
    took = [
        client.post("/signup/", {}, headers={"X-Forwarded-For": f"8.8.8.{n}"})
        for n in range(3)
    ]
    assert took[-1].status_code == 429


@pytest.mark.parametrize(
    ("behind_proxy", "forwarded", "expected"),
    [
        (False, "8.8.8.8", "127.0.0.1"),
        (True, "8.8.8.8", "8.8.8.8"),
        (True, "6.6.6.6, 8.8.8.8", "8.8.8.8"),
        (True, "", "127.0.0.1"),
    ],
)
def test_the_address_is_the_proxys_word_and_not_the_senders(
    settings: Settings, behind_proxy: bool, forwarded: str, expected: str
) -> None:
    settings.BEHIND_PROXY = behind_proxy
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded})
    assert client_address(request) == expected
