"""EC_KYC: a cheque book, with KYC overdue; the status alone says whether it may be."""

from bankenv.generate.account_steps import (
    book_step,
    called,
    details_step,
    named_account,
    not_first,
    other_accounts,
    status_edits,
)
from bankenv.generate.apart import paper_step
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.parts import Chain, Draft, Family, account_products, said_first
from bankenv.generate.wording import account_words, lines, openings
from bankenv.records import JsonValue, Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("EC_KYC", "edge_case", "accounts", (8, 8))
LIMITED, INOPERATIVE, GRACE = "KYC_LIMITED", "INOPERATIVE", "REKYC_GRACE"
STATUSES = (LIMITED, LIMITED, INOPERATIVE, LIMITED, LIMITED, INOPERATIVE, LIMITED,
            LIMITED)  # fmt: skip
SAID = {LIMITED: "limited", INOPERATIVE: "inoperative", GRACE: "in its grace period"}
# What the customer believes of the matter; both beliefs come with every status.
BELIEFS = ("fine", "blocked", "unsure")
LEAVES = (25, 10, 50)
OTHERS = ("bsbd",)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has an account that may be given the status."""
    status = STATUSES[(case.number - 1) % 8] if case.variant == 0 else GRACE
    account = _account(case, customer, status)
    if account is None:
        return None
    belief, leaves = case.pick(BELIEFS), case.pick(LEAVES)
    words = {**account_words(account), "leaves": str(leaves)}
    return Draft(
        customer=customer,
        title=f"Cheque book with KYC overdue: {called(account)}, {SAID[status]}",
        opening=status_edits(account, status),
        opening_lines=openings(case, f"opening-{belief}", **words),
        wants=_wants(case),
        knows=_knows(case, account, leaves),
        products=account_products(customer.record),
        conditions=("Believes what the bank says about the status.",),
        agenda=_agenda(case, account, leaves),
        gold=_gold(case, account, leaves),
        decoys=other_accounts(customer.record, account),
    )


def _account(case: Case, customer: Customer, status: str) -> Record | None:
    """Return an account of the status, or an active one that is to be given it."""
    accounts = list(customer.record["accounts"].values())
    wanted = "ACTIVE" if case.plants or status == INOPERATIVE else status
    fitting = [
        account
        for account in not_first(customer, accounts)
        if account["status"] == wanted and account["account_type"] not in OTHERS
    ]
    alone = [a for a in fitting if status != INOPERATIVE or len(accounts) > 1]
    return alone[0] if alone else None


def _wants(case: Case) -> str:
    if case.variant == 0:
        return "A cheque book; when that is refused, the KYC update logged."
    return "A cheque book to the registered address."


def _knows(case: Case, account: Record, leaves: int) -> tuple[Fact, ...]:
    return (
        named_account(case, account),
        said_first(Fact("leaves", leaves, (f"{leaves} leaves",))),
        Fact("delivery", "registered_address", lines(case, "where")),
    )


def _agenda(case: Case, account: Record, leaves: int) -> tuple[Goal, ...]:
    refused = case.variant == 0
    about: dict[str, JsonValue] = {
        "account": account["account_id"],
        "leaves": leaves,
        "delivery": "registered_address",
    }
    book = Goal(
        "book",
        "order_cheque_book",
        lines(case, "ask-book", **account_words(account)),
        about,
        settled_by="refusal" if refused else "done",
        press=case.number % 2 if refused else 1,
        insist=lines(case, "insist"),
        accept=lines(case, "accept"),
    )
    if not refused:
        return (book,)
    update = Goal(
        "update", "log_request", lines(case, "ask-update"), {"purpose": "re_kyc"}
    )
    return (book, update)


def _gold(case: Case, account: Record, leaves: int) -> tuple[GoldStep, ...]:
    chain = Chain()
    look = details_step(
        chain,
        account,
        "Grace or limited: the account's status says it, not what the customer heard.",
        "R8 R30",
    )
    rule = paper_step(
        chain,
        "KYC overdue account status cheque book allowed",
        "What each status allows is the bank's rule in force today.",
        "R5 R30",
    )
    if case.variant == 1:
        book_step(
            chain,
            account,
            leaves,
            "registered_address",
            [look, rule],
            "In the grace window every service is allowed, so the book is ordered.",
            "R30 R31",
        )
        return tuple(chain.steps)
    chain.add(
        "raise_request",
        {
            "category": "general_query",
            "description": f"Re-KYC for the {called(account)}.",
        },
        "No cheque book goes out on this account; a re-KYC request is what helps.",
        "R30",
        after=[look, rule],
        compare=("category",),
    )
    return tuple(chain.steps)
