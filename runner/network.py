"""Connections that go only where the address guard lets them, and not for ever."""

import functools
import ssl
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import httpcore2
import httpx2

from runner.addresses import Resolver, UnknownHost, reachable_addresses


@dataclass(slots=True)
class Deadline:
    """The moment by which the request under way must be over (monotonic seconds)."""

    ends: float = float("inf")

    def set(self, seconds: float) -> None:
        self.ends = time.monotonic() + seconds

    def left(self, timeout: float | None) -> float:
        """Return the seconds left, at most `timeout`; raises ReadTimeout at zero."""
        left = self.ends - time.monotonic()
        if left <= 0:
            raise httpcore2.ReadTimeout("the whole request took too long")
        return left if timeout is None else min(left, timeout)


class GuardedBackend(httpcore2.NetworkBackend):
    """Connects to the very address that was judged, so a name cannot change meanwhile.

    TLS and the Host header still use the name, which the layers above keep.
    """

    def __init__(
        self, allow_private: bool, deadline: Deadline, resolver: Resolver | None = None
    ) -> None:
        self._allow_private = allow_private
        self._deadline = deadline
        self._resolver = resolver
        self._sockets = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        last = httpcore2.ConnectError(f"no address of {host} answered")
        for address in self._addresses(host, port):
            try:
                stream = self._sockets.connect_tcp(
                    address,
                    port,
                    self._deadline.left(timeout),
                    local_address,
                    socket_options,
                )
            except httpcore2.ConnectError as error:
                last = error
            else:
                return TimedStream(stream, self._deadline)
        raise last

    def _addresses(self, host: str, port: int) -> list[str]:
        try:
            return reachable_addresses(host, port, self._allow_private, self._resolver)
        except UnknownHost as error:
            raise httpcore2.ConnectError(str(error)) from None


class TimedStream(httpcore2.NetworkStream):
    """A stream that stops at the deadline, however slowly the bytes trickle in."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: Deadline) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.left(timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        left = self._deadline.left(timeout)
        inner = self._stream.start_tls(ssl_context, server_hostname, left)
        return TimedStream(inner, self._deadline)

    def get_extra_info(self, info: str) -> Any:  # what it is depends on `info`
        return self._stream.get_extra_info(info)


def guarded_pool(
    allow_private: bool, deadline: Deadline, resolver: Resolver | None = None
) -> httpcore2.ConnectionPool:
    """Return a pool of few connections, made by GuardedBackend."""
    return httpcore2.ConnectionPool(
        ssl_context=_tls_context(),
        max_connections=4,
        keepalive_expiry=30.0,
        network_backend=GuardedBackend(allow_private, deadline, resolver),
    )


class GuardedTransport(httpx2.HTTPTransport):
    """httpx2's transport over guarded connections."""

    def __init__(self, allow_private: bool, deadline: Deadline) -> None:
        super().__init__(verify=_tls_context(), trust_env=False)
        # httpx2 offers no way to hand in a network backend, so the pool is replaced.
        self._pool = guarded_pool(allow_private, deadline)


@functools.cache
def _tls_context() -> ssl.SSLContext:
    """Return the one TLS context of the process: making one takes tens of ms."""
    return httpx2.create_ssl_context()
