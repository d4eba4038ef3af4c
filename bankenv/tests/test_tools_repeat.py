"""The same calls give the same bytes: elsewhere, later, among others in any order."""

import pickle
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import orjson
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bankenv.__main__ import verdict_row
from bankenv.bank import FIXTURES, Dataset, read_dataset
from bankenv.replay import replay
from bankenv.scoring import score
from bankenv.tests.factories import CUSTOMER, make_customer
from bankenv.tests.playback import Played, digest
from bankenv.tests.test_tools_properties import CALLS, customer
from bankenv.trajectory_io import to_json

OTHERS = {
    f"CUST_BBBB000{n}": make_customer(customer_id=f"CUST_BBBB000{n}") for n in "12"
}
CUSTOMERS = {
    CUSTOMER: orjson.dumps(customer()),
    **{key: orjson.dumps(record) for key, record in OTHERS.items()},
}


def in_another_process(lists: list[Played], hash_seed: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "bankenv.tests.playback"],
        input=pickle.dumps((CUSTOMERS, lists)),
        stdout=subprocess.PIPE,
        check=True,
        env={"PYTHONHASHSEED": hash_seed},
        cwd=FIXTURES.parent,
    ).stdout.decode()


@given(
    st.lists(
        st.tuples(st.sampled_from([*CUSTOMERS]), st.lists(CALLS, max_size=8)),
        min_size=15,
        max_size=25,
    )
)
@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_another_process_with_its_customers_shuffled_gives_the_same_bytes(
    lists: list[Played],
) -> None:
    here = digest(CUSTOMERS, lists)
    assert in_another_process(lists, "1") == here
    assert digest(dict(reversed(CUSTOMERS.items())), lists) == here


def test_the_digest_notices_a_single_other_call() -> None:
    one: list[Played] = [(CUSTOMER, [("show_mandates", {})])]
    other: list[Played] = [(CUSTOMER, [("show_mandates", {"status": "paused"})])]
    assert digest(CUSTOMERS, one) != digest(CUSTOMERS, other)


def test_a_bank_whose_customers_are_stored_in_another_order_is_the_same_bank(
    tmp_path: Path,
) -> None:
    root = tmp_path / "fixtures"
    shutil.copytree(FIXTURES, root)
    file = root / "bank" / "customers.jsonl"
    lines = sorted(file.read_bytes().splitlines(), key=lambda s: sha256(s).digest())
    file.write_bytes(b"\n".join(lines) + b"\n")
    ours, shuffled = read_dataset(), read_dataset(root)
    assert list(shuffled.customers) != list(ours.customers)
    assert shuffled.hashes == ours.hashes
    assert gold_bytes(shuffled) == gold_bytes(ours)


def gold_bytes(dataset: Dataset) -> str:
    """Return a digest of every gold trajectory and its verdict."""
    made = sha256()
    for task in dataset.tasks.values():
        trajectory = replay(dataset, task)
        made.update(orjson.dumps(to_json(trajectory)))
        made.update(orjson.dumps(verdict_row(score(dataset, trajectory))))
    return made.hexdigest()
