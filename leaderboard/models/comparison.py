"""Two submissions of one board, compared on the tasks that both ran."""

from django.db import models
from django.db.models import F, Q

from leaderboard.models.submission import Submission


class Comparison(models.Model):
    """Stored once for each pair, the smaller id first; of all tasks or one category.

    A task is ahead where the first passed more of the trials both have. `difference`
    is the first's pass rate less the second's over shared tasks, a fraction; `p` is
    exact McNemar's, not corrected for how many pairs somebody looks at.
    """

    first = models.ForeignKey(Submission, models.CASCADE, related_name="+")
    second = models.ForeignKey(Submission, models.CASCADE, related_name="+")
    category = models.CharField(max_length=20, blank=True)

    ahead = models.PositiveIntegerField(help_text="Tasks only the first does better.")
    behind = models.PositiveIntegerField()
    both = models.PositiveIntegerField(help_text="Tasks both passed whenever shared.")
    neither = models.PositiveIntegerField()
    alike = models.PositiveIntegerField(help_text="Equally often, but not always.")
    difference = models.FloatField()
    difference_low = models.FloatField(help_text="95 %, tasks drawn anew.")
    difference_high = models.FloatField()
    p = models.FloatField()

    scorer = models.CharField(max_length=40)
    dataset_hash = models.CharField(max_length=64)
    computed_at = models.DateTimeField()

    class Meta:
        ordering = ["first_id", "second_id", "category"]
        constraints = [
            models.UniqueConstraint(
                name="one_comparison_per_pair_and_category",
                fields=["first", "second", "category"],
            ),
            models.CheckConstraint(
                name="the_smaller_id_of_a_pair_is_first",
                condition=Q(first__lt=F("second")),
            ),
            models.CheckConstraint(
                name="a_difference_lies_inside_its_interval",
                condition=Q(
                    difference_low__lte=F("difference"),
                    difference_high__gte=F("difference"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id} {self.category}".strip()

    @property
    def tasks(self) -> int:
        """How many tasks both ran."""
        return self.ahead + self.behind + self.both + self.neither + self.alike
