"""API tokens: made and revoked on the account's page."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from leaderboard.services.credentials import sealed
from leaderboard.services.tokens import create_token, revoke_token
from leaderboard.throttles import limited
from leaderboard.views.signed_in import signed_in

# In the visitor's session, sealed, until it has been shown once.
MADE = "made_token"


@limited("token")
@require_POST
@login_required
def create(request: HttpRequest) -> HttpResponse:
    name = request.POST.get("name", "").strip()[:60]
    if name:
        _, token = create_token(signed_in(request), name)
        request.session[MADE] = sealed(token)
    else:
        messages.error(request, "Say what the token is for, so that you can revoke it.")
    return redirect("account")


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    if not revoke_token(signed_in(request), pk):
        raise Http404(f"no token {pk}")
    messages.success(request, "Revoked. Whoever used it gets 401 from now on.")
    return redirect("account")
