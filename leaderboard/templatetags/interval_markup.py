"""The drawing of an interval; sizes are attributes, as the CSP bars style."""

from leaderboard.templatetags.figures import MISSING, percent

# The dots' room at both ends, in percent of the drawing's width.
INSET, SPAN = 2.5, 95.0


def _x(share: float) -> str:
    return f"{INSET + SPAN * min(max(share, 0.0), 1.0):.2f}%"


AXIS = f'<line class="axis" x1="{_x(0)}" x2="{_x(1)}" y1="11" y2="11"/>' + "".join(
    f'<line class="tick" x1="{_x(at)}" x2="{_x(at)}" y1="8" y2="14"/>'
    for at in (0.0, 0.25, 0.5, 0.75, 1.0)
)


def interval_svg(
    rate: object, low: object, high: object, final_state: object = None
) -> str:
    """Draw a pass rate with its interval and the rate of the final records alone."""
    if not isinstance(rate, float) or not isinstance(low, float):
        return MISSING
    if not isinstance(high, float):
        return MISSING
    words = f"Pass rate {percent(rate)} %, interval {percent(low)} to {percent(high)} %"
    beside = ""
    if isinstance(final_state, float):
        words += f"; final state alone {percent(final_state)} %"
        beside = (
            f'<line class="hidden-gap" x1="{_x(rate)}" x2="{_x(final_state)}" y1="11"'
            f' y2="11"/><circle class="final" cx="{_x(final_state)}" cy="11" r="4"/>'
        )
    return (
        '<svg class="interval" width="100%" height="22" role="img"'
        f' aria-label="{words}">{AXIS}{beside}'
        f'<line class="range" x1="{_x(low)}" x2="{_x(high)}" y1="11" y2="11"/>'
        f'<circle class="rate" cx="{_x(rate)}" cy="11" r="4.5"/></svg>'
    )
