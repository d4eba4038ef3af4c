"""What the arguments of the published tools may be. Schemas say so; nothing checks."""

from typing import Literal

AddressType = Literal["communication", "permanent"]
BlockReason = Literal["lost", "stolen", "fraud", "damaged"]
Category = Literal[
    "failed_transaction",
    "unauthorized_debit",
    "service_quality",
    "app_issue",
    "charges_dispute",
    "general_query",
    "other",
]
Channel = Literal["upi", "neft", "imps", "rtgs", "atm", "pos", "cheque", "all"]
Delivery = Literal["email", "download"]
Direction = Literal["debit", "credit", "all"]
Freeze = Literal["freeze", "unfreeze"]
Instruction = Literal["no_renewal", "renew_principal", "renew_principal_interest"]
Karat = Literal[18, 22, 24]
MandateStatus = Literal["active", "paused", "cancelled", "all"]
Offered = Literal["deposit", "loan", "card", "insurance", "offer", "all"]
Payout = Literal["cumulative", "monthly", "quarterly"]
RateProduct = Literal["fd", "rd", "home_loan", "personal_loan", "gold_loan"]
StopReason = Literal["lost", "dispute", "other"]
