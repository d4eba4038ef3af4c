"""Signing up, logging in, changing the password, leaving."""

from collections.abc import Mapping
from typing import Any  # Any: what a form is sent

from django import forms
from django.contrib.auth.forms import (
    AuthenticationForm,
    PasswordChangeForm,
    UserCreationForm,
)
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError


# A parameter is for the type checker only: at run time Django's class takes none.
class SignUpForm(UserCreationForm):  # type: ignore[type-arg]
    """A name and a password; nothing else is asked for."""

    class Meta:
        model = User
        fields = ("username",)
        help_texts = {"username": "letters, digits and @ . + - _"}

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Shorten the password's help: the rules are told when one is broken."""
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = "at least 8 characters, not a common one"
        self.fields["password2"].label = "Password again"
        self.fields["password2"].help_text = ""


class LogInForm(AuthenticationForm):
    """Django's form, saying what would work."""

    error_messages = {
        "invalid_login": (
            "No account has this username and password. Both are case-sensitive;"
            " if you have none yet, sign up."
        ),
        "inactive": "This account was closed.",
    }


class NewPasswordForm(PasswordChangeForm):
    """Django's form, its help as short as that of signing up."""

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        """Shorten the help; the rules are told when one is broken."""
        super().__init__(user, *args, **kwargs)
        self.fields["new_password1"].help_text = "at least 8 characters"
        self.fields["new_password2"].help_text = ""


class LeaveForm(forms.Form):
    """The password once more, so that nobody else closes an account left open."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, data: Mapping[str, Any] | None = None) -> None:
        """Take the user whose password it must be."""
        super().__init__(data)
        self._user = user

    def clean_password(self) -> str:
        password = str(self.cleaned_data["password"])
        if not self._user.check_password(password):
            raise ValidationError("This is not your password; nothing was deleted.")
        return password
