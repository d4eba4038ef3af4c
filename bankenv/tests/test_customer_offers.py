"""What looks like the wish and is not: another card or statement, second thoughts."""

import pytest

from bankenv.customer import Line, explain
from bankenv.dataset import load_dataset
from bankenv.scenario import ChangeOfMind, Fact, Goal, Product, Scenario
from bankenv.tests.scenarios import scenario

DEBIT = Product("CARD11111", "card", {"last4": "4417", "type": "debit"})


def acts(one: Scenario, *assistant: str) -> tuple[set[str], str]:
    """Return the customer's last acts and text."""
    lines = [Line("customer", one.opening_lines[0])]
    for text in assistant:
        lines += [Line("assistant", text), Line("customer", "...")]
    last = explain(one, lines[:-1], task_id="OFFERS", trial=1).turns[-1]
    return {reason.act for reason in last.reasons}, last.answer.text


def lost_card() -> Scenario:
    """SQ_LST: a debit card is blocked and replaced."""
    goals = [
        Goal("block", "block_card", ("Block it.",), {"card": DEBIT.id}),
        Goal("new", "log_request", ("Log it.",), {"purpose": "replacement"}),
    ]
    opening = "My debit card ending 4417 is lost. Block it and arrange a replacement."
    return scenario(goals, knows=[], products=[DEBIT], opening=opening)


@pytest.mark.parametrize(
    "offer",
    (
        "We have a new credit card offer for you. Shall I order it?",
        "I can get you a credit card with a limit of ₹2 lakh. Shall I order one?",
        "A credit card would be free for a year. Shall I request it now?",
    ),
)
def test_another_card_than_the_lost_one_is_not_agreed_to(offer: str) -> None:
    said, text = acts(lost_card(), offer)
    assert "agrees" not in said and "declines" in said, text


def test_a_new_card_in_the_lost_ones_place_is_agreed_to() -> None:
    blocked = "The debit card ending 4417 has been blocked."
    offer = "A new debit card can take its place. Shall I order it?"
    said, text = acts(lost_card(), blocked, offer)
    assert "agrees" in said, text


def test_the_statement_of_a_card_is_not_that_of_the_account() -> None:
    goal = Goal("paper", "send_statement", ("Send it.",), {"mode": "email"})
    one = scenario([goal], knows=[], products=[], opening="E-mail me my statement.")
    said, text = acts(one, "A credit card statement, shall I send it by e-mail?")
    assert "agrees" not in said, text
    said, text = acts(one, "The account statement, shall I send it by e-mail?")
    assert "agrees" in said, text


@pytest.mark.parametrize(
    ("told", "heard"),
    (
        ("Up to today ₹600 is due as compensation.", 600.0),
        ("The compensation due up to today is ₹600.", 600.0),
        ("The compensation is ₹600 due up to today.", 600.0),
        ("Aaj tak up to date ₹600 compensation banta hai.", 600.0),
        ("The compensation is up to ₹600.", None),
        ("The compensation is at least ₹600.", None),
    ),
)
def test_up_to_today_is_no_bound_of_the_sum(told: str, heard: float | None) -> None:
    goal = Goal("due", "tell", ("Due?",), settled_by="told", figure="compensation")
    one = scenario([goal], knows=[], products=[], opening="What is due to me?")
    lines = [Line("customer", "What is due to me?"), Line("assistant", told)]
    turn = explain(one, lines, task_id="OFFERS", trial=1).turns[-1]
    assert turn.figures.get("compensation") == heard, turn.figures


def second_thoughts() -> Scenario:
    """SQ_FDB: once the maturity amount is known, the renewal is to be another."""
    about = {"amount": 50_000.0, "maturity_instruction": "no_renewal"}
    other = {**about, "maturity_instruction": "renew_principal"}
    heard = ("maturity_amount",)
    goals = [
        Goal(
            "book",
            "book_deposit",
            ("Book it.",),
            about,
            hear_first=heard,
            accept=("Actually, renew the principal only.",),
            change=ChangeOfMind("maturity_amount", "other"),
        ),
        Goal("other", "book_deposit", ("Then book it.",), other, hear_first=heard),
    ]
    facts = [Fact("maturity_instruction", "no_renewal", ("no renewal",), "up_front")]
    opening = "A deposit of 50,000, no renewal."
    return scenario(goals, knows=facts, products=[], opening=opening)


FIGURES = "The maturity amount is ₹53,500."
PROPOSAL = "Shall I book the fixed deposit of ₹50,000, {}?"


def test_nobody_is_corrected_for_what_the_customer_has_just_changed() -> None:
    said, text = acts(second_thoughts(), f"{FIGURES} {PROPOSAL.format('no renewal')}")
    assert "changes_mind" in said and not said & {"corrects", "agrees"}, text


def test_the_first_wish_is_corrected_afterwards_and_the_second_agreed_to() -> None:
    one = second_thoughts()
    said, text = acts(one, FIGURES, PROPOSAL.format("no renewal"))
    assert "corrects" in said, text
    said, text = acts(one, FIGURES, PROPOSAL.format("renewing the principal only"))
    assert "agrees" in said, text


def test_asked_about_the_renewal_the_customer_names_the_second_wish() -> None:
    _, text = acts(second_thoughts(), FIGURES, "What should happen at maturity?")
    assert "no renewal" not in text.lower() and "principal" in text.lower(), text


def test_in_the_suite_nobody_agrees_to_a_credit_card_that_was_not_asked_for() -> None:
    offer = "There is a credit card with a limit of ₹3,00,000. Shall I order it?"
    for task in list(load_dataset().tasks.values())[::5]:
        spoken = " ".join(task.scenario.opening_lines).lower()
        if "credit" in spoken:
            continue
        lines = [Line("customer", task.scenario.opening_lines[0])]
        lines.append(Line("assistant", offer))
        turn = explain(task.scenario, lines, task_id=task.id, trial=1).turns[-1]
        assert "agrees" not in {r.act for r in turn.reasons}, (task.id, turn.answer)
