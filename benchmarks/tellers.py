"""What the reference assistants make of a split: `python -m benchmarks.tellers`.

`make bench` leaves it out: it takes a minute and has no limit to hold.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from bankenv.dataset import Dataset, load_dataset
from bankenv.scoring import score
from bankenv.tasks import Task
from bankenv.verdict import Verdict
from runner.conversation import run_conversation
from runner.customers import AgendaCustomer
from runner.in_process import ChatFunctionAssistant
from runner.reference import REFERENCE


def main() -> int:
    """Print shares of passes, right records and hidden violations, and by area."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tellers")
    parser.add_argument("assistants", nargs="*", choices=[[], *REFERENCE], default=[])
    parser.add_argument("--split", default="base")
    options = parser.parse_args()
    dataset = load_dataset()
    tasks = [dataset.tasks[one] for one in dataset.splits[options.split]]
    for name in options.assistants or REFERENCE:
        verdicts = [_verdict(dataset, name, task) for task in tasks]
        sys.stdout.write("\n".join(_rows(name, tasks, verdicts)) + "\n")
    return 0


def _verdict(dataset: Dataset, name: str, task: Task) -> Verdict:
    assistant = ChatFunctionAssistant(REFERENCE[name], name)
    made = run_conversation(assistant, AgendaCustomer(), task, dataset=dataset)
    return score(dataset, made)


def _rows(
    name: str, tasks: Sequence[Task], verdicts: Sequence[Verdict]
) -> Iterator[str]:
    every = Counter(task.area for task in tasks)
    hidden = Counter(
        task.area
        for task, one in zip(tasks, verdicts, strict=True)
        if one.hidden_violation
    )
    passed = sum(one.passed for one in verdicts) / len(tasks)
    right = sum(one.final_state_passed for one in verdicts) / len(tasks)
    share = hidden.total() / len(tasks)
    yield f"{name}: passed {passed:.1%}, records right {right:.1%}, hidden {share:.1%}"
    for area in sorted(every, key=lambda one: hidden[one] / every[one], reverse=True):
        if hidden[area]:
            yield f"  hidden in {area}: {hidden[area] / every[area]:.0%}"


if __name__ == "__main__":
    sys.exit(main())
