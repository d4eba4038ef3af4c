"""`python -m runner.reference`: the reference endpoint, until interrupted."""

import argparse
import sys

from runner.reference import REFERENCE
from runner.reference.server import ReferenceServer


def main() -> None:
    """Serve the reference assistants; prints the base URL once it listens."""
    args = _parse()
    try:
        server = ReferenceServer((args.host, args.port), args.latency, args.api_key)
    except OSError as error:
        sys.exit(f"cannot listen on {args.host}:{args.port}: {error.strerror}")
    sys.stdout.write(f"{server.url} serves {', '.join(REFERENCE)}\n")
    sys.stdout.flush()
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        server.server_close()


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m runner.reference")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8765)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds an answer")
    parser.add_argument("--api-key", default="", help="a key that clients must send")
    return parser.parse_args()


if __name__ == "__main__":
    main()
