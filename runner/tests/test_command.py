"""`python -m runner`: readable, with the verdict, and nothing hostile on the screen."""

import subprocess
import sys
import threading

import orjson

from bankenv.trajectory import Event, Message, Result
from bankenv.trajectory_io import from_json
from runner.reference.server import ReferenceServer
from runner.tests.misbehaving import http, misbehaving, says
from runner.transcript import event_lines


def command(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "runner", *args],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_passed_conversation_is_shown_with_its_verdict() -> None:
    done = command("CT_BAL_001", "--assistant", "gold-oracle")
    assert done.returncode == 0, done.stderr
    assert "customer" in done.stdout and "call      get_account_balance" in done.stdout
    assert "\nPASS" in done.stdout


def test_a_failed_conversation_exits_with_one_and_says_why() -> None:
    done = command("CT_BAL_001", "--assistant", "silent", "--trial", "2")
    assert done.returncode == 1
    assert "FAIL" in done.stdout and "protocol_breach" in done.stdout


def test_the_trajectory_comes_as_json() -> None:
    done = command("CT_BAL_001", "--assistant", "echo", "--json")
    trajectory = from_json(orjson.loads(done.stdout))
    assert trajectory.header.task == "CT_BAL_001"


def test_an_endpoint_is_asked_by_its_url() -> None:
    with ReferenceServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        done = command("CT_BAL_001", "--base-url", server.url, "--model", "echo")
        server.shutdown()
    assert done.returncode == 1 and "FAIL" in done.stdout


def test_what_cannot_run_says_so_and_exits_with_two() -> None:
    unknown = command("NO_SUCH_001")
    assert unknown.returncode == 2 and "NO_SUCH_001" in unknown.stderr
    assert command("CT_BAL_001", "--base-url", "http://x").returncode == 2
    with misbehaving(http(401, b'{"error": "bad key"}')) as server:
        refused = command("CT_BAL_001", "--base-url", server.url, "--model", "m")
    assert refused.returncode == 2
    assert "bad key" in refused.stderr and "API key" in refused.stderr


def test_a_hostile_text_cannot_steer_the_terminal() -> None:
    events: list[Event] = [
        Message(0, 0.0, "assistant", "\x1b[2J\u202eabc\x07"),
        Result(1, 0.0, "c", False, {"x": "\x1b]0;title\x07"}, "refused"),
    ]
    shown = "".join(line for event in events for line in event_lines(event))
    assert "\x1b" not in shown and "\x07" not in shown and "\u202e" not in shown


def test_a_model_plays_the_customer_where_it_is_asked_to() -> None:
    bye = {"role": "assistant", "content": "Thanks, that is all.\n###STOP###"}
    with misbehaving(says(bye)) as server:
        played = ("--customer", "llm", "--customer-url", server.url)
        done = command("CT_BAL_001", *played, "--customer-model", "m", "--json")
        lone = command("CT_BAL_001", *played)
    header = from_json(orjson.loads(done.stdout)).header
    assert (header.customer, header.customer_about["model"]) == ("llm", "m")
    assert lone.returncode == 2 and "--customer-model" in lone.stderr
