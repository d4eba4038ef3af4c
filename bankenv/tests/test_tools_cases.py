"""Every tool: what it does to the records, and every way it has to say no."""

import re

import pytest

from bankenv.records import JsonValue
from bankenv.tests.refusal_sites import codes, sites, watched
from bankenv.tests.tool_cases import CASES
from bankenv.tests.tool_cases.case import Case
from bankenv.tools import TOOLS, ToolResult, execute

GENERATED = re.compile(r"\b(FD|RD|TXN|STMT|CHQ|STP|SR-)[0-9]{6,12}\b")


def masked(value: JsonValue, known: set[str]) -> JsonValue:
    """Return the value with references that were made on the way as `FD?`."""
    if isinstance(value, dict):
        return {masked(key, known): masked(one, known) for key, one in value.items()}
    if isinstance(value, list):
        return [masked(one, known) for one in value]
    if isinstance(value, str):
        return GENERATED.sub(
            lambda found: found[0] if found[0] in known else f"{found[1]}?", value
        )
    return value


@pytest.mark.parametrize(
    "case", [c for c in CASES if c.succeeds], ids=lambda c: c.label
)
def test_a_tool_does_exactly_what_it_says_to_the_records(case: Case) -> None:
    books = case.books()
    known = {
        found[0] for found in GENERATED.finditer(f"{books.record} {case.arguments}")
    }
    result = execute(books, case.tool, case.arguments)
    assert result.ok, result.content
    made = {
        masked(change.path, known): (change.before, masked(change.after, known))
        for change in result.changes
    }
    assert made == case.changes
    for name, wanted in case.answer.items():
        assert masked(result.content[name], known) == wanted, name


@pytest.mark.parametrize(
    "case", [c for c in CASES if not c.succeeds], ids=lambda c: c.label
)
def test_a_tool_says_no_and_changes_nothing(case: Case) -> None:
    books = case.books()
    before = books.record
    result = execute(books, case.tool, case.arguments)
    assert books.record is before
    assert result.changes == ()
    assert case.says in _refusal(case, result)


def _refusal(case: Case, result: ToolResult) -> str:
    """Return what the bank said; in a batch read, of its only item that failed."""
    if TOOLS[case.tool].batch:
        assert result.ok
        (failed,) = result.content["errors"]
        return str(failed["error"])
    assert result.error == ("invalid_arguments" if case.malformed else "refused")
    assert result.content["error_code"] == case.code
    return str(result.content["error_message"])


@pytest.mark.parametrize("name", TOOLS)
def test_each_tool_has_a_case_of_success(name: str) -> None:
    succeeding = [case for case in CASES if case.tool == name and case.succeeds]
    assert succeeding
    writes = any(case.changes for case in succeeding)
    assert writes is (TOOLS[name].kind == "write")


@pytest.mark.parametrize("name", TOOLS)
def test_each_refusal_in_a_tools_source_is_reached_by_a_case_of_that_tool(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with watched(monkeypatch) as seen:
        for case in CASES:
            if case.tool == name:
                execute(case.books(), name, case.arguments)
    missed = {
        f"{site.function}, line {site.first_line}: {site.code}"
        for site in sites(TOOLS[name])
        if not any(site.holds(one) for one in seen)
    }
    assert missed == set()


@pytest.mark.parametrize("name", TOOLS)
def test_each_code_that_a_tool_can_answer_with_is_seen(name: str) -> None:
    wrong = execute(CASES[0].books(), name, {"no such argument": 1})
    found = {wrong.content["error_code"]} | {c.code for c in CASES if c.tool == name}
    # A batch read has no code of its own: it names what is wrong with each id.
    if not TOOLS[name].batch:
        assert found - {""} == codes(TOOLS[name])


def test_the_codes_of_a_tool_are_read_from_all_that_it_calls() -> None:
    booking = {"VALIDATION_ERROR", "INSUFFICIENT_FUNDS", "INVALID_STATE"}
    assert codes(TOOLS["create_fd"]) == booking
    assert len(sites(TOOLS["create_fd"])) == 5
    assert sites(TOOLS["calculate_emi"]) == set()
