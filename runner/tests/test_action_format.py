"""Actions as text: read however a model spells them, or kept as the model's breach."""

from typing import Any

import orjson
import pytest

from bankenv.environment import SCHEMAS
from bankenv.trajectory import Call, Event, Message, Result, Turn
from runner.action_format import TOOLS_END, action_messages, action_prompt, read_action
from runner.assistants import History, ToolCall

BALANCE = '{"name": "get_account_balance", "arguments": {"account_ids": ["SB1"]}}'
CALL = ToolCall("get_account_balance", {"account_ids": ["SB1"]})

READ: dict[str, tuple[str, Any]] = {
    "as told": (f"Thought:\nI look.\nAction:\n{BALANCE}", ("", CALL, "I look.")),
    "on one line": (f"Thought: I look. \nAction: {BALANCE}", ("", CALL, "I look.")),
    "no thought": (f"Action:\n{BALANCE}", ("", CALL, "")),
    "no label": (BALANCE, ("", CALL, "")),
    "in a code block": (f"Action:\n```json\n{BALANCE}\n```", ("", CALL, "")),
    "bold labels": (f"**Thought:** Hm.\n**Action:** {BALANCE}", ("", CALL, "Hm.")),
    "small letters": (f"thought: x\naction: {BALANCE}", ("", CALL, "x")),
    "after thinking": (f"<think>Action: no</think>\nAction: {BALANCE}", ("", CALL, "")),
    "the first of two": (f"Action: {BALANCE}\nAction: {{}}", ("", CALL, "")),
    "what came back made up": (
        f'Action: {BALANCE}\nAPI output: {{"balances": []}}\nThought: Fine.',
        ("", CALL, ""),
    ),
    "an action named in a thought": (
        f"Thought: The next action: look.\nAction: {BALANCE}",
        ("", CALL, "The next action: look."),
    ),
    "other word for arguments": (
        BALANCE.replace("arguments", "parameters"),
        ("", CALL, ""),
    ),
    "arguments as text": (
        '{"name": "get_account_balance",'
        ' "arguments": "{\\"account_ids\\": [\\"SB1\\"]}"}',
        ("", CALL, ""),
    ),
    "no arguments": (
        '{"name": "show_mandates"}',
        ("", ToolCall("show_mandates", {}), ""),
    ),
    "an invented tool": (
        'Action: {"name": "hack", "arguments": {}}',
        ("", ToolCall("hack", {}), ""),
    ),
    "speaking": (
        'Action: {"name": "respond", "arguments": {"content": "Hello"}}',
        ("Hello", None, ""),
    ),
    "speaking over lines": (
        '{"name": "respond", "arguments": {"content": "Hello\nthere"}}',
        ("Hello\nthere", None, ""),
    ),
    "speaking outright": (
        '{"name": "respond", "arguments": "Hello"}',
        ("Hello", None, ""),
    ),
    "speaking Hindi": (
        '{"name": "respond", "arguments": {"content": "नमस्ते"}}',
        ("नमस्ते", None, ""),
    ),
    "saying nothing": (
        '{"name": "respond", "arguments": {"content": " "}}',
        ("", None, ""),
    ),
    "nothing": ("  \n", ("", None, "")),
    "thinking without end": ("<think>Let me see", ("", None, "")),
}


@pytest.mark.parametrize("case", READ)
def test_an_action_is_read_however_a_model_spells_it(case: str) -> None:
    text, (said, call, thought) = READ[case]
    read = read_action(text)
    assert (read.text, read.thought) == (said, thought)
    assert read.calls == (() if call is None else (call,))


BREACHES: dict[str, tuple[str, str]] = {
    "prose": ("Hello, how can I help?", ""),
    "a label alone": ("Thought: hm\nAction:", ""),
    "a tool in words": ("Action: get_account_balance", ""),
    "cut off": (BALANCE[:60], "get_account_balance"),
    "single quotes": (BALANCE.replace('"', "'"), ""),
    "a list": ("Action: [1, 2]", ""),
    "no name": ('Action: {"arguments": {}}', ""),
    "an odd name": ('Action: {"name": 7, "arguments": {}}', ""),
    "arguments in a list": ('{"name": "block_card", "arguments": [1]}', "block_card"),
    "speaking in numbers": ('{"name": "respond", "arguments": {"content": 7}}', ""),
    "speaking without words": ('{"name": "respond", "arguments": {}}', ""),
    "not a number": ('{"name": "x_tool", "arguments": {"a": NaN}}', "x_tool"),
    "deep": ('{"name": "x_tool", "arguments": ' + '{"a":' * 9000, "x_tool"),
}


@pytest.mark.parametrize("case", BREACHES)
def test_what_is_no_action_is_a_call_that_does_not_parse(case: str) -> None:
    text, tool = BREACHES[case]
    read = read_action(text)
    assert (read.text, read.thought) == ("", "")
    assert read.calls == (ToolCall(tool, None, raw=text),)


def test_the_prompt_lists_every_tool_and_says_how_to_speak() -> None:
    prompt = action_prompt("Be helpful.", SCHEMAS, thinks=True)
    listed = prompt.split("<tools>\n")[1].split(f"\n{TOOLS_END}")[0].splitlines()
    assert [orjson.loads(one) for one in listed] == [s["function"] for s in SCHEMAS]
    assert prompt.startswith("<tools>\n")
    assert f"{TOOLS_END}\n\nBe helpful.\n\n" in prompt
    assert "Thought:" in prompt and '"respond"' in prompt
    assert "Thought" not in action_prompt("Be helpful.", [], thinks=False)


@pytest.mark.parametrize("thinks", [True, False])
def test_the_example_in_the_prompt_is_an_action(thinks: bool) -> None:
    told = action_prompt("", [], thinks).split("For example:\n\n")[1]
    read = read_action(told.split("\n\nThe action is read")[0])
    assert read.calls == (CALL,)
    assert bool(read.thought) is thinks


EVENTS: list[Event] = [
    Message(0, 0.0, "customer", "Hi"),
    Message(1, 0.0, "assistant", "", Turn(1)),
    Message(2, 0.0, "customer", "Hello?"),
    Call(3, 0.0, "a", "", None, raw="Hello!", turn=Turn(2)),
    Result(4, 0.0, "a", False, {"error_code": "UNKNOWN_TOOL"}, "unknown_tool"),
    Call(5, 0.0, "b", "show_mandates", {}, turn=Turn(3, thought="I look.")),
    Result(6, 0.0, "b", True, {"total": 0}),
    Message(7, 0.0, "assistant", "None.", Turn(4, thought="I tell.")),
    Message(8, 0.0, "customer", "Thanks"),
]


def test_a_history_goes_back_as_actions_and_what_came_of_them() -> None:
    history = History("Be helpful.", SCHEMAS, EVENTS)
    messages = action_messages(history, thinks=True)[1:]
    roles = ["user", "assistant", "user", "assistant", "user", "assistant", "user"]
    assert [one["role"] for one in messages] == roles
    texts = [one["content"] for one in messages]
    assert texts[0] == "Hi\n\nHello?"
    assert texts[1] == "Hello!"
    assert texts[2].startswith('API output: {"error_code":"UNKNOWN_TOOL"}\nAnswer with')
    assert texts[3] == (
        'Thought:\nI look.\nAction:\n{"name":"show_mandates","arguments":{}}'
    )
    assert texts[4] == 'API output: {"total":0}'
    assert texts[5].endswith('{"name":"respond","arguments":{"content":"None."}}')
    acting = action_messages(history, thinks=False)
    assert "Thought" not in "".join(one["content"] for one in acting)


@pytest.mark.parametrize("event", [5, 7])
def test_what_goes_back_reads_as_what_was_done(event: int) -> None:
    messages = action_messages(History("", [], EVENTS), thinks=True)
    read = read_action(messages[4 if event == 5 else 6]["content"])
    done = EVENTS[event]
    assert read.thought == (done.turn.thought if done.turn else "")  # type: ignore[union-attr]
    if isinstance(done, Call):
        assert read.calls == (ToolCall(done.tool, done.arguments),)
    else:
        assert read.text == "None."
