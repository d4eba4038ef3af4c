"""How a board's ranked submissions fare on one of its tasks."""

from django.db import models
from django.db.models import F, Q

from leaderboard.models.board import Board


class TaskFigure(models.Model):
    """Computed with the ranks, over complete and public submissions.

    `pass_rate` is the mean over submissions of the share of their trials that passed;
    `discrimination` the item-rest correlation, None where it cannot be told.
    """

    board = models.ForeignKey(Board, models.CASCADE, related_name="task_figures")
    task_id = models.CharField(max_length=100)
    submissions = models.PositiveIntegerField(help_text="That have a score of it.")
    solved_by = models.PositiveIntegerField(help_text="That passed every trial.")
    pass_rate = models.FloatField()
    discrimination = models.FloatField(null=True)
    computed_at = models.DateTimeField()

    class Meta:
        ordering = ["board_id", "task_id"]
        constraints = [
            models.UniqueConstraint(
                name="one_figure_per_board_and_task", fields=["board", "task_id"]
            ),
            models.CheckConstraint(
                name="no_more_solve_a_task_than_ran_it",
                condition=Q(submissions__gt=0, solved_by__lte=F("submissions")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.task_id} on {self.board_id}"
