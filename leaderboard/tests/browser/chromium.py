"""Find a Chromium for the browser tests, or install Debian's where that may be done.

Run as a module before the tests: `python -m leaderboard.tests.browser.chromium`.
"""

import shutil
import subprocess
import sys

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def find() -> str | None:
    """Return the path of an installed Chromium or Chrome."""
    found = (shutil.which(name) for name in (*NAMES, MAC))
    return next((path for path in found if path), None)


def install() -> None:
    """Install Debian's package, quietly, if this user can."""
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "chromium"]):
        quiet = subprocess.run(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False
        )
        if quiet.returncode:
            sys.stderr.buffer.write(quiet.stderr[-500:])
            return


def main() -> None:
    """Make a browser available, or say loudly that its tests will not run."""
    if find() is None and shutil.which("apt-get"):
        sys.stderr.write("No Chromium found; installing Debian's package ...\n")
        install()
    if find() is None:
        sys.stderr.write(
            "*** NO CHROMIUM: the browser tests will be SKIPPED. ***\n"
            "*** Install Chromium or Chrome and run `make test` again. ***\n"
        )


if __name__ == "__main__":
    main()
