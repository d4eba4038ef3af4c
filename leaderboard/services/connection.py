"""The connection test: what an endpoint must be able to do before it is queued."""

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction

from bankenv.records import JsonValue
from leaderboard.models import Submission
from leaderboard.services.endpoints import FORM_NAMES, make_endpoint
from leaderboard.services.entries import Entry, InvalidEntry, check_entry
from leaderboard.services.quotas import check_quota
from leaderboard.services.submissions import submit
from runner.endpoint import InvalidSetting
from runner.probe import ProbeStep, probe
from runner.strategies import STRATEGIES


def try_connection(
    base_url: str,
    model_name: str,
    api_key: str,
    parameters: Mapping[str, JsonValue],
    strategy: str = "",
) -> list[ProbeStep]:
    """Return the steps of one real tool-calling exchange, up to the first that fails.

    Raises InvalidEntry where a setting cannot be used; then nothing was sent.
    """
    try:
        endpoint = make_endpoint(
            base_url, model_name, api_key=api_key, parameters=parameters
        )
    except InvalidSetting as fault:
        raise InvalidEntry({fault.field: fault.message}) from None
    return probe(endpoint, STRATEGIES.get(strategy))


def faults_of(steps: Sequence[ProbeStep]) -> dict[str, str]:
    """Return what makes the endpoint unusable, by the field of the form at fault."""
    bad = [step for step in steps if step.status == "bad"]
    return {
        FORM_NAMES.get(step.field or "base_url", step.field or "base_url"): (
            f"{step.detail} Seen: {step.seen}" if step.seen else step.detail
        )
        for step in bad
    }


def submit_tested(owner: User, entry: Entry) -> Submission:
    """Test the connection of `entry`, then queue its conversations.

    Raises InvalidEntry naming the fields at fault, QuotaExceeded; then nothing is
    stored, and an endpoint that cannot be entered is not called.
    """
    board = check_entry(entry)
    with transaction.atomic():
        check_quota(owner, board.task_count * entry.trials)
    steps = try_connection(
        entry.base_url,
        entry.model_name,
        entry.api_key,
        entry.parameters,
        entry.strategy,
    )
    if faults := faults_of(steps):
        raise InvalidEntry(faults)
    return submit(owner, entry)
