"""Names of the data as words, for templates."""

from django import template

from leaderboard.queries.words import words

register = template.Library()
register.filter("words", words)
