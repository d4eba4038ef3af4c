"""Runs one tool call on the books. Whatever it is given, it answers with a result."""

from collections.abc import Mapping
from dataclasses import dataclass

from bankenv.books import Books
from bankenv.records import Change, JsonValue
from bankenv.tools.declaration import Tool
from bankenv.tools.parameters import BadArgument, shown
from bankenv.tools.refusals import (
    UNKNOWN_TOOL,
    VALIDATION_ERROR,
    Refusal,
    error_content,
)


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What the bank answered and changed.

    `error` is None for success, `refused` where the bank declines by its rules, and
    `unparsed`, `unknown_tool` or `invalid_arguments` for a malformed call; then
    `content` explains and nothing was changed. Nobody may alter `content`: it shares
    rows with the books.
    """

    ok: bool
    content: JsonValue
    error: str | None = None
    changes: tuple[Change, ...] = ()


def run_tool(
    tools: Mapping[str, Tool], books: Books, tool_name: object, arguments: object
) -> ToolResult:
    """Return the result of one call; a write happens whole or not at all."""
    tool = tools.get(tool_name) if isinstance(tool_name, str) else None
    if tool is None:
        message = f"There is no tool named {shown(tool_name)}; use one that is listed."
        return ToolResult(False, error_content(UNKNOWN_TOOL, message), "unknown_tool")
    if not isinstance(arguments, dict):
        return _unusable(tool, arguments)
    try:
        return _run(tool, books, arguments)
    except BadArgument as fault:
        code, message, error = VALIDATION_ERROR, str(fault), "invalid_arguments"
    except Refusal as refusal:
        code, message, error = refusal.code, str(refusal), "refused"
    return ToolResult(False, error_content(code, message), error)


def _run(tool: Tool, books: Books, arguments: dict[object, object]) -> ToolResult:
    values = tool.read_arguments(arguments)
    if tool.kind != "write":
        return ToolResult(True, tool.function(books, **values))
    with books.writing() as changes:
        content = tool.function(books, **values)
    return ToolResult(True, content, None, tuple(changes))


def _unusable(tool: Tool, arguments: object) -> ToolResult:
    """Return the result of a call whose arguments are no JSON object."""
    error = "unparsed" if arguments is None else "invalid_arguments"
    got = "text that is not JSON" if arguments is None else shown(arguments)
    message = f"{tool.name}: expected the arguments as one JSON object, got {got}."
    return ToolResult(False, error_content(VALIDATION_ERROR, message), error)
