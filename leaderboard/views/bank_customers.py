"""The bank's customers, and one customer's record."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from leaderboard.http import HtmxRequest, render_page
from leaderboard.queries.bank_customers import (
    FILTERS,
    CustomerFilter,
    customer_choices,
    customer_page,
    customer_rows,
)
from leaderboard.queries.bank_records import account_views, record_sheets

ROWS_A_PAGE = 50


@require_GET
def customers(request: HtmxRequest) -> HttpResponse:
    sent = {name: request.GET.get(name, "").strip() for name in FILTERS}
    asked = CustomerFilter(**sent)
    rows = Paginator(customer_rows(asked), ROWS_A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {"asked": asked, "rows": rows, "choices": customer_choices()}
    return render_page(
        request, "bank/customers.html", context, fragment="bank/_customers.html"
    )


@require_GET
def customer(request: HttpRequest, customer_id: str) -> HttpResponse:
    page = customer_page(customer_id)
    if page is None:
        raise Http404(f"no customer {customer_id!r}")
    context = {
        "page": page,
        "accounts": account_views(page.record),
        "sheets": record_sheets(page.record),
    }
    return render(request, "bank/customer.html", context)
