"""A provider's failures: what was seen, which field is at fault, what would help."""

from dataclasses import dataclass
from typing import Literal

from bankenv.trajectory import Trajectory

Kind = Literal["address", "connection", "timeout", "status", "format", "too_large"]
Side = Literal["assistant", "customer"]
Field = Literal["base_url", "model", "api_key", "parameters"]


@dataclass(frozen=True, slots=True)
class Failure:
    """One failed request, in words that may be shown to the endpoint's owner.

    `seen` is the shortened beginning of what came back, without secrets. `field` names
    the form field at fault where that is known. `retry_after_s` is the server's own
    wish in seconds. `retryable` says whether the same request may work later.
    """

    kind: Kind
    what: str
    seen: str = ""
    advice: str = ""
    status: int | None = None
    field: Field | None = None
    retry_after_s: float | None = None
    request_id: str | None = None
    retryable: bool = False

    def __str__(self) -> str:
        seen = f" Seen: {self.seen}" if self.seen else ""
        return f"{self.what}{seen}"


class ProviderUnavailable(Exception):
    """The endpoint gave no usable answer; the model is not to blame.

    `trajectory` is what happened up to then, where a conversation was under way.
    `attempts` counts the requests that were made for the answer. `side` is whose
    endpoint it was: the assistant's, or that of a customer played by a model.
    """

    def __init__(
        self,
        failure: Failure,
        attempts: int = 1,
        trajectory: Trajectory | None = None,
    ) -> None:
        super().__init__(str(failure))
        self.failure = failure
        self.attempts = attempts
        self.trajectory = trajectory
        self.side: Side = "assistant"


class ProviderRefused(ProviderUnavailable):
    """The endpoint turned the request down; asking again would not help."""


def provider_error(failure: Failure, attempts: int = 1) -> ProviderUnavailable:
    """Return the exception that fits: refused for what no retry can mend."""
    refused = not failure.retryable and failure.kind in ("status", "address")
    return (ProviderRefused if refused else ProviderUnavailable)(failure, attempts)
