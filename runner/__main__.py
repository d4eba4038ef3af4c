"""`python -m runner TASK_ID`: one conversation in the terminal, with its verdict."""

import argparse
import getpass
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import orjson

from bankenv.bank import Dataset
from bankenv.dataset import load_dataset
from bankenv.scoring import score
from bankenv.tasks import Task
from bankenv.trajectory import Event, Trajectory
from bankenv.trajectory_io import to_json
from runner.assistants import Assistant
from runner.conversation import run_conversation
from runner.customers import AgendaCustomer, Customer
from runner.customers_llm import LlmCustomer
from runner.endpoint import Endpoint, InvalidSetting, Parameters, Secret
from runner.endpoint_assistant import EndpointAssistant
from runner.failures import ProviderUnavailable
from runner.in_process import ChatFunctionAssistant, GoldOracle
from runner.reference import REFERENCE
from runner.transcript import event_lines, verdict_lines

ORACLE = "gold-oracle"


def main() -> None:
    """Run one conversation; exit 0 if it passed, 1 if it failed, 2 if it broke."""
    args = _parse()
    dataset = load_dataset()
    task = dataset.tasks.get(args.task)
    if task is None:
        known = f"{next(iter(dataset.tasks))} ... ({len(dataset.tasks)} tasks)"
        _stop(f"there is no task {args.task!r}; known are {known}")
    with _assistant(args, task) as assistant, _customer(args) as customer:
        trajectory = _run(assistant, customer, task, dataset, args)
    verdict = score(dataset, trajectory)
    if args.json:
        _write(orjson.dumps(to_json(trajectory)).decode())
    else:
        _write("", *verdict_lines(verdict))
    sys.exit(0 if verdict.passed else 1)


def _run(
    assistant: Assistant,
    customer: Customer,
    task: Task,
    dataset: Dataset,
    args: argparse.Namespace,
) -> Trajectory:
    def show(event: Event) -> None:
        if not args.json:
            _write(*event_lines(event))

    try:
        return run_conversation(
            assistant,
            customer,
            task,
            dataset=dataset,
            trial=args.trial,
            on_event=show,
        )
    except ProviderUnavailable as error:
        _stop(f"the {error.side}'s endpoint failed: {error} {error.failure.advice}")


@contextmanager
def _assistant(args: argparse.Namespace, task: Task) -> Iterator[Assistant]:
    """Yield the assistant that the arguments name."""
    if args.base_url is None:
        if args.assistant == ORACLE:
            yield GoldOracle(task)
        else:
            yield ChatFunctionAssistant(REFERENCE[args.assistant], args.assistant)
        return
    try:
        # Typed in, because an argument would show in the list of processes.
        key = getpass.getpass("API key: ") if args.ask_key else ""
        endpoint = Endpoint(args.base_url, args.model, Secret(key), allow_private=True)
    except InvalidSetting as error:
        _stop(str(error))
    with EndpointAssistant(endpoint) as assistant:
        yield assistant


@contextmanager
def _customer(args: argparse.Namespace) -> Iterator[Customer]:
    """Yield the embedded customer, or the one that a model plays."""
    if args.customer == "agenda":
        yield AgendaCustomer()
        return
    try:
        key = getpass.getpass("Customer's API key: ") if args.ask_customer_key else ""
        endpoint = Endpoint(
            args.customer_url,
            args.customer_model,
            Secret(key),
            Parameters(temperature=0.0),
            allow_private=True,
        )
    except InvalidSetting as error:
        _stop(f"customer: {error}")
    with LlmCustomer(endpoint) as customer:
        yield customer


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m runner", description=__doc__)
    parser.add_argument("task", metavar="TASK_ID")
    names = [*REFERENCE, ORACLE]
    parser.add_argument("--assistant", choices=names, default="careful-teller")
    parser.add_argument("--base-url", help="an OpenAI-compatible endpoint instead")
    parser.add_argument("--model", help="the endpoint's model")
    parser.add_argument("--ask-key", action="store_true", help="ask for an API key")
    parser.add_argument("--customer", choices=["agenda", "llm"], default="agenda")
    parser.add_argument("--customer-url", help="the endpoint of an llm customer")
    parser.add_argument("--customer-model", help="its model")
    parser.add_argument(
        "--ask-customer-key", action="store_true", help="ask for its API key"
    )
    parser.add_argument("--trial", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the trajectory")
    args = parser.parse_args()
    if args.base_url is not None and not args.model:
        parser.error("--base-url needs --model")
    if args.customer == "llm" and not (args.customer_url and args.customer_model):
        parser.error("--customer llm needs --customer-url and --customer-model")
    if args.trial < 1:
        parser.error("--trial counts from 1")
    return args


def _write(*lines: str) -> None:
    for line in lines:
        sys.stdout.write(f"{line}\n")


def _stop(message: str) -> NoReturn:
    sys.stderr.write(f"{message}\n")
    sys.exit(2)


if __name__ == "__main__":
    main()
