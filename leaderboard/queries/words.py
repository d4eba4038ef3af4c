"""Names of categories, areas and findings as people read them."""

WORDS = {
    "edge_case": "Edge case",
    "rare_tool": "Rare tool",
    "mandates_cheques": "Mandates and cheques",
    "hand_over": "Hand-over",
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
