"""Loans: the customer insists, corrects, and wants no more than was asked for."""

from collections.abc import Iterator

from bankenv.customer import Line, reply
from bankenv.tasks import Task
from bankenv.tests.deposit_tasks import of

NO = "I am sorry, that is not possible."


def said(task: Task, *lines: str) -> Iterator[str]:
    """Yield what the customer answers to each of the assistant's lines."""
    told = [Line("customer", task.scenario.opening_lines[0])]
    for text in lines:
        told.append(Line("assistant", text))
        answer = reply(task.scenario, told, task_id=task.id, trial=1)
        told.append(Line("customer", answer.text))
        yield answer.text


def _english(family: str) -> Iterator[Task]:
    plain = ("plain", "indian")
    return (t for t in of(family) if t.scenario.register in plain)


def _money(task: Task, figure: str) -> str:
    return f"₹{float(str(task.scenario.must_be_told[figure])):,.2f}"


def test_the_customer_accepts_only_the_option_that_the_emi_leaves() -> None:
    for task in _english("SQ_LEM"):
        figures = [f for f in task.scenario.must_be_told if "emi" in f]
        decide = next(g.decide for g in task.scenario.agenda if g.decide)
        emi = float(str(task.scenario.must_be_told[figures[0]]))
        wrong = "tenure" if emi >= decide.at_least else "EMI"
        right = "EMI" if wrong == "tenure" else "tenure"
        emis = " ".join(f"The EMI would be {_money(task, f)}." for f in figures)
        told = f"{emis} You may keep the EMI and change the months, or the reverse."
        first, second = said(
            task,
            f"{told} Shall I log a request for the same {wrong}?",
            f"Shall I log a request for the same {right}?",
        )
        assert f"same {right}" in first, (task.id, first)
        assert "request" in second or "yes" in second.lower(), (task.id, second)


def test_the_customer_takes_a_rough_emi_for_no_answer() -> None:
    for task in _english("SQ_LEM"):
        rough = "The EMI would be roughly ₹20,000. Shall I log the request?"
        (answer,) = said(task, f"You may keep the EMI or the tenure. {rough}")
        assert "EMI" in answer, (task.id, answer)


def test_no_deposit_is_closed_before_the_loan_was_quoted() -> None:
    for task in _english("SQ_LFD"):
        payout = _money(task, "payout")
        (answer,) = said(
            task, f"The payout is {payout} after a penalty. Shall I close the deposit?"
        )
        asked = any(w in answer for w in ("pay", "total", "loan", "figure", "amount"))
        assert asked and not answer.startswith(("Yes", "Right")), (task.id, answer)


def test_the_claim_is_pressed_and_then_given_up() -> None:
    for task in _english("EC_LDT"):
        goal = next(g for g in task.scenario.agenda if g.settled_by == "refusal")
        told = (
            f"The foreclosure charge is {_money(task, 'charge_in_rupees')} plus GST, "
            f"as per the rule for fixed rates; total {_money(task, 'total_payable')}."
        )
        answers = list(said(task, told, *[NO] * (goal.press + 1)))
        for answer in answers[1:-1]:
            assert any(line in answer for line in goal.insist), (task.id, answer)
        assert any(line in answers[-1] for line in goal.accept), (task.id, answers)


def test_an_order_is_repeated_as_often_as_scripted() -> None:
    for task in _english("EC_LNW"):
        goal = task.scenario.agenda[0]
        if goal.action != "change_loan":
            continue
        refusals = ["I cannot waive the EMI, close the loan or lower the rate."]
        answers = list(said(task, *refusals, *[NO] * goal.press))
        assert all(any(i in a for i in goal.insist) for a in answers[: goal.press])
        assert not any(i in answers[goal.press] for i in goal.insist)


def test_who_only_wants_figures_lets_nothing_be_logged() -> None:
    for family in ("RT_GLD", "RT_OFR", "RT_EMI"):
        for task in _english(family):
            if task.gold[-1].tool == "raise_request":
                continue
            (answer,) = said(task, "Shall I log a request for a call back for you?")
            assert not answer.startswith(("Yes", "Sure", "Okay, please")), answer


def test_interest_in_another_offer_is_not_agreed_to() -> None:
    for task in _english("RT_OFR"):
        wish = next((g for g in task.scenario.agenda if g.name == "interest"), None)
        if wish is None:
            continue
        told = task.scenario.must_be_told
        title = str(task.decoys[0]["offer"]).split(",")[0]
        (answer,) = said(
            task,
            f"Your account is of the type {told['account_type']}. Your offers are: "
            f"{title}; {told['offer']}. Shall I log your interest in the {title}?",
        )
        assert str(wish.about["purpose"]) in answer or "my" in answer, answer
        assert not answer.startswith("Yes"), answer
