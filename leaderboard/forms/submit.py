"""What is entered to submit a model: the fields of services.entries.Entry."""

from typing import Any, TypedDict

from django import forms

from bankenv.records import JsonValue
from leaderboard.forms.key import KeyField
from leaderboard.forms.request_fields import (
    PARAMETERS,
    Amount,
    RequestFields,
    WholeNumber,
    number_input,
)
from leaderboard.models import Board, Submission
from leaderboard.services.entries import Entry

# What a connection test needs; the rest may still be empty.
TESTED = ("base_url", "model_name", "api_key", "strategy", *PARAMETERS)
# What stands in a fold until it is needed.
FOLDED = (
    "strategy",
    "price_in",
    "price_out",
    "requests_per_minute",
    "token_cap",
    *PARAMETERS,
)


class Connection(TypedDict):
    """The arguments of services.connection.try_connection."""

    base_url: str
    model_name: str
    api_key: str
    parameters: dict[str, JsonValue]
    strategy: str


def _words(**attrs: str) -> forms.TextInput:
    return forms.TextInput(attrs={"class": "words", **attrs})


class SubmitForm(RequestFields):
    """One endpoint for one board. Whether it can be run is the services' to say."""

    base_url = forms.CharField(
        label="Endpoint URL",
        help_text="ends before /chat/completions",
        error_messages={
            "required": "Give the endpoint's address, like https://llm.example.org/v1."
        },
        widget=forms.TextInput(
            attrs={"inputmode": "url", "placeholder": "https://llm.example.org/v1"}
        ),
    )
    model_name = forms.CharField(
        label="Model name",
        help_text="as the server knows it",
        error_messages={"required": "Give the name that the server knows it by."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    api_key = KeyField(label="API key")
    name = forms.CharField(
        label="Shown as",
        error_messages={"required": "Give the name that the board should show."},
        widget=_words(),
    )
    organisation = forms.CharField(
        label="Organisation", help_text="optional", required=False, widget=_words()
    )
    openness = forms.ChoiceField(
        label="Weights",
        help_text="may anybody download them?",
        choices=[(one.value, one.label.capitalize()) for one in Submission.Openness],
        initial=Submission.Openness.UNKNOWN,
        required=False,
    )
    board = forms.ChoiceField(label="Board")
    trials = WholeNumber(
        label="Trials", help_text="per task", initial=1, widget=number_input("numeric")
    )
    concurrency = WholeNumber(
        label="At once", initial=8, widget=number_input("numeric")
    )
    spend_cap = Amount(
        label="Stop at", help_text="US$", required=False, widget=number_input()
    )
    token_cap = WholeNumber(
        label="Stop at tokens",
        help_text="in and out together",
        required=False,
        widget=number_input("numeric"),
    )
    requests_per_minute = WholeNumber(
        label="Requests a minute",
        help_text="empty: no limit",
        required=False,
        widget=number_input("numeric"),
    )
    strategy = forms.ChoiceField(
        label="Strategy",
        help_text="ReAct and act only need no tool calling",
        choices=Submission.Strategy.choices,
        required=False,
    )
    price_in = Amount(
        label="Price in",
        help_text="US$ per million tokens",
        required=False,
        widget=number_input(),
    )
    price_out = Amount(label="Price out", required=False, widget=number_input())
    visibility = forms.ChoiceField(
        label="Who may see it",
        choices=[(one.value, one.label.capitalize()) for one in Submission.Visibility],
        initial=Submission.Visibility.PRIVATE,
    )

    notify_email = forms.EmailField(
        label="E-mail at the end",
        help_text="optional",
        required=False,
        error_messages={"invalid": "This is not an e-mail address."},
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    webhook_url = forms.CharField(
        label="Webhook at the end",
        help_text="optional; signed",
        required=False,
        widget=forms.TextInput(
            attrs={"inputmode": "url", "placeholder": "https://ci.example.org/hook"}
        ),
    )
    # Sent by a button of its own.
    dry_run = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Offer the boards that are open. Any: Django's own arguments."""
        super().__init__(*args, **kwargs)
        self.boards = list(Board.objects.filter(is_open=True))
        self.fields["board"] = forms.ChoiceField(
            label="Board",
            choices=[(board.slug, _board_words(board)) for board in self.boards],
            error_messages={"invalid_choice": "There is no open board “%(value)s”."},
        )

    @property
    def chosen_board(self) -> Board | None:
        """The board that is selected, or the first."""
        slug = self["board"].value()
        chosen = (board for board in self.boards if board.slug == slug)
        return next(chosen, self.boards[0] if self.boards else None)

    def task_counts(self) -> dict[str, int]:
        """Return how many tasks each board has, for the words on the button."""
        return {board.slug: board.task_count for board in self.boards}

    def entry(self) -> Entry:
        """Return what was entered. Only of a valid form."""
        given = self.cleaned_data
        own = {
            name: value
            for name, value in given.items()
            if name not in PARAMETERS and value not in (None, "")
        }
        return Entry(**own, parameters=self.parameters())

    def names_an_endpoint(self) -> bool:
        """Say whether enough was entered for a connection test."""
        self.full_clean()
        return not any(self.errors.get(name) for name in TESTED)

    def connection(self) -> Connection:
        """Return what a connection test needs. Only where names_an_endpoint()."""
        given = self.cleaned_data
        return {
            "base_url": given["base_url"],
            "model_name": given["model_name"],
            "api_key": given["api_key"],
            "parameters": self.parameters(),
            "strategy": given["strategy"],
        }

    @property
    def advanced_is_open(self) -> bool:
        """Whether the fold shows: something in it was given, or is wrong."""
        given = (self.data.get(name) for name in FOLDED if name != "strategy")
        return any(given) or any(self.errors.get(name) for name in FOLDED)

    def keep_only_endpoint_errors(self) -> None:
        """Forget what is wrong elsewhere: a test says nothing about the rest."""
        for name in set(self.errors) - {*TESTED, "__all__"}:
            del self.errors[name]

    def add_faults(self, faults: dict[str, str]) -> None:
        """Show each fault at its field; those of a parameter at the parameter's."""
        for name, message in faults.items():
            parameter, _, rest = message.partition(": ")
            if name == "parameters" and parameter in self.fields:
                name, message = parameter, f"{rest[:1].upper()}{rest[1:]}"
            self.add_error(name if name in self.fields else None, message)


def _board_words(board: Board) -> str:
    return f"{board.title}, {board.task_count} tasks, {board.get_customer_display()}"
