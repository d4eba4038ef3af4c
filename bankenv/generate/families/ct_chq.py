"""CT_CHQ: a cheque book; type and status of the account decide what may go out."""

from bankenv.generate.account_steps import (
    book_goal,
    book_step,
    called,
    details_step,
    named_account,
    other_accounts,
    serving_accounts,
    status_edits,
)
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, Draft, Family, account_products, said_first
from bankenv.generate.wording import account_words, lines, openings
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact
from bankenv.tasks import GoldStep

FAMILY = Family("CT_CHQ", "control", "mandates_cheques", (22,))
LARGEST, BSBD_LEAVES, MOST_LEAVES = 0, 25, 50
# Leaves asked for, in turn; LARGEST is "the largest that I can have".
LEAVES = (25, LARGEST, 50, 10, LARGEST, 25, LARGEST, 50, 10, LARGEST, 25)
TYPES = ("savings", "bsbd", "current", "salary", "savings_senior", "savings_rural",
         "bsbd", "savings", "current", "bsbd", "salary")  # fmt: skip
DELIVERIES = ("registered_address", "home_branch", "home_branch")
IN_GRACE = (3, 9, 15, 20)
SEVERAL = (1, 4, 6, 8, 9, 12, 15, 17, 19)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has a working account of the wanted type."""
    account = _account(case, customer)
    if account is None:
        return None
    asked, delivery = case.pick(LEAVES), case.pick(DELIVERIES)
    place = delivery.replace("_", " ")
    leaves = asked or _largest(account)
    size = "largest" if asked == LARGEST else "stated"
    words = {
        **account_words(account),
        "size": lines(case, f"size-{size}", leaves=str(leaves))[0],
        "where": lines(case, f"where-{delivery}")[0],
    }
    status = "REKYC_GRACE" if case.number in IN_GRACE else "ACTIVE"
    return Draft(
        customer=customer,
        title=f"Cheque book of {leaves} leaves, {called(account)}, to the {place}",
        opening=status_edits(account, status),
        opening_lines=openings(case, "opening", **words),
        wants=f"A cheque book ({size} size), to the {place}.",
        knows=(
            named_account(case, account),
            said_first(Fact("leaves", asked or "largest", (words["size"],))),
            said_first(Fact("delivery", delivery, lines(case, f"where-{delivery}"))),
        ),
        products=account_products(customer.record),
        agenda=(book_goal(case, "ask-book", account, _about(asked, delivery)),),
        gold=_gold(account, leaves, delivery),
        decoys=other_accounts(customer.record, account),
    )


def _account(case: Case, customer: Customer) -> Record | None:
    several = len(customer.record["accounts"]) > 1
    if several != (case.number in SEVERAL) and not case.plants:
        return None
    wanted = case.pick(TYPES)
    serving = serving_accounts(customer)
    return next((a for a in serving if a["account_type"] == wanted), None)


def _largest(account: Record) -> int:
    return BSBD_LEAVES if account["account_type"] == "bsbd" else MOST_LEAVES


def _about(asked: int, delivery: str) -> dict[str, JsonValue]:
    """Return what a proposal must agree with; the largest size is the bank's to say."""
    if asked == LARGEST:
        return {"delivery": delivery}
    return {"leaves": asked, "delivery": delivery}


def _gold(account: Record, leaves: int, delivery: str) -> tuple[GoldStep, ...]:
    chain = Chain()
    look = details_step(
        chain,
        account,
        "Type and status decide whether a book is issued and of how many leaves; the "
        "home branch stands there too.",
        "R30 R31",
    )
    why = "A book goes to the registered address or the home branch, nowhere else."
    book_step(chain, account, leaves, delivery, [look], why)
    return tuple(chain.steps)
