"""The key of an endpoint: taken, and shown to nobody."""

from django import forms


class KeyField(forms.CharField):
    """A key, or nothing. It is never filled in again, not even after a mistake."""

    widget = forms.PasswordInput

    def __init__(self, *, label: str) -> None:
        super().__init__(
            label=label, help_text="encrypted, never shown again", required=False
        )

    def widget_attrs(self, widget: forms.Widget) -> dict[str, str]:
        return {**super().widget_attrs(widget), "autocomplete": "off"}


class KeyForm(forms.Form):
    """A new key for a submission that there is."""

    api_key = KeyField(label="New API key")
