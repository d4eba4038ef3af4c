"""Recorded conversations in and out, over the API."""

from typing import Any, cast  # Any: serializers without an instance

from django.contrib.auth.models import User
from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request as HttpRequest
from rest_framework.response import Response
from rest_framework.views import APIView

from leaderboard.forms.imports import LARGEST_UPLOAD
from leaderboard.models import Submission
from leaderboard.queries.submissions import visible_submissions
from leaderboard.services.exports import FORMS, export_submission, file_name
from leaderboard.services.imported_boards import CannotImport
from leaderboard.services.imports import Report, Request, import_recordings
from leaderboard.services.quotas import check_import_quota
from leaderboard.services.uploads import kept_on_disk
from runner.recordings.formats import FORMATS


class ImportSerializer(serializers.Serializer[Any]):
    """What is sent: the file and its format."""

    file = serializers.FileField()
    format = serializers.ChoiceField(FORMATS)
    domain = serializers.CharField(required=False, allow_blank=True, max_length=30)
    name = serializers.CharField(required=False, allow_blank=True, max_length=80)
    visibility = serializers.ChoiceField(Submission.Visibility.choices, required=False)


class ReportSerializer(serializers.Serializer[Report]):
    """What became of the file."""

    submission = serializers.CharField(source="submission.pk")
    imported = serializers.IntegerField()
    skipped = serializers.IntegerField()
    refused = serializers.IntegerField()
    tasks = serializers.IntegerField()
    trials = serializers.IntegerField()
    pass_hat_k = serializers.ListField(child=serializers.FloatField())
    refusals = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Place in the file and reason, one pair each.",
    )


class ImportList(APIView):
    """Bring a file of recorded conversations in."""

    permission_classes = [IsAuthenticated]
    parser_classes = [MultiPartParser]

    @extend_schema(request=ImportSerializer, responses={201: ReportSerializer})
    def post(self, request: HttpRequest) -> Response:
        sent = ImportSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        given = sent.validated_data
        if given["file"].size > LARGEST_UPLOAD:
            raise ValidationError({"file": [f"At most {LARGEST_UPLOAD:,} bytes."]})
        try:
            report = _import(cast("User", request.user), given)
        except CannotImport as refusal:
            raise ValidationError({"file": [str(refusal)]}) from None
        return Response(ReportSerializer(report).data, status.HTTP_201_CREATED)


def _import(owner: User, given: dict[str, Any]) -> Report:
    check_import_quota(owner)
    with kept_on_disk(given["file"]) as path:
        return import_recordings(
            Request(
                path=path,
                file_format=given["format"],
                owner=owner,
                file_name=given["file"].name,
                domain=given.get("domain", ""),
                name=given.get("name", ""),
                visibility=given.get("visibility", Submission.Visibility.PRIVATE),
            )
        )


class SubmissionExport(APIView):
    """A submission as a file: `tau2`, `passbook` or `labels`."""

    @extend_schema(
        parameters=[OpenApiParameter("form", str, "path", enum=sorted(FORMS))],
        responses={(200, "application/json"): OpenApiTypes.BINARY},
    )
    def get(self, request: HttpRequest, pk: str, form: str) -> StreamingHttpResponse:
        submission = get_object_or_404(visible_submissions(request.user), pk=pk)
        if form not in FORMS:
            raise NotFound(f"no form {form!r}; there are {', '.join(sorted(FORMS))}")
        response = StreamingHttpResponse(
            export_submission(submission, form), content_type="application/json"
        )
        name = file_name(submission, form)
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
