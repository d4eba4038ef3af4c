"""The root of all addresses; pages and API keep their own lists."""

from django.contrib import admin
from django.urls import include, path

from leaderboard.health import healthz, readyz
from leaderboard.views.metrics import metrics

handler400 = "leaderboard.error_pages.bad_request"
handler404 = "leaderboard.error_pages.not_found"
handler500 = "leaderboard.error_pages.server_error"

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("api/", include("leaderboard.api.routes")),
    path("", include("leaderboard.views.routes")),
    path("", include("leaderboard.views.conversation_routes")),
    path("", include("leaderboard.views.bank_routes")),
]
