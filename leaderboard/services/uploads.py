"""An uploaded file on disk for as long as it is imported."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any  # Any: whatever kind of file is behind it

from django.core.files.uploadedfile import UploadedFile


@contextmanager
def kept_on_disk(upload: "UploadedFile[Any]") -> Iterator[Path]:
    """Yield the path of the upload's bytes; they are gone afterwards."""
    with NamedTemporaryFile(prefix="passbook-import-", suffix=".json") as file:
        for chunk in upload.chunks():
            file.write(chunk)
        file.flush()
        yield Path(file.name)
