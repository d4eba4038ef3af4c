"""One call of a bank tool: whose books, and the arguments as fields or as JSON."""

from typing import Any  # Any: what Django's form takes

from django import forms

from bankenv.records import JsonValue
from bankenv.tools.declaration import Parameter, Tool
from leaderboard.queries.bank_calls import ARGUMENT, as_field_text
from leaderboard.queries.bank_tools import in_words


class CallForm(forms.Form):
    """Takes anything: what a tool cannot use, the tool itself answers."""

    customer = forms.CharField(
        max_length=64,
        error_messages={"required": "Name a customer of the bank."},
        help_text="a scratch copy; nothing is kept",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    arguments = forms.CharField(
        label="Arguments as JSON",
        required=False,
        help_text="used instead of the fields above if anything is written here",
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )

    def __init__(self, tool: Tool, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for parameter in tool.parameters:
            self.fields[ARGUMENT + parameter.name] = _field(parameter)

    def argument_fields(self) -> list[forms.BoundField]:
        """Return the fields of the tool's parameters, bound."""
        return [self[name] for name in self.fields if name.startswith(ARGUMENT)]


def initial_fields(arguments: JsonValue) -> dict[str, str]:
    """Return arguments as the fields that would send them."""
    return {ARGUMENT + name: as_field_text(v) for name, v in arguments.items()}


def _field(parameter: Parameter) -> forms.CharField:
    form = in_words(parameter.shape.schema())
    return forms.CharField(
        label=parameter.name,
        required=False,
        help_text=form if parameter.required else f"{form}; may be left out",
        widget=_widget(parameter),
    )


def _widget(parameter: Parameter) -> forms.Widget:
    schema = parameter.shape.schema()
    plain = {"autocomplete": "off", "spellcheck": "false"}
    if "enum" in schema:
        empty = "" if parameter.required else f"left out ({parameter.default})"
        options = [("", empty), *((str(one), str(one)) for one in schema["enum"])]
        return forms.Select(choices=options)
    if schema["type"] == "object":
        return forms.Textarea(attrs={"rows": 3, "placeholder": "{…}", **plain})
    if schema["type"] in ("number", "integer"):
        return forms.TextInput(attrs={"inputmode": "decimal", **plain})
    return forms.TextInput(attrs=plain)
