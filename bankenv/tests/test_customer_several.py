"""Two wishes of one kind: each word of the assistant's is about the right one."""

from dataclasses import replace

from bankenv.customer import Line, explain
from bankenv.scenario import Fact, Goal, Product, Scenario
from bankenv.tests.scenarios import scenario

CARD_A = Product("CARD11111", "card", {"last4": "4417"})
CARD_B = Product("CARD22222", "card", {"last4": "8890"})
PAYEES = ("Kavach Life", "Urja Mobile", "Kavach Health")
MANDATES = [
    Product(f"MND00000{n}", "mandate", {"payee": payee, "amount": 100.0 * n})
    for n, payee in enumerate(PAYEES, start=1)
]


def two_mandates() -> Scenario:
    """SQ_MN2: two of three automatic payments end."""
    goals = [
        Goal(f"cancel_{n}", "cancel_mandate", (f"Stop number {n}.",), {"mandate": m.id})
        for n, m in enumerate(MANDATES[:2], start=1)
    ]
    facts = [Fact("payee", m.id, (str(m.features["payee"]),)) for m in MANDATES[:2]]
    return scenario(
        goals, knows=facts, products=MANDATES, opening="Please stop two payments."
    )


def limits() -> Scenario:
    """SQ_TRV: one card gets a limit abroad, then its settings are read out."""
    goals = [
        Goal(
            "set",
            "set_controls",
            ("Set the limit.",),
            {"card": CARD_A.id, "limit": 25000.0},
        ),
        Goal(
            "check",
            "tell",
            ("How is it set now?",),
            settled_by="told",
            figure="settings",
        ),
    ]
    return scenario(
        goals, knows=[], products=[CARD_A, CARD_B], opening="Set up my card, please."
    )


def unfrozen() -> Scenario:
    """SQ_UNF: a frozen card shall work again."""
    goal = Goal("on", "unfreeze_card", ("Unfreeze it.",), {"card": CARD_A.id})
    return scenario([goal], knows=[], products=[CARD_A], opening="I found my card.")


def turns(one: Scenario, *assistant: str) -> list[dict[str, object]]:
    """Return, for each assistant turn, the customer's acts and end."""
    lines = [Line("customer", one.opening_lines[0])]
    for text in assistant:
        lines += [Line("assistant", text), Line("customer", "...")]
    explained = explain(one, lines[:-1], task_id="T", trial=1)
    return [{"acts": {r.act for r in t.reasons if r.act}} for t in explained.turns]


def acts(one: Scenario, *assistant: str) -> list[object]:
    return [turn["acts"] for turn in turns(one, *assistant)]


def test_two_that_are_wanted_are_agreed_to_in_one_turn() -> None:
    said = "Shall I cancel the mandates of Kavach Life and Urja Mobile?"
    (found,) = acts(two_mandates(), said)
    assert found == {"agrees"}


def test_a_third_that_is_not_wanted_is_declined_beside_the_two() -> None:
    said = "Shall I cancel the mandates of Kavach Life, Urja Mobile and Kavach Health?"
    (found,) = acts(two_mandates(), said)
    assert found == {"agrees", "declines"}


def test_one_alone_that_is_not_wanted_is_corrected() -> None:
    (found,) = acts(two_mandates(), "Shall I cancel the mandate of Kavach Health?")
    assert found == {"corrects"}


def test_the_second_may_be_settled_before_the_first() -> None:
    done = "The mandate of Urja Mobile has been cancelled."
    first, second = acts(
        two_mandates(), done, "The mandate of Kavach Life has been cancelled."
    )
    assert "objects" not in set(map(str, [first, second])) and second == {"thanks"}


def test_both_done_in_one_sentence_settles_both() -> None:
    (found,) = acts(two_mandates(), "Both mandates have been cancelled.")
    assert found == {"thanks"}


def test_one_reported_done_twice_in_a_turn_is_not_taken_for_the_other() -> None:
    said = "Done. The mandate of Kavach Life has been cancelled. Anything else?"
    again = "As I said, the mandate of Kavach Life has been cancelled."
    first, second = acts(two_mandates(), said, again)
    assert first == {"raises"} and "objects" not in str(second)


def test_another_limit_than_the_wanted_one_is_corrected() -> None:
    wrong = "Shall I set the limit of the card ending 4417 abroad to ₹40,000 a day?"
    right = wrong.replace("40,000", "25,000")
    assert acts(limits(), wrong) == [{"corrects"}]
    assert acts(limits(), right) == [{"agrees"}]


def test_the_settings_are_heard_from_a_fresh_look_and_not_from_the_change() -> None:
    done = "The limit of the card ending 4417 has been set to ₹25,000."
    look = "I have looked again: the card ending 4417 now shows ₹25,000 abroad."
    first, second = acts(limits(), done, look)
    assert (first, second) == ({"raises"}, {"thanks"})


def test_a_card_that_is_frozen_is_no_deed_where_it_is_to_be_unfrozen() -> None:
    said = "Your card ending 4417 has been frozen since 3 July. Shall I unfreeze it?"
    assert acts(unfrozen(), said) == [{"agrees"}]
    other = replace(unfrozen(), agenda=two_mandates().agenda)
    assert acts(other, said) == [{"objects", "declines"}]
