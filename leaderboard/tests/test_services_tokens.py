"""API tokens are recognised by their hash, and only while they are theirs."""

import pytest

from leaderboard.models import ApiToken
from leaderboard.services.tokens import create_token, recognise_token, revoke_token
from leaderboard.tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_a_token_is_recognised_and_its_use_noted() -> None:
    user = make_user()
    row, token = create_token(user, "CI")
    found = recognise_token(token)
    assert found == row
    assert found is not None
    assert found.user == user
    row.refresh_from_db()
    assert row.last_used_at is not None


def test_the_token_itself_is_not_stored() -> None:
    _, token = create_token(make_user(), "CI")
    stored = ApiToken.objects.values().get()
    assert token not in str(stored)


@pytest.mark.parametrize("token", ["", "pb_", "pb_guess", "\x00"])
def test_an_unknown_token_is_nobodys(token: str) -> None:
    create_token(make_user(), "CI")
    assert recognise_token(token) is None


def test_a_token_of_a_closed_account_is_not_recognised() -> None:
    _, token = create_token(make_user(is_active=False), "CI")
    assert recognise_token(token) is None


def test_only_its_owner_revokes_a_token() -> None:
    owner = make_user()
    row, token = create_token(owner, "CI")
    assert not revoke_token(make_user(), row.pk)
    assert revoke_token(owner, row.pk)
    assert recognise_token(token) is None
