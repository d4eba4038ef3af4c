"""The turn loop: customer, assistant and bank in turn until one of them ends it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from bankenv.bank import Dataset
from bankenv.environment import Environment, open_environment
from bankenv.replay import header_for
from bankenv.tasks import Task
from bankenv.tools import TOOLS
from bankenv.trajectory import Call, Event, Header, Trajectory
from runner.assistants import Answer, Assistant, History, turns_taken
from runner.clipping import clipped
from runner.customers import Customer, PlayedCustomer
from runner.failures import ProviderUnavailable
from runner.limits import Limits
from runner.progress import Ending, ended_by_limit, transcript
from runner.tape import Tape


@dataclass(frozen=True, slots=True)
class _Setting:
    """What stays the same throughout one conversation."""

    assistant: Assistant
    customer: Customer
    task: Task
    trial: int
    bank: Environment
    tape: Tape
    limits: Limits


def run_conversation(  # noqa: PLR0913  (the parts of one conversation)
    assistant: Assistant,
    customer: Customer,
    task: Task,
    *,
    dataset: Dataset,
    trial: int = 1,
    limits: Limits = Limits(),  # noqa: B008  (frozen)
    on_event: Callable[[Event], None] | None = None,
) -> Trajectory:
    """Return the trajectory of one conversation; the customer speaks first.

    `on_event` is called with each event as it happens; whatever it raises stops the
    conversation. Raises ProviderUnavailable, carrying the trajectory so far, when an
    endpoint gives no usable answer: the assistant's, or the customer's.
    """
    tape = Tape(on_event)
    bank = open_environment(dataset, task)
    setting = _Setting(assistant, customer, task, trial, bank, tape, limits)
    history = History(bank.prompt, bank.schemas, tape.events)
    header = _header(setting, dataset, history.prompt)
    try:
        tape.end(*_talk(setting, history))
    except ProviderUnavailable as failure:
        tape.end("provider_failure", str(failure))
        failure.trajectory = Trajectory(header, tuple(tape.events))
        raise
    return Trajectory(header, tuple(tape.events))


def _header(setting: _Setting, dataset: Dataset, prompt: str) -> Header:
    about = dict(setting.assistant.about)
    header = replace(
        header_for(dataset, setting.task, setting.trial, about),
        scorer=setting.bank.scorer,
        prompts={"assistant": prompt},
        customer=setting.customer.name,
    )
    played = setting.customer
    if not isinstance(played, PlayedCustomer):
        return header
    prompts = {"assistant": prompt, "customer": played.prompt(setting.task.scenario)}
    return replace(header, prompts=prompts, customer_about=dict(played.about))


def _talk(setting: _Setting, history: History) -> Ending:
    """Take turns until somebody ends the conversation or a limit does."""
    ending = _customer_speaks(setting)
    while ending is None:
        answer = clipped(setting.assistant.reply(history), setting.limits)
        ending = _take(answer, setting) or _over_limit(answer, setting)
        if ending is None and not answer.calls:
            ending = _customer_speaks(setting) or _over_limit(answer, setting)
    return ending


def _over_limit(answer: Answer, setting: _Setting) -> Ending | None:
    allowed = setting.limits.calls_per_answer
    if len(answer.calls) > allowed:
        return "protocol_breach", f"more than {allowed} calls in one answer"
    return ended_by_limit(setting.tape.events, setting.limits)


def _customer_speaks(setting: _Setting) -> Ending | None:
    """Let the customer speak; return the ending if the customer ends it."""
    said = setting.customer.reply(
        setting.task.scenario,
        transcript(setting.tape.events),
        task_id=setting.task.id,
        trial=setting.trial,
    )
    if said.text or said.ends is None:
        setting.tape.message("customer", said.text)
    return None if said.ends is None else ("customer_ended", said.ends)


def _take(answer: Answer, setting: _Setting) -> Ending | None:
    """Record an answer and run its calls; return the ending if it brings one about."""
    tape = setting.tape
    turn = replace(answer.turn, number=turns_taken(tape.events) + 1)
    speaks = bool(answer.text) or not answer.calls
    if speaks:
        tape.message("assistant", answer.text, turn)
    handed_over = False
    for position, asked in enumerate(answer.calls[: setting.limits.calls_per_answer]):
        opens = position == 0 and not speaks
        call = tape.call(asked, turn if opens else None)
        handed_over |= _run(call, setting)
    if handed_over:
        return "handed_over", "handed over to people"
    return ("assistant_ended", "") if answer.ends else None


def _run(call: Call, setting: _Setting) -> bool:
    """Run a call against the bank; return whether the talk is over: handed over."""
    outcome = setting.bank.answer(call.tool, call.arguments)
    setting.tape.result(call, outcome)
    tool = TOOLS.get(call.tool)
    handed_over = outcome.ok and tool is not None and tool.kind == "hand_over"
    return handed_over and setting.bank.ends_on_hand_over
