"""Trajectories survive JSON, and what is no trajectory is refused by place."""

from collections.abc import Callable

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bankenv.records import Change
from bankenv.trajectory import (
    Call,
    End,
    Event,
    Header,
    Message,
    Result,
    Trajectory,
    Turn,
)
from bankenv.trajectory_io import TrajectoryError, from_json, to_json

texts = st.text(st.characters(exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | texts,
    lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    max_leaves=8,
)
records = st.dictionaries(texts, values, max_size=3)
turns = st.none() | st.builds(
    Turn,
    number=st.integers(1, 99),
    tokens_in=st.none() | st.integers(0, 99999),
    retries=st.integers(0, 5),
)
changes = st.lists(st.builds(Change, texts, values, values), max_size=2).map(tuple)
bodies = st.one_of(
    st.builds(
        lambda speaker, text, turn: lambda i: Message(i, 1.5, speaker, text, turn),
        st.sampled_from(["customer", "assistant"]),
        texts,
        turns,
    ),
    st.builds(
        lambda id_, tool, arguments, turn: (
            lambda i: Call(i, 0.0, id_, tool, arguments, turn=turn)
        ),
        texts,
        texts,
        st.none() | records,
        turns,
    ),
    st.builds(
        lambda id_, ok, content, made: (
            lambda i: Result(i, 0.0, id_, ok, content, None, made)
        ),
        texts,
        st.booleans(),
        values,
        changes,
    ),
    st.builds(lambda reason: lambda i: End(i, 9.0, reason), texts),
)


@given(st.lists(bodies, max_size=6))
def test_a_trajectory_survives_json(makers: list[Callable[[int], Event]]) -> None:
    events = tuple(make(i) for i, make in enumerate(makers))
    header = Header("CT_BAL_001", 1, "procedures 0.1.0", prompts={"system": "hello"})
    trajectory = Trajectory(header, events)
    assert from_json(orjson.loads(orjson.dumps(to_json(trajectory)))) == trajectory


@pytest.mark.parametrize(
    ("event", "place"),
    [
        ({"type": "shout", "index": 0, "ms": 0}, r"events\[0\]"),
        ({"type": "end", "index": 5, "ms": 0, "reason": "x"}, "index 5, expected 0"),
        ({"type": "end", "index": 0, "ms": 0}, "reason"),
        ({"type": "end", "index": 0, "ms": 0, "reason": 4}, "reason: expected a text"),
        ({"type": "end", "index": 0, "ms": 0, "reason": "x", "who": 1}, "who"),
        (
            {"type": "message", "index": 0, "ms": 0, "speaker": "bank", "text": ""},
            "bank",
        ),
        (7, r"events\[0\]"),
    ],
)
def test_a_bad_event_is_named(event: object, place: str) -> None:
    raw = to_json(Trajectory(Header("CT_BAL_001", 1, "s"), ())) | {"events": [event]}
    with pytest.raises(TrajectoryError, match=place):
        from_json(raw)


@pytest.mark.parametrize("raw", [None, [], {}, {"format": "passbook.trajectory/2"}])
def test_another_format_is_refused(raw: object) -> None:
    with pytest.raises(TrajectoryError, match="format"):
        from_json(raw)
