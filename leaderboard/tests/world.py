"""A small site with one private submission, and the four kinds of people at it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.test import Client

from bankenv.dataset import load_dataset
from bankenv.replay import gold_calls
from leaderboard.models import ApiToken, Conversation, Submission, Upload
from leaderboard.services.notes import add_note
from leaderboard.services.standings import refresh_standings
from leaderboard.services.tokens import create_token
from leaderboard.services.uploads import Sent, begin_upload
from leaderboard.tests.factories import make_board, make_submission, make_user
from leaderboard.tests.recordings import quoted_closure, stored
from leaderboard.tests.routes import Objects

ROLES = ("anonymous", "other", "owner", "staff")


@dataclass(frozen=True)
class World:
    """`people` maps a role to its user; the submission is the owner's."""

    people: Mapping[str, User | None]
    submission: Submission
    conversation: Conversation
    beside: Conversation
    note: int
    token: ApiToken
    upload: Upload

    @property
    def objects(self) -> Objects:
        task_id = self.conversation.task_id
        return Objects(
            submission=self.submission.pk,
            conversation=self.conversation.pk,
            beside=self.beside.pk,
            task_id=task_id,
            customer_id=load_dataset().tasks[task_id].customer_id,
            note=self.note,
            token=self.token.pk,
            upload=self.upload.pk,
        )

    def client(self, role: str, *, csrf: bool = False) -> Client:
        client = Client(enforce_csrf_checks=csrf)
        user = self.people[role]
        if user is not None:
            client.force_login(
                user, backend="django.contrib.auth.backends.ModelBackend"
            )
        return client


def make_world(visibility: str = "private") -> World:
    owner = make_user("owner")
    people = {
        "anonymous": None,
        "other": make_user("other"),
        "owner": owner,
        "staff": make_user("staff", is_staff=True),
    }
    lite = len(load_dataset().splits["lite"])
    board = make_board("lite", split="lite", task_count=lite, max_trials=8)
    submission = make_submission(
        board=board, owner=owner, visibility=visibility, status="finished", trials=2
    )
    calls = gold_calls(quoted_closure())
    conversation = stored(calls, submission=submission)
    beside = stored(calls, submission=submission, trial=2)
    refresh_standings(submission)
    note = add_note(conversation, owner, "Look here.", None)
    token, _ = create_token(owner, "CI")
    sent = Sent(file_name="recorded.json", file_format="tau", size=1000)
    upload = begin_upload(owner, sent)
    return World(people, submission, conversation, beside, note.pk, token, upload)
