"""Ports of this machine: free, listened on, answering."""

import http.client
import socket

TRIES = 50


class NoFreePort(Exception):
    """Every port that was tried is taken."""


def is_free(port: int) -> bool:
    """Say whether 127.0.0.1:port can be listened on now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def next_free_port(wanted: int) -> int:
    """Return `wanted`, or the next port above it that is free. Raises NoFreePort."""
    for port in range(wanted, min(wanted + TRIES, 65_536)):
        if is_free(port):
            return port
    raise NoFreePort(f"Ports {wanted} to {wanted + TRIES - 1} are all in use.")


def accepts(port: int) -> bool:
    """Say whether something listens on 127.0.0.1:port."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def healthy(port: int) -> bool:
    """Say whether the site on 127.0.0.1:port answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == http.client.OK
    except OSError:
        return False
    finally:
        connection.close()
