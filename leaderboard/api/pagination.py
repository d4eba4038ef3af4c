"""Long lists, a stretch at a time: `?limit=100&offset=200`."""

from rest_framework.pagination import LimitOffsetPagination


class Stretches(LimitOffsetPagination):
    """No more than the database can count to, nor than one answer should hold."""

    max_limit = 1000
    limit_query_description = f"How many at most; {max_limit} are the most."
