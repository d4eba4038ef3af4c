"""Conversations of a submission, and one with its verdict and trajectory."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView, RetrieveAPIView

from leaderboard.api.serializers import (
    ConversationDetailSerializer,
    ConversationSerializer,
)
from leaderboard.models import Conversation
from leaderboard.queries.conversations import (
    COLUMNS,
    DEFAULT_SORT,
    FILTERS,
    ConversationFilter,
    conversations_of,
    in_order,
    visible_conversations,
)
from leaderboard.queries.sorting import parse_sort
from leaderboard.queries.submissions import visible_submissions


@extend_schema(parameters=[OpenApiParameter(name, str) for name in (*FILTERS, "sort")])
class ConversationList(ListAPIView[Conversation]):
    """A submission's conversations, filtered and sorted as on its page."""

    serializer_class = ConversationSerializer
    queryset = Conversation.objects.none()  # for the schema

    def get_queryset(self) -> QuerySet[Conversation]:
        if getattr(self, "swagger_fake_view", False):
            return Conversation.objects.none()
        visible = visible_submissions(self.request.user)
        submission = get_object_or_404(visible, pk=self.kwargs["pk"])
        sent = self.request.GET
        asked = ConversationFilter(**{name: sent.get(name, "") for name in FILTERS})
        sort = parse_sort(sent.get("sort", ""), COLUMNS, DEFAULT_SORT)
        return in_order(conversations_of(submission, asked), sort)


class ConversationDetail(RetrieveAPIView[Conversation]):
    """One conversation, whole: verdict, findings, events."""

    serializer_class = ConversationDetailSerializer
    queryset = Conversation.objects.none()  # for the schema

    def get_queryset(self) -> QuerySet[Conversation]:
        rows = visible_conversations(self.request.user)
        return rows.select_related("submission", "trajectory")
