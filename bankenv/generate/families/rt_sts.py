"""RT_STS: a cheque book came back for a slip in the address; mend it, order again."""

from dataclasses import dataclass
from datetime import timedelta

from bankenv.generate.account_steps import (
    book_goal,
    book_step,
    called,
    details_step,
    named_account,
    other_accounts,
    serving_accounts,
)
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import days_before
from bankenv.generate.new_address import address_fact, dictated, moved_to, update_of
from bankenv.generate.open_requests import (
    request_edits,
    request_number,
    request_record,
)
from bankenv.generate.parts import Chain, Draft, Family, account_products, said_first
from bankenv.generate.wording import account_words, lines, openings
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("RT_STS", "rare_tool", "service", (16,))
SLIPS = ("pincode", "house", "pincode", "house", "house")
LEAVES = (50, 10, 25, 50, 10)
DAYS_AGO = (21, 34, 15, 27, 19, 40)
WITHOUT_AREA = (2, 7, 10, 13)
COMMUNICATION = "communication"


@dataclass(frozen=True, slots=True)
class Returned:
    """The request for the book that came back, and the address as it should be."""

    account: Record
    request: Record
    leaves: int
    slip: str
    right: Record
    wrong: Record

    @property
    def opening(self) -> tuple[Edit, ...]:
        """Return the edits that put the request and the slip on record."""
        address = Edit("profile.address", {"line2": None, **self.wrong})
        return (*request_edits(self.request), address)


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer may have a book and has no request open."""
    serving = serving_accounts(customer)
    fitting = [a for a in serving if a["account_type"] != "bsbd"]
    if not fitting or customer.record["requests"]:
        return None
    returned = _returned(case, customer, fitting[-1])
    words = {
        **account_words(returned.account),
        "number": returned.request["request_id"],
        "slip": lines(case, f"slip-{returned.slip}")[0],
        "address": dictated(case, returned.right),
    }
    return Draft(
        customer=customer,
        title=f"Cheque book returned for a slip in the {returned.slip}",
        opening=returned.opening,
        opening_lines=openings(case, "opening", **words),
        wants="The slip in the address mended, and the same book again, at the branch.",
        knows=_knows(case, returned),
        products=account_products(customer.record),
        conditions=("Wants no complaint, just the book.",),
        must_be_told={},
        agenda=_agenda(case, returned, words),
        gold=_gold(case, returned),
        decoys=other_accounts(customer.record, returned.account),
    )


def _returned(case: Case, customer: Customer, account: Record) -> Returned:
    slip, leaves = case.pick(SLIPS), case.pick(LEAVES)
    right = moved_to(case, customer, area=case.number not in WITHOUT_AREA)
    made = days_before(case.pick(DAYS_AGO))
    request = request_record(
        request_number(case, customer),
        "general_query",
        f"Cheque book of {leaves} leaves for {account['account_id']}: returned by the "
        f"courier, {_fault(slip)} in the communication address",
        made.isoformat(),
        (made + timedelta(days=7)).isoformat(),
        "CLOSED",
    )
    return Returned(account, request, leaves, slip, right, _with_slip(right, slip))


def _fault(slip: str) -> str:
    return "no such PIN code" if slip == "pincode" else "no such flat number"


def _with_slip(address: Record, slip: str) -> Record:
    """Return the address with two figures changed over, or the flat's number wrong."""
    if slip == "pincode":
        pin = address["pincode"]
        return {**address, "pincode": f"0{pin[:0:-1]}"}
    line = address["line1"].replace("Flat ", "Flat 1")
    return {**address, "line1": line}


def _knows(case: Case, returned: Returned) -> tuple[Fact, ...]:
    number = returned.request["request_id"]
    return (
        address_fact(case, returned.right),
        Fact("address_type", COMMUNICATION, lines(case, "kind")),
        Fact("request", number, (number,), "up_front"),
        named_account(case, returned.account),
        said_first(Fact("delivery", "home_branch", lines(case, "where"))),
        Fact("leaves", returned.leaves, lines(case, "as-many")),
        Fact("reason", returned.slip, lines(case, f"slip-{returned.slip}")),
    )


def _agenda(case: Case, returned: Returned, words: dict[str, str]) -> tuple[Goal, ...]:
    mend = Goal(
        "address",
        "change_address",
        lines(case, "ask-address", **words),
        {"address": returned.right["pincode"], "address_type": COMMUNICATION},
    )
    # How many leaves it had the customer does not remember: the request says so.
    again = book_goal(case, "ask-book", returned.account, {"delivery": "home_branch"})
    return (mend, again)


def _gold(case: Case, returned: Returned) -> tuple[GoldStep, ...]:
    chain = Chain()
    status = chain.add(
        "get_request_status",
        {"request_id": returned.request["request_id"]},
        "Why the book came back, and of how many leaves it was, stands in the request.",
        "R26",
    )
    look = details_step(
        chain,
        returned.account,
        "Status and home branch are seen before an address changes or a book is sent.",
        "R30 R31",
    )
    mended = chain.add(
        "update_address",
        update_of(COMMUNICATION, returned.right),
        "A typing slip needs no proof, so the right address is logged at once.",
        "R30",
        after=[status, look],
    )
    book_step(
        chain,
        returned.account,
        returned.leaves,
        "home_branch",
        [status, look, mended],
        f"Until the address is verified the book for the {called(returned.account)} "
        "waits at the home branch; nothing is complained of.",
    )
    return tuple(chain.steps)
