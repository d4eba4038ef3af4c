"""Addresses of the conversation viewer."""

from collections.abc import Callable

from csp.constants import SELF
from csp.decorators import csp_replace
from django.http import HttpResponseBase
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.clickjacking import xframe_options_sameorigin

from leaderboard.views import conversation as page
from leaderboard.views import conversation_compare as side_by_side
from leaderboard.views import conversation_export as exports
from leaderboard.views import conversation_notes as notes
from leaderboard.views import conversation_tabs as tabs

View = Callable[..., HttpResponseBase]


def beside(view: View) -> View:
    """Let our own list show the view in its panel; no other site may."""
    framed: View = csp_replace({"frame-ancestors": [SELF]})(view)
    return xframe_options_sameorigin(framed)


of_one: list[URLPattern | URLResolver] = [
    path("", beside(page.conversation), name="conversation"),
    path("records/", beside(page.records), name="conversation-records"),
    path("events/", beside(page.events), name="conversation-events"),
    path("events/<int:index>/", beside(page.event), name="conversation-event"),
    path("compare/", beside(side_by_side.choose), name="conversation-compare"),
    path(
        "compare/procedure/",
        beside(side_by_side.compare_with_gold),
        name="conversation-compare-with-gold",
    ),
    path(
        "compare/<int:other>/",
        beside(side_by_side.compare_with),
        name="conversation-compare-with",
    ),
    path("timing/", beside(tabs.timing_tab), name="conversation-timing"),
    path("prompt/", beside(tabs.prompt_tab), name="conversation-prompt"),
    path("customer/", beside(tabs.scenario_tab), name="conversation-scenario"),
    path("notes/", beside(notes.notes), name="conversation-notes"),
    path("notes/add/", notes.add, name="conversation-note-add"),
    path("notes/<int:note>/", notes.settle, name="conversation-note-settle"),
    path("label/", notes.label, name="conversation-label"),
    path("raw/", beside(tabs.raw_tab), name="conversation-raw"),
    path("export.html", exports.export, name="conversation-export"),
    path("trajectory.json", tabs.trajectory_file, name="conversation-trajectory"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("conversations/<int:pk>/", include(of_one)),
]
