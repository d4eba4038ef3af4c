"""Files that are sent: in parts or whole, followed, read by a worker, ended or lost."""

from datetime import timedelta
from typing import Any  # Any: whatever a response is

import orjson
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from leaderboard.models import Submission, Upload, UploadPart
from leaderboard.services import upload_jobs, uploads
from leaderboard.services.imported_boards import CannotImport
from leaderboard.services.upload_jobs import (
    UploadLost,
    claim_upload,
    run_upload,
    waiting_uploads,
)
from leaderboard.services.uploads import (
    add_part,
    begin_upload,
    forget_broken_uploads,
    missing_parts,
    whole_file,
)
from leaderboard.tests.factories import make_user
from runner.recordings.tests.test_tau import row

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client: Client) -> User:
    user = make_user()
    client.force_login(user)
    return user


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "PART_BYTES", 1000)


def recordings(number: int = 3) -> bytes:
    return orjson.dumps([row(trial=trial) for trial in range(number)])


def sent(raw: bytes, **more: Any) -> uploads.Sent:
    fields: dict[str, Any] = {
        "file_name": "recorded.json",
        "file_format": "tau",
        "size": len(raw),
    }
    return uploads.Sent(**(fields | more))


def part(raw: bytes, number: int) -> bytes:
    return raw[number * 1000 : number * 1000 + 1000]


def arrived(owner: User, raw: bytes, **more: Any) -> Upload:
    upload = begin_upload(owner, sent(raw, **more))
    for number in missing_parts(upload):
        add_part(upload, number, part(raw, number))
    return upload


def read(upload: Upload) -> Upload:
    claimed = claim_upload(upload.pk)
    assert claimed is not None
    run_upload(claimed)
    upload.refresh_from_db()
    return upload


def form_of(raw: bytes) -> dict[str, object]:
    file = SimpleUploadedFile("recorded.json", raw)
    return {"file": file, "format": "tau", "visibility": "private"}


def test_a_visitor_is_asked_to_log_in_before_uploading(client: Client) -> None:
    assert client.get(reverse("imports")).status_code == 302


def test_a_file_sent_by_the_form_is_read_by_a_worker(
    client: Client, owner: User
) -> None:
    answer = client.post(reverse("imports"), form_of(recordings()))
    upload = Upload.objects.get()
    assert answer["Location"] == reverse("upload", args=[upload.pk])
    page = client.get(answer["Location"]).content.decode()
    assert "Waiting" in page
    assert 'hx-trigger="every 2s"' in page
    read(upload)
    page = client.get(answer["Location"]).content.decode()
    assert "hx-trigger" not in page
    submission = Submission.objects.get()
    assert reverse("submission", args=[submission.pk]) in page
    assert (submission.owner, submission.visibility) == (owner, "private")
    assert not UploadPart.objects.exists()
    assert "recorded.json" in client.get(reverse("imports")).content.decode()


def test_a_broken_file_is_refused_with_the_place_and_leaves_nothing(
    client: Client, owner: User
) -> None:
    upload = read(arrived(owner, recordings()[:-40]))
    assert upload.status == "refused"
    page = client.get(reverse("upload", args=[upload.pk])).content.decode()
    assert "element[2] at byte" in page
    assert not Submission.objects.exists()
    assert not UploadPart.objects.exists()


def test_nobody_sees_the_files_of_others(client: Client, owner: User) -> None:
    upload = arrived(make_user(), recordings())
    for name in ("upload", "api-upload"):
        assert client.get(reverse(name, args=[upload.pk])).status_code == 404
    address = reverse("api-upload-part", args=[upload.pk, 0])
    kind = "application/octet-stream"
    assert client.put(address, b"x", content_type=kind).status_code == 404
    assert client.get(reverse("api-imports")).json() == []


def test_a_sender_that_was_cut_off_goes_on_with_the_missing_parts(
    client: Client, owner: User
) -> None:
    raw = recordings(4)
    body = {"file_name": "recorded.json", "size": len(raw), "format": "tau"}
    address = reverse("api-imports")
    kind = "application/octet-stream"
    begun = client.post(address, body, content_type="application/json").json()
    first = reverse("api-upload-part", args=[begun["id"], 1])
    assert client.put(first, part(raw, 1), content_type=kind).status_code == 201
    assert client.put(first, part(raw, 1), content_type=kind).status_code == 201
    again = client.post(address, body, content_type="application/json").json()
    assert again["id"] == begun["id"]
    parts = -(-len(raw) // 1000)
    assert again["missing_parts"] == [n for n in range(parts) if n != 1]
    for number in again["missing_parts"]:
        one = reverse("api-upload-part", args=[begun["id"], number])
        answer = client.put(one, part(raw, number), content_type=kind)
    assert (answer.status_code, answer.json()["status"]) == (202, "queued")
    with whole_file(Upload.objects.get()) as path:
        assert path.read_bytes() == raw
    read(Upload.objects.get())
    told = client.get(reverse("api-upload", args=[begun["id"]])).json()
    assert (told["status"], told["report"]["imported"]) == ("done", 4)
    assert told["submission"] == Submission.objects.get().pk


def test_the_api_takes_a_whole_file_and_tells_what_became_of_it(
    client: Client, owner: User
) -> None:
    raw = orjson.dumps([row(trial=0), row(trial=0)])
    form = {"file": SimpleUploadedFile("x.json", raw), "format": "tau"}
    answer = client.post(reverse("api-imports"), form)
    assert (answer.status_code, answer.json()["status"]) == (202, "queued")
    read(Upload.objects.get())
    report = client.get(reverse("api-imports")).json()[0]["report"]
    assert (report["imported"], report["refused"]) == (1, 1)
    assert report["pass_hat_k"] == [1.0]
    assert "was there already" in report["refusals"][0][1]


@pytest.mark.parametrize(
    ("number", "data", "words"),
    [
        (0, b"x" * 999, "999 bytes came, 1,000 are due"),
        (9, b"x", "the file has 2 parts"),
        (1, b"x" * 1000, "1,000 bytes came, 1 are due"),
    ],
)
def test_a_part_that_cannot_be_of_the_file_is_refused(
    client: Client, owner: User, number: int, data: bytes, words: str
) -> None:
    upload = begin_upload(owner, sent(b"x" * 1001))
    address = reverse("api-upload-part", args=[upload.pk, number])
    answer = client.put(address, data, content_type="application/octet-stream")
    assert answer.status_code == 400
    assert words in str(answer.json())


@pytest.mark.parametrize("size", [0, uploads.LARGEST_UPLOAD + 1])
def test_a_file_that_is_empty_or_too_large_is_refused_before_it_comes(
    client: Client, owner: User, size: int
) -> None:
    body = {"file_name": "x.json", "size": size, "format": "tau"}
    answer = client.post(reverse("api-imports"), body, content_type="application/json")
    assert answer.status_code == 400
    assert not Upload.objects.exists()


def test_a_user_has_few_files_under_way(owner: User) -> None:
    for number in range(uploads.MOST_AT_ONCE):
        arrived(owner, recordings(number + 1))
    with pytest.raises(CannotImport, match="wait until one is done"):
        begin_upload(owner, sent(b"[1]"))


def test_a_file_whose_worker_was_lost_is_read_by_another_and_goes_on(
    owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    upload = arrived(owner, recordings(120))

    def killed(*_: object) -> None:
        raise SystemExit

    claimed = claim_upload(upload.pk)
    assert claimed is not None
    with monkeypatch.context() as patch:
        patch.setattr("leaderboard.services.imports._finish", killed)
        with pytest.raises(SystemExit):
            run_upload(claimed)
    upload.refresh_from_db()
    assert (upload.status, upload.done, upload.total) == ("running", 120, 120)
    assert Submission.objects.get().status == "draft"
    assert (claim_upload(upload.pk), waiting_uploads()) == (None, [])
    past = timezone.now() - timedelta(seconds=1)
    Upload.objects.update(lease_ends=past)
    assert waiting_uploads() == [upload.pk]
    assert waiting_uploads() == []
    report = read(upload).report
    assert (report["imported"], report["skipped"]) == (0, 120)
    assert Submission.objects.get().status == "finished"


def test_a_worker_that_lost_its_file_records_nothing(owner: User) -> None:
    upload = arrived(owner, recordings())
    claimed = claim_upload(upload.pk)
    assert claimed is not None
    Upload.objects.update(attempt=2)
    run_upload(claimed)
    upload.refresh_from_db()
    assert (upload.status, upload.report) == ("running", {})
    with pytest.raises(UploadLost):
        upload_jobs._hold(claimed, done=1)


def test_a_file_that_kills_its_workers_is_given_up(owner: User) -> None:
    upload = arrived(owner, recordings())
    Upload.objects.update(attempt=upload_jobs.MAX_ATTEMPTS)
    assert read(upload).status == "refused"


def test_parts_that_stopped_coming_are_forgotten(owner: User) -> None:
    upload = begin_upload(owner, sent(b"x" * 1001))
    add_part(upload, 1, b"x")
    assert forget_broken_uploads() == 0
    old = timezone.now() - timedelta(days=2)
    Upload.objects.update(created_at=old)
    assert forget_broken_uploads() == 1
    assert not UploadPart.objects.exists()
