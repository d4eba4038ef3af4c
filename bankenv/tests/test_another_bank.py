"""A second bank, other in every figure: nothing of the first is baked into code."""

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest

from bankenv.__main__ import main
from bankenv.books import Books
from bankenv.dataset import Dataset, load_dataset
from bankenv.integrity import record_faults
from bankenv.prompt import system_prompt
from bankenv.records import JsonValue, Record
from bankenv.replay import replay
from bankenv.scoring import score
from bankenv.tests.make_another_bank import ROOT, build
from bankenv.tools import TOOLS, execute

CODE = Path(__file__).parents[1]

IRA, HARISH, LEELA = "CUST_5AA00001", "CUST_5AA00002", "CUST_5AA00003"
ARJUN, NISHA = "CUST_5AA00004", "CUST_5AA00005"


@cache
def bank() -> Dataset:
    return load_dataset(ROOT)


def ask(customer: str, tool: str, **arguments: JsonValue) -> Any:  # Any: JSON
    """Return what a call that succeeds answers, on fresh books."""
    result = execute(Books(bank(), customer), tool, arguments)
    assert result.ok, result.content
    return result.content


def no(customer: str, tool: str, **arguments: JsonValue) -> tuple[str, str]:
    """Return code and message of a call that the bank refuses."""
    result = execute(Books(bank(), customer), tool, arguments)
    assert result.error == "refused", result
    return result.content["error_code"], result.content["error_message"]


def test_it_loads_like_any_bank_and_its_gold_chains_pass() -> None:
    assert bank().rules.bank_name == "Saanjh Bank"
    assert bank().clock == date(2025, 9, 30)
    assert len(bank().customers) == 5
    for task in bank().tasks.values():
        assert score(bank(), replay(bank(), task)).passed, task.id


def test_its_files_are_what_their_script_makes() -> None:
    for name, content in build().items():
        assert (ROOT / name).read_bytes() == content, name


def test_its_records_agree_with_themselves() -> None:
    assert list(record_faults(bank())) == []


def test_the_check_command_accepts_it(capsysbinary: pytest.CaptureFixture[Any]) -> None:
    assert main(["--data", str(ROOT), "check"]) == 0
    printed = orjson.loads(capsysbinary.readouterr().out)
    assert printed["faults"] == []
    assert (printed["customers"], printed["rules"], printed["documents"]) == (5, 7, 4)


def test_figures_that_its_customers_must_be_told_are_its_tools_answers() -> None:
    for task in bank().tasks.values():
        answers = ""
        books = Books(bank(), task.customer_id)
        for step in task.gold:
            answers += orjson.dumps(
                execute(books, step.tool, step.arguments).content
            ).decode()
        for value in task.scenario.must_be_told.values():
            assert str(value) in answers, (task.id, value)


@pytest.mark.parametrize(
    ("customer", "deposit", "penalty", "rate", "interest", "payout"),
    [
        # 150000 at 6.4 - 1.5 for 200 days of 365
        (IRA, "FD810011", 1.5, 4.9, 4027.4, 154027.4),
        # a senior loses nothing: 400000 at 7.65 for 232 days
        (HARISH, "FD810022", 0.0, 7.65, 19449.86, 419449.86),
        # above two lakh: 250000 at 6 - 2.25 for 484 days
        (NISHA, "FD810055", 2.25, 3.75, 12431.51, 262431.51),
        # 7500 paid in, a senior: at 6.6 for 141 days
        (HARISH, "RD810022", 0.0, 6.6, 191.22, 7691.22),
    ],
)
def test_closing_early_costs_what_its_circular_says(  # noqa: PLR0913 - a row's figures
    customer: str,
    deposit: str,
    penalty: float,
    rate: float,
    interest: float,
    payout: float,
) -> None:
    quote = ask(customer, "get_deposit_closure_quote", deposit_ids=[deposit])["quotes"]
    assert quote[0]["penalty_rate"] == penalty
    assert quote[0]["effective_rate"] == rate
    assert quote[0]["interest_payable"] == interest
    assert quote[0]["net_payout"] == payout
    closed = ask(customer, "close_deposit", deposit_id=deposit)
    assert closed["net_payout"] == payout


def test_deposits_are_booked_by_its_card_and_within_its_bounds() -> None:
    booked = ask(
        HARISH,
        "create_fd",
        principal_amount=10000,
        tenure_months=6,
        source_account="SB8800000022",
    )
    assert booked["rate"] == 5.75  # six months are in its first slab; a senior
    assert booked["maturity_amount"] == 10289.57  # 10000 * 1.014375 ** 2
    assert booked["maturity_date"] == "2026-03-31"  # 182 days on
    source = {"source_account": "SB8800000011"}
    small = no(IRA, "create_fd", principal_amount=4999.99, tenure_months=12, **source)
    assert small == ("VALIDATION_ERROR", "FDs start from ₹5,000, not ₹4,999.99.")
    odd = no(IRA, "create_fd", principal_amount=5000, tenure_months=13, **source)
    assert odd[1] == "FDs run 2 to 36 months in steps of 2, not 13."
    assert no(IRA, "create_fd", principal_amount=5000, tenure_months=38, **source)
    cheap = ask(IRA, "create_rd", monthly_installment=100, tenure_months=6, **source)
    assert cheap["rate"] == 6.1
    assert no(IRA, "create_rd", monthly_installment=100, tenure_months=9, **source)
    poor = no(
        NISHA,
        "create_fd",
        principal_amount=5000,
        tenure_months=12,
        source_account="SB8800000055",
    )
    assert poor[0] == "INSUFFICIENT_FUNDS"


def test_rates_are_those_of_its_cards_and_what_it_lacks_it_says() -> None:
    rates = ask(IRA, "get_deposit_loan_rates", product_type="fd", tenure_months=18)
    assert [slab["general_rate"] for slab in rates["slabs"]] == [6.4]
    assert rates["effective_date"] == "2025-09-30"
    home = ask(IRA, "get_deposit_loan_rates", product_type="home_loan", amount=2e6)
    assert [slab["general_rate"] for slab in home["slabs"]] == [8.9]
    gold = no(IRA, "get_deposit_loan_rates", product_type="gold_loan")
    assert gold[1] == "The bank has no rates for gold_loan today."


def test_gold_is_valued_at_its_price_and_lent_on_to_its_cap() -> None:
    price = ask(IRA, "get_gold_rate", purity_karat=22)
    assert price["gold_rate_per_gram"] == 7105.5
    assert (price["source"], price["valid_till"]) == (
        "Saanjh counter price",
        "2025-09-30T02:00:00",
    )
    assert no(IRA, "get_gold_rate", purity_karat=18)[0] == "VALIDATION_ERROR"
    value = ask(
        IRA,
        "calculate_gold_loan_ltv",
        gold_grams=10,
        purity_karat=22,
        gold_rate_per_gram=7105.5,
    )
    assert value["ltv_cap_percent"] == 60.0
    assert value["max_eligible_loan_amount"] == 42633.0


def test_foreclosure_costs_its_charge_its_tax_and_its_days_of_interest() -> None:
    ids = ["PL880033", "VL880033"]
    quotes = ask(LEELA, "get_loan_foreclosure_quote", loan_ids=ids)["quotes"]
    personal, vehicle = quotes
    assert personal["accrued_interest"] == 1522.6  # 260000 at 14.25 for 15 days
    assert personal["foreclosure_charges"] == 10400.0  # 4 %
    assert personal["gst_on_charges"] == 1248.0  # 12 % of it
    assert personal["total_payable"] == 273170.6
    assert vehicle["foreclosure_charges"] == 3000.0  # any other loan: 3 %


def test_requests_have_its_categories_priorities_and_days() -> None:
    asked = ask(IRA, "raise_request", description="A question.")
    assert (asked["priority"], asked["eta"]) == ("NORMAL", "2025-10-12")
    failed = ask(
        IRA,
        "raise_request",
        description="Failed.",
        category="failed_transaction",
        related_transaction_id="TXN7000000003",
    )
    assert (failed["priority"], failed["eta"]) == ("URGENT", "2025-10-02")
    # Here a debit may be disputed without naming the entry; apps are nobody's matter.
    assert ask(IRA, "raise_request", description="?", category="unauthorized_debit")
    code, said = no(IRA, "raise_request", description="It hangs.", category="app_issue")
    assert (code, said) == ("VALIDATION_ERROR", "The bank takes no app_issue requests.")


def test_cheque_books_and_statements_go_by_its_terms() -> None:
    account = {"account_id": "CA8800000033"}
    book = ask(LEELA, "request_cheque_book", leaves=20, **account)
    assert book["expected_delivery"] == "2025-10-03"
    too_thick = no(LEELA, "request_cheque_book", leaves=21, **account)
    assert too_thick[1] == "A book has at most 20 leaves."
    period = {"from_date": "2025-01-01", "to_date": "2025-03-31"}
    link = ask(
        LEELA, "request_duplicate_statement", **account, **period,
        delivery_mode="download",
    )  # fmt: skip
    assert link["download_url"].startswith("https://saanjh.example.com/papers/STMT")
    assert link["expiry"] == "2025-10-02T00:00:00"


def test_the_other_services_answer_from_its_records() -> None:
    balance = ask(ARJUN, "get_account_balance", account_ids=["SB8800000044"])
    assert balance["balances"][0]["available_balance"] == 20000.0
    details = ask(ARJUN, "get_account_details", account_ids=["SB8800000044"])
    assert details["accounts"][0]["bank_name"] == "Saanjh Bank"
    rows = ask(IRA, "get_transaction_history", account_id="SB8800000011")
    assert rows["total_records"] == 3
    assert ask(IRA, "get_fd_details", deposit_ids=["FD810011"])["fds"]
    assert ask(HARISH, "get_rd_details", deposit_ids=["RD810022"])["rds"]
    changed = ask(
        IRA, "update_deposit_renewal", deposit_id="FD810011",
        instruction="renew_principal",
    )  # fmt: skip
    assert changed["previous_instruction"] == "no_renewal"
    assert ask(LEELA, "get_loan_details", loan_ids=["PL880033"])["loans"]
    assert ask(ARJUN, "get_card_details", card_ids=["CARD88044"])["cards"]


def test_cards_mandates_and_cheques_change_as_they_do_anywhere() -> None:
    thawed = ask(ARJUN, "toggle_card_freeze", card_id="CARD88044", state="unfreeze")
    assert thawed["new_card_status"] == "active"
    assert ask(IRA, "block_card", card_id="CARD88011", reason="lost")
    off: Record = {"domestic": {"enabled": False}}
    assert ask(IRA, "set_card_controls", card_id="CARD88011", atm=off)
    assert ask(IRA, "show_mandates")["total"] == 2
    assert ask(IRA, "cancel_mandate", mandate_id="MND880011")
    assert no(IRA, "cancel_mandate", mandate_id="MND880012")[0] == "ALREADY_CANCELLED"
    stop = ask(
        IRA, "stop_cheque_payment", account_id="SB8800000011",
        cheque_numbers=["000411", "000412"],
    )  # fmt: skip
    outcomes = [row["outcome"] for row in stop["results"]]
    assert outcomes == ["CANNOT_STOP", "STOP_PLACED"]
    place = {"line1": "2 Ghat Lane", "city": "Deepghat", "state": "S", "pincode": "012"}
    place["pincode"] = "012345"
    assert ask(IRA, "update_address", address_type="communication", **place)


def test_products_and_calculators_answer_from_its_rules() -> None:
    assert ask(ARJUN, "get_insurance_details", policy_ids=["POL880044"])["policies"]
    products = ask(IRA, "get_products_and_offers")["products"]
    assert [product["code"] for product in products] == ["FD", "DC"]
    assert ask(IRA, "transfer_to_human_agents", summary="A court order.")
    fd = {"principal_amount": 5000, "rate": 6.4, "tenure_months": 12}
    assert ask(IRA, "calculate_fd_maturity", **fd)["maturity_amount"] == 5327.76
    rd = {"monthly_installment": 100, "rate": 6.6, "tenure_months": 6}
    assert ask(IRA, "calculate_rd_maturity", **rd)
    assert ask(IRA, "calculate_emi", principal=1000, rate=14.25, tenure_months=12)
    assert no(IRA, "get_request_status", request_id="SR-1")


def test_every_tool_is_called_here() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [name for name in TOOLS if f'"{name}"' not in text] == []


def test_search_finds_its_papers_and_their_days() -> None:
    found = ask(IRA, "search_knowledge_base", query="penalty for closing early")
    by_document = {hit["document"]: hit["valid_to"] for hit in found["results"]}
    assert by_document["closing_early"] is None
    assert by_document["closing_early_2023"] == "2024-12-31"


def test_the_prompt_is_in_its_name_and_by_its_policy() -> None:
    prompt = system_prompt(bank(), bank().tasks["AB_FDC_1"])
    assert "You are the customer assistant of Saanjh Bank." in prompt
    assert "Today: Tuesday, 2025-09-30" in prompt
    assert "Navdhara" not in prompt


def test_no_code_names_the_first_bank() -> None:
    own = ("generate", "tests")  # the generator makes the first bank
    for file in CODE.rglob("*.py"):
        if not set(own) & set(file.relative_to(CODE).parts):
            assert "Navdhara" not in file.read_text(encoding="utf-8"), file
