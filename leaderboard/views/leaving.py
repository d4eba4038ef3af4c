"""Taking one's data along, changing the password, and closing the account."""

from tempfile import SpooledTemporaryFile

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import PasswordChangeView
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from leaderboard.forms.account import LeaveForm, NewPasswordForm
from leaderboard.services.account_export import write_export
from leaderboard.services.accounts import StaffMayNotLeave, delete_account, leaving_of
from leaderboard.throttles import limited
from leaderboard.views.signed_in import signed_in

UNPROCESSABLE = 422
IN_MEMORY = 8_000_000  # bytes; more is written to disk

change_password = sensitive_post_parameters()(
    PasswordChangeView.as_view(
        template_name="account/password.html",
        form_class=NewPasswordForm,
        success_url=reverse_lazy("account"),
    )
)


@limited("export")
@require_POST
@login_required
def export(request: HttpRequest) -> FileResponse:
    """Send all that is known of the account and its submissions."""
    # FileResponse closes it, which deletes it.
    file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
    write_export(signed_in(request), file)
    file.seek(0)
    name = f"passbook-{signed_in(request).pk}.zip"
    return FileResponse(file, as_attachment=True, filename=name)


@sensitive_post_parameters("password")
@limited("password")
@require_http_methods(["GET", "POST"])
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Say what deleting does; a POST with the password does it."""
    user = signed_in(request)
    form = LeaveForm(user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            delete_account(user)
        except StaffMayNotLeave as refusal:
            form.add_error(None, str(refusal))
        else:
            logout(request)
            messages.success(request, "Your account is deleted.")
            return redirect("home")
    context = {"form": form, "leaving": leaving_of(user)}
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "account/delete.html", context, status=status)
