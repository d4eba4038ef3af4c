"""Keys of endpoints: encrypted at rest, decrypted only to run, deleted at the end."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import orjson
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from leaderboard.models import Credential, Submission


class UnreadableCredential(Exception):
    """A stored key that none of CREDENTIAL_KEYS decrypts."""


@dataclass(frozen=True, slots=True)
class Secrets:
    """What a request carries that nobody may see: the key, and header values."""

    api_key: str = field(default="", repr=False)
    extra_headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __bool__(self) -> bool:
        return bool(self.api_key or self.extra_headers)


def store_secrets(submission: Submission, secrets: Secrets) -> None:
    """Encrypt and keep `secrets` for a submission; nothing is kept of nothing."""
    if not secrets:
        return
    document = {
        "api_key": secrets.api_key,
        "extra_headers": dict(secrets.extra_headers),
    }
    encrypted = _cipher().encrypt(orjson.dumps(document)).decode()
    Credential.objects.update_or_create(
        submission=submission, defaults={"encrypted": encrypted}
    )


def read_secrets(submission: Submission) -> Secrets:
    """Return the secrets of a submission, empty where it has none.

    Raises UnreadableCredential if the key they were encrypted with is gone.
    """
    row = Credential.objects.filter(submission=submission).first()
    if row is None:
        return Secrets()
    try:
        document = orjson.loads(_cipher().decrypt(row.encrypted))
    except InvalidToken:
        raise UnreadableCredential(
            f"The key of submission {submission.pk} was encrypted with a key that is "
            "not in CREDENTIAL_KEYS."
        ) from None
    return Secrets(document["api_key"], document["extra_headers"])


def replace_key(submission: Submission, api_key: str) -> None:
    """Keep a new key, and the header values stored beside the old; "" keeps the old."""
    if not api_key:
        return
    try:
        headers = read_secrets(submission).extra_headers
    except UnreadableCredential:
        headers = {}
    store_secrets(submission, Secrets(api_key, headers))


def forget_secrets(submission: Submission) -> None:
    """Delete the secrets of a submission."""
    Credential.objects.filter(submission=submission).delete()


def sealed(text: str) -> str:
    """Return `text` encrypted, for what must lie in the database for a moment."""
    return _cipher().encrypt(text.encode()).decode()


def unsealed(text: str) -> str:
    """Return what was sealed; "" for what nobody can read any more."""
    try:
        return _cipher().decrypt(text).decode()
    except InvalidToken:
        return ""


def rotate_credentials() -> int:
    """Encrypt every stored key anew with the first of CREDENTIAL_KEYS; count them."""
    rows = list(Credential.objects.all())
    for row in rows:
        row.encrypted = _cipher().rotate(row.encrypted.encode()).decode()
    Credential.objects.bulk_update(rows, ["encrypted"])
    return len(rows)


def _cipher() -> MultiFernet:
    return MultiFernet([Fernet(key) for key in settings.CREDENTIAL_KEYS])
