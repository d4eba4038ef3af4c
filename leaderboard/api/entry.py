"""What is sent to enter a submission, as JSON: the fields of services.entries.Entry."""

from typing import Any

from rest_framework import serializers

from leaderboard.models import Submission
from leaderboard.services.entries import Entry


class EntrySerializer(serializers.Serializer[Entry]):
    """The key is taken, encrypted, and never sent back."""

    board = serializers.CharField()
    name = serializers.CharField()
    base_url = serializers.CharField()
    model_name = serializers.CharField()
    api_key = serializers.CharField(
        required=False,
        allow_blank=True,
        write_only=True,
        style={"input_type": "password"},
    )
    organisation = serializers.CharField(required=False, allow_blank=True)
    openness = serializers.ChoiceField(Submission.Openness.choices, required=False)
    strategy = serializers.ChoiceField(Submission.Strategy.choices, required=False)
    parameters = serializers.DictField(
        required=False,
        help_text="Request fields by name: docs/endpoints.md lists them. The values "
        "of `extra_headers` are kept like the key.",
    )
    price_in = serializers.DecimalField(
        max_digits=10, decimal_places=4, required=False, allow_null=True
    )
    price_out = serializers.DecimalField(
        max_digits=10, decimal_places=4, required=False, allow_null=True
    )
    spend_cap = serializers.DecimalField(
        max_digits=10, decimal_places=2, required=False, allow_null=True
    )
    token_cap = serializers.IntegerField(required=False, allow_null=True)
    requests_per_minute = serializers.IntegerField(required=False, allow_null=True)
    trials = serializers.IntegerField(required=False)
    concurrency = serializers.IntegerField(required=False)
    visibility = serializers.ChoiceField(Submission.Visibility.choices, required=False)
    keeps_credential = serializers.BooleanField(required=False)
    notify_email = serializers.EmailField(required=False, allow_blank=True)
    webhook_url = serializers.CharField(required=False, allow_blank=True)
    dry_run = serializers.BooleanField(required=False)

    def entry(self) -> Entry:
        """Return what was sent. Only of valid data."""
        given: dict[str, Any] = self.validated_data  # Any: DRF's own
        return Entry(**given)


class LimitsSerializer(serializers.Serializer[Any]):
    """Limits to change; what is left out stays, null lifts one. Any: no instance."""

    concurrency = serializers.IntegerField(required=False)
    requests_per_minute = serializers.IntegerField(required=False, allow_null=True)
    spend_cap = serializers.DecimalField(
        max_digits=10, decimal_places=2, required=False, allow_null=True
    )
    token_cap = serializers.IntegerField(required=False, allow_null=True)
    price_in = serializers.DecimalField(
        max_digits=10, decimal_places=4, required=False, allow_null=True
    )
    price_out = serializers.DecimalField(
        max_digits=10, decimal_places=4, required=False, allow_null=True
    )


class NewKeySerializer(serializers.Serializer[Any]):
    """A key in place of the stored one. Any: no instance."""

    api_key = serializers.CharField(
        write_only=True, style={"input_type": "password"}, max_length=4_000
    )


class KeySerializer(serializers.Serializer[Any]):
    """A key to run on with, where the stored one was deleted. Any: no instance."""

    api_key = serializers.CharField(required=False, allow_blank=True, write_only=True)
