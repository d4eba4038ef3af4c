"""Keys are unreadable at rest, survive rotation, and are gone when deleted."""

import pytest
from cryptography.fernet import Fernet
from pytest_django import Settings

from leaderboard.models import Credential
from leaderboard.services.credentials import (
    Secrets,
    UnreadableCredential,
    forget_secrets,
    read_secrets,
    replace_key,
    rotate_credentials,
    store_secrets,
)
from leaderboard.tests.factories import make_submission

pytestmark = pytest.mark.django_db

SECRETS = Secrets("sk-1234567890", {"X-Team": "header-value"})


def new_key() -> str:
    return Fernet.generate_key().decode()


def test_secrets_come_back_as_they_were_stored() -> None:
    submission = make_submission()
    store_secrets(submission, SECRETS)
    assert read_secrets(submission) == SECRETS
    encrypted = Credential.objects.get().encrypted
    assert "1234567890" not in encrypted
    assert "header-value" not in encrypted


def test_secrets_do_not_show_themselves() -> None:
    assert "1234567890" not in repr(SECRETS)
    assert "header-value" not in repr(SECRETS)


def test_a_new_key_leaves_the_headers_that_were_given_with_the_old() -> None:
    submission = make_submission()
    store_secrets(submission, SECRETS)
    replace_key(submission, "")
    assert read_secrets(submission) == SECRETS
    replace_key(submission, "sk-new")
    assert read_secrets(submission) == Secrets("sk-new", SECRETS.extra_headers)


def test_a_new_key_takes_the_place_of_one_that_nobody_can_read(
    settings: Settings,
) -> None:
    submission = make_submission()
    settings.CREDENTIAL_KEYS = [new_key()]
    store_secrets(submission, SECRETS)
    settings.CREDENTIAL_KEYS = [new_key()]
    replace_key(submission, "sk-new")
    assert read_secrets(submission) == Secrets("sk-new")


def test_a_forgotten_key_is_gone() -> None:
    submission = make_submission()
    store_secrets(submission, SECRETS)
    forget_secrets(submission)
    assert not read_secrets(submission)
    assert not Credential.objects.exists()


def test_after_rotation_the_old_key_may_go(settings: Settings) -> None:
    submission = make_submission()
    old, new = new_key(), new_key()
    settings.CREDENTIAL_KEYS = [old]
    store_secrets(submission, SECRETS)
    settings.CREDENTIAL_KEYS = [new, old]
    assert rotate_credentials() == 1
    settings.CREDENTIAL_KEYS = [new]
    assert read_secrets(submission) == SECRETS


def test_a_key_encrypted_with_a_lost_key_is_reported(settings: Settings) -> None:
    submission = make_submission()
    store_secrets(submission, SECRETS)
    settings.CREDENTIAL_KEYS = [new_key()]
    with pytest.raises(UnreadableCredential, match=submission.pk):
        read_secrets(submission)
