"""The address guard: which hosts an endpoint's URL may lead to.

Everything is judged by the addresses that a name really resolves to, so a number in
decimal, octal or hexadecimal, or a name that points inwards, is no way around it.
"""

import ipaddress
import socket
from collections.abc import Callable, Iterator, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import httpx2

Address = IPv4Address | IPv6Address
Resolver = Callable[[str, int], Sequence[str]]


class AddressRefused(ValueError):
    """A URL that must not be called; the message is a plain reason."""


class UnknownHost(AddressRefused):
    """A host whose name does not resolve just now."""


# Refused even where private networks are allowed: nobody serves a model there, and
# cloud machines hand out their credentials there.
_METADATA = (
    IPv4Network("169.254.0.0/16"),
    IPv4Network("192.0.0.0/24"),
    IPv4Network("100.100.100.200/32"),
    IPv4Network("168.63.129.16/32"),
    IPv6Network("fe80::/10"),
    IPv6Network("fd00:ec2::254/128"),
)
# IPv6 ranges that carry an IPv4 address in their last 32 bits.
_CARRIERS = (
    IPv6Network("::ffff:0:0/96"),
    IPv6Network("::ffff:0:0:0/96"),
    IPv6Network("::/96"),
    IPv6Network("64:ff9b::/96"),
    IPv6Network("64:ff9b:1::/48"),
)

# All of IPv6 that is given out to the world, and what stands for IPv4 there.
_WORLD = (IPv6Network("2000::/3"), IPv6Network("64:ff9b::/96"))


def check_url(
    url: str, allow_private: bool = False, resolver: Resolver | None = None
) -> None:
    """Return if `url` may be called; raise AddressRefused with the reason if not.

    `allow_private` lifts the ban on private and loopback addresses. The name is
    resolved here, and once more, with the same judgement, whenever it is connected to.
    """
    host, port = host_and_port(url)
    reachable_addresses(host, port, allow_private, resolver)


def host_and_port(url: str) -> tuple[str, int]:
    """Return the host and port of a well-formed http(s) URL without credentials.

    Raises AddressRefused for any other. Resolves nothing.
    """
    if any(ord(c) <= 32 or ord(c) == 127 or c == "\\" for c in url):
        raise AddressRefused(
            "the URL must look like https://llm.example.org/v1; this one contains "
            "spaces, controls or backslashes"
        )
    try:
        parsed = httpx2.URL(url)
        scheme, host, port = parsed.scheme, parsed.host, parsed.port
    except (httpx2.InvalidURL, ValueError, TypeError):
        raise AddressRefused("this is not a URL") from None
    if scheme not in ("http", "https"):
        raise AddressRefused("the URL must begin with http:// or https://")
    if parsed.userinfo:
        raise AddressRefused("the URL must not contain a user name or password")
    if not host:
        raise AddressRefused("the URL names no host")
    if port is not None and not 0 < port < 65536:
        raise AddressRefused("the port must be from 1 to 65535")
    return host, port or (443 if scheme == "https" else 80)


def reachable_addresses(
    host: str, port: int, allow_private: bool, resolver: Resolver | None = None
) -> list[str]:
    """Return the addresses of `host`, all of them allowed.

    Raises UnknownHost if there is none, AddressRefused if any one is not allowed: a
    name with one inner and one outer address is a way in.
    """
    try:
        found = list((resolver or resolve)(host, port))
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise UnknownHost(f"the name {host} does not resolve to an address")
    for text in found:
        reason = why_refused(ipaddress.ip_address(text), allow_private)
        if reason:
            shown = host if host == text else f"{host} ({text})"
            raise AddressRefused(f"{shown} is {reason}, which is not allowed here")
    return found


def resolve(host: str, port: int) -> list[str]:
    """Return what the system's resolver makes of `host`, zone ids included."""
    rows = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(row[4][0]) for row in rows))


def why_refused(address: Address, allow_private: bool = False) -> str | None:
    """Return what kind of forbidden address this is, or None if it is allowed."""
    for inner in (address, *_carried(address)):
        reason = _never(inner) or (None if allow_private else _private(inner))
        if reason:
            return reason
    return None


def _carried(address: Address) -> Iterator[Address]:
    """Yield the IPv4 addresses that an IPv6 address wraps (mapped, NAT64, 6to4 ...)."""
    if isinstance(address, IPv4Address) or address in (IPv6Address(0), IPv6Address(1)):
        return
    if any(address in network for network in _CARRIERS):
        yield IPv4Address(int(address) & 0xFFFFFFFF)
    if address.sixtofour:
        yield address.sixtofour
    if address.teredo:
        yield from address.teredo


def _never(address: Address) -> str | None:
    if any(address.version == n.version and address in n for n in _METADATA):
        return "a link-local or cloud metadata address"
    if address.is_multicast:
        return "a multicast address"
    return None


def _private(address: Address) -> str | None:
    if address.is_loopback:
        return "a loopback address"
    if address.is_unspecified:
        return "an unspecified address"
    if isinstance(address, IPv6Address) and address.is_site_local:
        return "a private address"
    is_six = isinstance(address, IPv6Address)
    if not address.is_global or (is_six and not any(address in n for n in _WORLD)):
        return "a private or reserved address"
    return None
