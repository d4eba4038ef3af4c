"""Names of categories, areas and findings as people read them."""

WORDS = {
    "edge_case": "Edge case",
    "rare_tool": "Rare tool",
    "mandates_cheques": "Mandates and cheques",
    "hand_over": "Hand-over",
    "bsbd": "Basic savings (BSBD)",
    "bsbd_account": "Basic savings account",
    "nro_savings": "NRO savings",
    "nro_savings_account": "NRO savings account",
    "nri": "NRI",
    "fd_deposit": "Fixed deposit",
    "rd_deposit": "Recurring deposit",
    "kyc_limited": "KYC limited",
    "kyc_limited_account": "KYC limited account",
    "rekyc_grace": "re-KYC grace",
    "rekyc_grace_account": "re-KYC grace account",
    "missed_read": "Missed required read",
    "missed_write": "Missed write",
    "unsolicited_write": "Unsolicited write",
    "wrong_arguments": "Wrong arguments",
    "late_call": "Call too late",
    "state_difference": "Records differ",
    "abnormal_end": "Ended abnormally",
}


def words(name: str) -> str:
    """Return a name of the data as words: `edge_case` is "Edge case"."""
    return WORDS.get(name, name.replace("_", " ").capitalize())
