"""`python -m runner.client`: submit, follow and download from a shell."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import httpx2

from runner.client import FILES, Client, Entry, Progress, SiteError

LOCAL = "http://127.0.0.1:8000"


def main(argv: Sequence[str] | None = None) -> None:
    """Do what the arguments say; exit 0, or 2 with the site's reason."""
    args = _parse(argv)
    try:
        with Client(args.site, _word(args.token_file)) as client:
            args.act(client, args)
    except SiteError as refusal:
        _stop(str(refusal))
    except httpx2.HTTPError as failure:
        _stop(f"{args.site} does not answer: {failure}")


def _submit(client: Client, args: argparse.Namespace) -> None:
    entry = Entry(
        board=args.board,
        name=args.name or args.model,
        base_url=args.base_url,
        model_name=args.model,
        api_key=_word(args.api_key_file),
        organisation=args.organisation,
        openness=args.openness,
        trials=args.trials,
        visibility=args.visibility,
    )
    submission = client.submit(entry)
    _say(submission)
    if args.follow:
        _report(client, submission)


def _follow(client: Client, args: argparse.Namespace) -> None:
    _report(client, args.submission)


def _report(client: Client, submission: str) -> None:
    last: Progress | None = None
    for last in client.follow(submission):
        _say(str(last))
    if last is not None and last.reason:
        _say(last.reason)


def _download(client: Client, args: argparse.Namespace) -> None:
    target = args.to or Path(f"{args.submission}-{args.what}")
    size = client.download(args.submission, args.what, target)
    _say(f"{target}: {size} bytes")


def _boards(client: Client, args: argparse.Namespace) -> None:
    for board in client.boards():
        _say(f"{board['slug']}\t{board['task_count']} tasks\t{board['title']}")


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m runner.client", description=__doc__)
    parser.add_argument("--site", default=LOCAL, help=f"by default {LOCAL}")
    parser.add_argument("--token-file", type=Path, help="holds a token of your account")
    parts = parser.add_subparsers(
        required=True, metavar="submit|follow|download|boards"
    )
    _submit_arguments(parts.add_parser("submit", help="enter a model endpoint"))
    follow = parts.add_parser("follow", help="say how far a submission has come")
    follow.add_argument("submission")
    follow.set_defaults(act=_follow)
    download = parts.add_parser("download", help="save a file of a submission")
    download.add_argument("submission")
    download.add_argument("what", choices=FILES)
    download.add_argument("--to", type=Path, metavar="FILE")
    download.set_defaults(act=_download)
    parts.add_parser("boards", help="list the boards").set_defaults(act=_boards)
    return parser.parse_args(argv)


def _submit_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", required=True)
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--name", default="", help="as the board shows it")
    parser.add_argument("--api-key-file", type=Path)
    parser.add_argument("--organisation", default="")
    parser.add_argument("--openness", default="unknown", help="open, closed, unknown")
    parser.add_argument("--trials", type=int, default=1)
    parser.add_argument(
        "--visibility", default="private", help="private, unlisted, public"
    )
    parser.add_argument("--follow", action="store_true", help="until it stops")
    parser.set_defaults(act=_submit)


def _word(path: Path | None) -> str:
    if path is None:
        return ""
    try:
        return path.read_text().strip()
    except OSError as error:
        _stop(f"{path} cannot be read: {error.strerror}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _stop(reason: str) -> NoReturn:
    sys.stderr.write(f"{reason}\n")
    sys.exit(2)
