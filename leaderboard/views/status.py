"""The status page: parts, workers, queue and failures, at one glance."""

from django.conf import settings
from django.http import Http404, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leaderboard.http import HtmxRequest, render_page
from leaderboard.queries.site_status import site_status


@never_cache
@require_safe
def status(request: HtmxRequest) -> HttpResponse:
    """For staff; for everybody where the operator wants it so."""
    if not (settings.STATUS_PAGE_PUBLIC or request.user.is_staff):
        raise Http404("the status page is for staff")
    context = {"status": site_status(), "names_workers": request.user.is_staff}
    return render_page(
        request, "status/page.html", context, fragment="status/_status.html"
    )
