"""The tools of the published domains: which read, which write, which do neither.

The files themselves seldom say. `generic` tools look nothing up and change nothing.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from bankenv.tools import TOOLS

HAND_OVER = "transfer_to_human_agents"
PLAIN = {"calculate": "generic", "think": "generic", HAND_OVER: "hand_over"}


def _kinds(reads: str, writes: str) -> dict[str, str]:
    named = dict.fromkeys(reads.split(), "read") | dict.fromkeys(
        writes.split(), "write"
    )
    return named | PLAIN


AIRLINE = _kinds(
    "get_reservation_details get_user_details list_all_airports search_direct_flight "
    "search_onestop_flight get_flight_status",
    "book_reservation cancel_reservation send_certificate update_reservation_baggages "
    "update_reservation_flights update_reservation_passengers",
)
RETAIL = _kinds(
    "find_user_id_by_email find_user_id_by_name_zip get_order_details "
    "get_product_details get_user_details list_all_product_types get_item_details",
    "cancel_pending_order exchange_delivered_order_items modify_pending_order_address "
    "modify_pending_order_items modify_pending_order_payment modify_user_address "
    "return_delivered_order_items",
)
TELECOM = _kinds(
    "get_customer_by_phone get_customer_by_id get_customer_by_name "
    "get_details_by_id get_bills_for_customer get_data_usage "
    # the customer's own phone
    "check_status_bar check_network_status check_network_mode_preference "
    "check_sim_status check_apn_settings check_wifi_status "
    "check_wifi_calling_status check_vpn_status check_installed_apps "
    "check_app_status check_app_permissions check_data_restriction_status "
    "check_payment_request can_send_mms run_speed_test",
    "suspend_line resume_line send_payment_request enable_roaming disable_roaming "
    "refuel_data "
    "set_network_mode_preference toggle_airplane_mode reseat_sim_card toggle_data "
    "toggle_roaming toggle_data_saver_mode set_apn_settings reset_apn_settings "
    "toggle_wifi toggle_wifi_calling connect_vpn disconnect_vpn grant_app_permission "
    "reboot_device make_payment",
)
BANKING = {name: tool.kind for name, tool in TOOLS.items()}

DOMAINS: Mapping[str, Mapping[str, str]] = {
    "airline": AIRLINE,
    "retail": RETAIL,
    "telecom": TELECOM,
    "banking": BANKING,
}
OWN_DOMAIN = "banking"


def domain_of(tools: Iterable[str]) -> str:
    """Return the domain that most of these tools belong to; empty where none does.

    Tools that several domains share say nothing.
    """
    votes = Counter(
        owners[0]
        for tool in tools
        if len(owners := [d for d, kinds in DOMAINS.items() if tool in kinds]) == 1
    )
    return votes.most_common(1)[0][0] if votes else ""
