"""Chat completions from one endpoint: retried within reason, read leniently."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Self

import orjson
from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt
from tenacity.stop import stop_base
from tenacity.wait import wait_base, wait_exponential_jitter

from bankenv.records import JsonValue
from runner.addresses import Resolver
from runner.endpoint import Endpoint, Patience
from runner.exchange import Exchange, shortened
from runner.failures import Failure, ProviderUnavailable, provider_error
from runner.network import Deadline, guarded_pool
from runner.redaction import Redaction


@dataclass(frozen=True, slots=True)
class Completion:
    """One chat completion: the message, and what it cost. Unknown figures are None."""

    message: dict[str, JsonValue]
    finish_reason: str | None
    tokens_in: int | None
    tokens_out: int | None
    latency_ms: float
    retries: int
    body: dict[str, JsonValue]


def at_once() -> None:
    """Keep no pace."""


class ChatClient:
    """Asks one endpoint, one request at a time; not to be shared between threads."""

    def __init__(
        self,
        endpoint: Endpoint,
        sleep: Callable[[float], None] = time.sleep,
        resolver: Resolver | None = None,
        pace: Callable[[], None] = at_once,
    ) -> None:
        """`pace` is called before each request, retries included; it may wait."""
        deadline = Deadline()
        self._pool = guarded_pool(endpoint.allow_private, deadline, resolver)
        self._exchange = Exchange(endpoint, self._pool, deadline)
        self._pace = pace
        self._retrying = Retrying(
            stop=_Hopeless(endpoint.patience),
            wait=_Wait(endpoint.patience),
            retry=retry_if_exception(_worth_retrying),
            sleep=sleep,
            reraise=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._pool.close()

    @property
    def redaction(self) -> Redaction:
        """What takes the endpoint's secrets out of whatever it says."""
        return self._exchange.redaction

    def complete(self, payload: Mapping[str, JsonValue]) -> Completion:
        """Return the completion of `payload`, a request in the OpenAI chat format.

        Raises ProviderUnavailable once the retries are used up, ProviderRefused at
        once for what no retry can mend.
        """
        body = orjson.dumps(payload)
        started = time.perf_counter()
        try:
            completion = self._retrying(self.ask_once, body)
        except ProviderUnavailable as error:
            error.attempts = _tries(self._retrying)
            raise
        latency = (time.perf_counter() - started) * 1000
        return _timed(completion, latency, _tries(self._retrying) - 1)

    def ask_once(self, body: bytes) -> Completion:
        """Return the completion of one try, without any retry."""
        self._pace()
        started = time.perf_counter()
        reply = self._exchange.post(body)
        completion = read_completion(reply.body, reply.request_id)
        return _timed(completion, (time.perf_counter() - started) * 1000, 0)


def _timed(completion: Completion, latency_ms: float, retries: int) -> Completion:
    return Completion(
        completion.message,
        completion.finish_reason,
        completion.tokens_in,
        completion.tokens_out,
        round(latency_ms, 3),
        retries,
        completion.body,
    )


def _tries(retrying: Retrying) -> int:
    return int(retrying.statistics.get("attempt_number", 1))


def _worth_retrying(error: BaseException) -> bool:
    return isinstance(error, ProviderUnavailable) and error.failure.retryable


def _asked_wait(state: RetryCallState) -> float:
    """Return the seconds that the server asked us to wait, or 0."""
    error = state.outcome.exception() if state.outcome else None
    if isinstance(error, ProviderUnavailable):
        return error.failure.retry_after_s or 0.0
    return 0.0


class _Hopeless(stop_base):
    """Stops after the allowed tries, or where the server asks for too long a wait."""

    def __init__(self, patience: Patience) -> None:
        self._tries = stop_after_attempt(patience.attempts)
        self._longest = patience.longest_retry_after_s

    def __call__(self, retry_state: RetryCallState) -> bool:
        return self._tries(retry_state) or _asked_wait(retry_state) > self._longest


class _Wait(wait_base):
    """Waits as long as the server asks, else doubling with jitter."""

    def __init__(self, patience: Patience) -> None:
        self._growing = wait_exponential_jitter(
            multiplier=patience.first_wait_s,
            max=patience.longest_wait_s,
            jitter=patience.first_wait_s,
        )

    def __call__(self, retry_state: RetryCallState) -> float:
        return max(_asked_wait(retry_state), self._growing(retry_state))


def read_completion(
    body: dict[str, JsonValue], request_id: str | None = None
) -> Completion:
    """Return what a completion says; raises ProviderUnavailable if it is none."""
    choices = body.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else None
    choice = first if isinstance(first, dict) else {}
    message = choice.get("message")
    if not isinstance(message, dict):
        seen = shortened(orjson.dumps(body.get("error") or body).decode())
        raise provider_error(
            Failure(
                kind="format",
                what="The endpoint answered without a message in `choices`.",
                seen=seen,
                advice="The endpoint must speak the OpenAI chat completions format.",
                status=200,
                field="base_url",
                request_id=request_id,
                retryable=True,
            )
        )
    finish = choice.get("finish_reason")
    usage = body.get("usage")
    usage = usage if isinstance(usage, dict) else {}
    return Completion(
        message=message,
        finish_reason=finish[:40] if isinstance(finish, str) else None,
        tokens_in=_count(usage.get("prompt_tokens", usage.get("input_tokens"))),
        tokens_out=_count(usage.get("completion_tokens", usage.get("output_tokens"))),
        latency_ms=0.0,
        retries=0,
        body=body,
    )


def _count(value: JsonValue) -> int | None:
    """Return a token count, or None for what is none."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    return None
