"""A file of recorded conversations, uploaded."""

from typing import Any  # Any: a form's own arguments

from django import forms
from django.core.files.uploadedfile import UploadedFile

from leaderboard.models import Submission
from leaderboard.services.uploads import LARGEST_UPLOAD, Sent
from runner.recordings.formats import FORMATS

LABELS = {
    "tau": "τ-bench: a list of trajectories",
    "tau2": "τ²-bench: results.json, or one simulation",
    "passbook": "Passbook: trajectories, one a line",
}


class ImportForm(forms.Form):
    """What the command takes, for files up to a size."""

    file = forms.FileField(help_text=f"at most {LARGEST_UPLOAD >> 20} MB")
    format = forms.ChoiceField(choices=[(name, LABELS[name]) for name in FORMATS])
    name = forms.CharField(
        required=False, max_length=80, help_text="as the board shows it"
    )
    visibility = forms.ChoiceField(choices=Submission.Visibility.choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["visibility"].label = "Seen by"

    def sent(self) -> Sent:
        """Return what is sent. Only of a valid form."""
        given = self.cleaned_data
        file: UploadedFile[Any] = given["file"]
        return Sent(
            file_name=file.name or "",
            file_format=given["format"],
            size=file.size or 0,
            name=given["name"],
            visibility=given["visibility"],
        )
