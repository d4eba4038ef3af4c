"""What an owner may change of a submission while it runs."""

from django import forms

from leaderboard.forms.request_fields import Amount, WholeNumber, number_input


class LimitsForm(forms.Form):
    """The fields of services.limits.Limits, whose word on them is the last."""

    concurrency = WholeNumber(label="At once", widget=number_input("numeric"))
    requests_per_minute = WholeNumber(
        label="Requests a minute",
        help_text="over all workers; empty: no limit",
        required=False,
        widget=number_input("numeric"),
    )
    spend_cap = Amount(
        label="Stop at",
        help_text="US$; empty: no cap",
        required=False,
        widget=number_input(),
    )
    token_cap = WholeNumber(
        label="Stop at tokens",
        help_text="in and out together; empty: no cap",
        required=False,
        widget=number_input("numeric"),
    )

    def add_faults(self, faults: dict[str, str]) -> None:
        """Show each fault at its field."""
        for name, message in faults.items():
            self.add_error(name if name in self.fields else None, message)
