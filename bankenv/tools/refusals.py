"""The bank's refusals: a rule says no, and the assistant is told which."""

from bankenv.records import Record

VALIDATION_ERROR = "VALIDATION_ERROR"
INSUFFICIENT_FUNDS = "INSUFFICIENT_FUNDS"
ALREADY_CLOSED = "ALREADY_CLOSED"
INVALID_STATE = "INVALID_STATE"
ALREADY_BLOCKED = "ALREADY_BLOCKED"
ALREADY_CANCELLED = "ALREADY_CANCELLED"
UNKNOWN_TOOL = "UNKNOWN_TOOL"


class Refusal(Exception):
    """The bank declines a well-formed call."""

    def __init__(self, code: str, message: str) -> None:
        """Keep the code that programs read and the sentence that models read."""
        super().__init__(message)
        self.code = code


def error_content(code: str, message: str) -> Record:
    """Return what the assistant sees of a call that did nothing."""
    return {"error_code": code, "error_message": message, "retriable": False}
