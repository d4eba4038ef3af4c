"""What somebody enters on a board, and whether it can be run."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Protocol
from urllib.parse import parse_qsl, urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from bankenv.records import JsonValue
from leaderboard.models import Board, Submission
from leaderboard.services.endpoints import make_endpoint, refuse_address
from runner.endpoint import InvalidSetting

NAME_LENGTH = 80
MODEL_LENGTH = 200
URL_LENGTH = 500
MOST_TOKENS = 10**15
MOST_PER_MINUTE = 100_000
KEY_NAME = re.compile(
    r"(^|[_-]|api)(key|token|secret|sig|signature|password|auth|credential)$", re.I
)


class InvalidEntry(ValueError):
    """An entry that cannot be run; `errors` says for each field what is wrong."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__("; ".join(f"{name}: {text}" for name, text in errors.items()))
        self.errors = dict(errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One model endpoint for one board; field names are those of errors and forms.

    `parameters` are those of runner.endpoint.Parameters; `price_in` and `price_out`
    are US dollars per million tokens, `spend_cap` US dollars, `token_cap` tokens in and
    out together.
    """

    board: str
    name: str
    base_url: str
    model_name: str
    api_key: str = field(default="", repr=False)
    organisation: str = ""
    openness: str = Submission.Openness.UNKNOWN
    strategy: str = Submission.Strategy.FUNCTION_CALLING
    parameters: Mapping[str, JsonValue] = field(default_factory=dict, repr=False)
    price_in: Decimal | None = None
    price_out: Decimal | None = None
    spend_cap: Decimal | None = None
    token_cap: int | None = None
    requests_per_minute: int | None = None
    trials: int = 1
    concurrency: int = 8
    visibility: str = Submission.Visibility.PRIVATE
    keeps_credential: bool = False
    dry_run: bool = False
    notify_email: str = ""
    webhook_url: str = ""
    is_baseline: bool = False


def check_entry(entry: Entry) -> Board:
    """Return the open board of `entry` if it can be run there.

    Raises InvalidEntry with one plain sentence for each field at fault, saying what was
    seen and what would work. Resolves the endpoint's name; sends nothing to it.
    """
    board = Board.objects.filter(slug=entry.board, is_open=True).first()
    errors = {
        name: text
        for name, fault in FAULTS.items()
        if (text := fault(entry, board)) is not None
    }
    errors = _endpoint_faults(entry) | errors
    if errors or board is None:
        raise InvalidEntry(errors)
    return board


Fault = Callable[[Entry, Board | None], str | None]


def _board_fault(entry: Entry, board: Board | None) -> str | None:
    if board is not None:
        return None
    slugs = Board.objects.filter(is_open=True).values_list("slug", flat=True)
    return f"There is no open board “{entry.board}”. Open are: {', '.join(slugs)}."


def _name_fault(entry: Entry, board: Board | None) -> str | None:
    return _text_fault(entry.name, NAME_LENGTH)


def _organisation_fault(entry: Entry, board: Board | None) -> str | None:
    return _text_fault(entry.organisation, NAME_LENGTH) if entry.organisation else None


def _text_fault(text: str, longest: int) -> str | None:
    if not text.strip():
        return "This must not be empty."
    if len(text) > longest:
        return f"This has {len(text)} characters; {longest} are allowed."
    if not text.isprintable():
        return "This has characters that cannot be seen; leave them out."
    return None


def _trials_fault(entry: Entry, board: Board | None) -> str | None:
    most = board.max_trials if board else 1
    if board is None or 1 <= entry.trials <= most:
        return None
    return f"{entry.trials} trials were asked for; this board allows 1 to {most}."


def _notify_email_fault(entry: Entry, board: Board | None) -> str | None:
    if not entry.notify_email:
        return None
    try:
        validate_email(entry.notify_email.strip())
    except ValidationError:
        return f"“{entry.notify_email}” is not an e-mail address."
    return None


def _webhook_url_fault(entry: Entry, board: Board | None) -> str | None:
    if not entry.webhook_url:
        return None
    if len(entry.webhook_url) > URL_LENGTH:
        return f"This is longer than {URL_LENGTH} characters."
    return refuse_address(entry.webhook_url)


class Limited(Protocol):
    """What can be limited: an entry, or the limits of a submission that runs."""

    @property
    def concurrency(self) -> int: ...
    @property
    def requests_per_minute(self) -> int | None: ...
    @property
    def spend_cap(self) -> Decimal | None: ...
    @property
    def token_cap(self) -> int | None: ...
    @property
    def price_in(self) -> Decimal | None: ...
    @property
    def price_out(self) -> Decimal | None: ...


def _concurrency_fault(entry: Limited, board: Board | None = None) -> str | None:
    most = settings.MAX_CONCURRENCY
    if 1 <= entry.concurrency <= most:
        return None
    return f"{entry.concurrency} at once were asked for; 1 to {most} are allowed."


def _strategy_fault(entry: Entry, board: Board | None) -> str | None:
    return _choice_fault(entry.strategy, Submission.Strategy.values)


def _openness_fault(entry: Entry, board: Board | None) -> str | None:
    return _choice_fault(entry.openness, Submission.Openness.values)


def _visibility_fault(entry: Entry, board: Board | None) -> str | None:
    return _choice_fault(entry.visibility, Submission.Visibility.values)


def _choice_fault(value: str, choices: list[str]) -> str | None:
    if value in choices:
        return None
    return f"“{value}” is not one of {', '.join(choices)}."


def _spend_cap_fault(entry: Limited, board: Board | None = None) -> str | None:
    if entry.spend_cap is None:
        return None
    if entry.spend_cap <= 0:
        return f"{entry.spend_cap} would stop it at once; give more than 0."
    if entry.price_in is None or entry.price_out is None:
        return "To stop at an amount, give the prices of tokens in and out."
    return None


def _token_cap_fault(entry: Limited, board: Board | None = None) -> str | None:
    return _count_fault(entry.token_cap, MOST_TOKENS, "tokens")


def _requests_per_minute_fault(
    entry: Limited, board: Board | None = None
) -> str | None:
    return _count_fault(entry.requests_per_minute, MOST_PER_MINUTE, "a minute")


def _count_fault(number: int | None, most: int, unit: str) -> str | None:
    if number is None or 1 <= number <= most:
        return None
    return f"{number} {unit} were given; give 1 to {most:,}, or nothing for no limit."


LIMIT_FAULTS: dict[str, Callable[[Limited], str | None]] = {
    "concurrency": _concurrency_fault,
    "spend_cap": _spend_cap_fault,
    "token_cap": _token_cap_fault,
    "requests_per_minute": _requests_per_minute_fault,
}
FAULTS: dict[str, Fault] = {
    "board": _board_fault,
    "name": _name_fault,
    "organisation": _organisation_fault,
    "openness": _openness_fault,
    "trials": _trials_fault,
    "strategy": _strategy_fault,
    "visibility": _visibility_fault,
    "notify_email": _notify_email_fault,
    "webhook_url": _webhook_url_fault,
    "concurrency": _concurrency_fault,
    "spend_cap": _spend_cap_fault,
    "token_cap": _token_cap_fault,
    "requests_per_minute": _requests_per_minute_fault,
}


def _endpoint_faults(entry: Entry) -> dict[str, str]:
    """Return what is wrong with the endpoint itself, at most one fault."""
    if len(entry.base_url) > URL_LENGTH:
        return {"base_url": f"This is longer than {URL_LENGTH} characters."}
    try:
        make_endpoint(
            entry.base_url,
            entry.model_name,
            api_key=entry.api_key,
            parameters=entry.parameters,
            prices=(entry.price_in, entry.price_out),
        )
    except InvalidSetting as fault:
        return {fault.field: fault.message}
    refusal = _key_in_address(entry.base_url) or refuse_address(entry.base_url)
    return {"base_url": refusal} if refusal else {}


def _key_in_address(base_url: str) -> str | None:
    """Return why the address must not be kept: it is stored as it is, keys are not."""
    names = [name for name, _ in parse_qsl(urlsplit(base_url).query)]
    keys = [name for name in names if KEY_NAME.search(name)]
    if not keys:
        return None
    return (
        f"The address seems to hold a key: “{keys[0]}”. Give it as the API key or in "
        "an extra header, which are encrypted."
    )
