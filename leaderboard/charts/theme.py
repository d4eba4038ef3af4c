"""How figures look. Colours are stand-ins that the page's script makes the theme's.

Plotly checks colours when a figure is built, and the theme is known only to the
browser; so each token has a colour nobody would choose, replaced when it is drawn.
"""

from collections.abc import Mapping
from typing import Any  # Any: Plotly's JSON

INK, SOFT, RULE, CARD = "#010101", "#010102", "#010103", "#010104"
ACCENT, MISS, HEAT, COLD = "#010105", "#010106", "#010107", "#010108"
SERIES = tuple(f"#0102{number:02x}" for number in range(1, 9))
BANDS = tuple(f"#0103{number:02x}" for number in range(1, 5))
MOST_DRAWN = 30  # rows of a figure; its table has all
# Signs and dashes part the series for those who do not see their colours.
SYMBOLS = (
    "circle",
    "square",
    "diamond",
    "triangle-up",
    "x",
    "star",
    "cross",
    "hexagon",
)
DASHES = ("solid", "dash", "dot", "dashdot")

TOKENS: Mapping[str, str] = {
    INK: "--ink",
    SOFT: "--soft",
    RULE: "--rule",
    CARD: "--card",
    ACCENT: "--accent",
    MISS: "--miss",
    HEAT: "--heat",
    COLD: "--sunk",
    **{colour: f"--series-{n}" for n, colour in enumerate(SERIES, start=1)},
    **{colour: f"--band-{n}" for n, colour in enumerate(BANDS, start=1)},
}

AXIS: Mapping[str, Any] = {
    "gridcolor": RULE,
    "zerolinecolor": RULE,
    "linecolor": RULE,
    "tickfont": {"color": SOFT},
    "title": {"font": {"color": SOFT, "size": 12}},
    "fixedrange": True,
    "automargin": True,
}
MARGIN: Mapping[str, int] = {"l": 8, "r": 16, "t": 8, "b": 8}
PERCENT: Mapping[str, Any] = {"range": [-2, 102], "ticksuffix": " %", "dtick": 25}


def styled(layout: Mapping[str, Any]) -> dict[str, Any]:
    """Return a layout in the site's looks; the layout's own wishes win."""
    axes = {name: _merged(AXIS, layout.get(name, {})) for name in ("xaxis", "yaxis")}
    return {
        "paper_bgcolor": CARD,
        "plot_bgcolor": CARD,
        "font": {"color": INK, "size": 12},
        "margin": MARGIN,
        "hoverlabel": {"bgcolor": CARD, "bordercolor": RULE, "font": {"color": INK}},
        "legend": {"orientation": "h", "y": -0.16, "x": 0, "traceorder": "normal"},
        "colorway": list(SERIES),
        **layout,
        **axes,
    }


def _merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    merged = {**base, **own}
    if "title" in own and isinstance(own["title"], str):
        merged["title"] = {**base["title"], "text": own["title"]}
    return merged


def named(names: list[str]) -> dict[str, Any]:
    """Return an axis of rows with these names, the first on top, none left out."""
    places = list(range(len(names)))
    return {
        "tickvals": places,
        "ticktext": names,
        "range": [len(names) - 0.5, -0.5],
        "showgrid": False,
        "zeroline": False,
        "tickfont": {"color": INK},
    }


def row_height(rows: int, each: int = 30) -> int:
    """Return how high a chart with so many rows is, in pixels."""
    return 110 + each * max(rows, 2)
