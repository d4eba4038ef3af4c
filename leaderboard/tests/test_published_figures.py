"""Figures that others published come out of their counts."""

import json
from collections import defaultdict
from pathlib import Path

import pytest
from django.conf import settings

from leaderboard.statistics import leads_p, pass_hat_k, pass_interval

DATA = Path(
    getattr(settings, "RECORDED_DATA", settings.BASE_DIR.parent / "shared/data")
)
AIRLINE = DATA / "tau-bench" / "gpt-4o-airline.json"


@pytest.mark.skipif(not AIRLINE.is_file(), reason=f"no recordings at {AIRLINE}")
def test_tau_benchs_table_of_pass_hat_k() -> None:
    outcomes: dict[int, list[bool]] = defaultdict(list)
    for row in json.loads(AIRLINE.read_text()):
        outcomes[row["task_id"]].append(row["reward"] >= 1)
    found = [round(figure, 3) for figure in pass_hat_k(list(outcomes.values()))]
    assert found == [0.42, 0.273, 0.22, 0.2]


def test_849_of_1000_is_known_to_about_two_points_either_way() -> None:
    low, high = pass_interval([[place < 849] for place in range(1000)])
    assert (high - low) / 2 == pytest.approx(0.022, abs=0.0005)
    assert low < 0.849 < high


@pytest.mark.parametrize(
    ("ahead", "behind", "below"), [(71, 13, 1e-8), (118, 180, 1e-3)]
)
def test_the_papers_discordant_counts_are_no_chance(
    ahead: int, behind: int, below: float
) -> None:
    assert leads_p(ahead, behind) == leads_p(behind, ahead) < below
