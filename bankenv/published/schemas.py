"""The schemas of the published tools, as its harness makes them of the signatures."""

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from bankenv.published.execution import FUNCTIONS
from bankenv.records import JsonValue, Record

TYPES: Mapping[object, str] = {
    str: "string",
    float: "number",
    int: "integer",
    bool: "boolean",
}


@cache
def schemas() -> tuple[Mapping[str, JsonValue], ...]:
    """Return the schema of each tool in OpenAI's function format, the hand-over first.

    They are advice to the model: what it sends is not held to them.
    """
    return tuple(_schema(name, function) for name, function in FUNCTIONS.items())


def _schema(name: str, function: Callable[..., JsonValue]) -> Record:
    hints = get_type_hints(function, include_extras=True)
    _, *declared = inspect.signature(function).parameters.values()
    required = [p.name for p in declared if p.default is p.empty]
    parameters: Record = {
        "properties": {p.name: _property(p, hints[p.name]) for p in declared},
        "title": "parameters",
        "type": "object",
    }
    if required:
        parameters["required"] = required
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": inspect.getdoc(function),
            "parameters": parameters,
        },
    }


def _property(parameter: inspect.Parameter, hint: Any) -> Record:  # a type expression
    told = getattr(hint, "__metadata__", ())
    shape = _shape(hint.__origin__ if told else hint)
    if told:
        shape["description"] = told[0]
    if parameter.default is not parameter.empty:
        shape["default"] = parameter.default
    return shape | {"title": parameter.name.replace("_", " ").title()}


def _shape(hint: Any) -> Record:  # a type expression
    parts = get_args(hint)
    if NoneType in parts:
        inner = next(part for part in parts if part is not NoneType)
        # A union of a Literal holds the Literal itself.
        return {"anyOf": [_shape(inner), {"type": "null"}]}
    if get_origin(hint) is Literal:
        kind = TYPES[type(parts[0])]
        return {"enum": list(parts), "type": kind}
    if get_origin(hint) is list:
        return {"items": _shape(parts[0]), "type": "array"}
    if get_origin(hint) is dict:
        return {"additionalProperties": True, "type": "object"}
    return {"type": TYPES[hint]}
