"""Deposits: details, booking, closing, renewal."""

from typing import Annotated, Literal

from bankenv.books import Books
from bankenv.interest import PAYOUTS_PER_YEAR, fd_maturity, rd_maturity
from bankenv.money import Paise, to_rupees
from bankenv.records import Record
from bankenv.tools import booking, closure, ledger, links
from bankenv.tools.declaration import tool
from bankenv.tools.parameters import Amount, Choice, Group, Identifier, Items, Text
from bankenv.tools.rates import Months, Payout
from bankenv.tools.refusals import ALREADY_CLOSED, VALIDATION_ERROR, Refusal

Instruction = Literal["no_renewal", "renew_principal", "renew_principal_interest"]
DepositIds = Annotated[
    tuple[str, ...], Items("Ids of the customer's deposits, for example FD468014.")
]
DepositId = Annotated[str, Identifier("The deposit, for example FD468014.")]
SourceAccount = Annotated[
    str, Identifier("The account to debit: the one the customer chose.")
]
Renewal = Annotated[
    Instruction,
    Choice(
        "At maturity: pay everything out, renew the principal and pay the interest "
        "out, or renew both."
    ),
]
Nominee = Annotated[
    Record | None,
    Group(
        "The nominee, where the customer names one.",
        {
            "name": Text("The nominee's full name.", 100),
            "relation": Text("What the nominee is to the customer.", 40),
        },
        ("name",),
    ),
]


@tool("read", "deposits", batch="deposit_ids")
def get_fd_details(books: Books, deposit_ids: DepositIds) -> Record:
    """Look up fixed deposits: principal, rate, dates, maturity amount, instruction.

    The record also shows scheme and lock-in, mode of operation, nominee and payout
    account. Look a deposit up before closing it or changing its renewal, and look at
    all candidates when the customer's words fit more than one. Closed ones show too.
    """
    rows, errors = _of_kind(books, deposit_ids, "FD")
    return {"fds": rows, "errors": errors}


@tool("read", "deposits", batch="deposit_ids")
def get_rd_details(books: Books, deposit_ids: DepositIds) -> Record:
    """Look up recurring deposits: instalment, instalments paid, rate, dates, accounts.

    Look a deposit up before closing it or changing its renewal. Closed ones show too.
    """
    rows, errors = _of_kind(books, deposit_ids, "RD")
    return {"rds": rows, "errors": errors}


def _of_kind(
    books: Books, ids: tuple[str, ...], kind: str
) -> tuple[list[Record], list[Record]]:
    def find(books: Books, deposit_id: str) -> Record:
        row = links.deposit(books, deposit_id)
        if row.get("kind") != kind:
            raise Refusal(VALIDATION_ERROR, f"{deposit_id} is not an {kind}.")
        return row

    found, errors = links.each(books, ids, "deposit_id", find)
    return [row for _, row in found], errors


@tool("write", "deposits")
def create_fd(  # noqa: PLR0913 - the parameters are the interface
    books: Books,
    principal_amount: Annotated[Paise, Amount("The sum to deposit, in rupees.")],
    tenure_months: Months,
    source_account: SourceAccount,
    payout_type: Payout = "cumulative",
    maturity_instruction: Renewal = "no_renewal",
    nominee: Nominee = None,
) -> Record:
    """Book a fixed deposit now and debit the source account.

    First look up today's rate and the account's balance, see that amount fits what is
    free after hold and minimum balance, tell the customer amount, tenure, rate and
    maturity, and get a clear yes. The bank applies the senior rate by itself. Two
    calls book two deposits.
    """
    asked = booking.Booking("FD", principal_amount, tenure_months, source_account)
    rate = booking.admit(books, asked)
    maturity = (
        principal_amount
        if payout_type in PAYOUTS_PER_YEAR
        else fd_maturity(principal_amount, rate, tenure_months)
    )
    deposit_id = booking.deposit_id(books, asked)
    ledger.debit(books, source_account, principal_amount, "FD booking", deposit_id)
    dates = booking.dates(books, tenure_months)
    record = {
        "deposit_id": deposit_id,
        "kind": "FD",
        "principal": to_rupees(principal_amount),
        "rate": rate,
        "tenure_months": tenure_months,
        **dates,
        "maturity_amount": to_rupees(maturity),
        "payout_type": payout_type,
        "maturity_instruction": maturity_instruction,
        "status": "ACTIVE",
        "payout_account": source_account,
        "nominee": nominee,
    }
    booking.store(books, deposit_id, record)
    return {
        "status": "BOOKED",
        "deposit_id": deposit_id,
        "principal_amount": to_rupees(principal_amount),
        "rate": rate,
        "tenure_months": tenure_months,
        "payout_type": payout_type,
        "maturity_date": dates["maturity_date"],
        "maturity_amount": to_rupees(maturity),
        "source_account": source_account,
        "maturity_instruction": maturity_instruction,
        **booking.receipt(books, deposit_id),
    }


@tool("write", "deposits")
def create_rd(  # noqa: PLR0913 - the parameters are the interface
    books: Books,
    monthly_installment: Annotated[Paise, Amount("The monthly sum, in rupees.")],
    tenure_months: Months,
    source_account: SourceAccount,
    maturity_instruction: Renewal = "no_renewal",
    nominee: Nominee = None,
) -> Record:
    """Open a recurring deposit now and debit the first instalment.

    It commits the customer to the same debit every month. First look up today's rate
    and the account's balance, tell the customer instalment, tenure, rate and expected
    maturity, and get a clear yes. Not every tenure is offered; a refusal names them.
    """
    asked = booking.Booking("RD", monthly_installment, tenure_months, source_account)
    rate = booking.admit(books, asked)
    maturity = to_rupees(rd_maturity(monthly_installment, rate, tenure_months))
    deposit_id = booking.deposit_id(books, asked)
    ledger.debit(
        books, source_account, monthly_installment, "RD first instalment", deposit_id
    )
    installment = to_rupees(monthly_installment)
    dates = booking.dates(books, tenure_months)
    record = {
        "deposit_id": deposit_id,
        "kind": "RD",
        "monthly_installment": installment,
        "rate": rate,
        "tenure_months": tenure_months,
        "installments_paid": 1,
        "total_deposited": installment,
        **dates,
        "maturity_amount": maturity,
        "maturity_instruction": maturity_instruction,
        "status": "ACTIVE",
        "source_account": source_account,
        "payout_account": source_account,
        "nominee": nominee,
    }
    booking.store(books, deposit_id, record)
    return {
        "status": "BOOKED",
        "deposit_id": deposit_id,
        "monthly_installment": installment,
        "rate": rate,
        "tenure_months": tenure_months,
        "first_installment_debited": installment,
        "recurring_commitment": booking.commitment(monthly_installment, tenure_months),
        "maturity_date": dates["maturity_date"],
        "projected_maturity_amount": maturity,
        "source_account": source_account,
        "maturity_instruction": maturity_instruction,
        **booking.receipt(books, deposit_id),
    }


@tool("read", "deposits", batch="deposit_ids")
def get_deposit_closure_quote(books: Books, deposit_ids: DepositIds) -> Record:
    """Work out what closing deposits today would pay: penalty, rate, interest, payout.

    Ask for it before every closure and tell the customer penalty, effective rate and
    payout; a yes given before the quote does not count. The penalty is a cut in the
    rate, so `penalty_amount` is always 0. Changes nothing.
    """

    def find(books: Books, deposit_id: str) -> Record:
        return closure.quote(books, deposit_id, links.deposit(books, deposit_id))

    found, errors = links.each(books, deposit_ids, "deposit_id", find)
    return {"quotes": [row for _, row in found], "errors": errors}


@tool("write", "deposits")
def close_deposit(
    books: Books,
    deposit_id: DepositId,
    payout_account: Annotated[
        str | None,
        Identifier("Another linked account to pay into; else the deposit's own."),
    ] = None,
) -> Record:
    """Close a fixed or recurring deposit for good and pay it out now.

    Cannot be undone. First look the deposit up and get its closure quote, tell the
    customer penalty, payout and receiving account, and get a clear yes to exactly
    that. Whether a locked or jointly held deposit may be closed is for you to check.
    """
    deposit = links.deposit(books, deposit_id)
    figures = closure.closure_of(books, deposit)
    receiver = _receiver(books, deposit, payout_account)
    kind = deposit.get("kind")
    description = f"{kind} closure {deposit_id}"
    ledger.credit(books, receiver, figures.payout, description, deposit_id)
    books.put(("deposits", deposit_id, "status"), "CLOSED")
    books.put(("deposits", deposit_id, "closed_on"), books.today.isoformat())
    return {
        "status": "CLOSED",
        "deposit_id": deposit_id,
        "kind": kind,
        "premature": not figures.matured,
        "penalty_rate": figures.penalty_rate,
        "net_payout": to_rupees(figures.payout),
        "payout_account": receiver,
        "future_installments_stopped": kind == "RD",
        "closed_at": books.timestamp,
    }


def _receiver(books: Books, deposit: Record, named: str | None) -> str:
    """Return the account that is paid: the named one, or else the deposit's own."""
    if named is not None:
        links.account(books, named)
        return named
    own: str | None = deposit.get("payout_account")
    if own is None or own not in (books.record.get("accounts") or {}):
        raise Refusal(
            VALIDATION_ERROR,
            f"The deposit's payout account ({own or 'none'}) is not one of the "
            "customer's; name a linked account as payout_account.",
        )
    return own


@tool("write", "deposits")
def update_deposit_renewal(
    books: Books, deposit_id: DepositId, instruction: Renewal
) -> Record:
    """Change what happens to a deposit when it matures.

    First look the deposit up and read the present instruction out. Only the named
    deposit changes. The renewal rate is the one of the maturity day.
    """
    deposit = links.deposit(books, deposit_id)
    if deposit.get("status") == "CLOSED":
        raise Refusal(ALREADY_CLOSED, f"{deposit_id} is already closed.")
    books.put(("deposits", deposit_id, "maturity_instruction"), instruction)
    return {
        "status": "UPDATED",
        "deposit_id": deposit_id,
        "previous_instruction": deposit.get("maturity_instruction"),
        "new_instruction": instruction,
        "effective_on": deposit.get("maturity_date"),
        "updated_at": books.timestamp,
    }
