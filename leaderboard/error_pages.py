"""What is answered where no view does: a page for people, JSON below /api/."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views import defaults


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that there is no such address."""
    if not _is_for_programs(request):
        return defaults.page_not_found(request, exception)
    return _refusal("not_found", f"There is nothing at {request.path}.", 404)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Say that the request cannot be understood."""
    if not _is_for_programs(request):
        return render(request, "400.html", status=400)
    return _refusal("bad_request", "This request cannot be understood.", 400)


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that the fault is ours, and under which name it is in the log."""
    name = request.META.get("REQUEST_ID", "")
    if not _is_for_programs(request):
        return render(request, "500.html", {"request_id": name}, status=500)
    message = f"Something broke on our side. It is in our log as request {name}."
    return _refusal("server_error", message, 500)


def _is_for_programs(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _refusal(code: str, message: str, status: int) -> JsonResponse:
    """Answer in the shape of leaderboard.api.errors."""
    error = {"code": code, "message": message, "fields": {}}
    return JsonResponse({"error": error}, status=status)
