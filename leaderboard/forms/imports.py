"""A file of recorded conversations, uploaded."""

from typing import Any  # Any: a form's own arguments

from django import forms
from django.core.files.uploadedfile import UploadedFile

from leaderboard.models import Submission
from runner.recordings.formats import FORMATS

LARGEST_UPLOAD = 50 << 20
LABELS = {
    "tau": "τ-bench: a list of trajectories",
    "tau2": "τ²-bench: results.json, or one simulation",
    "passbook": "Passbook: trajectories, one a line",
}


class ImportForm(forms.Form):
    """What the command takes, for files that a page can wait for."""

    file = forms.FileField(help_text=f"at most {LARGEST_UPLOAD >> 20} MB")
    format = forms.ChoiceField(choices=[(name, LABELS[name]) for name in FORMATS])
    name = forms.CharField(
        required=False, max_length=80, help_text="as the board shows it"
    )
    visibility = forms.ChoiceField(choices=Submission.Visibility.choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["visibility"].label = "Seen by"

    def clean_file(self) -> "UploadedFile[Any]":
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if file.size is not None and file.size > LARGEST_UPLOAD:
            raise forms.ValidationError(
                f"It has {file.size:,} bytes; at most {LARGEST_UPLOAD:,} are taken. "
                "The operator's command takes any size."
            )
        return file
