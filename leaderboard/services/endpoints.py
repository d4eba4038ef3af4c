"""Endpoints as the runner knows them, made from what people enter or have stored."""

from collections.abc import Mapping
from dataclasses import fields
from decimal import Decimal

from django.conf import settings

from bankenv.records import JsonValue
from leaderboard.models import Submission
from leaderboard.services.credentials import read_secrets
from runner.addresses import AddressRefused, check_url
from runner.endpoint import Endpoint, InvalidSetting, Parameters, Prices, Secret

PricePair = tuple[Decimal | None, Decimal | None]

# The runner's names of settings where they differ from those of the form.
FORM_NAMES = {
    "model": "model_name",
    "per_million_in": "price_in",
    "per_million_out": "price_out",
}
PARAMETERS = frozenset(field.name for field in fields(Parameters))


def make_endpoint(
    base_url: str,
    model_name: str,
    *,
    api_key: str = "",
    parameters: Mapping[str, JsonValue] | None = None,
    prices: PricePair = (None, None),
) -> Endpoint:
    """Return the endpoint; raises InvalidSetting, its field named as on the form."""
    try:
        return Endpoint(
            base_url=base_url.strip(),
            model=model_name,
            api_key=Secret(api_key.strip()),
            parameters=_parameters(parameters or {}),
            prices=_prices(*prices),
            allow_private=settings.ALLOW_PRIVATE_ENDPOINTS,
        )
    except InvalidSetting as fault:
        raise _as_on_the_form(fault) from None


def endpoint_of(submission: Submission) -> Endpoint:
    """Return the endpoint of a stored submission, its key decrypted."""
    secrets = read_secrets(submission)
    extra = {"extra_headers": secrets.extra_headers} if secrets.extra_headers else {}
    return make_endpoint(
        submission.base_url,
        submission.model_name,
        api_key=secrets.api_key,
        parameters={**submission.parameters, **extra},
        prices=(submission.price_in, submission.price_out),
    )


def refuse_address(base_url: str) -> str | None:
    """Return why `base_url` must not be called, or None if it may be."""
    try:
        check_url(base_url.strip(), allow_private=settings.ALLOW_PRIVATE_ENDPOINTS)
    except AddressRefused as refusal:
        reason = str(refusal)
        return f"{reason[:1].upper()}{reason[1:]}."
    return None


def _parameters(given: Mapping[str, JsonValue]) -> Parameters:
    unknown = sorted(set(given) - PARAMETERS)
    if unknown:
        known = ", ".join(sorted(PARAMETERS))
        raise InvalidSetting(
            "parameters", f"{', '.join(unknown)} is not known here; known are {known}."
        )
    return Parameters(**given)


def _prices(price_in: Decimal | None, price_out: Decimal | None) -> Prices | None:
    if price_in is None and price_out is None:
        return None
    if price_in is None or price_out is None:
        missing = "price_in" if price_in is None else "price_out"
        raise InvalidSetting(missing, "Give both prices, or neither.")
    return Prices(float(price_in), float(price_out))


def _as_on_the_form(fault: InvalidSetting) -> InvalidSetting:
    if fault.field in PARAMETERS:
        return InvalidSetting("parameters", f"{fault.field}: {fault.message}")
    name = FORM_NAMES.get(fault.field, fault.field)
    return InvalidSetting(name, f"{fault.message[:1].upper()}{fault.message[1:]}")
