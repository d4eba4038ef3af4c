"""The generated customers: unique, impossible, and consistent to the paisa."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from functools import cache

import pytest

from bankenv.generate.customers import Customer, draw_customers
from bankenv.generate.entries import mandate_text
from bankenv.generate.mandates import debit_dates
from bankenv.generate.people import SEGMENTS, personas, roster
from bankenv.generate.rates import deposit_rate, rules
from bankenv.interest import (
    PAYOUTS_PER_YEAR,
    fd_maturity,
    maturity_day,
    rd_maturity,
)
from bankenv.money import to_paise
from bankenv.records import JsonValue, Record

SOME = 150
CLOCK = date(2026, 7, 16)


@cache
def some() -> list[Customer]:
    return draw_customers(SOME)


def records() -> Iterator[Record]:
    return (customer.record for customer in some())


def accounts() -> Iterator[Record]:
    return (account for record in records() for account in record["accounts"].values())


def deposits(kind: str) -> Iterator[tuple[Record, Record]]:
    for record in records():
        for deposit in record["deposits"].values():
            if deposit["kind"] == kind:
                yield record, deposit


def ids_of(record: Record) -> list[str]:
    maps = ("accounts", "deposits", "loans", "cards", "requests", "insurance")
    made = [record["customer_id"], *(key for name in maps for key in record[name])]
    made += [mandate["mandate_id"] for mandate in record["mandates"]]
    made += [offer["offer_id"] for offer in record["offers"]]
    rows = [r for a in record["accounts"].values() for r in a["transactions"]]
    return made + [row["reference_id"] for row in rows]


def test_no_two_customers_share_an_id() -> None:
    ids = [one for record in records() for one in ids_of(record)]
    assert [one for one, count in Counter(ids).items() if count > 1] == []


def test_no_two_people_share_a_name_and_none_is_on_the_deny_list() -> None:
    names = [person.name for person in roster()]
    assert len(set(names)) == len(names) == 944
    assert not set(names) & personas()[1]


def test_the_roster_holds_the_planned_personas_and_segments() -> None:
    people = Counter(person.persona.id for person in roster())
    assert people == {persona.id: persona.count for persona in personas()[0]}
    groups = Counter(person.segment.name for person in roster())
    assert groups == {segment.name: segment.count for segment in SEGMENTS}


def test_sixty_customers_hold_every_persona() -> None:
    assert len({person.persona.id for person in roster()[:60]}) == 15


def test_ages_lie_within_persona_and_segment_and_make_the_senior_flag() -> None:
    for person in roster():
        assert person.persona.youngest <= person.age <= person.persona.oldest
        assert person.senior == (person.segment.name == "senior")


def test_a_customer_is_the_same_whatever_the_count() -> None:
    assert draw_customers(5) == some()[:5]


def test_more_customers_than_the_roster_holds_are_refused() -> None:
    with pytest.raises(ValueError, match="945 customers asked for"):
        draw_customers(945)


def test_every_linked_id_resolves_and_every_product_is_linked() -> None:
    for record in records():
        linked = record["login_context"]
        assert linked["linked_accounts"] == list(record["accounts"])
        assert linked["linked_cards"] == list(record["cards"])
        products = [*record["deposits"], *record["loans"], *record["insurance"]]
        assert linked["linked_products"] == products


def test_every_map_is_keyed_by_the_id_inside() -> None:
    names = {
        "accounts": "account_id",
        "deposits": "deposit_id",
        "loans": "loan_id",
        "cards": "card_id",
        "requests": "request_id",
        "insurance": "policy_id",
    }
    for record in records():
        for name, key in names.items():
            assert all(item[key] == at for at, item in record[name].items())


def test_identities_are_impossible() -> None:
    for record in records():
        profile = record["profile"]
        assert re.fullmatch(r"\+91-1\d{4}-\d{5}", profile["phone"])
        assert re.fullmatch(r"[a-z.]+@example\.(com|org)", profile["email"])
        assert profile["pan"] is None or re.fullmatch(r"X{5}\d{4}X", profile["pan"])
        assert profile["address"]["pincode"].startswith("0")


def test_balances_equal_their_histories_and_never_go_below_zero() -> None:
    for account in accounts():
        balance = None
        for row in account["transactions"]:
            amount, after = to_paise(row["amount"]), to_paise(row["balance_after"])
            assert balance is None or balance + amount == after
            assert after >= 0
            assert row["direction"] == ("credit" if amount > 0 else "debit")
            balance = after
        assert balance in (None, to_paise(account["available_balance"]))


def test_histories_are_in_order_and_end_before_the_clock() -> None:
    for account in accounts():
        days = [row["date"] for row in account["transactions"]]
        assert days == sorted(days)
        assert all("2026-04-17" <= day < "2026-07-16" for day in days)


def test_an_inoperative_account_has_no_entries_and_a_living_one_has_some() -> None:
    for account in accounts():
        lives = account["status"] != "INOPERATIVE"
        assert lives or not account["transactions"]
        assert not lives or account["transactions"] or not account["available_balance"]


def test_money_is_a_float_with_two_decimals_everywhere() -> None:
    names = {
        "available_balance", "hold_amount", "amount", "balance_after", "principal",
        "maturity_amount", "monthly_installment", "total_deposited", "outstanding",
        "emi", "overdue_amount", "credit_limit", "available_limit", "daily_limit",
        "premium", "sum_assured", "rate",
    }  # fmt: skip

    def look(value: JsonValue, name: str = "") -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                look(inner, key)
        elif isinstance(value, list):
            for inner in value:
                look(inner, name)
        elif name in names:
            assert isinstance(value, float)
            assert round(value, 2) == value

    for record in records():
        look(record)


def test_a_fixed_deposit_follows_from_its_rate_and_start() -> None:
    for record, deposit in deposits("FD"):
        start = date.fromisoformat(deposit["start_date"])
        months, senior = deposit["tenure_months"], record["profile"]["senior_citizen"]
        assert deposit["rate"] == deposit_rate("fd", months, start, senior)
        assert deposit["maturity_date"] == maturity_day(start, months).isoformat()
        principal = to_paise(deposit["principal"])
        grown = fd_maturity(principal, deposit["rate"], months)
        paid_out = deposit["payout_type"] in PAYOUTS_PER_YEAR
        due = principal if paid_out else grown
        assert to_paise(deposit["maturity_amount"]) == due
        assert "2021-08-01" <= deposit["start_date"] <= "2026-07-08"
        assert deposit["maturity_date"] > CLOCK.isoformat()


def test_a_recurring_deposit_follows_from_its_rate_and_start() -> None:
    for _, deposit in deposits("RD"):
        start = date.fromisoformat(deposit["start_date"])
        months, monthly = deposit["tenure_months"], deposit["monthly_installment"]
        assert deposit["maturity_date"] == maturity_day(start, months).isoformat()
        grown = rd_maturity(to_paise(monthly), deposit["rate"], months)
        assert to_paise(deposit["maturity_amount"]) == grown
        assert deposit["total_deposited"] == monthly * deposit["installments_paid"]
        assert rules().deposit_bounds["rd"].allows(months)


def test_deposits_pay_into_an_account_of_the_customer() -> None:
    for kind in ("FD", "RD"):
        for record, deposit in deposits(kind):
            assert deposit["payout_account"] in record["accounts"]


def test_locked_schemes_have_their_terms() -> None:
    for _, deposit in deposits("FD"):
        if deposit["scheme"] == "tax_saver":
            assert deposit["tenure_months"] == 60
            assert deposit["lock_in_until"] == deposit["maturity_date"]
            assert deposit["principal"] <= 150_000
        assert (deposit["scheme"] == "non_callable") == (deposit["principal"] > 10**7)


def test_cards_and_mandates_stand_on_accounts_and_loans_of_the_customer() -> None:
    for record in records():
        for card in record["cards"].values():
            assert card["linked_account"] in record["accounts"]
        for mandate in record["mandates"]:
            assert mandate["account_id"] in record["accounts"]
            assert mandate["linked_loan"] in (None, *record["loans"])


def test_last_four_digits_tell_any_two_cards_apart() -> None:
    digits = [
        card["last4"] for record in records() for card in record["cards"].values()
    ]
    assert len(set(digits)) == len(digits)


def test_a_cheque_has_an_entry_exactly_if_it_was_paid() -> None:
    for account in accounts():
        paid = {
            row["description"].split()[1]
            for row in account["transactions"]
            if row["channel"] == "cheque"
        }
        states = {c["cheque_number"]: c["status"] for c in account["cheques"]}
        assert paid == {number for number, s in states.items() if s == "cleared"}


def test_an_active_mandate_has_debited_and_any_other_has_not() -> None:
    for record in records():
        for mandate in record["mandates"]:
            account = record["accounts"][mandate["account_id"]]
            text = mandate_text(mandate)
            days = [
                row["date"]
                for row in account["transactions"]
                if row["description"] == text
            ]
            expected = {day.isoformat() for day in debit_dates(mandate, 90)}
            lives = account["status"] != "INOPERATIVE"
            assert not lives or expected <= set(days)
            assert mandate["status"] == "active" or days == []
            assert all(day >= mandate["registered_on"] for day in days)


def test_loans_owe_less_than_was_lent_and_have_months_left() -> None:
    for record in records():
        for loan in record["loans"].values():
            assert 0 < loan["outstanding"] <= loan["principal"]
            assert 0 < loan["remaining_months"] <= loan["tenure_months"]
            home = loan["loan_type"] == "home_loan"
            assert loan["kfs_charge_percent"] == (0.0 if home else 2.0)


def test_planted_edges_are_there() -> None:
    minimum = rules().minimum_balance
    at_minimum = [
        account
        for account in accounts()
        if minimum[account["account_type"]]
        and account["available_balance"] == minimum[account["account_type"]]
    ]
    assert at_minimum
    assert any(account["hold_amount"] for account in accounts())
    statuses = {account["status"] for account in accounts()}
    assert statuses == {"ACTIVE", "REKYC_GRACE", "KYC_LIMITED", "INOPERATIVE"}
