"""The bank from a shell: check, generate, score, replay and call."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import orjson

from bankenv import check, generate
from bankenv.bank import read_dataset
from bankenv.books import Books
from bankenv.dataset import FIXTURES, Dataset, DatasetError, load_dataset, seal
from bankenv.records import JsonValue
from bankenv.replay import replay
from bankenv.scoring import SCORERS, NotScorable, score
from bankenv.tasks import Task
from bankenv.tools import TOOLS, execute
from bankenv.trajectory_io import TrajectoryError, from_json, to_json
from bankenv.verdict import Verdict


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options))
    except (DatasetError, TrajectoryError, NotScorable, OSError) as error:
        sys.stderr.write(f"bankenv: {error}\n")
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bankenv", description=__doc__)
    parser.add_argument("--data", type=Path, default=FIXTURES, help="dataset folder")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser("check", help="rebuild and validate the dataset")
    command.set_defaults(run=_check)
    command = commands.add_parser(
        "generate", help="write the dataset's generated files"
    )
    command.add_argument(
        "--family",
        metavar="FAMILY",
        help="write only fixtures/tasks/FAMILY.jsonl, if every gold chain passes",
    )
    command.set_defaults(run=_generate)
    command = commands.add_parser("score", help="score trajectories, one a line")
    command.add_argument("file", type=Path, help="JSON lines, or - for standard input")
    command.add_argument("--scorer", default="passbook-1", choices=sorted(SCORERS))
    command.set_defaults(run=_score)
    command = commands.add_parser(
        "replay", help="make the trajectory of scripted calls"
    )
    command.add_argument("task", help="a task id, for example SQ_FDC_001")
    command.add_argument("--calls", type=Path, help="JSON list of {tool, arguments}")
    command.set_defaults(run=_replay)
    command = commands.add_parser("call", help="call one tool on a scratch customer")
    command.add_argument("tool", choices=sorted(TOOLS), metavar="TOOL")
    command.add_argument("json", help="the arguments, a JSON object")
    command.add_argument("--customer", required=True, help="a customer id")
    command.set_defaults(run=_call)
    return parser


def _check(options: argparse.Namespace) -> int:
    dataset = read_dataset(options.data)
    faults = [
        *check.gold_faults(dataset),
        *check.opening_faults(dataset),
        *check.chain_faults(dataset),
        *check.split_faults(dataset),
        *check.lazy_faults(dataset),
        *check.integrity_faults(dataset),
        *_rebuild_faults(options.data),
    ]
    _print(check.summary(dataset, faults), indent=True)
    return 1 if faults else 0


def _rebuild_faults(root: Path) -> Iterator[check.Fault]:
    """Yield files that differ from what the generator makes; only for our own suite."""
    if root != FIXTURES:
        return
    for name, made in generate.build().items():
        file = root / name
        if not file.exists() or file.read_bytes() != made:
            yield check.Fault(
                name, "differs from what `python -m bankenv generate` makes"
            )


def _generate(options: argparse.Namespace) -> int:
    if options.family:
        return _generate_family(options.family, options.data)
    generate.write(options.data)
    dataset = read_dataset(options.data)
    faults = list(check.gold_faults(dataset))
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    if not faults:
        seal(dataset, options.data)
    return 1 if faults else 0


def _generate_family(family: str, root: Path) -> int:
    """Write one family's tasks; splits and seal stay as they are."""
    try:
        tasks = generate.build_family(family)
    except ValueError as error:
        raise DatasetError(str(error)) from error
    dataset = read_dataset(root)
    alone = replace(dataset, tasks={task.id: task for task in tasks})
    faults = [*check.gold_faults(alone), *check.opening_faults(alone)]
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    if not faults:
        file = root / "tasks" / f"{family}.jsonl"
        file.write_bytes(generate.task_lines(tasks))
        sys.stderr.write(f"{file}: {len(tasks)} tasks\n")
    return 1 if faults else 0


def _score(options: argparse.Namespace) -> int:
    dataset = load_dataset(options.data)
    for number, line in enumerate(_lines(options.file), start=1):
        try:
            trajectory = from_json(orjson.loads(line))
            verdict = score(dataset, trajectory, options.scorer)
        except (orjson.JSONDecodeError, TrajectoryError, NotScorable) as error:
            raise TrajectoryError(f"line {number}: {error}") from None
        _print(verdict_row(verdict))
    return 0


def verdict_row(verdict: Verdict) -> dict[str, JsonValue]:
    """Return a verdict as the row that `score` prints."""
    return {
        "task": verdict.task,
        "trial": verdict.trial,
        "passed": verdict.passed,
        "checks": {c.name: c.passed for c in verdict.checks if c.gate},
        "findings": [
            {
                name: asdict(finding)[name]
                for name in ("kind", "event", "step", "rule", "path", "detail")
            }
            for finding in verdict.findings
        ],
    }


def _replay(options: argparse.Namespace) -> int:
    dataset = load_dataset(options.data)
    calls = None if options.calls is None else _calls(options.calls)
    _print(to_json(replay(dataset, _task(dataset, options.task), calls)))
    return 0


def _task(dataset: Dataset, task_id: str) -> Task:
    if task_id not in dataset.tasks:
        raise DatasetError(f"no task {task_id!r}; there are {len(dataset.tasks)}")
    return dataset.tasks[task_id]


def _calls(file: Path) -> list[tuple[str, JsonValue]]:
    try:
        rows = orjson.loads(file.read_bytes())
        return [(row["tool"], row["arguments"]) for row in rows]
    except (orjson.JSONDecodeError, KeyError, TypeError) as error:
        expected = 'a JSON list of {"tool", "arguments"}'
        raise DatasetError(f"{file}: expected {expected}: {error}") from None


def _call(options: argparse.Namespace) -> int:
    dataset = load_dataset(options.data)
    if options.customer not in dataset.customers:
        raise DatasetError(f"no customer {options.customer!r}")
    try:
        arguments = orjson.loads(options.json)
    except orjson.JSONDecodeError as error:
        raise DatasetError(f"arguments: not JSON: {error}") from None
    result = execute(Books(dataset, options.customer), options.tool, arguments)
    _print(asdict(result), indent=True)
    return 0 if result.ok else 1


def _lines(file: Path) -> Iterable[bytes]:
    data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    return [line for line in data.splitlines() if line.strip()]


def _print(value: JsonValue, indent: bool = False) -> None:
    options = orjson.OPT_APPEND_NEWLINE | (orjson.OPT_INDENT_2 if indent else 0)
    sys.stdout.buffer.write(orjson.dumps(value, option=options))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    sys.exit(main())
