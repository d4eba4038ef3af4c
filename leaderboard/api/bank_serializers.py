"""The bank's tools, calls, customers and papers as JSON."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from bankenv.knowledge import Document, Section
from bankenv.policy import Rule
from leaderboard.queries.bank_calls import Called
from leaderboard.queries.bank_customers import CustomerPage, CustomerRow
from leaderboard.queries.bank_search import Found, SearchPage
from leaderboard.queries.bank_tools import ToolRow


class ToolSerializer(serializers.Serializer[ToolRow]):
    """`schema` is the OpenAI function object that models are shown."""

    name = serializers.CharField(source="tool.name")
    kind = serializers.CharField(source="tool.kind")
    area = serializers.CharField(source="tool.area")
    description = serializers.CharField(source="tool.description")
    gold_steps = serializers.IntegerField()
    schema = serializers.DictField(source="tool.schema")


class CallSerializer(serializers.Serializer[Any]):
    """A call to make: anything may be sent as arguments. Any: no instance."""

    customer = serializers.CharField(max_length=64)
    arguments = serializers.JSONField(required=False, allow_null=True, default=dict)


class CalledSerializer(serializers.Serializer[Called]):
    """What came of a call: as a model is answered, and what it changed."""

    tool = serializers.CharField()
    customer = serializers.CharField(source="customer_id")
    ok = serializers.BooleanField()
    error = serializers.CharField(allow_null=True)
    content = serializers.JSONField()
    changes = serializers.SerializerMethodField()
    microseconds = serializers.IntegerField()

    def get_changes(self, called: Called) -> list[dict[str, Any]]:  # Any: JSON values
        return [asdict(change) for change in called.changes]


class CustomerSerializer(serializers.Serializer[CustomerRow]):
    id = serializers.CharField()
    name = serializers.CharField()
    segment = serializers.CharField()
    age = serializers.IntegerField(allow_null=True)
    senior = serializers.BooleanField()
    city = serializers.CharField()
    accounts = serializers.IntegerField()
    deposits = serializers.IntegerField()
    loans = serializers.IntegerField()
    cards = serializers.IntegerField()
    mandates = serializers.IntegerField()
    balance = serializers.FloatField()
    holds = serializers.SerializerMethodField()

    def get_holds(self, row: CustomerRow) -> list[str]:
        return sorted(row.holds)


class CustomerDetailSerializer(serializers.Serializer[CustomerPage]):
    """`record` is the whole record, laid out as in the published bank."""

    row = CustomerSerializer()
    record = serializers.DictField()
    tasks = serializers.SerializerMethodField()

    def get_tasks(self, page: CustomerPage) -> list[str]:
        return [task.id for task in page.tasks]


class SectionSerializer(serializers.Serializer[Section]):
    heading = serializers.CharField(source="label")
    anchor = serializers.CharField()
    text = serializers.CharField()


class DocumentSerializer(serializers.Serializer[Document]):
    slug = serializers.CharField()
    title = serializers.CharField()
    valid_from = serializers.DateField()
    valid_to = serializers.DateField(allow_null=True)
    replaces = serializers.CharField(allow_null=True)
    sections = SectionSerializer(many=True)


class RuleSerializer(serializers.Serializer[Rule]):
    id = serializers.CharField()
    group = serializers.CharField()
    title = serializers.CharField()
    text = serializers.CharField()


class FoundSerializer(serializers.Serializer[Found]):
    document = serializers.CharField(source="hit.document.slug")
    title = serializers.CharField(source="hit.document.title")
    valid_from = serializers.DateField(source="hit.document.valid_from")
    valid_to = serializers.DateField(source="hit.document.valid_to", allow_null=True)
    in_force = serializers.BooleanField()
    section = serializers.CharField(source="hit.section.anchor")
    heading = serializers.CharField(source="hit.section.label")
    text = serializers.CharField(source="hit.section.text")
    score = serializers.FloatField(source="hit.score")


class SearchSerializer(serializers.Serializer[SearchPage]):
    query = serializers.CharField()
    total = serializers.IntegerField()
    sections = FoundSerializer(many=True, source="found")
    rules = RuleSerializer(many=True)
