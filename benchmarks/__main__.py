"""Run the benchmarks: a table for people on stderr, JSON lines on stdout."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict

from benchmarks import bank, board, conversation, jobs, recordings, viewer
from benchmarks.measurement import Measurement
from leaderboard.tests import postgres

GROUPS: Mapping[str, Callable[..., Iterator[Measurement]]] = {
    "bank": bank.measure,
    "board": board.measure,
    "conversation": conversation.measure,
    "jobs": jobs.measure,
    "recordings": recordings.measure,
    "viewer": viewer.measure,
}


def main() -> int:
    """Measure the chosen groups; return 1 if any figure is over its limit."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=", description=__doc__)
    parser.add_argument("groups", nargs="*", default=[], choices=[[], *GROUPS])
    parser.add_argument(
        "--submissions",
        type=int,
        default=board.USUAL,
        help="board: how many of 4,000 conversations each; 0: those of the site",
    )
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    asked = parser.parse_args()
    if asked.database == "postgres":
        return postgres.main(_again(sys.argv[1:]))
    every_one_ok = True
    for group in asked.groups or GROUPS:
        sized = {"submissions": asked.submissions} if group == "board" else {}
        for figure in GROUPS[group](**sized):
            every_one_ok &= figure.ok
            mark = "ok" if figure.ok else "OVER"
            sys.stderr.write(
                f"{figure.name:<36}{figure.value:>12.4g} {figure.unit:<8}"
                f"limit {figure.target:<10.4g}{mark}\n"
            )
            row = asdict(figure) | {"ok": figure.ok}
            sys.stdout.write(json.dumps(row) + "\n")
            sys.stdout.flush()
    return 0 if every_one_ok else 1


def _again(arguments: list[str]) -> list[str]:
    """Return the command of this run, now that DATABASE_URL names a PostgreSQL."""
    rest = [one for one in arguments if not one.endswith("postgres")]
    rest = [one for one in rest if one != "--database"]
    return [sys.executable, "-m", "benchmarks", *rest]


if __name__ == "__main__":
    sys.exit(main())
