"""A board's customer: the embedded one, or a model that the operator configured."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.conf import settings

from leaderboard.models import Board
from runner.customers import AgendaCustomer, Customer
from runner.customers_llm import LlmCustomer
from runner.endpoint import Endpoint, Parameters, Secret


class NoSuchCustomer(Exception):
    """This process has no customer, or another one, than the board's."""


def customer_model() -> str:
    """Return the model that plays the customer; nothing where none is configured."""
    configured = settings.LLM_CUSTOMER_BASE_URL and settings.LLM_CUSTOMER_MODEL
    return str(settings.LLM_CUSTOMER_MODEL) if configured else ""


@contextmanager
def customer_of(
    board: Board, attempt: int = 1, heed: Sequence[str] = ()
) -> Iterator[Customer]:
    """Give the customer of a board for one run.

    `attempt` and `heed` tell a model that it is asked anew, and why. Raises
    NoSuchCustomer where the board's model is not the configured one, InvalidSetting
    where it cannot be used.
    """
    if board.customer == Board.Customer.AGENDA:
        yield AgendaCustomer()
        return
    if board.customer_model != customer_model() or not board.customer_model:
        here = customer_model() or "none"
        raise NoSuchCustomer(
            f"The customer of this board is {board.customer_model or 'not known'!r}; "
            f"the one configured here is {here!r}."
        )
    with LlmCustomer(_endpoint(), attempt, heed) as customer:
        yield customer


def _endpoint() -> Endpoint:
    """The operator's own endpoint, so it may have any address."""
    return Endpoint(
        base_url=settings.LLM_CUSTOMER_BASE_URL.strip(),
        model=settings.LLM_CUSTOMER_MODEL,
        api_key=Secret(settings.LLM_CUSTOMER_API_KEY.strip()),
        parameters=Parameters(temperature=0.0),
        allow_private=True,
    )
