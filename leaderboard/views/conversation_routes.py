"""Addresses of the conversation viewer."""

from django.urls import URLPattern, URLResolver, include, path

from leaderboard.views import conversation as page
from leaderboard.views import conversation_compare as side_by_side
from leaderboard.views import conversation_export as exports
from leaderboard.views import conversation_notes as notes
from leaderboard.views import conversation_tabs as tabs

of_one: list[URLPattern | URLResolver] = [
    path("", page.conversation, name="conversation"),
    path("records/", page.records, name="conversation-records"),
    path("events/<int:index>/", page.event, name="conversation-event"),
    path("compare/", side_by_side.choose, name="conversation-compare"),
    path(
        "compare/procedure/",
        side_by_side.compare_with_gold,
        name="conversation-compare-with-gold",
    ),
    path(
        "compare/<int:other>/",
        side_by_side.compare_with,
        name="conversation-compare-with",
    ),
    path("timing/", tabs.timing_tab, name="conversation-timing"),
    path("prompt/", tabs.prompt_tab, name="conversation-prompt"),
    path("customer/", tabs.scenario_tab, name="conversation-scenario"),
    path("notes/", notes.notes, name="conversation-notes"),
    path("notes/add/", notes.add, name="conversation-note-add"),
    path("notes/<int:note>/", notes.settle, name="conversation-note-settle"),
    path("label/", notes.label, name="conversation-label"),
    path("raw/", tabs.raw_tab, name="conversation-raw"),
    path("export.html", exports.export, name="conversation-export"),
    path("trajectory.json", tabs.trajectory_file, name="conversation-trajectory"),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("conversations/<int:pk>/", include(of_one)),
]
