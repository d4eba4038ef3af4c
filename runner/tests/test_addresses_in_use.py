"""No spelling, name, redirect or change of mind leads the client inwards."""

import socket
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any  # Any: what getaddrinfo gives

import pytest

from runner.addresses import AddressRefused, check_url
from runner.chat_client import ChatClient
from runner.endpoint import Endpoint, InvalidSetting, Patience
from runner.failures import ProviderRefused, ProviderUnavailable
from runner.tests.inward_addresses import NAMES, PUBLIC, PUBLIC_6, URLS
from runner.tests.misbehaving import HELLO, Behaviour, http, misbehaving

QUICK = Patience(connect_s=1, read_s=1, total_s=2, attempts=2)
ASKED: dict[str, Any] = {"messages": []}


@dataclass
class Net:
    """A resolver and a wire of our own; `wires` are the addresses connected to."""

    names: dict[str, list[str]] = field(default_factory=lambda: dict(NAMES))
    looked_up: list[str] = field(default_factory=list)
    wires: list[str] = field(default_factory=list)
    leads_to: tuple[str, int] | None = None

    def resolve(self, host: str, port: int, *args: Any, **named: Any) -> list[Any]:
        """Give what we say of a name, and what the system makes of a number."""
        if host in self.names:
            self.looked_up.append(host)
            kind = (socket.AF_INET, socket.SOCK_STREAM, 6, "")
            return [(*kind, (address, port)) for address in self.names[host]]
        return _getaddrinfo(host, port, *args, **named | {"flags": _NUMERIC})

    def connect(self, where: tuple[str, int], *args: Any, **named: Any) -> Any:
        self.wires.append(where[0])
        if self.leads_to is None:
            raise ConnectionRefusedError("nobody listens")
        return _create_connection(self.leads_to, *args, **named)


_getaddrinfo, _create_connection = socket.getaddrinfo, socket.create_connection
_NUMERIC = socket.AI_NUMERICHOST


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> Iterator[Net]:
    net = Net()
    monkeypatch.setattr(socket, "getaddrinfo", net.resolve)
    monkeypatch.setattr(socket, "create_connection", net.connect)
    yield net


def ask(url: str, *, allow_private: bool = False) -> None:
    endpoint = Endpoint(url, "m", patience=QUICK, allow_private=allow_private)
    with ChatClient(endpoint, sleep=lambda _: None) as client:
        client.complete(ASKED)


@pytest.mark.parametrize("url", URLS)
def test_it_is_refused_when_submitted_and_when_connected_to(url: str, net: Net) -> None:
    with pytest.raises(AddressRefused):
        check_url(url)
    with pytest.raises((ProviderUnavailable, InvalidSetting)):
        ask(url)
    assert net.wires == []


def listening(net: Net, *behaviours: Behaviour) -> Any:  # Any: a context manager
    """Let whatever is connected to be a server of ours."""
    server = misbehaving(*behaviours)

    class Listening:
        def __enter__(self) -> Any:
            found = server.__enter__()
            net.leads_to = found.listener.getsockname()
            return found

        def __exit__(self, *error: Any) -> Any:
            return server.__exit__(*error)

    return Listening()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("url", URLS[:: len(URLS) // 25])
def test_a_redirect_is_never_followed(url: str, status: int, net: Net) -> None:
    # A header holds Latin-1, and no line breaks.
    location = url.encode("ascii", "ignore").decode().replace("\r\n", "")
    moved = http(status, b"", Location=location)
    with listening(net, moved, HELLO) as server:
        with pytest.raises(ProviderRefused, match=f"status {status}"):
            ask("http://public.example/v1")
        assert len(server.requests) == 1
    assert net.wires == [PUBLIC]


def test_a_name_is_connected_to_at_the_address_that_was_judged(net: Net) -> None:
    with listening(net, HELLO) as server:
        ask("http://public.example:8080/v1")
        ((head, _),) = server.requests
    assert "Host: public.example:8080" in head
    assert net.wires == [PUBLIC]
    assert net.looked_up == ["public.example"]


def test_all_addresses_of_a_name_are_tried_and_none_else(net: Net) -> None:
    with pytest.raises(ProviderUnavailable):
        ask("http://dual.example/v1")
    assert net.wires == [PUBLIC_6, PUBLIC] * QUICK.attempts


@pytest.mark.parametrize("later", [["10.0.0.1"], ["169.254.169.254"], [PUBLIC, "::1"]])
def test_a_name_that_points_inwards_after_it_was_submitted_is_not_called(
    later: list[str], net: Net
) -> None:
    check_url("http://public.example/v1")
    net.names["public.example"] = later
    with pytest.raises(ProviderRefused, match="not allowed"):
        ask("http://public.example/v1")
    assert net.wires == []


def test_a_name_that_points_inwards_between_two_requests_is_not_called_again(
    net: Net,
) -> None:
    endpoint = Endpoint("http://public.example/v1", "m", patience=QUICK)
    with listening(net, HELLO), ChatClient(endpoint, lambda _: None) as client:
        client.complete(ASKED)  # the server closes, so the next one connects anew
        net.names["public.example"] = ["127.0.0.1"]
        with pytest.raises(ProviderRefused, match="loopback"):
            client.complete(ASKED)
    assert net.wires == [PUBLIC]


META = [url for url in URLS if "169.254.169.254" in url and "nip" not in url]


@pytest.mark.parametrize("url", [*META, "http://metadata/", "http://[fd00:ec2::254]/"])
def test_where_private_addresses_are_allowed_metadata_is_not(
    url: str, net: Net
) -> None:
    with pytest.raises(AddressRefused):
        check_url(url, allow_private=True)
    with pytest.raises((ProviderUnavailable, InvalidSetting)):
        ask(url, allow_private=True)
    assert net.wires == []
