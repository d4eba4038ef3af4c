"""Where a tool can say no: read from its source, and seen when it happens."""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

import pytest

from bankenv.tools import Tool
from bankenv.tools.parameters import BadArgument
from bankenv.tools.refusals import VALIDATION_ERROR, Refusal

# What a name in a tool's source stands for: a function, a module, a constant.
Meaning = Any

TOOL_MODULES = "bankenv.tools."
CHECKS = "bankenv.tools.parameters"
REFUSALS = ("Refusal", "BadArgument")


class Site(NamedTuple):
    """One place in the source that refuses, and the code it refuses with."""

    module: str
    function: str
    first_line: int
    last_line: int
    code: str

    def holds(self, seen: "Seen") -> bool:
        """Tell whether a refusal was raised here."""
        in_lines = self.first_line <= seen.line <= self.last_line
        return seen.module == self.module and in_lines


class Seen(NamedTuple):
    """Where a refusal was raised."""

    module: str
    line: int


def sites(tool: Tool) -> set[Site]:
    """Return every refusal in the tool's function and in all that it can reach."""
    return {site for one in _reached(tool.function) for site in _own_sites(one)}


def codes(tool: Tool) -> set[str]:
    """Return the codes that the tool can answer with; any call can be malformed."""
    return {VALIDATION_ERROR, *(site.code for site in sites(tool))}


@contextmanager
def watched(patch: pytest.MonkeyPatch) -> Iterator[set[Seen]]:
    """Collect where refusals are raised in the block."""
    seen: set[Seen] = set()
    for kind in (Refusal, BadArgument):
        patch.setattr(kind, "__init__", _noting(kind.__init__, seen))
    yield seen
    patch.undo()


def _noting(start: Meaning, seen: set[Seen]) -> Meaning:
    def noted(fault: Exception, *values: Meaning) -> None:
        frame = sys._getframe(1)
        seen.add(Seen(frame.f_globals["__name__"], frame.f_lineno))
        start(fault, *values)

    return noted


def _reached(function: Meaning) -> set[FunctionType]:
    waiting, reached = [function], set()
    while waiting:
        one = waiting.pop()
        if one not in reached:
            reached.add(one)
            waiting += _named_functions(one)
    return reached


def _named_functions(function: FunctionType) -> Iterator[FunctionType]:
    for node in ast.walk(_tree(function)):
        meaning = _meaning(node, function)
        if isinstance(meaning, FunctionType) and _is_tool_code(meaning):
            yield meaning


def _is_tool_code(function: FunctionType) -> bool:
    module = function.__module__
    return module.startswith(TOOL_MODULES) and module != CHECKS


def _meaning(node: ast.AST, function: FunctionType) -> Meaning:
    if isinstance(node, ast.Name):
        return function.__globals__.get(node.id)
    if isinstance(node, ast.Attribute):
        owner = _meaning(node.value, function)
        if isinstance(owner, ModuleType):
            return getattr(owner, node.attr, None)
    return None


def _own_sites(function: FunctionType) -> Iterator[Site]:
    above = function.__code__.co_firstlineno - 1
    for node in ast.walk(_tree(function)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in REFUSALS:
            lines = above + node.lineno, above + (node.end_lineno or node.lineno)
            code = _code(node, function)
            yield Site(function.__module__, function.__qualname__, *lines, code)


def _code(node: ast.Call, function: FunctionType) -> str:
    if isinstance(node.func, ast.Name) and node.func.id == "BadArgument":
        return VALIDATION_ERROR
    code = _meaning(node.args[0], function)
    assert isinstance(code, str), f"{function.__qualname__}: a code must be a constant"
    return code


def _tree(function: FunctionType) -> ast.Module:
    return ast.parse(textwrap.dedent(inspect.getsource(function)))
