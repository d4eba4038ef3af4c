"""What exactly a submission was run with: the hashes its recordings carry."""

from dataclasses import dataclass
from hashlib import sha256

from bankenv.dataset import load_dataset
from leaderboard.models import Board, Submission, Trajectory
from leaderboard.queries.suites import recorded_suite


@dataclass(frozen=True, slots=True)
class Provenance:
    """What was run, as (name, hash or version); `task` is where the prompts are from.

    A prompt tells the assistant about its customer, so each task has its own.
    """

    parts: tuple[tuple[str, str], ...]
    task: str = ""


def provenance_of(submission: Submission) -> Provenance:
    """Return the hashes of data, policy, tools and prompts, from the first recording.

    Before anything is recorded there are those of the board's own data alone.
    """
    data = (*_data(submission.board), ("scorer", submission.board.scorer))
    stored = (
        Trajectory.objects.filter(conversation__submission=submission)
        .order_by("conversation_id")
        .only("packed")
        .first()
    )
    if stored is None:
        return Provenance(data)
    header = stored.document["header"]
    prompts: dict[str, str] = header.get("prompts", {})
    told = (
        ("policy", header.get("policy", "")),
        ("tool schemas", header.get("tools", "")),
        *((f"prompt of the {who}", _digest(text)) for who, text in prompts.items()),
        ("trajectory format", header.get("format", "")),
    )
    return Provenance(data + tuple(one for one in told if one[1]), header["task"])


def _data(board: Board) -> tuple[tuple[str, str], ...]:
    whole = ("data", board.dataset_hash)
    if recorded_suite(board) is not None or not board.is_open:
        return (whole,)
    hashes = load_dataset().hashes
    return (whole, *((name, hashes[name]) for name in ("bank", "tasks")))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
