"""The limits of a submission that its owner may change while it runs."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal

from leaderboard.models import Submission
from leaderboard.services.entries import LIMIT_FAULTS, InvalidEntry


@dataclass(frozen=True, slots=True)
class Limits:
    """How many at once, how fast, and how much in all; named as on an entry."""

    concurrency: int
    requests_per_minute: int | None
    spend_cap: Decimal | None
    token_cap: int | None
    price_in: Decimal | None = None
    price_out: Decimal | None = None


def change_limits(submission: Submission, given: Mapping[str, object]) -> None:
    """Change the limits named in `given`; what runs already runs on.

    Raises InvalidEntry naming the fields at fault; then nothing is changed.
    """
    known = {name: getattr(submission, name) for name in Limits.__slots__}
    wanted = Limits(**(known | dict(given)))
    faults = {name: fault(wanted) for name, fault in LIMIT_FAULTS.items()}
    errors = {name: text for name, text in faults.items() if text is not None}
    if errors:
        raise InvalidEntry(errors)
    Submission.objects.filter(pk=submission.pk).update(**asdict(wanted))
    submission.refresh_from_db()
