"""Submissions: listed, entered, followed, paused, resumed, cancelled."""

from typing import cast

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from leaderboard.api.entry import (
    EntrySerializer,
    KeySerializer,
    LimitsSerializer,
    NewKeySerializer,
)
from leaderboard.api.serializers import SubmissionPageSerializer, SubmissionSerializer
from leaderboard.models import Submission
from leaderboard.queries.submissions import (
    listed_submissions,
    submission_page,
    visible_submissions,
)
from leaderboard.services.connection import submit_tested
from leaderboard.services.keys import change_key
from leaderboard.services.limits import change_limits
from leaderboard.services.submissions import (
    cancel_submission,
    pause_submission,
    resume_submission,
)
from leaderboard.tasks import ring_waiting


class SubmissionList(ListAPIView[Submission]):
    """Public submissions and your own, newest first; POST enters one."""

    serializer_class = SubmissionSerializer

    def get_queryset(self) -> QuerySet[Submission]:
        return listed_submissions(self.request.user)

    @extend_schema(request=EntrySerializer, responses={201: SubmissionSerializer})
    def post(self, request: Request) -> Response:
        # A visitor without an account did not come this far.
        sent = EntrySerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        submission = submit_tested(cast("User", request.user), sent.entry())
        ring_waiting()
        body = SubmissionSerializer(submission, context={"request": request})
        return Response(body.data, status.HTTP_201_CREATED)


class SubmissionDetail(APIView):
    """One submission with its progress and figures."""

    @extend_schema(responses=SubmissionPageSerializer)
    def get(self, request: Request, pk: str) -> Response:
        found = get_object_or_404(visible_submissions(request.user), pk=pk)
        return _page(request, found)


class OwnSubmission(APIView):
    """What only the owner may do; a submission of somebody else is not there."""

    permission_classes = [IsAuthenticated]

    def own(self, request: Request, pk: str) -> Submission:
        mine = visible_submissions(request.user).filter(owner_id=request.user.pk)
        return get_object_or_404(mine, pk=pk)


class Pause(OwnSubmission):
    @extend_schema(request=None, responses=SubmissionPageSerializer)
    def post(self, request: Request, pk: str) -> Response:
        submission = self.own(request, pk)
        pause_submission(submission)
        return _page(request, submission)


class Resume(OwnSubmission):
    @extend_schema(request=KeySerializer, responses=SubmissionPageSerializer)
    def post(self, request: Request, pk: str) -> Response:
        sent = KeySerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        submission = self.own(request, pk)
        resume_submission(submission, sent.validated_data.get("api_key", ""))
        ring_waiting()
        return _page(request, submission)


class Cancel(OwnSubmission):
    @extend_schema(request=None, responses=SubmissionPageSerializer)
    def post(self, request: Request, pk: str) -> Response:
        submission = self.own(request, pk)
        cancel_submission(submission)
        return _page(request, submission)


class LimitsOfSubmission(OwnSubmission):
    """How many at once, how fast, how much in all: changed at any time."""

    @extend_schema(request=LimitsSerializer, responses=SubmissionPageSerializer)
    def patch(self, request: Request, pk: str) -> Response:
        submission = self.own(request, pk)
        sent = LimitsSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        change_limits(submission, sent.validated_data)
        ring_waiting()
        return _page(request, submission)


class KeyOfSubmission(OwnSubmission):
    """The endpoint's key: replaced, and never read."""

    @extend_schema(request=NewKeySerializer, responses=SubmissionPageSerializer)
    def put(self, request: Request, pk: str) -> Response:
        submission = self.own(request, pk)
        sent = NewKeySerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        change_key(submission, sent.validated_data["api_key"])
        return _page(request, submission)


def _page(request: Request, submission: Submission) -> Response:
    page = submission_page(submission, request.user)
    return Response(SubmissionPageSerializer(page, context={"request": request}).data)
