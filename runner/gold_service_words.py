"""What the gold oracle says of accounts, statements, cheques, addresses, requests."""

from collections.abc import Callable, Mapping

from bankenv.records import JsonValue, Record
from runner.reference.figures import day, rupees

Say = Callable[[Record], str]

_WHERE = {"email": "by e-mail", "download": "as a download link"}


def _account(account: Record) -> str:
    kind = str(account["account_type"]).replace("_", " ")
    return (
        f"The account ending {account['account_id'][-4:]} is of the type {kind}. Its "
        f"status is {account['status']}. Its home branch is {account['home_branch']}. "
        f"Its first day was {day(account['open_date'])}."
    )


def _request(request: Record) -> str:
    made = day(request["created_at"])
    return (
        f"Request {request['request_id']} of {made} has the status "
        f"{str(request['status']).lower()}: {request['description']}. An answer is "
        f"expected by {day(request['eta'])}."
    )


def _logged(request: Record) -> str:
    return (
        f"The request has been logged. The reference is {request['request_id']}. You "
        f"hear from us by {day(request['eta'])}."
    )


def _stopped(content: Record) -> str:
    rows = content["results"]
    placed = [r["cheque_number"] for r in rows if r["outcome"] == "STOP_PLACED"]
    return f"Payment of cheque {', '.join(placed)} has been stopped."


def _period(arguments: Record) -> str:
    return (
        f"of the account ending {arguments['account_id'][-4:]} from "
        f"{day(arguments['from_date'])} to {day(arguments['to_date'])} "
        f"{_WHERE[arguments['delivery_mode']]}"
    )


def _destination(arguments: Record) -> str:
    if arguments.get("delivery_address"):
        return "kept for you at the home branch"
    return "sent to the registered address"


RESULTS: Mapping[str, Say] = {
    "get_account_details": lambda c: " ".join(map(_account, c["accounts"])),
    "get_request_status": _request,
    "raise_request": _logged,
    "request_duplicate_statement": lambda c: (
        f"The statement {_period(c)} has been requested."
    ),
    "request_cheque_book": lambda c: (
        f"The cheque book of {c['leaves']} leaves has been ordered. It is expected by "
        f"{day(c['expected_delivery'])}."
    ),
    "update_address": lambda c: (
        f"The change of your {c['address_type']} address has been logged; it counts "
        "once it has been verified."
    ),
    "stop_cheque_payment": _stopped,
}

PROPOSALS: Mapping[str, Say] = {
    "request_duplicate_statement": lambda a: (
        f"Shall I send the statement {_period(a)}?"
    ),
    "request_cheque_book": lambda a: (
        f"Shall I order a cheque book of {a['leaves']} leaves for the account ending "
        f"{a['account_id'][-4:]}, {_destination(a)}?"
    ),
    "update_address": lambda a: (
        f"Shall I log the change of your {a['address_type']} address to {a['line1']}, "
        f"{a['city']}, {a['pincode']}?"
    ),
    "stop_cheque_payment": lambda a: (
        f"Shall I stop payment of cheque {', '.join(a['cheque_numbers'])}?"
    ),
}

# Figures that only a document gives.
DOCUMENTED: Mapping[str, Callable[[JsonValue], str]] = {
    "fee": lambda v: f"The fee is {rupees(v)} plus GST.",
    "route": lambda v: f"The right way: the holder registers a {v} at the branch.",
}
