"""Everything the status page shows, and the one sentence above it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from leaderboard.models import WorkerSign
from leaderboard.queries.site_load import (
    ErrorRate,
    QueueLoad,
    error_rates,
    queue_load,
    worker_signs,
)
from leaderboard.queries.site_parts import SitePart, site_parts

# What stands still longer than this, although all parts are there, needs a look.
LONG_WAIT_S = 600
CONSEQUENCES = {
    "database": "Nothing works without the database.",
    "migrations": "The database is older than the code; pages may fail.",
    "workers": "No worker is there: what is queued waits.",
    "broker": "Redis is away: nothing new starts until it is back.",
    "beat": "Beat is away: retries and lost conversations wait.",
}


@dataclass(frozen=True, slots=True)
class SiteStatus:
    """The site as it is at one moment."""

    at: datetime
    parts: list[SitePart]
    workers: list[WorkerSign]
    queue: QueueLoad
    rates: list[ErrorRate]

    @property
    def is_well(self) -> bool:
        return all(part.is_well for part in self.parts)

    @property
    def sentence(self) -> str:
        """What a reader must know first."""
        away = {part.name for part in self.parts if not part.is_well}
        for name, words in CONSEQUENCES.items():
            if name in away:
                return words
        if (self.queue.oldest_s or 0) > LONG_WAIT_S:
            return "Everything is there, but conversations wait long for a place."
        return "Everything is there, and conversations run."


def site_status() -> SiteStatus:
    return SiteStatus(
        at=timezone.now(),
        parts=site_parts(),
        workers=worker_signs(),
        queue=queue_load(),
        rates=error_rates(),
    )
