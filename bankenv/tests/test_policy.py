"""The policy: its prose, its machine part, and the order it demands."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import orjson
import pytest

from bankenv.bank import FIXTURES
from bankenv.policy import Policy, load_policy, violations
from bankenv.precedence import ChainCall

POLICY = load_policy(FIXTURES / "policy")
READS = {
    tool for entry in POLICY.must_precede for group in entry.reads for tool in group
}
TOOLS = READS | {entry.write for entry in POLICY.must_precede}

DETAILS: ChainCall = (
    "get_fd_details",
    {"deposit_ids": ["FD100001"]},
    {"fds": [{"deposit_id": "FD100001", "status": "ACTIVE"}], "errors": []},
)
QUOTE: ChainCall = (
    "get_deposit_closure_quote",
    {"deposit_ids": ["FD100001", "FD100002"]},
    {"quotes": [{"deposit_id": "FD100001"}, {"deposit_id": "FD100002"}], "errors": []},
)
CLOSE: ChainCall = (
    "close_deposit",
    {"deposit_id": "FD100001"},
    {"status": "CLOSED", "net_payout": 100000.25, "payout_account": "SB1"},
)
RATES: ChainCall = (
    "get_deposit_loan_rates",
    {"product_type": "fd"},
    {"product_type": "fd"},
)
BALANCE: ChainCall = (
    "get_account_balance",
    {"account_ids": ["SB1"]},
    {"balances": [{"account_id": "SB1"}], "errors": []},
)


def book(amount: object, account: str = "SB1") -> ChainCall:
    arguments = {"principal_amount": amount, "source_account": account}
    return ("create_fd", arguments, {"status": "BOOKED"})


def raised(category: str, transaction: str | None = None) -> ChainCall:
    arguments = {"category": category, "related_transaction_id": transaction}
    return ("raise_request", arguments, {"status": "RAISED"})


def history(*transactions: str) -> ChainCall:
    rows = [{"reference_id": id_} for id_ in transactions]
    content = {"account_id": "SB1", "transactions": rows}
    return ("get_transaction_history", {"account_id": "SB1"}, content)


Broken = tuple[str, int, str, str]


def broken(
    *calls: ChainCall, declared: Mapping[int, list[str]] | None = None
) -> list[Broken]:
    return [
        (v.rule, v.call, v.reads[0], v.problem)
        for v in violations(POLICY, TOOLS, calls, declared)
    ]


def test_there_are_42_rules_each_under_a_heading_with_a_title_of_its_own() -> None:
    rules = POLICY.rules
    assert list(rules) == [f"R{number}" for number in range(1, 43)]
    assert len({rule.title for rule in rules.values()}) == 42
    assert all(rule.group and rule.text in POLICY.text for rule in rules.values())


def test_every_rule_that_the_machine_part_names_is_written() -> None:
    assert {entry.rule for entry in POLICY.must_precede} <= POLICY.rules.keys()


def test_a_rule_refers_only_to_what_the_assistant_can_know() -> None:
    for rule in POLICY.rules.values():
        assert not READS & set(rule.text.split()), rule.id


def test_details_and_a_quote_for_that_deposit_allow_a_closure() -> None:
    assert broken(DETAILS, QUOTE, CLOSE) == []


def test_a_dropped_read_breaks_the_rule() -> None:
    assert broken(DETAILS, CLOSE) == [
        ("R12", 1, "get_deposit_closure_quote", "missing")
    ]
    assert broken(QUOTE, CLOSE) == [("R12", 1, "get_fd_details", "missing")]


def test_a_read_after_the_write_is_late() -> None:
    assert broken(DETAILS, CLOSE, QUOTE) == [
        ("R12", 1, "get_deposit_closure_quote", "late")
    ]


def test_a_read_of_another_deposit_does_not_count() -> None:
    other = (CLOSE[0], {"deposit_id": "FD100002"}, CLOSE[2])
    assert broken(DETAILS, QUOTE, other) == [
        ("R12", 2, "get_fd_details", "other_object")
    ]


def test_an_id_that_a_batch_read_could_not_find_was_not_read() -> None:
    missed = {"fds": [], "errors": [{"deposit_id": "FD100001", "error": "not linked"}]}
    assert broken((*DETAILS[:2], missed), QUOTE, CLOSE) == [
        ("R12", 2, "get_fd_details", "other_object")
    ]


def test_a_read_that_was_refused_was_not_made() -> None:
    refused = {
        "error_code": "VALIDATION_ERROR",
        "error_message": "",
        "retriable": False,
    }
    assert broken(DETAILS, (*QUOTE[:2], refused), CLOSE) == [
        ("R12", 2, "get_deposit_closure_quote", "missing")
    ]


def test_details_of_a_recurring_deposit_do_as_well() -> None:
    rd: ChainCall = (
        "get_rd_details",
        {},
        {"rds": [{"deposit_id": "FD100001"}], "errors": []},
    )
    assert broken(rd, QUOTE, CLOSE) == []


def test_a_booking_needs_the_balance_of_the_paying_account_and_the_right_rates() -> (
    None
):
    assert broken(BALANCE, RATES, book(1000.0)) == []
    assert broken(BALANCE, RATES, book(1000.0, "SB2")) == [
        ("R9", 2, "get_account_balance", "other_object")
    ]
    rd_rates: ChainCall = ("get_deposit_loan_rates", {}, {"product_type": "rd"})
    assert broken(BALANCE, rd_rates, book(1000.0)) == [
        ("R11", 2, "get_deposit_loan_rates", "other_object")
    ]


def test_todays_payout_into_the_paying_account_needs_no_balance() -> None:
    chain = (DETAILS, QUOTE, RATES, CLOSE)
    assert broken(*chain, book(100000.25)) == []
    assert broken(*chain, book(60000), book(40000.25)) == []
    assert [v[0] for v in broken(*chain, book(100000.26))] == ["R9"]
    assert [v[0] for v in broken(*chain, book(100000, "SB2"))] == ["R9"]
    assert [v[:2] for v in broken(*chain, book(60000), book(60000))] == [("R9", 5)]
    assert [v[0] for v in broken(RATES, book(1000), DETAILS, QUOTE, CLOSE)] == ["R9"]


@pytest.mark.parametrize(
    "amount", [float("nan"), float("inf"), 1e308, 10**400, -5, 0, "5", None, True, [1]]
)
def test_no_amount_slips_through_the_payout_exception(amount: object) -> None:
    chain = (DETAILS, QUOTE, RATES, CLOSE)
    assert [v[0] for v in broken(*chain, book(amount))] == ["R9"]


def test_only_unfreezing_needs_the_history() -> None:
    card: ChainCall = (
        "get_card_details",
        {},
        {"cards": [{"card_id": "CARD1"}], "errors": []},
    )
    freeze: ChainCall = (
        "toggle_card_freeze",
        {"card_id": "CARD1", "state": "freeze"},
        {},
    )
    unfreeze: ChainCall = (
        "toggle_card_freeze",
        {"card_id": "CARD1", "state": "unfreeze"},
        {},
    )
    assert broken(card, freeze) == []
    assert broken(card, unfreeze) == [("R20", 1, "get_transaction_history", "missing")]
    assert broken(card, history(), unfreeze) == []


@pytest.mark.parametrize(
    ("category", "rule"),
    [
        ("failed_transaction", "R25"),
        ("unauthorized_debit", "R23"),
        ("charges_dispute", "R40"),
    ],
)
def test_a_claim_needs_a_history_that_shows_its_entry(category: str, rule: str) -> None:
    assert broken(history("TXN1", "TXN2"), raised(category, "TXN2")) == []
    assert [v[0] for v in broken(raised(category, "TXN2"))] == [rule]
    other = broken(history("TXN1"), raised(category, "TXN2"))
    assert [(v[0], v[3]) for v in other] == [(rule, "other_object")]


def test_a_mandate_must_stand_in_the_list_before_it_is_cancelled() -> None:
    listed: ChainCall = ("show_mandates", {}, {"mandates": [{"mandate_id": "MND1"}]})
    cancel: ChainCall = ("cancel_mandate", {"mandate_id": "MND2"}, {})
    assert broken(listed, cancel) == [("R27", 1, "show_mandates", "other_object")]


def test_a_query_or_complaint_needs_a_read_only_if_it_declares_the_rule() -> None:
    query, complaint = raised("general_query"), raised("service_quality")
    assert broken(query, complaint) == []
    assert {v[0] for v in broken(query, declared={0: ["R17", "R18"]})} == {"R18"}
    assert {v[0] for v in broken(complaint, declared={0: ["R26"]})} == {"R26"}
    loan: ChainCall = ("get_loan_details", {}, {"loans": []})
    quote: ChainCall = ("get_loan_foreclosure_quote", {}, {"quotes": []})
    assert broken(loan, quote, query, declared={2: ["R18"]}) == []


@pytest.mark.parametrize("content", [None, "text", [], {"fds": None}, {"fds": [[], 1]}])
def test_a_result_of_any_shape_shows_nothing_and_does_no_harm(content: object) -> None:
    assert [v[0] for v in broken((*DETAILS[:2], content), QUOTE, CLOSE)] == ["R12"]


def test_an_object_named_by_something_odd_is_not_shown() -> None:
    odd: ChainCall = ("close_deposit", {"deposit_id": ["FD100001"]}, {})
    assert [v[3] for v in broken(DETAILS, QUOTE, odd)] == ["other_object"] * 2


def test_a_read_that_the_bank_does_not_offer_is_an_error_not_a_pass() -> None:
    with pytest.raises(ValueError, match="R12 asks for get_rd_details: no such tool"):
        violations(POLICY, TOOLS - {"get_rd_details"}, [CLOSE])


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIXTURES / "policy", tmp_path / "policy"))


def edited(copy: Path, changes: Mapping[str, object]) -> Path:
    data = orjson.loads((copy / "rules.json").read_bytes())
    data["must_precede"][0].update(changes)
    (copy / "rules.json").write_bytes(orjson.dumps(data))
    return copy


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rule": "R43"}, r"must_precede\[0\]: there is no rule R43 in policy.md"),
        ({"reads": [[]]}, r"must_precede\[0\]: reads must hold at least one tool"),
        (
            {"unless": "asked_nicely"},
            r"must_precede\[0\]: unknown exception asked_nicely",
        ),
        ({"untill": 1}, r"must_precede\[0\]: unknown key untill"),
        ({"same_object": {"card": "card_id"}}, "get_account_balance has card"),
    ],
)
def test_a_fault_in_the_machine_part_is_named(
    copy: Path, changes: dict[str, object], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        load_policy(edited(copy, changes))


def test_a_rule_out_of_order_is_named_with_its_line(copy: Path) -> None:
    text = POLICY.text.replace("**R7. ", "**R8. ")
    (copy / "policy.md").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"policy.md line 19: expected \*\*R7\."):
        load_policy(copy)


def test_a_machine_part_that_is_not_json_is_named(copy: Path) -> None:
    (copy / "rules.json").write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match=r"rules.json: not JSON"):
        load_policy(copy)


def test_the_policy_is_immutable() -> None:
    with pytest.raises(AttributeError):
        POLICY.text = ""  # type: ignore[misc]  # that is the point
    assert isinstance(POLICY, Policy)
