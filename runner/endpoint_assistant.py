"""The assistant behind a model endpoint."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Self

from bankenv.records import JsonValue
from bankenv.trajectory import Turn
from runner.assistants import Answer, History
from runner.chat_client import ChatClient, Completion, at_once
from runner.endpoint import Endpoint
from runner.strategies import FunctionCalling, Strategy


class EndpointAssistant:
    """Answers a conversation by asking an endpoint; one conversation at a time.

    With `record_raw` each turn keeps the request (without the conversation, which the
    trajectory already holds) and the whole response, both without secrets.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        strategy: Strategy | None = None,
        record_raw: bool = False,
        sleep: Callable[[float], None] = time.sleep,
        pace: Callable[[], None] = at_once,
    ) -> None:
        self._endpoint = endpoint
        self._strategy = strategy or FunctionCalling()
        self._record_raw = record_raw
        self._client = ChatClient(endpoint, sleep, pace=pace)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    @property
    def about(self) -> Mapping[str, JsonValue]:
        return {"strategy": self._strategy.name, **self._endpoint.about()}

    def reply(self, history: History) -> Answer:
        """Return the model's answer; raises ProviderUnavailable if there is none."""
        endpoint = self._endpoint
        settings = {"model": endpoint.model, **endpoint.parameters.body()}
        asked = self._strategy.request(history)
        completion = self._client.complete({**asked, **settings})
        said = self._client.redaction.said(self._strategy.read(completion.message))
        turn = self._turn(settings, completion)
        return Answer(
            said.text, said.calls, replace(turn, thought=said.thought or None)
        )

    def _turn(self, settings: dict[str, JsonValue], completion: Completion) -> Turn:
        prices = self._endpoint.prices
        tokens_in, tokens_out = completion.tokens_in, completion.tokens_out
        return Turn(
            number=0,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            cost_usd=prices.cost(tokens_in, tokens_out) if prices else None,
            latency_ms=completion.latency_ms,
            retries=completion.retries,
            finish_reason=completion.finish_reason,
            request=settings if self._record_raw else None,
            response=completion.body if self._record_raw else None,
        )
