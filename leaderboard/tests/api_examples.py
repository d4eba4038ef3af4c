"""The examples of docs/api.md, and what runs each kind of them."""

import argparse
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import httpx2

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "api.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CLIENT = "python -m runner.client "


def examples() -> Iterator[tuple[str, str]]:
    """Yield the language and the text of each block; of a shell's a line at a time."""
    for language, text in BLOCK.findall(DOCUMENT.read_text()):
        if language == "sh":
            yield from (("sh", line) for line in text.splitlines())
        else:
            yield language, text


def curl(command: str, folder: Path) -> httpx2.Response:
    """Do what curl would: the options our examples use, and no other."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("address")
    parser.add_argument("-s", action="store_true")
    parser.add_argument("-X", dest="method", default="GET")
    parser.add_argument("-H", dest="headers", action="append", default=[])
    parser.add_argument("-d", dest="body")
    parser.add_argument("-o", dest="target")
    asked = parser.parse_args(shlex.split(command)[1:])
    headers = dict(header.split(": ", 1) for header in asked.headers)
    answer = httpx2.request(
        asked.method, asked.address, headers=headers, content=asked.body
    )
    if asked.target:
        (folder / asked.target).write_bytes(answer.content)
    return answer
