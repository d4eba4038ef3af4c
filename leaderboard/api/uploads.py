"""Files of recordings, sent over the API whole or in parts, and what became of them."""

from typing import Any, cast  # Any: serializers without an instance

from django.contrib.auth.models import User
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from leaderboard.api.parsers import BytesParser, StrictJsonParser
from leaderboard.models import Submission, Upload
from leaderboard.queries.uploads import uploads_of
from leaderboard.services.imported_boards import CannotImport
from leaderboard.services.uploads import (
    PART_BYTES,
    Sent,
    add_part,
    begin_upload,
    missing_parts,
    receive,
)
from leaderboard.tasks import ring_uploads
from runner.recordings.formats import FORMATS


class SentSerializer(serializers.Serializer[Any]):
    """A file and its format; or `file_name` and `size`, its parts to follow."""

    file = serializers.FileField(required=False)
    file_name = serializers.CharField(required=False, max_length=200)
    size = serializers.IntegerField(required=False, min_value=1, help_text="Bytes.")
    format = serializers.ChoiceField(FORMATS)
    domain = serializers.CharField(required=False, allow_blank=True, max_length=30)
    name = serializers.CharField(required=False, allow_blank=True, max_length=80)
    visibility = serializers.ChoiceField(Submission.Visibility.choices, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "file" not in attrs and not {"file_name", "size"} <= attrs.keys():
            raise ValidationError({"file": ["Send a file, or file_name and size."]})
        return attrs

    def sent(self) -> Sent:
        """Return what is sent. Only of valid data."""
        given = self.validated_data
        file = given.get("file")
        return Sent(
            file_name=file.name if file else given["file_name"],
            file_format=given["format"],
            size=file.size if file else given["size"],
            domain=given.get("domain", ""),
            name=given.get("name", ""),
            visibility=given.get("visibility", Submission.Visibility.PRIVATE),
        )


class UploadSerializer(serializers.ModelSerializer[Upload]):
    """How far a file is. `report` is there once it was read: what was imported."""

    part_bytes = serializers.SerializerMethodField(
        help_text="Bytes of each part but the last."
    )
    missing_parts = serializers.SerializerMethodField(
        help_text="Numbers of the parts that are still to come, from 0."
    )

    class Meta:
        model = Upload
        fields = [
            "id",
            "status",
            "file_name",
            "size",
            "done",
            "total",
            "submission",
            "report",
            "reason",
            "part_bytes",
            "missing_parts",
        ]

    def get_part_bytes(self, upload: Upload) -> int:
        return PART_BYTES

    def get_missing_parts(self, upload: Upload) -> list[int]:
        arriving = upload.status == Upload.Status.ARRIVING
        return missing_parts(upload) if arriving else []


class UploadList(APIView):
    """Bring a file of recorded conversations in; GET lists yours, newest first."""

    permission_classes = [IsAuthenticated]
    parser_classes = [MultiPartParser, StrictJsonParser]

    @extend_schema(responses=UploadSerializer(many=True))
    def get(self, request: Request) -> Response:
        rows = uploads_of(cast("User", request.user))[:100]
        return Response(UploadSerializer(rows, many=True).data)

    @extend_schema(
        request=SentSerializer,
        responses={201: UploadSerializer, 202: UploadSerializer},
    )
    def post(self, request: Request) -> Response:
        given = SentSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        owner = cast("User", request.user)
        file = given.validated_data.get("file")
        try:
            upload = (
                receive(owner, given.sent(), file)
                if file
                else begin_upload(owner, given.sent())
            )
        except CannotImport as refusal:
            raise ValidationError({"file": [str(refusal)]}) from None
        return _answer(upload)


class UploadDetail(APIView):
    """How far one of your files is."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=UploadSerializer)
    def get(self, request: Request, pk: str) -> Response:
        return Response(UploadSerializer(_own(request, pk)).data)


class UploadPartDetail(APIView):
    """One part of a file, as bytes. Sending it twice does no harm."""

    permission_classes = [IsAuthenticated]
    parser_classes = [BytesParser]

    @extend_schema(
        request={"application/octet-stream": OpenApiTypes.BINARY},
        responses={201: UploadSerializer, 202: UploadSerializer},
    )
    def put(self, request: Request, pk: str, number: int) -> Response:
        upload = _own(request, pk)
        try:
            add_part(upload, number, cast("bytes", request.data))
        except CannotImport as refusal:
            raise ValidationError({"part": [str(refusal)]}) from None
        return _answer(upload)


def _own(request: Request, pk: str) -> Upload:
    return get_object_or_404(uploads_of(cast("User", request.user)), pk=pk)


def _answer(upload: Upload) -> Response:
    """Answer 201 while parts are missing, 202 once the file waits to be read."""
    arriving = upload.status == Upload.Status.ARRIVING
    if not arriving:
        ring_uploads()
    code = status.HTTP_201_CREATED if arriving else status.HTTP_202_ACCEPTED
    return Response(UploadSerializer(upload).data, code)
