"""The datasheet: sizes, distributions, licence, limits, and how to cite."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from leaderboard.queries.datasheet import datasheet as counted


@require_GET
def datasheet(request: HttpRequest) -> HttpResponse:
    return render(request, "datasheet/page.html", {"sheet": counted()})
