"""The bodies of a comparison's tables; compare_markup escapes what is not ours."""

from django import template
from django.template import Context
from django.utils.safestring import SafeString, mark_safe

from leaderboard.templatetags import compare_markup

register = template.Library()


@register.simple_tag(takes_context=True)
def pair_rows(context: Context) -> SafeString:
    """Write every pair with its difference."""
    page, shown = context["page"], context["pair"]
    written = compare_markup.pair_rows(page.pairs, shown, _links(context))
    return mark_safe(written)  # nosec B308


@register.simple_tag(takes_context=True)
def win_rows(context: Context) -> SafeString:
    """Write on how many tasks each does better than each other."""
    written = compare_markup.win_rows(context["page"].table, _links(context))
    return mark_safe(written)  # nosec B308


@register.simple_tag(takes_context=True)
def flip_rows(context: Context) -> SafeString:
    """Write the flips of the page."""
    written = compare_markup.flip_rows(context["flips"], context["pair"])
    return mark_safe(written)  # nosec B308


def _links(context: Context) -> compare_markup.Links:
    sent = context["request"].GET.copy()
    for name in ("left", "right", "flips", "page"):
        sent.pop(name, None)
    return compare_markup.Links(f"{sent.urlencode()}&" if sent else "")
