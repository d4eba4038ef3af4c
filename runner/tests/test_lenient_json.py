"""What is read leniently can always be stored."""

from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.lenient_json import read_arguments, read_json, storable_text

ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.text(st.characters(codec=None)))
def test_any_text_becomes_storable(text: str) -> None:
    orjson.dumps(storable_text(text))


@given(st.one_of(st.text(), ANY_JSON))
def test_any_arguments_become_storable(value: Any) -> None:
    arguments, raw = read_arguments(value)
    assert (arguments is None) == (raw is not None)
    orjson.dumps([arguments, raw])


def test_an_object_beyond_storing_is_brought_within_or_kept_as_text() -> None:
    assert read_arguments({"a": 2**70}) == ({"a": float(2**70)}, None)
    deep: dict[str, Any] = {}
    for _ in range(60):
        deep = {"a": deep}
    arguments, raw = read_arguments(deep)
    assert arguments is None and raw is not None and raw.startswith('{"a": {"a"')


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b'{"a": 1}', {"a": 1}),
        ('{"a": 1}'.encode("utf-16"), {"a": 1}),
        ('{"a": 1}'.encode("utf-32-le"), {"a": 1}),
        (b'\xef\xbb\xbf["\xe9"]', ["\ufffd"]),
        (rb'"\ud800x"', "\ufffdx"),
    ],
)
def test_json_in_odd_encodings_is_read(data: bytes, value: Any) -> None:
    assert read_json(data) == value


@pytest.mark.parametrize("data", [b"", b"{", b"NaN", b"<html>", b"[" * 50_000, b"\xff"])
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        read_json(data)
