"""Tasks as JSON, hidden scenario and gold chain included."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from leaderboard.models import TaskFigure
from leaderboard.queries.tasks import TaskPage, TaskRow


class TaskFigureSerializer(serializers.ModelSerializer[TaskFigure]):
    """Over the ranked submissions of a board; `discrimination` is null if not told."""

    class Meta:
        model = TaskFigure
        fields = ("submissions", "solved_by", "pass_rate", "discrimination")


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
    figure = TaskFigureSerializer(allow_null=True)
    report = serializers.CharField(help_text="open, confirmed (suspect) or empty.")


class TaskDetailSerializer(serializers.Serializer[TaskPage]):
    row = TaskSerializer()
    task = serializers.SerializerMethodField()

    def get_task(self, page: TaskPage) -> dict[str, Any]:  # Any: JSON values
        return asdict(page.task)
