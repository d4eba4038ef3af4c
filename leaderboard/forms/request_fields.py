"""What each request to an endpoint carries besides the conversation, as typed in."""

from decimal import Decimal

import orjson
from django import forms
from django.core.exceptions import ValidationError

from bankenv.records import JsonValue

NUMBERS = ("temperature", "top_p", "max_tokens", "max_completion_tokens", "seed")
# The names of runner.endpoint.Parameters.
PARAMETERS = (*NUMBERS, "reasoning_effort", "extra_body", "extra_headers")


class WholeNumber(forms.IntegerField):
    """A whole number whose error says what was typed."""

    def to_python(self, value: object) -> int | None:
        try:
            return super().to_python(value)
        except ValidationError:
            raise ValidationError(f"“{value}” is not a whole number.") from None


class Amount(forms.DecimalField):
    """A decimal number whose error says what was typed."""

    # Django's types call a decimal field an integer field.
    def to_python(self, value: object) -> Decimal | None:  # type: ignore[override]
        try:
            return super().to_python(value)
        except ValidationError:
            message = f"“{value}” is not a number. Write it like 0.25."
            raise ValidationError(message) from None


class SecretLines(forms.Textarea):
    """Lines that are not sent back, like a password."""

    def format_value(self, value: object) -> str:
        return ""


def number_input(mode: str = "decimal") -> forms.TextInput:
    """Return an input that phones show digits for."""
    return forms.TextInput(attrs={"inputmode": mode, "autocomplete": "off"})


class RequestFields(forms.Form):
    """Whether the values can be used is runner.endpoint's to say."""

    temperature = Amount(
        label="Temperature",
        help_text="empty: not sent",
        required=False,
        widget=number_input(),
    )
    top_p = Amount(label="Top p", required=False, widget=number_input())
    max_tokens = WholeNumber(
        label="Max tokens",
        help_text="of an answer",
        required=False,
        widget=number_input("numeric"),
    )
    max_completion_tokens = WholeNumber(
        label="Max completion tokens",
        required=False,
        widget=number_input("numeric"),
    )
    seed = WholeNumber(label="Seed", required=False, widget=number_input("numeric"))
    reasoning_effort = forms.CharField(
        label="Reasoning effort",
        help_text="such as low",
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    extra_body = forms.CharField(
        label="Extra fields",
        help_text="JSON, recorded",
        required=False,
        widget=forms.Textarea(
            attrs={"rows": 2, "spellcheck": "false", "placeholder": '{"top_k": 20}'}
        ),
    )
    extra_headers = forms.CharField(
        label="Extra headers",
        help_text="encrypted",
        required=False,
        widget=SecretLines(
            attrs={"rows": 2, "spellcheck": "false", "placeholder": "X-Team: cards"}
        ),
    )

    def clean_extra_body(self) -> dict[str, JsonValue]:
        """Return the object that was typed."""
        typed = self.cleaned_data["extra_body"].strip()
        try:
            value = orjson.loads(typed or "{}")
        except orjson.JSONDecodeError as error:
            raise ValidationError(f"This is not JSON: {error}.") from None
        if not isinstance(value, dict):
            raise ValidationError('This must be a JSON object, like {"top_k": 20}.')
        return value

    def clean_extra_headers(self) -> dict[str, str]:
        """Return the headers by name, their values shown in no error."""
        headers: dict[str, str] = {}
        lines = self.cleaned_data["extra_headers"].splitlines()
        for number, line in enumerate(lines, start=1):
            name, colon, value = line.partition(":")
            if line.strip() and not colon:
                message = f"Line {number} has no colon. Write it like X-Team: cards."
                raise ValidationError(message)
            if line.strip():
                headers[name.strip()] = value.strip()
        return headers

    def parameters(self) -> dict[str, JsonValue]:
        """Return the request parameters that were given."""
        given = ((name, self.cleaned_data.get(name)) for name in PARAMETERS)
        return {
            name: float(value) if isinstance(value, Decimal) else value
            for name, value in given
            if value not in (None, "", {})
        }
