"""Why conversations have no score: whose fault, what was seen, what to do next."""

from collections import Counter
from dataclasses import dataclass

from leaderboard.models import Conversation, Submission

MOST_TROUBLES = 3
LOOKED_AT = 500  # of the errored conversations, the last ones first
# Differs from one conversation to the next; the rest of the words does not.
REQUEST_ID_WORDS = "The endpoint's request id: "
ADVICE = {
    Conversation.Fault.ENDPOINT: (
        "Mend it at the endpoint, or give another key, then run again what has no "
        "score; nothing else is run twice. Its provider finds the request by its id."
    ),
    Conversation.Fault.CUSTOMER: (
        "The model that plays the customer failed, which is the operator's matter. Run "
        "again what has no score once it works."
    ),
    Conversation.Fault.PLATFORM: (
        "This site failed; nothing of it counts against you or your quota. Tell the "
        "operator the request id, and run again what has no score."
    ),
}


@dataclass(frozen=True, slots=True)
class Trouble:
    """One error that conversations ended with.

    `request_id` names the last of them in the logs of this site, `theirs` in those of
    the endpoint, where it gave one.
    """

    error: str
    fault: str
    conversations: int
    advice: str
    last: int
    request_id: str
    theirs: str


def troubles_of(submission: Submission) -> list[Trouble]:
    """Return the errors that most conversations ended with, the commonest first."""
    errored = submission.conversations.filter(status=Conversation.Status.ERRORED)
    last_first = errored.order_by("-finished_at", "-pk")
    rows = list(last_first.only("error", "fault", "request_id")[:LOOKED_AT])
    counts = Counter((_words(row)[0], row.fault) for row in rows)
    last = {(_words(row)[0], row.fault): row for row in reversed(rows)}
    return [
        _trouble(last[key], number) for key, number in counts.most_common(MOST_TROUBLES)
    ]


def _trouble(row: Conversation, number: int) -> Trouble:
    fault = Conversation.Fault(row.fault)
    error, theirs = _words(row)
    return Trouble(
        error=error,
        fault=str(fault.label),
        conversations=number,
        advice=ADVICE.get(fault, ""),
        last=row.pk,
        request_id=row.request_id,
        theirs=theirs,
    )


def _words(row: Conversation) -> tuple[str, str]:
    """Return what went wrong, and the endpoint's own id of the request."""
    error, _, theirs = row.error.partition(REQUEST_ID_WORDS)
    return error.strip(), theirs.strip().removesuffix(".")
