"""Trajectories: the recorded events of one conversation, `passbook.trajectory/1`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bankenv.records import Change, JsonValue, Record

FORMAT = "passbook.trajectory/1"

Speaker = Literal["customer", "assistant"]

NATURAL_ENDS = ("customer_ended", "assistant_ended", "handed_over")
ABNORMAL_ENDS = ("step_limit", "tool_error_limit", "protocol_breach")
# A provider's failure: kept to be read, never scored.
UNSCORED_ENDS = ("provider_failure", "cancelled")


@dataclass(frozen=True, slots=True)
class Turn:
    """What one answer of the assistant cost. Unknown figures are None, never 0.

    Stands on the first event of the answer. `latency_ms` counts from the request
    to the whole answer, retries included; `cost_usd` follows from the given prices.
    `thought` is what the model wrote before its action; it was said to nobody.
    """

    number: int
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None
    latency_ms: float | None = None
    retries: int = 0
    finish_reason: str | None = None
    request: JsonValue = None
    response: JsonValue = None
    thought: str | None = None


@dataclass(frozen=True, slots=True)
class Message:
    """Words said by the customer or the assistant. Empty assistant text is a breach."""

    index: int
    ms: float
    speaker: Speaker
    text: str
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call of the assistant.

    `arguments` is None when `raw`, the text the endpoint sent, is not a JSON object.
    `by` is "customer" where the customer has tools and called one, as some imported
    domains allow; None stands for the assistant.
    """

    index: int
    ms: float
    id: str
    tool: str
    arguments: Record | None
    raw: str | None = None
    turn: Turn | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What the bank answered to the call `call` (its id), and what it changed.

    `error` is None for success, `refused` where the bank declines by its rules, and
    `unparsed`, `unknown_tool` or `invalid_arguments` for a tool error.
    """

    index: int
    ms: float
    call: str
    ok: bool
    content: JsonValue
    error: str | None = None
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """Why the conversation ended; `detail` says it in words."""

    index: int
    ms: float
    reason: str
    detail: str = ""


Event = Message | Call | Result | End
TOOL_ERRORS = ("unparsed", "unknown_tool", "invalid_arguments")


@dataclass(frozen=True, slots=True)
class Header:
    """What was run: enough to run it again, and no secret.

    `customer_about` describes the model that played the customer, where one did.
    `recorded` is what an imported file says of the outcome (`reward`, `state` ...);
    empty for what was run here.
    """

    task: str
    trial: int
    suite: str
    dataset: str = ""
    scorer: str = ""
    policy: str = ""
    tools: str = ""
    prompts: Mapping[str, str] = field(default_factory=dict)
    assistant: Mapping[str, JsonValue] = field(default_factory=dict)
    customer: str = ""
    format: str = FORMAT
    recorded: Mapping[str, JsonValue] = field(default_factory=dict)
    customer_about: Mapping[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A header and its events, whose indexes are their positions."""

    header: Header
    events: tuple[Event, ...]
