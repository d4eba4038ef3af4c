"""The reference assistants: seven submissions that show what the figures mean."""

from dataclasses import dataclass

from django.contrib.auth.models import User

from leaderboard.models import Board, Submission
from leaderboard.services.entries import Entry
from leaderboard.services.submissions import submit

ORGANISATION = "Passbook reference"
CONCURRENCY = 4


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference assistant: the model name it is served under, and its shown name."""

    model_name: str
    name: str


REFERENCES = (
    Reference("careful-teller", "Careful teller"),
    Reference("hasty-teller", "Hasty teller"),
    Reference("eager-teller", "Eager teller"),
    Reference("silent", "Says nothing"),
    Reference("always-transfer", "Always transfers"),
    Reference("call-everything", "Calls everything"),
    Reference("echo", "Echoes the customer"),
)


def submit_references(owner: User, board: Board, base_url: str) -> list[Submission]:
    """Return the seven submissions of `owner` on `board`, entered where they are not.

    Those under way move to `base_url`: the endpoint may listen elsewhere this time.
    """
    mine = Submission.objects.filter(owner=owner, board=board, is_baseline=True)
    mine.exclude(status__in=Submission.ENDED).update(base_url=base_url)
    entered = {row.model_name: row for row in mine}
    return [
        entered.get(reference.model_name)
        or submit(owner, _entry(reference, board, base_url), unlimited=True)
        for reference in REFERENCES
    ]


def _entry(reference: Reference, board: Board, base_url: str) -> Entry:
    return Entry(
        board=board.slug,
        name=reference.name,
        organisation=ORGANISATION,
        base_url=base_url,
        model_name=reference.model_name,
        visibility=Submission.Visibility.PUBLIC,
        concurrency=CONCURRENCY,
        is_baseline=True,
    )
