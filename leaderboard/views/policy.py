"""The policy that assistants are given, and the documents behind it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from leaderboard.queries.policy import document_page, policy_page


@require_GET
def policy(request: HttpRequest) -> HttpResponse:
    return render(request, "policy/page.html", {"policy": policy_page()})


@require_GET
def document(request: HttpRequest, slug: str) -> HttpResponse:
    page = document_page(slug)
    if page is None:
        raise Http404(f"no document {slug!r}")
    return render(request, "policy/document.html", {"page": page})
