"""Addresses of the bank in the API, below /api/v1/bank/."""

from django.urls import URLPattern, path

from leaderboard.api import bank

urlpatterns: list[URLPattern] = [
    path("", bank.Bank.as_view(), name="api-bank"),
    path("tools/", bank.ToolList.as_view(), name="api-bank-tools"),
    path("tools/<str:name>/", bank.ToolDetail.as_view(), name="api-bank-tool"),
    path("tools/<str:name>/call/", bank.ToolCall.as_view(), name="api-bank-call"),
    path("customers/", bank.CustomerList.as_view(), name="api-bank-customers"),
    path(
        "customers/<str:customer_id>/",
        bank.CustomerDetail.as_view(),
        name="api-bank-customer",
    ),
    path("documents/", bank.DocumentList.as_view(), name="api-bank-documents"),
    path("rules/", bank.RuleList.as_view(), name="api-bank-rules"),
    path("search/", bank.Search.as_view(), name="api-bank-search"),
]
