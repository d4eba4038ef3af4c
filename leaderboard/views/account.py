"""Signing up and logging in; an account's own submissions."""

from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods

from leaderboard.forms.account import LogInForm, SignUpForm
from leaderboard.http import HtmxRequest
from leaderboard.models import ApiToken
from leaderboard.queries.quotas import quota_of
from leaderboard.queries.submissions import own_submissions
from leaderboard.services.credentials import unsealed
from leaderboard.throttles import limited
from leaderboard.views.signed_in import signed_in
from leaderboard.views.tokens import MADE

log_in = limited("login")(
    LoginView.as_view(
        template_name="account/login.html",
        authentication_form=LogInForm,
        redirect_authenticated_user=True,
    )
)


@sensitive_post_parameters("password1", "password2")
@limited("signup")
@require_http_methods(["GET", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    form = SignUpForm(request.POST or None)
    if form.is_valid():
        user = form.save()
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
        return redirect(_next(request))
    context = {"form": form, "next": request.GET.get("next", "")}
    return render(request, "account/signup.html", context)


def _next(request: HttpRequest) -> str:
    wanted = request.POST.get("next", "")
    hosts, secure = {request.get_host()}, request.is_secure()
    safe = url_has_allowed_host_and_scheme(wanted, hosts, require_https=secure)
    return wanted if safe else "submit"


@require_GET
@login_required
def account(request: HtmxRequest) -> HttpResponse:
    user = signed_in(request)
    context = {
        "rows": own_submissions(user),
        "tokens": ApiToken.objects.filter(user=user),
        "quota": quota_of(user),
        "made": unsealed(request.session.pop(MADE, "")),
    }
    return render(request, "account/page.html", context)
