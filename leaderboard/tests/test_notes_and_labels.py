"""What people write about conversations: notes and labels."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.test import Client

from bankenv.replay import gold_calls
from bankenv.trajectory import End, Message, Trajectory
from leaderboard.models import Conversation, Label, Note
from leaderboard.queries.conversation.labels import label_counts, suggestions
from leaderboard.services.labels import set_label
from leaderboard.services.notes import EmptyNote, add_note, settle_note
from leaderboard.tests.factories import make_submission, make_user
from leaderboard.tests.recordings import quoted_closure, stored, without
from leaderboard.tests.sample import (
    BALANCE,
    CLOSE,
    DETAILS,
    FREEZE,
    GOLD,
    QUOTE,
    played,
    scored,
)

pytestmark = pytest.mark.django_db


def hasty() -> Conversation:
    return stored(without(quoted_closure(), "get_deposit_closure_quote"))


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_a_note_on_an_event_stands_on_its_row_and_among_the_notes() -> None:
    conversation, writer = hasty(), make_user("asha")
    client = signed_in(writer)
    address = f"/conversations/{conversation.pk}/"
    client.post(f"{address}notes/add/", {"text": "Look <b>here</b>", "event": "3"})
    assert "1 note" in client.get(address).content.decode()
    html = client.get(f"{address}notes/").content.decode()
    assert "Look &lt;b&gt;here&lt;/b&gt;" in html
    assert f'href="{address}#e3"' in html


def test_only_those_who_are_signed_in_write_notes_and_labels() -> None:
    conversation = hasty()
    address = f"/conversations/{conversation.pk}/"
    for tail in ("notes/add/", "label/"):
        response = Client().post(f"{address}{tail}", {"text": "x"})
        assert response.status_code == 302
        assert "/login/" in response["Location"]
    assert not Note.objects.exists()


def test_nobody_writes_on_a_conversation_they_may_not_see() -> None:
    private = stored(
        gold_calls(quoted_closure()), submission=make_submission(visibility="private")
    )
    client = signed_in(make_user())
    for tail in ("notes/add/", "label/", "notes/1/"):
        address = f"/conversations/{private.pk}/{tail}"
        assert client.post(address, {"text": "x"}).status_code == 404


def test_a_note_is_resolved_by_its_author_or_the_owner_and_by_nobody_else() -> None:
    conversation, author = hasty(), make_user()
    note = add_note(conversation, author, "why?")
    assert settle_note(conversation, note.pk, make_user(), resolved=True) is None
    note.refresh_from_db()
    assert note.is_open
    for user in (author, conversation.submission.owner):
        settled = settle_note(conversation, note.pk, user, resolved=True)
        assert settled is not None
        assert not settled.is_open
        settle_note(conversation, note.pk, user, resolved=False)
    note.refresh_from_db()
    assert note.is_open


def test_a_note_cannot_be_settled_through_another_conversation() -> None:
    author = make_user()
    note = add_note(hasty(), author, "why?")
    elsewhere = stored(without(quoted_closure(), "close_deposit"), trial=2)
    address = f"/conversations/{elsewhere.pk}/notes/{note.pk}/"
    assert signed_in(author).post(address, {"resolved": "yes"}).status_code == 404


def test_a_blank_note_is_not_kept() -> None:
    conversation, author = hasty(), make_user()
    with pytest.raises(EmptyNote):
        add_note(conversation, author, " \n\x00 ")
    with pytest.raises(IntegrityError):
        Note.objects.create(conversation=conversation, author=author, text="")


def test_an_event_there_is_not_is_not_noted() -> None:
    conversation = hasty()
    address = f"/conversations/{conversation.pk}/notes/add/"
    for event in ("9999", "-1", "²", "x", ""):
        signed_in(make_user()).post(address, {"text": "x", "event": event})
    assert set(Note.objects.values_list("event", flat=True)) == {None}


@pytest.mark.parametrize(
    ("calls", "behaviours"),
    [
        (GOLD, set()),
        ((DETAILS, CLOSE, BALANCE), {"skipped_check"}),
        ((DETAILS, QUOTE, BALANCE), {"skipped_deed"}),
        ((DETAILS, CLOSE, QUOTE, BALANCE), {"wrong_order"}),
        ((*GOLD, FREEZE), {"unasked_deed"}),
        ((*GOLD, CLOSE), {"repeated_deed"}),
    ],
)
def test_rules_suggest_behaviours_from_the_findings(
    calls: tuple[tuple[str, object], ...], behaviours: set[str]
) -> None:
    trajectory = played(*calls)
    assert set(suggestions(trajectory, scored(trajectory))) == behaviours


def test_a_suggestion_counts_only_once_somebody_has_seen_it() -> None:
    conversation, user = hasty(), make_user()
    submission = conversation.submission
    assert label_counts(submission) == []
    set_label(conversation, "skipped_check", user, seen=True)
    set_label(conversation, "false_claim", user, seen=False)
    assert label_counts(submission) == [("skipped a check", 1)]
    set_label(conversation, "skipped_check", user, seen=None)
    assert label_counts(submission) == []


def test_a_behaviour_there_is_not_is_refused() -> None:
    conversation, user = hasty(), make_user()
    with pytest.raises(ValueError, match="no behaviour 'rude'"):
        set_label(conversation, "rude", user, seen=True)
    address = f"/conversations/{conversation.pk}/label/"
    answer = signed_in(user).post(address, {"behaviour": "rude", "said": "seen"})
    assert answer.status_code == 400


def test_nine_behaviours_stand_in_three_families() -> None:
    named = [key for _, keys in Label.FAMILIES for key in keys]
    assert sorted(named) == sorted(Label.Behaviour.values)
    assert len(named) == 9


def test_words_that_report_a_deed_never_done_suggest_a_false_claim() -> None:
    silent = played(DETAILS, QUOTE, BALANCE)
    said = Message(len(silent.events) - 1, 0.0, "assistant", "Your FD has been closed.")
    end = End(len(silent.events), 0.0, "customer_ended")
    claiming = Trajectory(silent.header, (*silent.events[:-1], said, end))
    assert "false_claim" not in suggestions(silent, scored(silent))
    found = suggestions(claiming, scored(claiming))
    assert "Your FD has been closed." in found["false_claim"]


def test_the_submission_page_counts_what_people_saw() -> None:
    conversation = hasty()
    set_label(conversation, "skipped_check", make_user(), seen=True)
    address = f"/submissions/{conversation.submission.pk}/"
    html = " ".join(Client().get(address).content.decode().split())
    assert "Seen by people: skipped a check in 1" in html
