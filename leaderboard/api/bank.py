"""The bank: its counts, tools, customers and papers, and one call without a trace."""

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from bankenv.dataset import load_dataset
from leaderboard.api.bank_serializers import (
    CalledSerializer,
    CallSerializer,
    CustomerDetailSerializer,
    CustomerSerializer,
    DocumentSerializer,
    RuleSerializer,
    SearchSerializer,
    ToolSerializer,
)
from leaderboard.queries.bank_calls import NoSuchCustomer, call_tool
from leaderboard.queries.bank_customers import (
    FILTERS,
    CustomerFilter,
    customer_page,
    customer_rows,
)
from leaderboard.queries.bank_search import documents, search_page
from leaderboard.queries.bank_tools import bank_summary, tool_groups, tool_page
from leaderboard.throttles import BankCallThrottle

# With many=True a serializer takes a list, which its types do not say.


class Bank(APIView):
    """Counts and hashes of the bank, as `python -m bankenv check` prints them."""

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        return Response(bank_summary())


class ToolList(APIView):
    """Every tool, by area, with the schema that models are shown."""

    @extend_schema(responses=ToolSerializer(many=True))
    def get(self, request: Request) -> Response:
        rows = [row for group in tool_groups() for row in group.rows]
        return Response(ToolSerializer(rows, many=True).data)  # type: ignore[arg-type]


class ToolDetail(APIView):
    """One tool."""

    @extend_schema(responses=ToolSerializer)
    def get(self, request: Request, name: str) -> Response:
        page = tool_page(name)
        if page is None:
            raise Http404(f"no tool {name!r}")
        return Response(ToolSerializer(page.row).data)


class ToolCall(APIView):
    """Call a tool on fresh books of a customer; nothing is kept.

    Any tool name and any arguments may be sent: what cannot be used is answered as a
    model would be, with `ok` false.
    """

    permission_classes = (AllowAny,)
    throttle_classes = (BankCallThrottle,)

    @extend_schema(request=CallSerializer, responses=CalledSerializer)
    def post(self, request: Request, name: str) -> Response:
        sent = CallSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        asked = sent.validated_data
        try:
            called = call_tool(name, asked["customer"], asked["arguments"])
        except NoSuchCustomer as error:
            raise ValidationError({"customer": [str(error)]}) from None
        return Response(CalledSerializer(called).data)


class CustomerList(APIView):
    """Every customer, filtered as on their page."""

    @extend_schema(
        responses=CustomerSerializer(many=True),
        parameters=[OpenApiParameter(name, str) for name in FILTERS],
    )
    def get(self, request: Request) -> Response:
        sent = request.query_params
        asked = CustomerFilter(**{name: sent.get(name, "").strip() for name in FILTERS})
        rows = customer_rows(asked)
        body = CustomerSerializer(rows, many=True)  # type: ignore[arg-type]
        return Response(body.data)


class CustomerDetail(APIView):
    """One customer with the whole record."""

    @extend_schema(responses=CustomerDetailSerializer)
    def get(self, request: Request, customer_id: str) -> Response:
        page = customer_page(customer_id)
        if page is None:
            raise Http404(f"no customer {customer_id!r}")
        return Response(CustomerDetailSerializer(page).data)


class DocumentList(APIView):
    """Every document of the knowledge base, with its sections."""

    @extend_schema(responses=DocumentSerializer(many=True))
    def get(self, request: Request) -> Response:
        body = DocumentSerializer(documents(), many=True)  # type: ignore[arg-type]
        return Response(body.data)


class RuleList(APIView):
    """Every rule of the policy."""

    @extend_schema(responses=RuleSerializer(many=True))
    def get(self, request: Request) -> Response:
        rules = list(load_dataset().policy.rules.values())
        return Response(RuleSerializer(rules, many=True).data)  # type: ignore[arg-type]


class Search(APIView):
    """Sections that fit a query, as assistants find them, and rules that have it."""

    @extend_schema(responses=SearchSerializer, parameters=[OpenApiParameter("q", str)])
    def get(self, request: Request) -> Response:
        page = search_page(request.query_params.get("q", ""))
        return Response(SearchSerializer(page).data)
