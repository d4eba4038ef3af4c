"""How a webhook shows that it comes from this site."""

import hmac
from hashlib import sha256

from django.utils.crypto import salted_hmac

from leaderboard.models import Submission


def signing_key(submission: Submission) -> str:
    """Return what the webhooks of a submission are signed with, for its owner."""
    words = ("passbook.webhook", submission.pk)
    return salted_hmac(*words, algorithm="sha256").hexdigest()


def signature(key: str, moment: int, body: bytes) -> str:
    """Return the value of the signature header of `body`, sent at `moment` (Unix s)."""
    signed = f"{moment}.".encode() + body
    return f"t={moment},v1={hmac.new(key.encode(), signed, sha256).hexdigest()}"
