"""Addresses of the bank's pages."""

from django.urls import URLPattern, path

from leaderboard.views import bank, bank_customers, bank_search

urlpatterns: list[URLPattern] = [
    path("bank/", bank.bank, name="bank"),
    path("bank/tools/<str:name>/", bank.tool, name="bank-tool"),
    path("bank/customers/", bank_customers.customers, name="bank-customers"),
    path(
        "bank/customers/<str:customer_id>/",
        bank_customers.customer,
        name="bank-customer",
    ),
    path("bank/search/", bank_search.search, name="bank-search"),
]
