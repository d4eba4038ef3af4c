"""What a board's address asks for."""

from collections.abc import Mapping

from django.http import Http404, QueryDict

from bankenv.tasks import AREAS, CATEGORIES
from leaderboard.models import Submission
from leaderboard.queries.board_filter import BoardFilter
from leaderboard.queries.words import words

# What each parameter may be; the others take any text.
KNOWN: Mapping[str, tuple[str, ...]] = {
    "category": CATEGORIES,
    "area": AREAS,
    "openness": tuple(Submission.Openness.values),
    "suspects": ("without",),
}
FILTERS = (
    *("category", "area", "family", "text"),
    *("kind", "organisation", "openness", "suspects"),
)

Chips = list[tuple[str, str]]


def board_filter(sent: Mapping[str, str]) -> BoardFilter:
    """Read what the URL asks for. An unknown slice is a page that does not exist.

    A family chooses its own tasks, so a category or an area beside it says nothing.
    """
    asked = {name: sent.get(name, "").strip() for name in FILTERS}
    for name, known in KNOWN.items():
        if asked[name] and asked[name] not in known:
            raise Http404(f"no {name} {asked[name]!r}")
    if asked["family"]:
        asked["category"] = asked["area"] = ""
    return BoardFilter(**asked)


def chips(sent: QueryDict, asked: BoardFilter) -> Chips:
    """Return each filter that is set, in words, with the query that drops it."""
    found = []
    for name, label in _labels(asked).items():
        rest = sent.copy()
        for dropped in (name, "page"):
            rest.pop(dropped, None)
        found.append((label, f"?{rest.urlencode()}"))
    return found


def _labels(asked: BoardFilter) -> dict[str, str]:
    kinds = {"model": "models only", "baseline": "baselines only"}
    labels = {
        "category": words(asked.category) if asked.category else "",
        "area": words(asked.area) if asked.area else "",
        "family": f"family {asked.family}" if asked.family else "",
        "kind": kinds.get(asked.kind, asked.kind),
        "organisation": asked.organisation,
        "openness": Submission.Openness(asked.openness).label if asked.openness else "",
        "suspects": "without suspect tasks" if asked.suspects else "",
        "text": f"“{asked.text}”" if asked.text else "",
    }
    return {name: label for name, label in labels.items() if label}
