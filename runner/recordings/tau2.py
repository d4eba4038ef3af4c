"""τ²-bench results: `results.json`, its directory form, or a lone simulation."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from bankenv.records import JsonValue
from runner.recordings.events import BadRecording, a_text, an_object
from runner.recordings.items import About, Item, Refused, TaskFound
from runner.recordings.scrub import scrubbed, scrubbed_text
from runner.recordings.stream import BrokenFile, Piece, pieces
from runner.recordings.tau2_simulation import read_simulation
from runner.recordings.tau2_task import own_name, read_task

LISTS = ("tasks", "simulations", "simulation_index")
FOLDER = "simulations"
ENVELOPE = "results.json"


def read_tau2(path: Path, domain: str = "") -> Iterator[Item]:
    """Yield what τ²-bench results hold, each task once.

    `path` is a file, or a directory with `results.json` and `simulations/`. Raises
    BrokenFile where a file cannot be followed to its end.
    """
    envelope = path / ENVELOPE if path.is_dir() else path
    if not envelope.is_file():
        raise BrokenFile(f"{path.name}: there is no {ENVELOPE} in it")
    reader = _Reader(domain)
    yield from reader.envelope(envelope)
    folder = envelope.parent / FOLDER
    if not reader.has_simulations and folder.is_dir():
        yield from reader.folder(folder)


class _Reader:
    """What must be known from one part of the file to the next."""

    def __init__(self, domain: str) -> None:
        self.domain = domain
        self.seen: dict[str, bytes] = {}
        self.trials: dict[str, int] = {}
        self.index: dict[str, str] = {}
        self.has_simulations = False

    def envelope(self, path: Path) -> Iterator[Item]:
        """Yield the items of a results file, or of a file that is one simulation."""
        alone: dict[str, JsonValue] = {}
        with path.open("rb") as file:
            for piece in pieces(file, LISTS):
                try:
                    yield from self._piece(piece, alone)
                except ValueError as error:
                    yield _refused(piece.place, error)
        if "messages" in alone and "task_id" in alone and not self.has_simulations:
            self.has_simulations = True
            yield from self._simulation(alone, "the simulation")

    def _piece(self, piece: Piece, alone: dict[str, JsonValue]) -> Iterator[Item]:
        if piece.key == "tasks" and piece.index is not None:
            yield from self._task(piece)
        elif piece.key in ("simulations", "") and piece.index is not None:
            self.has_simulations = True
            yield from self._simulation(piece.value(), piece.place)
        elif piece.key == "simulation_index" and piece.index is not None:
            row = an_object(piece.value(), piece.place)
            self.index[a_text(row.get("id"), "id")] = piece.place
        elif piece.key == "info" and "task_id" not in alone:
            yield self._about(piece.value())
        else:
            alone[piece.key] = piece.value()

    def _about(self, value: JsonValue) -> About:
        info = an_object(value, "info")
        environment = _inner(info, "environment_info")
        agent = _inner(info, "agent_info")
        user = _inner(info, "user_info")
        settings = scrubbed(agent.get("llm_args"))
        self.domain = self.domain or own_name(str(environment.get("domain_name") or ""))
        return About(
            domain=self.domain,
            assistant={
                **(settings if isinstance(settings, dict) else {}),
                "name": str(agent.get("implementation") or "recorded"),
                "model": scrubbed_text(str(agent.get("llm") or "")),
            },
            customer=scrubbed_text(str(user.get("llm") or "")),
            policy=str(environment.get("policy") or ""),
        )

    def _task(self, piece: Piece) -> Iterator[Item]:
        task = read_task(an_object(piece.value(), piece.place), self.domain)
        if task.id not in self.seen:
            self.seen[task.id] = piece.raw
            yield TaskFound(piece.place, task)
        elif self.seen[task.id] != piece.raw:
            yield Refused(piece.place, f"task {task.id} was defined otherwise before")

    def _simulation(self, value: JsonValue, place: str) -> Iterator[Item]:
        row = an_object(value, place)
        task = row.get("task_id")
        following = self.trials.get(task, 0) + 1 if isinstance(task, str) else 1
        found = read_simulation(row, place, following)
        self.trials[found.task] = max(self.trials.get(found.task, 0), found.trial)
        yield found

    def folder(self, folder: Path) -> Iterator[Item]:
        """Yield the simulations of the directory form; the index must agree."""
        files = {file.stem: file for file in sorted(folder.glob("*.json"))}
        for name in sorted(self.index.keys() - files.keys()):
            yield Refused(self.index[name], f"there is no file {FOLDER}/{name}.json")
        for name, file in files.items():
            place = f"{FOLDER}/{file.name}"
            if self.index and name not in self.index:
                yield Refused(place, "the index does not have it")
                continue
            yield from self._file(file, place)

    def _file(self, file: Path, place: str) -> Iterator[Item]:
        try:
            with file.open("rb") as opened:
                rows = [piece.value() for piece in pieces(opened)]
            if len(rows) != 1:
                raise BadRecording("expected one simulation")
            yield from self._simulation(rows[0], place)
        except ValueError as error:
            yield _refused(place, error)


def _inner(info: Mapping[str, JsonValue], name: str) -> Mapping[str, JsonValue]:
    value = info.get(name)
    return value if isinstance(value, Mapping) else {}


def _refused(place: str, error: ValueError) -> Refused:
    return Refused(place, scrubbed_text(str(error).removeprefix(f"{place}: "))[:500])
