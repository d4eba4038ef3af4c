"""The bank's service tools, and the one way to call them."""

from bankenv.books import Books
from bankenv.tools.declaration import Tool
from bankenv.tools.execution import ToolResult, run_tool
from bankenv.tools.registry import TOOLS

__all__ = ["TOOLS", "Tool", "ToolResult", "execute"]


def execute(books: Books, tool_name: str, arguments: object) -> ToolResult:
    """Run one call of a service tool on the books. Never raises.

    `arguments` is the call's JSON object, or None where its text did not parse. A
    malformed call and a refusal by the bank are results with `error` set.
    """
    return run_tool(TOOLS, books, tool_name, arguments)
