"""The datasheet as JSON: the very figures of the page."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from leaderboard.queries.datasheet import datasheet


class Datasheet(APIView):
    """Sizes and distributions of the dataset, counted from the dataset itself."""

    permission_classes = (AllowAny,)

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        return Response(datasheet().as_json())
