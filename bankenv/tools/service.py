"""Service: requests, addresses, statements, insurance, offers and the hand-over."""

from typing import Annotated

from bankenv.books import Books
from bankenv.tools.declaration import tool
from bankenv.tools.parameters import Text


@tool("hand_over", "service", free_text=("summary",))
def transfer_to_human_agents(
    books: Books,
    summary: Annotated[
        str, Text("What the customer needs, what was done and found so far.")
    ],
) -> str:
    """Hand this conversation over to the bank's people; it ends for you.

    Only for matters that you may not settle (a death claim, a court or police order,
    a threat, loan hardship, a holder who cannot act, sending money abroad) or when the
    customer asks for a person again. It changes no record. Do not use it instead of
    a look-up, or to get out of a refusal.
    """
    return "Handed over"
