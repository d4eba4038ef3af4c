"""EC_CHQ: a stop is wanted on cheques of which one, or all, are paid already."""

from bankenv.generate.account_steps import (
    called,
    cheques_step,
    details_step,
    named_account,
    other_accounts,
)
from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.cheque_runs import Run, only_of_its_amount, runs, spread
from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, Draft, Family, account_products, said_first
from bankenv.generate.wording import account_words, day_of, lines, openings, rupees
from bankenv.records import JsonValue
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("EC_CHQ", "edge_case", "mandates_cheques", (6, 10))
# How many cheques the customer names in the paid variant; all are paid.
PAID_RUNS = (1, 2, 1, 1, 2, 1)
# In the other: cheques from a paid one on, known by its amount, to a last number.
AFTER, RANGE = "after", "range"
SHAPES = ((AFTER, 3), (RANGE, 4), (AFTER, 4), (AFTER, 3), (AFTER, 4), (RANGE, 3),
          (AFTER, 3), (AFTER, 5), (AFTER, 4), (AFTER, 3))  # fmt: skip
REASONS = ("lost", "dispute", "dispute", "lost", "dispute")
PRESSES = (1, 2, 1, 1, 2, 1)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer wrote such a run of cheques."""
    run = _run(case, customer)
    if run is None:
        return None
    words = _words(case, run)
    return Draft(
        customer=customer,
        title=_title(case, run),
        opening_lines=openings(case, f"opening-{_shape(case)}", **words),
        wants=_wants(case, run),
        knows=_knows(case, run, words),
        products=account_products(customer.record),
        conditions=("Paid cheques are left alone, and told with the day.",),
        must_be_told={"paid_on": run.paid[0].entry["date"]},
        agenda=_agenda(case, run, words),
        gold=_gold(case, run),
        decoys=other_accounts(customer.record, run.account),
    )


def _shape(case: Case) -> str:
    if case.variant == 0:
        return "paid"
    return SHAPES[(case.number - 1 - FAMILY.counts[0]) % len(SHAPES)][0]


def _run(case: Case, customer: Customer) -> Run | None:
    if case.variant == 0:
        size = PAID_RUNS[(case.number - 1) % len(PAID_RUNS)]
        return next((r for r in runs(customer, size) if not r.unpaid), None)
    shape, size = SHAPES[(case.number - 1 - FAMILY.counts[0]) % len(SHAPES)]
    for run in runs(customer, size):
        fits = bool(run.paid) if shape == RANGE else _starts_with_a_paid_one(run)
        # With one cheque to stop, whoever stops the one number that was said is right.
        if fits and len(run.unpaid) > 1:
            return run
    return None


def _starts_with_a_paid_one(run: Run) -> bool:
    """Tell whether the first is paid, known by its amount, and the last is not."""
    first, last = run.numbers[0], run.numbers[-1]
    if not run.paid or run.paid[0].number != first or last not in run.unpaid:
        return False
    return only_of_its_amount(run.account, run.paid[0])


def _words(case: Case, run: Run) -> dict[str, str]:
    first = run.paid[0]
    return {
        **account_words(run.account),
        "numbers": spread(run.numbers),
        "last": run.numbers[-1],
        "amount": rupees(abs(first.entry["amount"])),
        "purpose": first.purpose,
        "day": day_of(first.entry["date"]),
        "reason": lines(case, f"reason-{_reason(case)}")[0],
    }


def _reason(case: Case) -> str:
    return case.pick(REASONS)


def _title(case: Case, run: Run) -> str:
    paid, unpaid = len(run.paid), len(run.unpaid)
    if case.variant == 0:
        return f"Stop asked on {paid} paid, {called(run.account)}"
    return f"Stop {unpaid} of {len(run.numbers)} cheques, {called(run.account)}"


def _wants(case: Case, run: Run) -> str:
    if case.variant == 0:
        return f"To stop {spread(run.numbers)}, which is paid; to hear since when."
    if _shape(case) == AFTER:
        return f"To stop what came after a paid cheque, up to {run.numbers[-1]}."
    return f"To stop what is not paid yet of {spread(run.numbers)}."


def _knows(case: Case, run: Run, words: dict[str, str]) -> tuple[Fact, ...]:
    facts = [
        named_account(case, run.account),
        said_first(Fact("reason", _reason(case), (words["reason"],))),
    ]
    if _shape(case) == AFTER:
        said = lines(case, "numbers-after", **words)
        return (*facts, said_first(Fact("cheque_numbers", words["last"], said)))
    numbers = (spread(run.numbers),)
    return (*facts, said_first(Fact("cheque_numbers", words["numbers"], numbers)))


def _agenda(case: Case, run: Run, words: dict[str, str]) -> tuple[Goal, ...]:
    about: dict[str, JsonValue] = {"account": run.account["account_id"]}
    refused = case.variant == 0
    return (
        Goal(
            "stop",
            "stop_cheque",
            lines(case, f"ask-{_shape(case)}", **words),
            about,
            hear_first=("paid_on",),
            settled_by="refusal" if refused else "done",
            press=case.pick(PRESSES) if refused else 0,
            insist=lines(case, "insist"),
            accept=lines(case, "accept"),
        ),
    )


def _gold(case: Case, run: Run) -> tuple[GoldStep, ...]:
    chain = Chain()
    if case.variant == 0:
        cheques_step(chain, run.account, "Only the entries show what is paid.", "R35")
        paper_step(
            chain,
            "stop payment of a cheque that has been paid",
            "That a paid cheque cannot be stopped, and what can be done instead, is "
            "the bank's rule and is told as such.",
            "R36",
        )
        return tuple(chain.steps)
    look = details_step(
        chain, run.account, "The account is seen before its cheques are.", "R35"
    )
    seen = cheques_step(
        chain,
        run.account,
        "The entries show which numbers are paid, and the number of the cheque that "
        "the customer knows by its amount.",
        "R35",
    )
    chain.add(
        "stop_cheque_payment",
        {
            "account_id": run.account["account_id"],
            "cheque_numbers": list(run.unpaid),
            "reason": _reason(case),
        },
        "Just the numbers that are still out are stopped.",
        "R35 R36",
        after=[look, seen],
        compare=("account_id", "cheque_numbers"),
    )
    return tuple(chain.steps)
