"""Addresses of the API, below /api/: version 1 under v1/, and its documents."""

from django.urls import URLPattern, URLResolver

urlpatterns: list[URLPattern | URLResolver] = []
