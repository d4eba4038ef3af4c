"""What one answer of the assistant cost, in words."""

from bankenv.trajectory import Turn


def turn_words(turn: Turn | None) -> str:
    """Return what an answer cost: "turn 3 · 812 → 64 tokens · 1.2 s"."""
    if turn is None:
        return ""
    parts = [tokens_words(turn), cost_words(turn)]
    if turn.latency_ms is not None:
        parts.append(duration_words(turn.latency_ms))
    return " · ".join([f"turn {turn.number}", *(part for part in parts if part)])


def tokens_words(turn: Turn | None) -> str:
    """Return "812 → 64 tokens", with "–" for what the endpoint did not say."""
    if turn is None or (turn.tokens_in is None and turn.tokens_out is None):
        return ""
    return f"{_count(turn.tokens_in)} → {_count(turn.tokens_out)} tokens"


def cost_words(turn: Turn | None) -> str:
    """Return "$0.0021", or nothing where no price is known."""
    if turn is None or turn.cost_usd is None:
        return ""
    return f"${turn.cost_usd:.4f}"


def duration_words(milliseconds: float) -> str:
    """Return "2.5 ms", "412 ms", "1.2 s" or "3.4 min"."""
    if milliseconds < 10:
        return f"{milliseconds:.1f} ms"
    if milliseconds < 1000:
        return f"{milliseconds:.0f} ms"
    seconds = milliseconds / 1000
    return f"{seconds:.1f} s" if seconds < 60 else f"{seconds / 60:.1f} min"


def _count(tokens: int | None) -> str:
    return "–" if tokens is None else f"{tokens:,}"
