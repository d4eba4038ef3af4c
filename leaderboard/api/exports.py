"""Submissions as files, over the API."""

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request as HttpRequest
from rest_framework.views import APIView

from leaderboard.api.schema import files_of
from leaderboard.http import Answer, file_response
from leaderboard.queries.submissions import visible_submissions
from leaderboard.services.exports import (
    FORMS,
    content_type,
    export_submission,
    file_name,
)


class SubmissionExport(APIView):
    """A submission as a file: `tau2`, `passbook`, `labels` or `labels-parquet`."""

    @extend_schema(
        parameters=[OpenApiParameter("form", str, "path", enum=sorted(FORMS))],
        responses=files_of(map(content_type, FORMS)),
    )
    def get(self, request: HttpRequest, pk: str, form: str) -> Answer:
        submission = get_object_or_404(visible_submissions(request.user), pk=pk)
        if form not in FORMS:
            raise NotFound(f"no form {form!r}; there are {', '.join(sorted(FORMS))}")
        parts = export_submission(submission, form)
        return file_response(parts, file_name(submission, form), content_type(form))
