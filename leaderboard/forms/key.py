"""A new key for an endpoint: taken, and shown to nobody."""

from django import forms


class KeyForm(forms.Form):
    """`api_key` is never filled in again, not even after a mistake."""

    api_key = forms.CharField(
        label="New API key",
        help_text="encrypted, never shown again",
        required=False,
        strip=True,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
