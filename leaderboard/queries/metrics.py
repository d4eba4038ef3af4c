"""What Prometheus is told of the jobs: read from the rows when it asks.

So every web process says the same, and workers on other machines are counted too.
"""

from collections.abc import Iterable

from django.db.models import Count
from django.utils import timezone
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric

from leaderboard.models import Conversation, Submission, WorkerSign
from leaderboard.queries.site_load import queue_load
from leaderboard.queries.site_parts import site_parts

OUTCOMES = {
    "scored": "scored",
    "endpoint_failures": "endpoint_failed",
    "customer_failures": "customer_failed",
    "platform_failures": "platform_failed",
}


class SiteCollector:
    """Collects from the database; prometheus_client asks it once a scrape."""

    def collect(self) -> Iterable[Metric]:
        yield from _parts()
        yield from _rows()
        yield from _queue()
        yield from _workers()


def _parts() -> Iterable[Metric]:
    up = GaugeMetricFamily(
        "passbook_part_up", "Whether a part of the site is there.", labels=["part"]
    )
    for part in site_parts():
        up.add_metric([part.name], float(part.is_well))
    yield up


def _rows() -> Iterable[Metric]:
    for name, model in (("conversations", Conversation), ("submissions", Submission)):
        by_status = dict.fromkeys(model.Status.values, 0)
        rows = model.objects.order_by().values_list("status").annotate(n=Count("pk"))
        by_status.update(dict(rows))
        family = GaugeMetricFamily(
            f"passbook_{name}", f"Stored {name} by status.", labels=["status"]
        )
        for status, number in by_status.items():
            family.add_metric([status], number)
        yield family


def _queue() -> Iterable[Metric]:
    load = queue_load()
    depth = GaugeMetricFamily(
        "passbook_queue_depth",
        "Queued conversations: ready to run, due later, or of a paused submission.",
        labels=["state"],
    )
    for state in ("waiting", "later", "paused"):
        depth.add_metric([state], getattr(load, state))
    yield depth
    yield GaugeMetricFamily(
        "passbook_queue_oldest_seconds",
        "How long the first conversation that is ready has waited; 0 if none is.",
        value=load.oldest_s or 0.0,
    )


def _workers() -> Iterable[Metric]:
    signs = list(WorkerSign.objects.all())
    now = timezone.now()
    age = _of_worker("sign_age_seconds", "Seconds since the last sign of life.")
    running = _of_worker("running", "Conversations in hand.")
    threads = _of_worker("threads", "Conversations it can run at once.")
    ended = CounterMetricFamily(
        "passbook_worker_attempts",
        "Attempts at a conversation since the worker's start, by how they ended.",
        labels=["worker", "outcome"],
    )
    for sign in signs:
        age.add_metric([sign.name], (now - sign.seen_at).total_seconds())
        running.add_metric([sign.name], sign.running)
        threads.add_metric([sign.name], sign.threads)
        for field, outcome in OUTCOMES.items():
            ended.add_metric([sign.name, outcome], getattr(sign, field))
    yield GaugeMetricFamily(
        "passbook_workers",
        "Workers that give signs of life.",
        value=sum(sign.is_alive for sign in signs),
    )
    yield from (age, running, threads, ended)


def _of_worker(name: str, words: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"passbook_worker_{name}", words, labels=["worker"])
