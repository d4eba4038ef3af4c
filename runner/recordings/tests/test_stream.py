"""Large JSON files an element at a time."""

from io import BytesIO

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.recordings import stream
from runner.recordings.stream import BrokenFile, pieces

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def values(raw: bytes, *lists: str) -> list[tuple[str, object]]:
    return [(piece.key, piece.value()) for piece in pieces(BytesIO(raw), lists)]


@given(st.lists(JSON, max_size=6))
def test_a_list_yields_what_it_holds(rows: list[object]) -> None:
    assert [value for _, value in values(orjson.dumps(rows))] == rows


@given(st.lists(JSON, min_size=1, max_size=4), st.integers(1, 9))
def test_where_the_chunks_are_cut_does_not_matter(
    rows: list[object], size: int
) -> None:
    raw = orjson.dumps({"info": rows, "simulations": rows})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "CHUNK", size)
        found = values(raw, "simulations")
    assert found == [("info", rows), *(("simulations", row) for row in rows)]


def test_objects_one_a_line_are_yielded_whole() -> None:
    assert values(b'{"a": 1}\n\n{"a": 2}') == [("", {"a": 1}), ("", {"a": 2})]


@given(st.lists(JSON, min_size=1, max_size=3), st.data())
def test_a_file_that_is_cut_off_is_refused_with_the_place(
    rows: list[object], data: st.DataObject
) -> None:
    raw = orjson.dumps({"simulations": rows})
    cut = raw[: data.draw(st.integers(0, len(raw) - 1))]
    with pytest.raises(BrokenFile, match=r"byte|empty|ends"):
        list(pieces(BytesIO(cut), ("simulations",)))


def test_one_bad_element_costs_itself_alone() -> None:
    found = list(pieces(BytesIO(b'[{"a": NaN}, {"a": 1}]')))
    with pytest.raises(ValueError, match=r"element\[0\] at byte 1: not JSON"):
        found[0].value()
    assert found[1].value() == {"a": 1}


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"[" + b"[" * 100 + b"]" * 101, "levels deep"),
        (b"[[" + b"[]," * 300_000 + b"1]]", "brackets"),
        (b'["' + b"x" * (9 << 20) + b'"]', "larger than"),
        (b'[{"a": 1}] and more', "follows the end"),
        (b"[1 2]", "expected"),
    ],
)
def test_what_would_cost_too_much_or_is_no_json_is_refused(
    raw: bytes, words: str
) -> None:
    with pytest.raises(BrokenFile, match=words):
        values(raw)
