"""Boards on which new models are run on an imported bank.

The board of the data itself takes recordings only: nobody knows which model played its
customers. A model that is run here talks with the agenda customer where each task has
an agenda, else with the model that the operator configured; where there is neither,
nothing can be run.
"""

import re
from hashlib import sha256

from leaderboard.models import Board, RecordedSuite
from leaderboard.queries.suites import suite_of
from leaderboard.services.customers import customer_model
from leaderboard.services.sibling_boards import sibling_board

UNKNOWN = ""  # the customer's model of a board of recordings


def open_imported_boards() -> list[Board]:
    """Return the open boards of the imported banks; make what is missing.

    A board whose customer was another model than the one configured now is closed.
    """
    mine = customer_model()
    played = Board.objects.filter(
        recorded_suite__profile="published", customer=Board.Customer.LLM
    ).exclude(customer_model=UNKNOWN)
    played.exclude(customer_model=mine).update(is_open=False)
    sources = RecordedSuite.objects.filter(
        profile="published",
        board__customer=Board.Customer.LLM,
        board__customer_model=UNKNOWN,
        board__scorer="published-1.0",
    ).select_related("board")
    return [
        made for suite in sources if (made := open_board(suite.board, mine)) is not None
    ]


def open_board(board: Board, model: str) -> Board | None:
    """Return the board for new models beside an imported one, or None.

    `model` plays the customers whose tasks have no agenda; empty for none.
    """
    if all(task.scenario.agenda for task in suite_of(board).tasks.values()):
        return sibling_board(
            board, "agenda", is_open=True, customer=Board.Customer.AGENDA
        )
    if not model:
        return None
    made = sibling_board(board, _mark(model), is_open=True, customer_model=model)
    if not made.is_open:
        made.is_open = True
        made.save(update_fields=["is_open"])
    return made


def _mark(model: str) -> str:
    """Return a model's name as an address holds it, apart from any other's."""
    plain = re.sub(r"[^a-z0-9]+", "-", model.lower()).strip("-")[:15]
    return f"{plain}-{sha256(model.encode()).hexdigest()[:6]}".strip("-")
