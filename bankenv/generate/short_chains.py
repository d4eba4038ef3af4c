"""Why some graded tasks honestly need fewer than three calls, family by family."""

SHORT_CHAINS = {
    "EC_3RD": "Nothing of another person may be looked up: the rule is all there is.",
    "EC_CHG": "The customer drops the closure after the quote, so nothing follows it.",
    "EC_CHQ": "A cheque that was paid cannot be stopped: entry and rule settle it.",
    "EC_CLM": "Record and rule correct the claim, and the customer wants nothing more.",
    "EC_DUP": "The open request is inside its date, so no second one may follow.",
    "EC_LCK": "A locked deposit is not closed: its record and the rule say why.",
    "EC_MIN": "The customer declines once minimum and free balance are known.",
    "EC_PRS": "The charge was right: entry and rule explain it, nothing is logged.",
}
