"""How the tellers understand a customer, in four registers."""

import pytest

from runner.reference.areas.bookings import payout_in
from runner.reference.renewals import instruction_in
from runner.reference.teller import intent_of
from runner.reference.words import agrees, declines, read

YES = [
    "Yes, please.",
    "Yes, close that one. Nothing else.",
    "ok do it",
    "Haan ji, kar dijiye",
    "Ji bilkul.",
    "Theek hai, FD bana dijiye: ₹5,000, 12 mahine.",
    "I had not wanted that. Correct, kindly stop Kavach Health only.",
    "Manzoor hai",
    "Go ahead!",
]
NO = [
    "No.",
    "No thanks, leave that as it is.",
    "Nahi, rehne dijiye",
    "Phir nahi. Theek hai, FD rakhiye.",
    "Mat kijiye",
    "Wait, I want to think.",
    "That is wrong.",
]
NEITHER = [
    "What will I lose?",
    "How much is the penalty, and why?",
    "My card ends 4417",
]


@pytest.mark.parametrize("text", YES)
def test_a_yes_is_a_yes(text: str) -> None:
    assert agrees(read(text)) and not declines(read(text))


@pytest.mark.parametrize("text", NO)
def test_a_no_is_a_no(text: str) -> None:
    assert declines(read(text)) and not agrees(read(text))


@pytest.mark.parametrize("text", NEITHER)
def test_a_question_or_a_fact_is_neither(text: str) -> None:
    assert not agrees(read(text)) and not declines(read(text))


def test_repeating_the_wish_is_a_yes_once_it_was_stated() -> None:
    assert agrees(read("Please close the deposit."), "clos\\w*")
    assert not agrees(read("Why would you close it?"), "clos\\w*")


@pytest.mark.parametrize(
    ("text", "rupees", "months"),
    [
        ("₹1,28,291.50 for 18 months", [128291.5], 18),
        ("1.5 lakh, ek saal ke liye", [150000.0], 12),
        ("Rs 5k for a 2 year deposit", [5000.0], 24),
        ("2 lakh 50 thousand at 25 mahine", [250000.0], 25),
        ("the account ending 4417", [], None),
    ],
)
def test_amounts_and_tenures_are_read(
    text: str, rupees: list[float], months: int | None
) -> None:
    assert read(text).rupees() == rupees
    assert read(text).months() == months


def test_last_digits_are_told_from_amounts() -> None:
    assert read("4417 wale account ka balance").last_digits() == {"4417"}
    assert read("₹4,417 wali FD").last_digits() == set()


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("What's the balance in account 4417?", "balance"),
        ("Mere khate mein kitna paisa hai?", "balance"),
        ("Freeze my blue card, it is somewhere at home", "freeze_card"),
        ("Abhi ke liye mera card block kar do, ghar mein hi hai", "freeze_card"),
        ("My card was stolen, block it for good", "block_card"),
        ("Mera card kho gaya, hamesha ke liye block kar dijiye", "block_card"),
        ("I'd like to close my fixed deposit of 2 lakh", "close_fd"),
        ("Meri FD tod dijiye", "close_fd"),
        ("Book a deposit of ₹50,000 for 13 months", "book_fd"),
        ("Then keep it, just don't renew it", "set_renewal"),
        ("Please stop the auto debit to Kavach Life", "cancel_mandate"),
        ("Is it in the cancelled list now? I want proof", "prove_cancelled"),
        ("I want to foreclose my home loan", "pay_off_loan"),
        ("My father passed away, what about his deposit?", "people"),
        ("The queue was endless, I want to complain", "complaint"),
        ("Good morning", None),
        ("", None),
    ],
)
def test_what_a_customer_wants_is_recognised(text: str, intent: str | None) -> None:
    found = intent_of(read(text))
    assert (found.name if found else None) == intent


@pytest.mark.parametrize(
    ("text", "instruction"),
    [
        ("pay it out, no renewal", "no_renewal"),
        ("renew mat kijiye", "no_renewal"),
        ("do not renew it", "no_renewal"),
        ("renew the principal only", "renew_principal"),
        ("sirf principal renew karna hai", "renew_principal"),
        ("renew principal and interest", "renew_principal_interest"),
        ("principal aur interest dono renew", "renew_principal_interest"),
        ("hello", None),
    ],
)
def test_a_maturity_instruction_is_read(text: str, instruction: str | None) -> None:
    assert instruction_in(read(text)) == instruction


@pytest.mark.parametrize(
    ("text", "payout"),
    [
        ("interest every month", "monthly"),
        ("interest har mahine chahiye", "monthly"),
        ("paid out quarterly", "quarterly"),
        ("everything at the end", "cumulative"),
        ("cumulative", "cumulative"),
        ("12 months", None),
    ],
)
def test_a_payout_is_read(text: str, payout: str | None) -> None:
    assert payout_in(read(text)) == payout
