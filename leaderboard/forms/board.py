"""What a board's address asks for."""

from collections.abc import Mapping

from django.http import Http404

from leaderboard.models import Standing
from leaderboard.queries.boards import BoardFilter, area_labels, category_labels


def board_filter(sent: Mapping[str, str]) -> BoardFilter:
    """Read what the URL asks for. An unknown slice is a page that does not exist."""
    text, kind = sent.get("text", "").strip(), sent.get("kind", "")
    organisation = sent.get("organisation", "")
    for slice_kind, known in (("category", category_labels()), ("area", area_labels())):
        value = sent.get(slice_kind, "")
        if value and value not in dict(known):
            raise Http404(f"no {slice_kind} {value!r}")
        if value:
            return BoardFilter(
                Standing.Slice(slice_kind), value, text, kind, organisation
            )
    return BoardFilter(text=text, kind=kind, organisation=organisation)
