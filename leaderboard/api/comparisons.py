"""Two to six submissions compared: the figures of the compare page."""

from typing import Any

from django.http import Http404, HttpRequest
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from leaderboard.api.serializers import StandingSerializer
from leaderboard.queries.comparisons import (
    FEWEST,
    MOST,
    ComparePage,
    Difference,
    Pair,
    chosen_submissions,
    compare_page,
)


class DifferenceSerializer(serializers.Serializer[Difference]):
    """`difference` is left less right, a fraction; `p_holm` is for what is listed."""

    tasks = serializers.IntegerField()
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    both = serializers.IntegerField()
    neither = serializers.IntegerField()
    alike = serializers.IntegerField()
    difference = serializers.FloatField()
    low = serializers.FloatField()
    high = serializers.FloatField()
    p = serializers.FloatField()
    p_holm = serializers.FloatField()


class PairSerializer(serializers.Serializer[Pair]):
    left = serializers.CharField(source="left.pk")
    left_name = serializers.CharField(source="left.name")
    right = serializers.CharField(source="right.pk")
    right_name = serializers.CharField(source="right.name")
    whole = DifferenceSerializer(allow_null=True)
    categories = serializers.DictField(child=DifferenceSerializer())


class ComparedSerializer(serializers.Serializer[Any]):
    """One submission. Any: a dataclass, read only."""

    id = serializers.CharField(source="submission.pk")
    name = serializers.CharField(source="submission.name")
    standing = StandingSerializer(allow_null=True)


class ComparePageSerializer(serializers.Serializer[ComparePage]):
    """`reasons` say why the submissions must not be compared; then there is no pair."""

    reasons = serializers.ListField(child=serializers.CharField())
    entries = ComparedSerializer(many=True)
    pairs = PairSerializer(many=True)


class Compare(APIView):
    """Two to six submissions side by side."""

    @extend_schema(
        responses=ComparePageSerializer,
        parameters=[OpenApiParameter("s", str, many=True, required=True)],
    )
    def get(self, request: Request) -> Response:
        page = compared_or_404(request._request)
        return Response(ComparePageSerializer(page, context={"request": request}).data)


def compared_or_404(request: HttpRequest) -> ComparePage:
    """Return the comparison that `?s=a&s=b` asks for.

    Raises Http404 where one may not be seen, ValidationError for too few or too many.
    """
    keys = list(dict.fromkeys(request.GET.getlist("s")))
    if not FEWEST <= len(keys) <= MOST:
        raise ValidationError({"s": [f"From {FEWEST} to {MOST} submissions."]})
    chosen = chosen_submissions(keys, request.user)
    if chosen is None:
        raise Http404("one of these submissions is not there")
    return compare_page(chosen)
