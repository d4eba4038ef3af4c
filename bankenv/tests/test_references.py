import pytest

from bankenv.references import reference

SEED = "tau2-banking"


@pytest.mark.parametrize(
    ("prefix", "content", "made"),
    [
        ("FD", "CUST_AAAA0001|100000|12|SB1000000001", "FD984471"),
        ("RD", "CUST_AAAA0001|2000|11|SB1000000001", "RD455696"),
        ("RD", "None|5000|24|SB1", "RD265641"),
    ],
)
def test_deposit_ids_are_the_published_ones(
    prefix: str, content: str, made: str
) -> None:
    assert reference(SEED, prefix, content) == made


def test_a_taken_reference_is_never_given_again() -> None:
    taken: set[str] = set()
    for _ in range(20):
        taken.add(reference(SEED, "SR-", "the same matter", taken))
    assert len(taken) == 20


def test_another_seed_gives_other_references() -> None:
    assert reference("one", "TXN", "x") != reference("two", "TXN", "x")
