"""Tasks as JSON, hidden scenario and gold chain included."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from leaderboard.queries.tasks import TaskPage, TaskRow


class TaskSerializer(serializers.Serializer[TaskRow]):
    id = serializers.CharField(source="task.id")
    title = serializers.CharField(source="task.title")
    family = serializers.CharField(source="task.family")
    category = serializers.CharField(source="task.category")
    area = serializers.CharField(source="task.area")
    language = serializers.CharField(source="task.language")
    steps = serializers.IntegerField()
    reads = serializers.IntegerField()
    writes = serializers.IntegerField()
    splits = serializers.ListField(child=serializers.CharField())


class TaskDetailSerializer(serializers.Serializer[TaskPage]):
    row = TaskSerializer()
    task = serializers.SerializerMethodField()

    def get_task(self, page: TaskPage) -> dict[str, Any]:  # Any: JSON values
        return asdict(page.task)
