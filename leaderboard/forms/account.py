"""Signing up and logging in."""

from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.contrib.auth.models import User


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
