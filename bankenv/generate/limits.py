"""Round figures that people name as a limit."""

STEPS = (
    100_000.0, 50_000.0, 25_000.0, 10_000.0, 5_000.0, 2_000.0, 1_000.0, 500.0, 100.0,
)  # fmt: skip


def round_between(one: float, other: float) -> float | None:
    """Return the roundest rupees strictly between two sums, None where none is."""
    low, high = sorted((one, other))
    for step in STEPS:
        middle = round((low + high) / 2 / step) * step
        if low < middle < high:
            return middle
    return None
