"""When a call is the one that gold asks for, by the published rule."""

from collections.abc import Mapping, Sequence

from bankenv.records import JsonValue
from bankenv.tasks import GoldStep

VOLATILE = frozenset(
    {
        "updated_at",
        "cancelled_at",
        "blocked_at",
        "booked_at",
        "closed_at",
        "logged_at",
        "requested_at",
        "created_at",
        "timestamp",
        "receipt_ref",
        "request_id",
        "reference_id",
        "reference",
        "download_url",
        "expiry",
        "eta",
        "description",
        "note",
    }
)


def is_gold(step: GoldStep, tool: str, arguments: Mapping[str, JsonValue]) -> bool:
    """Tell whether a call is gold's action: its name and the compared arguments.

    Order, requestor, further arguments and how often a call is used do not matter.
    """
    return tool == step.tool and not differing(step, arguments)


def compared(step: GoldStep) -> tuple[str, ...]:
    """Return the arguments that the rule looks at."""
    names: Sequence[str] = (
        tuple(step.arguments) if step.compare is None else step.compare
    )
    return tuple(name for name in names if name not in VOLATILE)


def differing(step: GoldStep, arguments: Mapping[str, JsonValue]) -> list[str]:
    """Return the compared arguments on which a call differs from gold.

    An `account_id` that either side leaves out or gives as null is not looked at; any
    other argument that gold has must be given, even where it states a default or is
    null. Values are equal as Python has it: 100000 and 100000.0, 1 and true, but lists
    in their order.
    """
    return [name for name in compared(step) if not _agrees(step, arguments, name)]


def _agrees(step: GoldStep, arguments: Mapping[str, JsonValue], name: str) -> bool:
    gold = step.arguments
    if name == "account_id" and (gold.get(name) is None or arguments.get(name) is None):
        return True
    if name not in gold:
        return True
    return name in arguments and bool(arguments[name] == gold[name])
