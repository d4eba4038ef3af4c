"""Deposits I: the customer knows nothing that follows from a figure not yet said."""

from collections.abc import Iterator

from bankenv.customer import Line, reply
from bankenv.tasks import Task
from bankenv.tests.deposit_tasks import (
    CLOSE,
    RENEW,
    bank,
    deposit,
    gold,
    margin,
    of,
    paying_account,
)


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


def test_the_customer_does_not_know_which_deposit_loses_least_before_the_quotes() -> (
    None
):
    for task in _english("SQ_CMP"):
        chosen = gold(task, CLOSE)["deposit_id"]
        amounts = {p.id: p.features["amount"] for p in task.scenario.products}
        wrong = next(one for one in amounts if one != chosen)
        listed = "\n".join(
            f"{n}. the deposit of ₹{amount:,.0f}"
            for n, amount in enumerate(amounts.values(), start=1)
        )
        answers = said(
            task,
            f"Which fixed deposit do you mean?\n{listed}",
            f"Shall I close the deposit of ₹{amounts[wrong]:,.0f}?",
        )
        for answer in answers:
            assert f"{amounts[chosen]:,.0f}".replace(",", "") not in answer.replace(
                ",", ""
            ), (task.id, answer)
            assert "number" not in answer and "No" not in answer.split()[:1]


def test_the_customer_who_heard_all_quotes_refuses_the_wrong_deposit() -> None:
    for task in _english("SQ_CMP"):
        told = task.scenario.must_be_told
        chosen = gold(task, CLOSE)["deposit_id"]
        wrong = next(p for p in task.scenario.products if p.id != chosen)
        quotes = " ".join(
            f"One would pay out ₹{amount:,.2f}, with a penalty of 1 %."
            for name, amount in told.items()
            if name.startswith("each_payout")
        )
        (answer,) = said(
            task,
            f"Your available balance is ₹{told['balance']:,.2f}. {quotes} Shall I "
            f"close the deposit of ₹{wrong.features['amount']:,.0f}?",
        )
        assert "₹" in answer and not answer.startswith(("Yes", "Right", "Okay"))


def test_the_customer_hears_no_free_amount_that_forgets_the_minimum() -> None:
    for task in _english("SQ_FDA"):
        account = paying_account(task)
        minimum = bank().rules.minimum_balance[account["account_type"]]
        if not minimum or margin(task) >= 0:
            continue
        free = account["available_balance"] - account["hold_amount"]
        larger = task.scenario.agenda[1].about["amount"]
        (answer,) = said(
            task,
            f"Your balance is ₹{account['available_balance']:,.2f}, ₹{free:,.2f} of it "
            f"is free to use. The rate is 6.80% and the maturity amount ₹99,999. Shall "
            f"I book a fixed deposit of ₹{larger:,.0f}?",
        )
        assert "minimum" in answer, (task.id, answer)


def test_an_instalment_a_month_is_no_tenure_of_a_month() -> None:
    for task in _english("SQ_RDB"):
        told = task.scenario.must_be_told
        value = told.get("smaller_maturity", told.get("maturity_amount"))
        monthly = gold(task, "create_rd")["monthly_installment"]
        heard = (
            f"The rate is {told['rate']:.2f}% and that comes to a maturity amount of "
            f"₹{value:,.2f}."
        )
        right = f"Shall I open the recurring deposit of ₹{monthly:,.0f} a month?"
        (answer,) = said(task, f"{heard} {right}")
        assert "recurring deposit" in answer and "No" not in answer.split(), answer
        wrong = "Shall I open the recurring deposit for 19 months?"
        (answer,) = said(task, f"{heard} {wrong}")
        assert "months" in answer and not answer.startswith("Yes"), answer


def test_the_customer_takes_the_contract_rate_for_no_answer() -> None:
    for task in _english("SQ_RNR"):
        if "todays_rate" not in task.scenario.must_be_told:
            continue
        fd = deposit(task, str(gold(task, RENEW)["deposit_id"]))
        (answer,) = said(
            task,
            f"Your deposit has an interest rate of {fd['rate']:.2f}%. Its instruction "
            "is currently set to renew. Shall I set the maturity instruction to no "
            "renewal?",
        )
        assert "rate" in answer.lower() and not answer.startswith("Yes"), answer
