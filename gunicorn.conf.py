"""What gunicorn reads by itself: its processes count requests in one folder."""

import shutil
import tempfile
from typing import Any  # Any: gunicorn's own arbiter and workers

_metrics = tempfile.mkdtemp(prefix="passbook-metrics-")
raw_env = [f"PROMETHEUS_MULTIPROC_DIR={_metrics}"]


def child_exit(server: Any, worker: Any) -> None:
    """Keep a dead process's counts, drop what only a live one can say."""
    # Imported before the variable is set, it would have each process count alone.
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid, _metrics)


def on_exit(server: Any) -> None:
    shutil.rmtree(_metrics, ignore_errors=True)
