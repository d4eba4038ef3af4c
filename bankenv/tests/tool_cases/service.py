"""Service and knowledge."""

from bankenv.tests.factories import ACCOUNT, make_customer
from bankenv.tests.tool_cases.case import Case
from bankenv.tools.refusals import VALIDATION_ERROR

MOMENT = "2026-07-16T00:00:00"
LOGGED = {
    "request_id": "SR-10000001",
    "category": "general_query",
    "description": "Wants a form.",
    "related_transaction_id": None,
    "account_id": None,
    "status": "OPEN",
    "priority": "NORMAL",
    "created_at": "2026-07-13T10:00:00",
    "eta": "2026-07-18",
}
ADDRESS = {
    "line1": "14 Lotus Lane",
    "line2": "Kothrud",
    "city": "Pune",
    "state": "Maharashtra",
    "pincode": "011045",
}

CASES = (
    Case(
        "search_knowledge_base",
        "a bank without papers",
        {"query": "locker"},
        answer={
            "query": "locker",
            "total_results": 0,
            "results": [],
            "note": "No document mentions this. Try other words for the matter.",
        },
    ),
    Case(
        "update_address",
        "it waits for its verification",
        {"address_type": "communication", **ADDRESS},
        answer={
            "status": "REQUEST_LOGGED",
            "requested_address": ADDRESS,
            "verification_status": "PENDING_VERIFICATION",
        },
        changes={
            "pending_address_updates.0": (
                None,
                {
                    "address_type": "communication",
                    "address": ADDRESS,
                    "requested_at": MOMENT,
                    "status": "PENDING_VERIFICATION",
                },
            )
        },
    ),
    Case(
        "raise_request",
        "an urgent one",
        {
            "description": "Not hers.",
            "category": "unauthorized_debit",
            "related_transaction_id": "TXN1000000001",
            "account_id": ACCOUNT,
        },
        answer={"status": "RAISED", "priority": "URGENT", "eta": "2026-07-17"},
        changes={
            "requests.SR-?": (
                None,
                {
                    "request_id": "SR-?",
                    "category": "unauthorized_debit",
                    "description": "Not hers.",
                    "related_transaction_id": "TXN1000000001",
                    "account_id": ACCOUNT,
                    "status": "OPEN",
                    "priority": "URGENT",
                    "created_at": MOMENT,
                    "eta": "2026-07-17",
                },
            )
        },
    ),
    Case(
        "raise_request",
        "a failed payment without its entry",
        {"description": "It failed.", "category": "failed_transaction"},
        code=VALIDATION_ERROR,
        says="needs related_transaction_id",
    ),
    Case(
        "raise_request",
        "a bank that takes no such requests",
        {"description": "The app is slow.", "category": "app_issue"},
        code=VALIDATION_ERROR,
        says="takes no app_issue requests",
        amend=lambda rules: rules["requests"].pop("app_issue"),
    ),
    Case(
        "get_request_status",
        "one that was logged",
        {"request_id": "SR-10000001"},
        answer={"status": "OPEN", "eta": "2026-07-18", "description": "Wants a form."},
        parts={"requests": {"SR-10000001": LOGGED}},
    ),
    Case(
        "get_request_status",
        "somebody else's",
        {"request_id": "SR-99999999"},
        code=VALIDATION_ERROR,
        says="not a request of this customer",
    ),
    Case(
        "get_insurance_details",
        "one policy, whole",
        {"policy_ids": ["POL100001"]},
        answer={"policies": [make_customer()["insurance"]["POL100001"]], "errors": []},
    ),
    Case(
        "get_insurance_details",
        "a policy that is not linked",
        {"policy_ids": ["POL999999"]},
        says="POL999999 is not linked",
    ),
    Case(
        "get_products_and_offers",
        "the customer's offers alone",
        {"type": "offer"},
        answer={
            "filter": "offer",
            "products": [],
            "offers": [{"offer_id": "OFF1", "type": "loan"}],
        },
    ),
    Case("transfer_to_human_agents", "nothing changes", {"summary": "A death claim."}),
)
