"""Run the benchmarks: a table for people on stderr, JSON lines on stdout."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict

from benchmarks import bank, conversation, jobs, recordings, viewer
from benchmarks.measurement import Measurement

GROUPS: Mapping[str, Callable[[], Iterator[Measurement]]] = {
    "bank": bank.measure,
    "conversation": conversation.measure,
    "jobs": jobs.measure,
    "recordings": recordings.measure,
    "viewer": viewer.measure,
}


def main() -> int:
    """Measure the chosen groups; return 1 if any figure is over its limit."""
    parser = argparse.ArgumentParser(prog="make bench ARGS=", description=__doc__)
    parser.add_argument("groups", nargs="*", default=[], choices=[[], *GROUPS])
    chosen = parser.parse_args().groups or GROUPS
    every_one_ok = True
    for group in chosen:
        for figure in GROUPS[group]():
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


if __name__ == "__main__":
    sys.exit(main())
