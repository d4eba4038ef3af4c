"""The middleware that writes the audit log, of pages, API and admin alike."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from leaderboard.services.audit import is_worth_noting, note_staff_request
from leaderboard.views.signed_in import signed_in

Handler = Callable[[HttpRequest], HttpResponseBase]


def audit_staff(get_response: Handler) -> Handler:
    """Return a middleware that notes what members of staff do.

    Who they are is taken before the request, as it may log them out, and after it, as
    it may log them in or an API token may have said so.
    """

    def audited(request: HttpRequest) -> HttpResponseBase:
        before = signed_in(request) if request.user.is_staff else None
        response = get_response(request)
        user = before or (signed_in(request) if request.user.is_staff else None)
        match = request.resolver_match
        if user is not None and user.pk is not None and match is not None:
            method, route = request.method or "", match.view_name or ""
            if is_worth_noting(user, method, route, match.kwargs):
                request_id = request.META.get("REQUEST_ID", "")
                outcome = (response.status_code, request_id)
                note_staff_request(user, method, route, request.path, outcome)
        return response

    return audited
