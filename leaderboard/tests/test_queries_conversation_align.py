"""Laying two conversations side by side."""

from hypothesis import given
from hypothesis import strategies as st

from leaderboard.queries.conversation.align import Beat, align, first_divergence

ALL = [
    Beat(kind, content, is_call)
    for kind in "abc"
    for content in "xy"
    for is_call in (False, True)
]
BEATS = st.lists(st.sampled_from(ALL), max_size=10)


def said(text: str) -> Beat:
    return Beat("assistant", text)


def called(tool: str, arguments: str = "{}") -> Beat:
    return Beat(tool, arguments, is_call=True)


@given(BEATS, BEATS)
def test_nothing_is_lost_and_the_order_of_both_sides_is_kept(
    left: list[Beat], right: list[Beat]
) -> None:
    pairs = align(left, right)
    assert [p.left for p in pairs if p.left is not None] == list(range(len(left)))
    assert [p.right for p in pairs if p.right is not None] == list(range(len(right)))


@given(BEATS, BEATS)
def test_exchanging_the_sides_exchanges_the_result_and_nothing_else(
    left: list[Beat], right: list[Beat]
) -> None:
    assert align(right, left) == tuple(pair.mirrored() for pair in align(left, right))


@given(BEATS, BEATS)
def test_beats_side_by_side_are_of_one_kind_and_called_equal_only_if_they_are(
    left: list[Beat], right: list[Beat]
) -> None:
    for pair in align(left, right):
        if pair.left is None or pair.right is None:
            continue
        a, b = left[pair.left], right[pair.right]
        assert a.kind == b.kind
        assert (pair.relation == "equal") == (a == b)


@given(BEATS)
def test_a_conversation_beside_itself_is_equal_throughout(beats: list[Beat]) -> None:
    pairs = align(beats, beats)
    assert [(p.left, p.right) for p in pairs] == [(i, i) for i in range(len(beats))]
    assert first_divergence(pairs, [b.is_call for b in beats]) is None


@given(BEATS, BEATS)
def test_no_common_subsequence_of_equal_calls_is_longer(
    left: list[Beat], right: list[Beat]
) -> None:
    calls = ([b for b in left if b.is_call], [b for b in right if b.is_call])
    longest = _longest_common(*calls)
    equal = [p for p in align(*calls) if p.relation == "equal"]
    changed = [p for p in align(*calls) if p.relation == "changed"]
    assert 2 * len(equal) + len(changed) >= 2 * longest


def test_a_skipped_call_stands_alone_between_equal_ones() -> None:
    left = [called("details"), called("quote"), called("close")]
    right = [called("details"), called("close")]
    relations = [pair.relation for pair in align(left, right)]
    assert relations == ["equal", "left", "equal"]


def test_the_same_tool_with_other_arguments_stands_side_by_side() -> None:
    pairs = align([called("close", "FD1")], [called("close", "FD2")])
    assert [pair.relation for pair in pairs] == ["changed"]


def test_other_words_for_the_same_deeds_are_no_parting_of_ways() -> None:
    left = [said("hello"), called("details"), called("quote"), called("close")]
    right = [said("good day"), called("details"), called("close")]
    pairs = align(left, right)
    calls = [False, True, True, True]
    assert first_divergence(pairs, calls) == 2


def _longest_common(left: list[Beat], right: list[Beat]) -> int:
    row = [0] * (len(right) + 1)
    for a in left:
        last = 0
        for j, b in enumerate(right):
            last, row[j + 1] = (
                row[j + 1],
                last + 1 if a == b else max(row[j + 1], row[j]),
            )
    return row[-1]
