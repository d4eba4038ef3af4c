"""A new key for an endpoint, given while its submission has not ended."""

import logging

from leaderboard.models import Submission
from leaderboard.services.credentials import replace_key
from leaderboard.services.entries import InvalidEntry
from leaderboard.services.submissions import NotPossible
from runner.endpoint import InvalidSetting, Secret

logger = logging.getLogger(__name__)


def change_key(submission: Submission, api_key: str) -> None:
    """Keep `api_key` in place of the stored one; conversations to come use it.

    Raises InvalidEntry for what is no key, NotPossible once the submission has ended:
    its key is deleted then, and another is given when it is resumed.
    """
    given = api_key.strip()
    if not given:
        raise InvalidEntry({"api_key": "Enter the new key."})
    try:
        Secret(given)
    except InvalidSetting as fault:
        raise InvalidEntry({"api_key": f"It {fault.message}."}) from None
    if submission.has_ended:
        status = submission.get_status_display().lower()
        raise NotPossible(f"It takes no new key: it is {status}.")
    replace_key(submission, given)
    logger.info("submission %s: its owner gave it another key", submission.pk)
