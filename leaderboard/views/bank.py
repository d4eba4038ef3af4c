"""The bank's tools, and one that can be called on a scratch customer."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_http_methods

from bankenv.dataset import load_dataset
from bankenv.tools import TOOLS
from leaderboard.forms.bank import CallForm, initial_fields
from leaderboard.queries.bank_calls import (
    Called,
    NoSuchCustomer,
    arguments_from,
    arguments_of,
    call_tool,
    example_arguments,
    scratch_customer,
)
from leaderboard.queries.bank_tools import bank_summary, tool_groups, tool_page
from leaderboard.throttles import seconds_to_wait

TOO_MANY_REQUESTS = 429


@require_GET
def bank(request: HttpRequest) -> HttpResponse:
    context = {
        "groups": tool_groups(),
        "summary": bank_summary(),
        "bank": load_dataset(),
    }
    return render(request, "bank/page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def tool(request: HttpRequest, name: str) -> HttpResponse:
    page = tool_page(name)
    if page is None:
        raise Http404(f"no tool {name!r}")
    context = {"page": page, "form": _empty_form(request, name)}
    status = 200
    if request.method == "POST":
        wait = seconds_to_wait(request)
        form = CallForm(TOOLS[name], request.POST)
        context = {"page": page, "form": form, "wait": wait}
        status = TOO_MANY_REQUESTS if wait else 200
        context["called"] = None if wait else _called(form, name)
    return render(request, "bank/tool.html", context, status=status)


def _empty_form(request: HttpRequest, name: str) -> CallForm:
    """Return the form with arguments that work, or with those of the address."""
    customer_id = request.GET.get("customer") or scratch_customer(name)
    known = customer_id in load_dataset().customers
    initial = initial_fields(example_arguments(name, customer_id)) if known else {}
    written = {"customer": customer_id, "arguments": request.GET.get("arguments", "")}
    return CallForm(TOOLS[name], initial={**initial, **written})


def _called(form: CallForm, name: str) -> Called | None:
    """Make the call that a form asks for; None where the form says what is missing."""
    if not form.is_valid():
        return None
    sent = form.cleaned_data
    written = sent["arguments"].strip()
    arguments = arguments_of(written) if written else arguments_from(sent, name)
    try:
        return call_tool(name, sent["customer"], arguments)
    except NoSuchCustomer as error:
        form.add_error("customer", str(error))
        return None
