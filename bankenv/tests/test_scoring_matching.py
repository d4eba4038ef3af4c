"""Calls are assigned to gold steps one to one, in order, as well as can be."""

from collections.abc import Mapping
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from bankenv.records import JsonValue
from bankenv.scoring.calls import MadeCall
from bankenv.scoring.matching import (
    WRITE_WEIGHT,
    Need,
    Unit,
    assign,
    in_order,
    needs_of,
    serves,
    units_of,
)
from bankenv.tasks import GoldStep
from bankenv.tools import TOOLS
from bankenv.trajectory import Result

IDS = ("FD000001", "FD000002", "FD000003")


def read(number: int, ids: list[str], after: tuple[int, ...] = ()) -> GoldStep:
    arguments = {"deposit_ids": ids}
    return GoldStep(number, "get_fd_details", arguments, None, after, "", ())


def write(number: int, deposit: str, after: tuple[int, ...] = ()) -> GoldStep:
    arguments = {"deposit_id": deposit}
    return GoldStep(number, "close_deposit", arguments, None, after, "", ())


def call(
    event: int, tool: str, ok: bool = True, turn: int = 0, **arguments: JsonValue
) -> MadeCall:
    result = Result(event + 1, 0.0, str(event), ok, {})
    kind = TOOLS[tool].kind
    return MadeCall(event, turn or event, tool, kind, arguments, result)


def events(gold: list[GoldStep], made: list[MadeCall]) -> list[int | None]:
    assignment = assign(gold, made)
    served = [assignment.call_of(step) for step in gold]
    return [None if one is None else one.event for one in served]


def test_one_call_serves_one_step() -> None:
    gold = [read(1, ["FD000001"]), read(2, ["FD000001"], after=(1,))]
    once = [call(1, "get_fd_details", deposit_ids=["FD000001"])]
    assert assign(gold, once).call_of(gold[1]) is None
    twice = [*once, call(3, "get_fd_details", deposit_ids=["FD000001"])]
    assert events(gold, twice) == [1, 3]


def test_a_batch_read_serves_as_one_unit_per_id() -> None:
    gold = [read(1, ["FD000001", "FD000002"])]
    split = [
        call(1, "get_fd_details", deposit_ids=["FD000002"]),
        call(3, "get_fd_details", deposit_ids=["FD000001"]),
    ]
    assert events(gold, split) == [3]
    assert assign(gold, split[:1]).call_of(gold[0]) is None
    both = [read(1, ["FD000001"]), read(2, ["FD000002"])]
    batch = [call(1, "get_fd_details", deposit_ids=["FD000002", "FD000001"])]
    assert events(both, batch) == [1, 1]


def test_a_refused_call_serves_nothing() -> None:
    gold = [write(1, "FD000001")]
    tried = [call(1, "close_deposit", ok=False, deposit_id="FD000001")]
    assert assign(gold, tried).call_of(gold[0]) is None


def test_a_default_need_not_be_stated() -> None:
    arguments = {"deposit_id": "FD000001", "payout_account": None}
    gold = [GoldStep(1, "close_deposit", arguments, None, (), "", ())]
    assert assign(gold, [call(1, "close_deposit", deposit_id="FD000001")]).call_of(
        gold[0]
    )


def test_leaving_a_compared_argument_out_does_not_help() -> None:
    gold = [write(1, "FD000001")]
    assert assign(gold, [call(1, "close_deposit")]).call_of(gold[0]) is None


def test_a_read_in_the_same_answer_as_the_write_comes_too_late_to_be_read() -> None:
    gold = [read(1, ["FD000001"]), write(2, "FD000001", after=(1,))]
    calls = [
        call(1, "get_fd_details", turn=1, deposit_ids=["FD000001"]),
        call(2, "close_deposit", turn=1, deposit_id="FD000001"),
    ]
    assignment = assign(gold, calls)
    assert assignment.call_of(gold[1]) is calls[1]
    assert assignment.call_of(gold[0]) is None


steps = st.lists(
    st.tuples(st.booleans(), st.sampled_from(IDS), st.sets(st.integers(1, 3))),
    min_size=1,
    max_size=4,
).map(
    lambda drawn: [
        (write if is_write else lambda n, i, a: read(n, [i], a))(
            number, id_, tuple(e for e in sorted(earlier) if e < number)
        )
        for number, (is_write, id_, earlier) in enumerate(drawn, start=1)
    ]
)
calls = st.lists(st.tuples(st.booleans(), st.sampled_from(IDS)), max_size=5).map(
    lambda drawn: [
        call(2 * i + 1, "close_deposit", deposit_id=id_)
        if is_write
        else call(2 * i + 1, "get_fd_details", deposit_ids=[id_])
        for i, (is_write, id_) in enumerate(drawn)
    ]
)


@given(steps, calls)
@settings(max_examples=200, deadline=None)
def test_the_assignment_is_as_good_as_trying_everything(
    gold: list[GoldStep], made: list[MadeCall]
) -> None:
    assignment = assign(gold, made)
    assert allowed(dict(assignment.units))
    assert weight(assignment.units) == best_weight(gold, made)


def best_weight(gold: list[GoldStep], made: list[MadeCall]) -> int:
    needs = [need for step in gold for need in needs_of(step)]
    units = [unit for one in made for unit in units_of(one)]
    choices = [[None, *(u for u in units if serves(u, need))] for need in needs]
    every = (
        {n: u for n, u in zip(needs, chosen, strict=True) if u}
        for chosen in product(*choices)
    )
    return max(weight(taken) for taken in every if allowed(taken))


def weight(taken: Mapping[Need, Unit]) -> int:
    return sum(
        1 if TOOLS[need.step.tool].kind == "read" else WRITE_WEIGHT for need in taken
    )


def allowed(taken: Mapping[Need, Unit]) -> bool:
    used: list[Unit] = list(taken.values())
    return len(set(used)) == len(used) and all(
        in_order(first.step, before.call, after.call)
        for first, before in taken.items()
        for second, after in taken.items()
        if first.number in second.step.after
    )
