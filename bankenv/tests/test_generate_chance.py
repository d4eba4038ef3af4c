"""Draws depend on their key alone; ids never meet."""

import subprocess
import sys
from decimal import Decimal

import pytest

from bankenv.generate.chance import Chance
from bankenv.generate.ids import customer_id, numbered, scrambled

ROOT = Chance("test")


def test_the_same_key_draws_the_same_and_another_key_another() -> None:
    assert ROOT.at("a").number() == Chance("test/a").number()
    assert ROOT.at("a").number() != ROOT.at("b").number()


def test_a_draw_is_the_same_in_another_process() -> None:
    code = (
        "from bankenv.generate.chance import Chance; c = Chance('x');"
        "print(c.number(), c.lognormal(60000, 1.1), c.shuffled(range(9)))"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    }
    here = Chance("x")
    expected = f"{here.number()} {here.lognormal(60000, 1.1)} {here.shuffled(range(9))}"
    assert printed == {f"{expected}\n"}


def test_an_integer_draw_reaches_both_ends_and_nothing_beyond() -> None:
    drawn = {ROOT.at("die", throw).integer(1, 6) for throw in range(200)}
    assert drawn == {1, 2, 3, 4, 5, 6}


def test_an_empty_range_is_refused_with_its_ends() -> None:
    with pytest.raises(ValueError, match="between 3 and 2"):
        ROOT.integer(3, 2)


def test_weights_are_kept() -> None:
    draws = [ROOT.at("w", n).weighted({"often": 80, "rare": 20}) for n in range(2000)]
    assert 0.77 < draws.count("often") / len(draws) < 0.83


def test_a_shuffle_loses_nothing() -> None:
    assert sorted(ROOT.shuffled(range(50))) == list(range(50))


def test_half_of_the_lognormal_draws_lie_below_the_median() -> None:
    draws = [ROOT.at("l", n).lognormal(1000, 1.1) for n in range(2000)]
    below = sum(draw < 1000 for draw in draws) / len(draws)
    assert 0.46 < below < 0.54
    assert min(draws) > 0


def test_a_poisson_draw_keeps_its_mean_and_its_limit() -> None:
    draws = [ROOT.at("p", n).poisson(2.6, 8) for n in range(3000)]
    assert max(draws) <= 8
    assert Decimal("2.4") < Decimal(sum(draws)) / len(draws) < Decimal("2.75")


def test_every_serial_gets_a_number_of_its_own() -> None:
    for size in (1, 2, 17, 900, 9999):
        assert {scrambled("any", n, size) for n in range(size)} == set(range(size))


def test_a_serial_outside_the_range_is_refused() -> None:
    with pytest.raises(ValueError, match="not below 90000"):
        numbered("CARD", 90_000, 5)


def test_neighbouring_serials_do_not_get_neighbouring_ids() -> None:
    ids = [int(numbered("FD", n, 6)[2:]) for n in range(200)]
    assert all(abs(a - b) > 1 for a, b in zip(ids, ids[1:], strict=False))


def test_ids_have_the_shapes_of_the_interface() -> None:
    assert numbered("SB", 5, 10)[:2] == "SB"
    assert len(numbered("SB", 5, 10)) == 12
    assert len(customer_id(0)) == len("CUST_35359B3E")
