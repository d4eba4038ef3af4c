"""Questions as customers and assistants put them, and the section that answers."""

QUESTIONS: tuple[tuple[str, str], ...] = (
    (
        "penalty for closing fixed deposit early",
        "deposit_early_closure_current#penalty-for-closing-early",
    ),
    (
        "premature FD closure penalty",
        "deposit_early_closure_current#penalty-for-closing-early",
    ),
    (
        "FD todna hai kitna katega",
        "deposit_early_closure_current#penalty-for-closing-early",
    ),
    (
        "एफडी तोड़ने पर कितनी पेनल्टी लगेगी",
        "deposit_early_closure_current#penalty-for-closing-early",
    ),
    (
        "senior citizen penalty concession on early closure",
        "deposit_early_closure_current#senior-citizens",
    ),
    (
        "2023 circular penalty slabs 5 lakh",
        "deposit_early_closure_2023#penalty-slabs-of-2023",
    ),
    ("current FD interest rates", "deposit_rates#fixed-deposit-rates"),
    ("FD ka rate kya hai", "deposit_rates#fixed-deposit-rates"),
    ("RD rate", "deposit_rates#recurring-deposit-rates"),
    (
        "is 12 months in the 6-12 slab or 12-24 slab",
        "deposit_rates#which-slab-a-tenure-falls-in",
    ),
    (
        "minimum balance for current account",
        "savings_balance_charges#minimum-balance-by-account-type",
    ),
    (
        "minimum balance kitna rakhna hai",
        "savings_balance_charges#minimum-balance-by-account-type",
    ),
    (
        "न्यूनतम बैलेंस कितना रखना है",
        "savings_balance_charges#minimum-balance-by-account-type",
    ),
    (
        "low balance charge notice one month",
        "savings_balance_charges#charge-for-a-low-balance",
    ),
    (
        "ATM withdrawal charge after free limit",
        "savings_balance_charges#atm-withdrawals",
    ),
    (
        "dormant account reactivate",
        "savings_balance_charges#inoperative-and-unclaimed-accounts",
    ),
    (
        "can I break my tax saver FD before 5 years",
        "tax_saver_non_callable#tax-saver-deposit",
    ),
    (
        "tax saver premature withdrawal hospital emergency",
        "tax_saver_non_callable#what-is-not-possible-while-it-is-locked",
    ),
    (
        "joint FD closing before maturity all holders sign",
        "joint_nominee_authority#closing-a-joint-deposit-early",
    ),
    (
        "my father's account power of attorney",
        "joint_nominee_authority#who-else-may-give-orders",
    ),
    (
        "mere papa ka account check karna hai",
        "joint_nominee_authority#who-else-may-give-orders",
    ),
    (
        "change auto renewal instruction last day",
        "maturity_renewal#last-day-for-a-change",
    ),
    ("how old statement can I get", "statements_closure#how-far-back"),
    ("statement 2018 visa ke liye", "statements_closure#how-far-back"),
    ("cheque rokna hai kitna charge", "cheques#stop-payment"),
    ("चेक खो गया, रोकना है", "cheques#stop-payment"),
    ("cheque book delivery address home branch", "cheques#cheque-books"),
    ("UPI limit for hospital", "transfers_limits#upi-limits"),
    (
        "ATM se cash nahi nikla paise kat gaye",
        "failed_transactions#time-limit-for-the-money-to-come-back",
    ),
    (
        "एटीएम से पैसे कट गए पर कैश नहीं मिला",
        "failed_transactions#time-limit-for-the-money-to-come-back",
    ),
    (
        "UPI failed transaction time limit T+1",
        "failed_transactions#time-limit-for-the-money-to-come-back",
    ),
    (
        "compensation 100 per day failed transaction delay",
        "failed_transactions#compensation-for-delay",
    ),
    (
        "customer liability unauthorised transaction working days",
        "unauthorised_transactions#how-much-the-customer-bears",
    ),
    (
        "fraud ho gaya mere account se paise nikal gaye",
        "unauthorised_transactions#report-at-once",
    ),
    ("difference between freeze and block card", "cards_controls#freeze-or-block"),
    ("maximum international card limit", "cards_controls#highest-daily-limits"),
    ("replacement card fee", "cards_controls#replacement-card"),
    ("credit card late fee 3 days past due", "credit_card_billing#late-fee"),
    ("subscription auto debit band karo", "mandates#cancelling-a-mandate"),
    ("cancel EMI mandate loan", "mandates#mandates-that-pay-a-loan-emi"),
    ("personal loan foreclosure charges", "loan_foreclosure#charges-in-force"),
    ("लोन बंद करने पर कितना चार्ज लगेगा", "loan_foreclosure#charges-in-force"),
    (
        "RBI banned foreclosure charges floating rate",
        "loan_foreclosure#charges-in-force",
    ),
    (
        "naukri chali gayi EMI nahi bhar sakta",
        "loans_emi_kfs#when-a-customer-cannot-pay",
    ),
    ("rate reset keep EMI or tenure", "loans_emi_kfs#when-the-rate-is-reset"),
    ("85% LTV gold loan RBI", "gold_loan#rbi-ceilings-and-the-bank-s-own-cap"),
    ("sone par loan kitna milega", "gold_loan#how-much-the-bank-lends"),
    ("gold coins limit 50 grams", "gold_loan#what-may-be-pledged"),
    ("PPF eligibility NRI", "government_schemes#public-provident-fund-ppf"),
    ("SCSS age 56 retired", "government_schemes#senior-citizens-savings-scheme-scss"),
    ("beti ke liye sukanya yojana", "government_schemes#sukanya-samriddhi-ssy"),
    ("mahila samman scheme", "government_schemes#schemes-that-have-closed"),
    ("PMJJBY age limit 50 premium 436", "insurance_lockers#pmjjby-life-cover"),
    ("20 rupaye wala bima", "insurance_lockers#pmsby-accident-cover"),
    ("बीमा बंद कराना है", "insurance_lockers#joining-claiming-and-stopping-a-cover"),
    ("change communication address proof", "kyc_address#changing-the-address"),
    ("pata badalna hai kya document chahiye", "kyc_address#changing-the-address"),
    (
        "KYC_LIMITED account cheque book allowed",
        "kyc_address#what-each-account-status-allows",
    ),
    ("re-KYC overdue grace low risk", "kyc_address#grace-for-low-risk-customers"),
    (
        "15H form senior citizen TDS nahi kate",
        "tds_form_121#form-121-which-replaced-15g-and-15h",
    ),
    ("टीडीएस क्यों कटा ब्याज पर", "tds_form_121#when-tds-is-cut"),
    ("TDS wapas chahiye", "tds_form_121#refunds-and-certificates"),
    ("manager se baat karni hai", "service_escalation#when-people-take-over"),
    ("ombudsman complaint RBI", "service_escalation#the-rbi-ombudsman"),
    (
        "duplicate request escalation date passed",
        "service_escalation#complaint-to-the-bank",
    ),
    ("RD late instalment charge", "recurring_deposits#instalments-and-paying-late"),
    ("RD band karni hai", "recurring_deposits#closing-an-rd-early"),
    ("क्रेडिट कार्ड का बिल देर से भरा, लेट फीस", "credit_card_billing#late-fee"),
    ("सोने पर लोन कितना मिलेगा", "gold_loan#how-much-the-bank-lends"),
    ("शिकायत करनी है, कितने दिन में जवाब", "service_escalation#complaint-to-the-bank"),
    ("कार्ड चोरी हो गया ब्लॉक करना है", "cards_controls#freeze-or-block"),
    ("पता बदलना है", "kyc_address#changing-the-address"),
    ("नॉमिनी बदलना है", "joint_nominee_authority#nominees"),
    ("kist late ho gayi RD ki", "recurring_deposits#instalments-and-paying-late"),
    ("khata band karna hai", "statements_closure#closing-a-savings-account"),
    (
        "galat account mein paise chale gaye",
        "transfers_limits#money-sent-to-a-wrong-account",
    ),
    ("videsh ja raha hoon card chalu karna hai", "cards_controls#going-abroad"),
)
