"""Submissions: lists of them, and everything the page of one shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from leaderboard.models import Notice, Standing, Submission
from leaderboard.queries.counts import Counts
from leaderboard.queries.progress import Progress, progress_of
from leaderboard.queries.projection import Projection, projection_of
from leaderboard.queries.recorded import RecordedSummary, recorded_summary
from leaderboard.queries.spending import Spending, spending_of
from leaderboard.queries.standings import standings_of
from leaderboard.queries.standstill import Standstill, standstill_of
from leaderboard.queries.troubles import Trouble, troubles_of
from leaderboard.queries.words import words
from leaderboard.signatures import signing_key

MOST_NOTICES = 6
KINDS = ("category", "area", "crossed", "family", "chain", "language")
OWN_NAMES = ("family", "chain", "language")  # said as they are stored
# After this the page no longer waits for the last figures.
TALLIED_WITHIN = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class SubmissionPage:
    """One submission: its place in the queue, its figures, and who may do what."""

    submission: Submission
    progress: Progress
    standing: Standing | None
    slices: Mapping[str, list[Standing]]
    troubles: list[Trouble]
    is_owner: bool
    recorded: RecordedSummary | None = None
    spending: Spending | None = None
    projection: Projection | None = None
    standstill: Sequence[Standstill] = ()

    @property
    def tells_somebody(self) -> bool:
        """Whether its owner, who looks at it, asked to be told of its end."""
        asked = self.submission.notify_email or self.submission.webhook_url
        return self.is_owner and bool(asked)

    @property
    def signing_key(self) -> str:
        return signing_key(self.submission)

    @property
    def notices(self) -> list[Notice]:
        return list(self.submission.notices.all()[:MOST_NOTICES])

    @property
    def is_live(self) -> bool:
        """Whether the page should look again; it stops by itself at the end."""
        return self.submission.goes_on or self.is_being_tallied

    @property
    def is_being_tallied(self) -> bool:
        """Whether it has just ended and its last figures are still being computed."""
        ended = self.submission.finished_at
        if ended is None or timezone.now() - ended > TALLIED_WITHIN:
            return False
        return not self.submission.is_tallied_since(ended)

    @property
    def visibilities(self) -> list[tuple[str, str]]:
        return [(v.value, v.label) for v in Submission.Visibility]

    @property
    def findings(self) -> list[tuple[str, str, int]]:
        """Kinds of finding with their names and the conversations that have one."""
        counts = self.standing.finding_counts if self.standing else {}
        return [(kind, words(kind), n) for kind, n in _largest_first(counts)]

    @property
    def kinds(self) -> list[tuple[str, list[tuple[str, Standing]]]]:
        """The figures by kind of task: each slice's name, its values in words."""
        return [
            (Standing.Slice(kind).label.capitalize(), _named(kind, self.slices[kind]))
            for kind in KINDS
            if kind in self.slices
        ]

    @property
    def families(self) -> list[str]:
        """The families of its tasks, from its figures; none before there are any."""
        return [one.slice_value for one in self.slices.get(Standing.Slice.FAMILY, [])]

    @property
    def categories(self) -> list[tuple[str, Standing]]:
        return [(words(s.slice_value), s) for s in self.slices.get("category", [])]


def visible_submissions(user: User | AnonymousUser) -> QuerySet[Submission]:
    """Return the submissions that `user` may open."""
    return Submission.objects.visible_to(user).select_related("board", "owner")


def listed_submissions(user: User | AnonymousUser) -> QuerySet[Submission]:
    """Return the submissions that a list may show to `user`."""
    return Submission.objects.listed_for(user).select_related("board", "owner")


def own_submissions(user: User | AnonymousUser) -> QuerySet[Submission]:
    """Return a user's own submissions, newest first, each with its pass rate."""
    whole = Standing.objects.filter(submission=OuterRef("pk"), slice_kind="all")
    return (
        Submission.objects.filter(owner_id=user.pk)
        .select_related("board")
        .annotate(
            pass_rate=Subquery(whole.values("pass_rate")[:1]),
            scored=Subquery(whole.values("scored")[:1]),
            expected=Subquery(whole.values("expected")[:1]),
        )
    )


def submission_page(
    submission: Submission, user: User | AnonymousUser
) -> SubmissionPage:
    """Return what the page of a submission shows."""
    is_owner = submission.is_owned_by(user)
    found = standings_of([submission]).get(submission.pk, {})
    slices: dict[str, list[Standing]] = {}
    for (kind, _), one in sorted(found.items()):
        slices.setdefault(kind, []).append(one)
    standing = next(iter(slices.get(Standing.Slice.ALL, [])), None)
    counts = Counts(submission)
    progress = progress_of(counts, standing)
    return SubmissionPage(
        submission=submission,
        progress=progress,
        standing=standing,
        slices=slices,
        troubles=troubles_of(submission) if progress.errored else [],
        is_owner=is_owner,
        recorded=recorded_summary(submission),
        spending=spending_of(counts) if is_owner else None,
        projection=projection_of(counts) if is_owner else None,
        standstill=standstill_of(submission),
    )


def _named(kind: str, standings: list[Standing]) -> list[tuple[str, Standing]]:
    by_length = sorted(standings, key=lambda one: len(one.slice_value))
    return [
        (_slice_words(kind, one.slice_value), one)
        for one in (by_length if kind == Standing.Slice.CHAIN else standings)
    ]


def _slice_words(kind: str, value: str) -> str:
    if kind in OWN_NAMES:
        return value
    return ", ".join(words(part) for part in value.split("."))


def _largest_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
