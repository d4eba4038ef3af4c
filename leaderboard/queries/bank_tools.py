"""The bank's tools as pages show them: by area, and one with its parameters."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import orjson

from bankenv import check
from bankenv.dataset import load_dataset
from bankenv.records import JsonValue
from bankenv.tools import TOOLS
from bankenv.tools.declaration import Parameter, Tool
from leaderboard.queries.words import words

AREAS = ("accounts", "deposits", "loans", "cards", "mandates_cheques", "service")


@dataclass(frozen=True, slots=True)
class ToolRow:
    """One line of the list of tools; `summary` is its description's first sentence."""

    tool: Tool
    summary: str
    gold_steps: int


@dataclass(frozen=True, slots=True)
class ToolGroup:
    """The tools of one area."""

    name: str
    rows: tuple[ToolRow, ...]


@dataclass(frozen=True, slots=True)
class ParameterView:
    """One parameter in words: what a value of it looks like, and its default."""

    parameter: Parameter
    form: str
    default: str


@dataclass(frozen=True, slots=True)
class ToolPage:
    """One tool: parameters in words, and the schema that models are shown."""

    row: ToolRow
    parameters: tuple[ParameterView, ...]
    schema: str


def tool_groups() -> tuple[ToolGroup, ...]:
    """Return every tool under its area, in the order that models see them."""
    steps = _gold_steps()
    rows = [_row(tool, steps) for tool in TOOLS.values()]
    rows.sort(key=lambda row: AREAS.index(row.tool.area))
    return tuple(
        ToolGroup(words(area), tuple(of_area))
        for area, of_area in groupby(rows, lambda row: row.tool.area)
    )


def tool_page(name: str) -> ToolPage | None:
    """Return one tool, or None where the bank has none of that name."""
    tool = TOOLS.get(name)
    if tool is None:
        return None
    return ToolPage(
        row=_row(tool, _gold_steps()),
        parameters=tuple(_parameter(one) for one in tool.parameters),
        schema=orjson.dumps(tool.schema, option=orjson.OPT_INDENT_2).decode(),
    )


@lru_cache(maxsize=1)
def bank_summary() -> Mapping[str, JsonValue]:
    """Return the dataset's counts and hashes, as `python -m bankenv check` does."""
    return check.summary(load_dataset(), ())


@lru_cache(maxsize=1)
def _gold_steps() -> Mapping[str, int]:
    counts = dict.fromkeys(TOOLS, 0)
    for task in load_dataset().tasks.values():
        for step in task.gold:
            counts[step.tool] += 1
    return counts


def _row(tool: Tool, steps: Mapping[str, int]) -> ToolRow:
    summary = tool.description.split("\n")[0].split(". ")[0].rstrip(".") + "."
    return ToolRow(tool, summary, steps[tool.name])


def _parameter(parameter: Parameter) -> ParameterView:
    default = "" if parameter.required else orjson.dumps(parameter.default).decode()
    form = in_words(parameter.shape.schema())
    return ParameterView(parameter, form, default)


def in_words(schema: Mapping[str, JsonValue]) -> str:
    """Return what values a schema allows, in a few words."""
    if "enum" in schema:
        return f"one of {', '.join(map(str, schema['enum']))}"
    if schema["type"] == "array":
        return f"list of up to {schema['maxItems']}: {in_words(schema['items'])}"
    if schema["type"] == "object":
        return f"object with {', '.join(schema['properties'])}"
    if schema.get("format") == "date":
        return "date, YYYY-MM-DD"
    bounds = (
        ("from", "minimum"),
        ("above", "exclusiveMinimum"),
        ("to", "maximum"),
        ("up to", "maxLength"),
    )
    said = [f"{word} {schema[key]:,}" for word, key in bounds if key in schema]
    unit = " characters" if "maxLength" in schema else ""
    kind = str(schema["type"])
    return " ".join([_TYPES.get(kind, kind), *said]) + unit


_TYPES = {"string": "text", "integer": "whole number", "boolean": "true or false"}
