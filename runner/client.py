"""A leaderboard from a program: submit, follow, download. docs/api.md has examples."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self  # Any: JSON as the site sends it

import httpx2
import orjson

from bankenv.records import JsonValue

ENDED = ("finished", "cancelled", "failed")
STOPPED = (*ENDED, "paused")
PAGE = 100
TIMEOUT_S = 60.0
# What `download` can fetch: its address below the site, {id} the submission's.
FILES: Mapping[str, str] = {
    "figures.csv": "/submissions/{id}/figures.csv",
    "figures.json": "/submissions/{id}/figures.json",
    "conversations.csv": "/submissions/{id}/conversations.csv",
    "conversations.json": "/submissions/{id}/conversations.json",
    "report.html": "/submissions/{id}/report.html",
    "badge.svg": "/submissions/{id}/badge.svg",
    "citation.bib": "/submissions/{id}/citation.bib",
    "trajectories.jsonl": "/api/v1/submissions/{id}/files/passbook/",
    "results.json": "/api/v1/submissions/{id}/files/tau2/",
    "labels.jsonl": "/api/v1/submissions/{id}/files/labels/",
}

Row = dict[str, Any]


class SiteError(Exception):
    """The site refused: `fields` says for each field that was sent what is wrong."""

    def __init__(self, status: int, message: str, fields: Mapping[str, Any]) -> None:
        self.status, self.message, self.fields = status, message, dict(fields)
        told = [f"{name}: {' '.join(map(str, said))}" for name, said in fields.items()]
        super().__init__("; ".join([f"{status}: {message}", *told]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One model endpoint for one board; `price_*` are US$ per million tokens.

    `extra` holds any other field of the API's submission.
    """

    board: str
    name: str
    base_url: str
    model_name: str
    api_key: str = field(default="", repr=False)
    organisation: str = ""
    openness: str = "unknown"
    trials: int = 1
    visibility: str = "private"
    price_in: float | None = None
    price_out: float | None = None
    extra: Mapping[str, JsonValue] = field(default_factory=dict)

    def body(self) -> dict[str, JsonValue]:
        """Return what is sent."""
        names = (name for name in self.__slots__ if name != "extra")
        return {name: getattr(self, name) for name in names} | dict(self.extra)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a submission has come; rates are fractions, None until there are any."""

    id: str
    status: str
    reason: str
    total: int
    scored: int
    passed: int
    errored: int
    pass_rate: float | None
    pass_rate_low: float | None
    pass_rate_high: float | None

    @property
    def has_stopped(self) -> bool:
        """Whether nothing more will run by itself."""
        return self.status in STOPPED

    def __str__(self) -> str:
        said = f"{self.status}: {self.scored} of {self.total} scored"
        if self.errored:
            said += f", {self.errored} errored"
        if self.pass_rate is None:
            return said
        low, high = self.pass_rate_low or 0.0, self.pass_rate_high or 1.0
        return f"{said}, {self.pass_rate:.1%} passed ({low:.1%} to {high:.1%})"


def _pause(seconds: float) -> None:
    time.sleep(seconds)


class Client:
    """One site, asked with a token from its account page, or as a visitor without."""

    def __init__(self, site: str, token: str = "") -> None:  # nosec B107
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx2.Client(
            base_url=site, headers=headers, timeout=TIMEOUT_S, trust_env=False
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def boards(self) -> list[Row]:
        """Return every board."""
        return list(self._pages("/api/v1/boards/", {}))

    def board(self, slug: str, **filters: str) -> Row:
        """Return a board with its rows, narrowed as its page's address would."""
        return self._json("GET", f"/api/v1/boards/{slug}/", params=filters)

    def submit(self, entry: Entry) -> str:
        """Enter a model; return the id of its submission.

        Raises SiteError whose `fields` name what cannot be used; nothing is stored.
        """
        sent = self._json("POST", "/api/v1/submissions/", json=entry.body())
        return str(sent["id"])

    def progress(self, submission: str) -> Progress:
        """Return how far a submission has come."""
        page = self._json("GET", f"/api/v1/submissions/{submission}/")
        counts, figures = page["progress"], page["standing"] or {}
        return Progress(
            id=submission,
            status=page["submission"]["status"],
            reason=page["submission"]["status_reason"],
            total=counts["total"],
            scored=counts["scored"],
            passed=counts["passed"],
            errored=counts["errored"],
            pass_rate=figures.get("pass_rate"),
            pass_rate_low=figures.get("pass_rate_low"),
            pass_rate_high=figures.get("pass_rate_high"),
        )

    def follow(self, submission: str, every_s: float = 5.0) -> Iterator[Progress]:
        """Yield the progress whenever it changed, until the submission stops."""
        last: Progress | None = None
        while last is None or not last.has_stopped:
            if last is not None:
                _pause(every_s)
            now = self.progress(submission)
            if now != last:
                yield now
            last = now

    def change_limits(self, submission: str, **limits: float | str | None) -> None:
        """Change limits by their names on an entry; None lifts one, others stay.

        Raises SiteError whose `fields` name what cannot be used; nothing changes then.
        """
        self._json("PATCH", f"/api/v1/submissions/{submission}/limits/", json=limits)

    def replace_key(self, submission: str, api_key: str) -> None:
        """Give the endpoint's new key, for conversations that begin from now on.

        Raises SiteError for what is no key, and once the submission has ended.
        """
        body = {"api_key": api_key}
        self._json("PUT", f"/api/v1/submissions/{submission}/key/", json=body)

    def conversations(self, submission: str, **filters: str) -> Iterator[Row]:
        """Yield conversations: `outcome`, `finding`, `category`, `family`, `text`."""
        address = f"/api/v1/submissions/{submission}/conversations/"
        yield from self._pages(address, filters)

    def conversation(self, pk: int) -> Row:
        """Return one conversation with its verdict and its trajectory."""
        return self._json("GET", f"/api/v1/conversations/{pk}/")

    def download(self, submission: str, name: str, target: Path) -> int:
        """Write one of FILES to `target`; return its size in bytes.

        Raises KeyError for a name that is not one of FILES, SiteError for what may not
        be seen. Nothing is written then.
        """
        address = FILES[name].format(id=submission)
        with self._http.stream("GET", address) as answer:
            if answer.status_code != httpx2.codes.OK:
                answer.read()
                raise _error(answer)
            with target.open("wb") as file:
                return sum(file.write(part) for part in answer.iter_bytes())

    def _pages(self, address: str, filters: Mapping[str, str]) -> Iterator[Row]:
        offset, total = 0, 1
        while offset < total:
            part = {**filters, "limit": str(PAGE), "offset": str(offset)}
            page = self._json("GET", address, params=part)
            yield from page["results"]
            offset, total = offset + PAGE, page["count"]

    def _json(self, method: str, address: str, **sent: Any) -> Row:  # Any: httpx2's own
        answer = self._http.request(method, address, **sent)
        if answer.is_error:
            raise _error(answer)
        return dict(orjson.loads(answer.content))


def _error(answer: httpx2.Response) -> SiteError:
    try:
        told = orjson.loads(answer.content)["error"]
        return SiteError(answer.status_code, told["message"], told["fields"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return SiteError(answer.status_code, answer.reason_phrase, {})


if __name__ == "__main__":
    from runner.client_command import main

    main()
