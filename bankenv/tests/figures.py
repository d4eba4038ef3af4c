"""Where the papers state figures that also stand in the rules data.

Each line is a piece of a document as it must read: `{path}` stands for the value in
fixtures/bank/rules.json, written plainly, `{path:r}` in rupees with Indian grouping,
`{path:t}` the same without the sign, `{path:2}` with two decimals, `{path:d}` as a
date.
"""

IN_RULES: dict[str, tuple[str, ...]] = {
    "kyc_address": (
        "every {facts.kyc_years_high_risk} years for high risk",
        "every {facts.kyc_years_medium_risk} years for medium risk",
        "every {facts.kyc_years_low_risk} years for low risk",
        "or {facts.kyc_grace_not_before:d}. Since",
        "no entry by the customer for two years",
        "not older than {facts.address_proof_bill_months} months",
        "confirms it within {facts.address_confirmation_months} months",
    ),
    "tds_form_121": (
        "more than {facts.tds_limit:r} in the tax year",
        "means {facts.senior_age} years or older",
        "the limit is {facts.tds_limit_senior:r}",
        "valid PAN pays {facts.tds_percent}%",
        "inoperative, the rate is {facts.tds_percent_without_pan}%",
        "A {facts.tds_percent_without_pan}% entry",
        "below {facts.senior_age} must also",
        "not more than {facts.form_121_interest_limit_under_60:r}",
        "without a PAN it stays {facts.tds_percent_without_pan}%",
        "the {facts.tds_percent}% rate applies",
    ),
    "deposit_rates": (
        "resident of {facts.senior_age} years or more",
        "earns {facts.senior_extra_points:2} percentage points more",
        "starts at {deposit_bounds.fd.min_amount:r} and runs from "
        "{deposit_bounds.fd.min_months} to {deposit_bounds.fd.max_months} months",
        "rounded down to a full {deposit_bounds.fd.min_amount:r}",
    ),
    "deposit_early_closure_current": (
        "on or after {closure_circulars.-1.valid_from:d}",
        "The penalty is {closure_circulars.-1.tiers.0.points:2} percentage point",
        "for senior citizens or staff since {closure_circulars.-1.valid_from:d}",
        "The {facts.senior_extra_points:2} point that a senior citizen earned",
    ),
    "deposit_early_closure_2023": (
        "from {closure_circulars.0.valid_from:d} to {closure_circulars.0.valid_to:d}",
        "Up to a principal of {closure_circulars.0.tiers.0.up_to:r} the penalty was "
        "{closure_circulars.0.tiers.0.points:2} percentage point",
        "above {closure_circulars.0.tiers.0.up_to:r} it was "
        "{closure_circulars.0.tiers.1.points:2} percentage point",
        "From {closure_circulars.-1.valid_from:d} the circular",
    ),
    "recurring_deposits": (
        "starts at {deposit_bounds.rd.min_amount:r} a month and runs "
        "{deposit_bounds.rd.min_months} to {deposit_bounds.rd.max_months} months, in "
        "steps of {deposit_bounds.rd.step_months} months",
        "costs ₹{facts.rd_late_charge_per_100_a_month:2} for every ₹100",
        "{closure_circulars.-1.tiers.0.points:2} percentage point off",
    ),
    "tax_saver_non_callable": (
        "locked for {facts.tax_saver_years} years",
        "At most {facts.tax_saver_yearly_limit:r}",
        "above ₹1 crore ({facts.non_callable_above:r})",
    ),
    "joint_nominee_authority": ("up to four nominees",),
    "maturity_renewal": (
        "gets {facts.senior_extra_points:2} points more",
        "savings rate of {facts.overdue_savings_rate}%",
    ),
    "savings_balance_charges": (
        ": savings {minimum_balance.savings:r}",
        "(savings_rural) {minimum_balance.savings_rural:r}",
        "(savings_senior) {minimum_balance.savings_senior:r}",
        "current {minimum_balance.current:r}",
        "(nro_savings) {minimum_balance.nro_savings:r}",
        "earn {facts.overdue_savings_rate}% a year",
        "allow one month to bring it back",
        "{facts.shortfall_fee_percent}% of the shortfall, at most "
        "{facts.shortfall_fee_at_most:r}, plus {foreclosure.gst_percent}% GST",
        "{facts.bsbd_cheque_leaves} cheque leaves a year",
        "{facts.bsbd_free_withdrawals} free cash withdrawals",
        "for {facts.inoperative_years} years becomes inoperative",
        "After {facts.dea_fund_years} years",
        "{facts.atm_free_own} withdrawals at our own ATMs",
        "{facts.atm_free_other_metro} in a metro city or "
        "{facts.atm_free_other} elsewhere",
        "costs {facts.atm_fee:r} plus {foreclosure.gst_percent}% GST",
    ),
    "statements_closure": (
        "works for {statements.link_days} days",
        "last {statements.oldest_years} years",
        "last {statements.email_without_lookup_months} months",
        "in {facts.certificate_working_days} working days",
        "within {facts.account_closing_free_days} days of opening",
        "in between {facts.account_closing_fee:r} plus {foreclosure.gst_percent}% GST",
    ),
    "cheques": (
        "within {cheques.valid_months} months",
        "cheque of {cheques.positive_pay_from:r} or more",
        "From {cheques.positive_pay_required_from:r} this is required",
        "is {cheques.stop_fee_per_leaf:r} a leaf, and {cheques.stop_fee_range:r} "
        "for a range of {cheques.range_from_leaves} leaves or more, plus "
        "{foreclosure.gst_percent}% GST",
        "a BSBD account gets {facts.bsbd_cheque_leaves} leaves",
        "up to {cheques.book_delivery_days} days",
        "The first {cheques.default_leaves} leaves",
    ),
    "transfers_limits": (
        "for {facts.rtgs_minimum:r} and more",
        "up to {facts.imps_limit:r}.",
        "to a person: {facts.upi_daily_limit:r} a day",
    ),
    "failed_transactions": (
        "pays {facts.failed_transaction_compensation_a_day:r} for each",
    ),
    "unauthorised_transactions": (
        "up to {facts.zero_liability_working_days} working days: nothing",
        "to {facts.limited_liability_working_days} working days: the amount",
        "than {facts.limited_liability_working_days} working days: as",
        "BSBD account {facts.liability_cap_bsbd:r}",
        "limit of up to {facts.credit_card_high_limit:r}, "
        "{facts.liability_cap_savings:r}",
        "with a higher limit, {facts.liability_cap_other:r}",
        "within {facts.provisional_credit_working_days} working days",
        "within {facts.dispute_decision_days} days",
        "from {facts.compensation_rules_start:d}: five",
    ),
    "cards_controls": (
        "fee is {cards.replacement_fee:r} plus {foreclosure.gst_percent}% GST",
        "in {facts.card_replacement_working_days} working days",
        "up to {facts.contactless_without_pin:r}",
        "ATM {cards.daily_cap.atm:r}, shop machine (PoS) {cards.daily_cap.pos:r}, "
        "online {cards.daily_cap.online:r}",
    ),
    "credit_card_billing": (
        "more than {facts.credit_card_late_days} days past",
        "within {facts.credit_card_closure_working_days} working days",
        "pays {facts.credit_card_closure_delay_a_day:r}",
        "starts on {facts.credit_card_wording_start:d}",
    ),
    "mandates": (
        "up to {facts.mandate_limit_without_otp:r} do not",
        "the limit is {facts.mandate_limit_without_otp_special:r}",
        "at least {facts.mandate_notice_hours} hours",
        "within {facts.mandate_notice_hours} hours may",
    ),
    "loans_emi_kfs": ("at least {facts.kfs_open_working_days} working days",),
    "loan_foreclosure": (
        "is {foreclosure.other_charge_percent}% of the outstanding principal plus "
        "{foreclosure.gst_percent}% GST",
        "was {facts.foreclosure_charge_percent_until_2025}% if",
        "first {facts.foreclosure_charge_first_emis_until_2025} EMIs",
        "taken for {foreclosure.interest_days} days",
        "holds for {foreclosure.quote_valid_working_days} working days",
        "within {facts.loan_papers_days} days",
        "pays {facts.loan_papers_delay_a_day:r}",
    ),
    "gold_loan": (
        "18 carat {gold.price_per_gram.18:r} a gram",
        "22 carat {gold.price_per_gram.22:r} a gram",
        "24 carat {gold.price_per_gram.24:r} a gram",
        "lends up to {gold.ltv_cap_percent}%",
        "stays at {gold.ltv_cap_percent}%",
        "{facts.gold_ceiling_percent_small}% for loans of up to "
        "{facts.gold_small_up_to:r}, {facts.gold_ceiling_percent_middle}% up to "
        "{facts.gold_middle_up_to:r}, and {facts.gold_ceiling_percent_large}% above",
        "{gold.max_coin_grams} grams of gold coins",
        "runs {facts.gold_bullet_months} months at most",
        "within {facts.gold_release_working_days} working days",
        "pays {facts.gold_release_delay_a_day:r}",
    ),
    "insurance_lockers": (
        "The premium is {facts.pmjjby_premium:r}",
        "costs {facts.pmsby_premium:r}",
        "{facts.locker_deposit_years} years' rent",
        "up to {facts.locker_liability_times_rent} times",
    ),
    "service_escalation": (
        "answers within {facts.complaint_answer_days} days",
        "no reply came in {facts.complaint_answer_days} days",
        "within {facts.ombudsman_days} days",
        "since {facts.ombudsman_rules_start:d}",
        "within {facts.death_claim_days} days",
        "above {facts.doorstep_age}",
    ),
    "policy": (
        ": savings {minimum_balance.savings:t}",
        "rural savings {minimum_balance.savings_rural:t}",
        "senior savings {minimum_balance.savings_senior:t}",
        "current {minimum_balance.current:t}",
        "NRO savings {minimum_balance.nro_savings:t}",
        "a full {deposit_bounds.fd.min_amount:t}",
        "runs {deposit_bounds.fd.min_months} to {deposit_bounds.fd.max_months} months "
        "and starts at {deposit_bounds.fd.min_amount:t}",
        "{deposit_bounds.rd.min_months} to {deposit_bounds.rd.max_months} months, in "
        "steps of three, and starts at {deposit_bounds.rd.min_amount:t} a month",
        "less than {facts.mandate_notice_hours} hours away",
        "gets {facts.bsbd_cheque_leaves} leaves",
        "no more than {statements.email_without_lookup_months} months",
    ),
}

# What regulation or a scheme fixes and no tool uses, and worked examples that a test of
# their own checks.
REGULATION_ONLY: dict[str, tuple[str, ...]] = {
    "tds_form_121": ("30%, plus surcharge and 4% cess",),
    "joint_nominee_authority": ("shares adding up to 100%",),
    "deposit_early_closure_current": ("A deposit at 7.10%", "earns 6.10%"),
    "tax_saver_non_callable": ("individual of ₹1 crore or less",),
    "transfers_limits": (
        "batches, from ₹1.",
        "travel, loan EMI | ₹5,00,000 | ₹10,00,000 |",
        "Credit card bill | ₹5,00,000 | ₹6,00,000 |",
        "Jewellery | ₹2,00,000 | ₹6,00,000 |",
        "a term deposit | ₹5,00,000 | ₹5,00,000 |",
        "college fees | ₹5,00,000 | ₹5,00,000 |",
        "₹1,000 a payment, ₹5,000 balance",
        "above ₹10,000",
    ),
    "unauthorised_transactions": ("85% of the loss or ₹25,000", "up to ₹50,000"),
    "cards_controls": ("ATM ₹25,000, PoS ₹1,00,000, online ₹1,00,000",),
    "loans_emi_kfs": ("₹5,00,000 at 11.5% for 36 months gives an EMI of ₹16,488",),
    "government_schemes": (
        "PPF earns 7.1% a year. From ₹500 to ₹1,50,000",
        "at most 50%",
        "It earns 8.2%",
        "From ₹250 to ₹1,50,000",
        "Up to 50%",
        "costs ₹50.",
        "From ₹1,000 to ₹30,00,000",
        "1.5% is cut, between 2 and 5 years 1%",
        "from ₹1,000 without upper limit, at 7.7%",
        "at 7.5%",
    ),
    "insurance_lockers": ("pays ₹2,00,000 on death", "₹1,00,000 on partial"),
    "service_escalation": ("up to ₹30,00,000", "up to ₹3,00,000"),
}
