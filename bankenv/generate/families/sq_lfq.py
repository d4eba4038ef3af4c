"""SQ_LFQ: a loan's payoff is quoted, the funds are checked, a request is logged."""

from dataclasses import dataclass

from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.days import months_before
from bankenv.generate.desk import Desk
from bankenv.generate.growth import monthly_payment, outstanding_after
from bankenv.generate.lending import (
    PLACE_OF_LOAN,
    loan_decoys,
    loan_edits,
    loan_fact,
    twin_of,
)
from bankenv.generate.loans import loan_of_kind
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    account_fact,
    amount_fact,
    loan_products,
    said_first,
    serves_all,
)
from bankenv.generate.wording import (
    account_words,
    extended,
    lines,
    openings,
    rupees,
    spoken,
)
from bankenv.records import JsonValue, Record
from bankenv.scenario import Decision, Fact, Goal
from bankenv.tasks import GoldStep

FAMILY = Family("SQ_LFQ", "sequencing", "loans", (12, 13))
KINDS = ("home_loan", "home_loan", "home_loan", "home_loan", "home_loan",
         "personal_loan", "vehicle_loan", "gold_loan", "personal_loan",
         "education_loan")  # fmt: skip
# What the total stands at as a share of the balance: above 1 the money is short.
SHARES = (0.7, 1.04, 0.45, 0.9, 1.06, 0.8, 1.03, 0.55, 0.35, 1.05)
# Tasks whose customer says beforehand what to do if the money is short.
WITH_RULE = (2, 4, 5, 7, 9, 10)
TERMS = {"home_loan": 96, "personal_loan": 48, "vehicle_loan": 60, "gold_loan": 24,
         "education_loan": 84}  # fmt: skip
SMALLEST_BALANCE, LARGEST_BALANCE = 30_000, 1_500_000


@dataclass(frozen=True, slots=True)
class Wish:
    """The loan to be paid off, its quote, and the account that is to pay."""

    loan: Record
    twin: Record | None
    quote: Record
    account: Record
    part: float
    has_rule: bool

    @property
    def loan_id(self) -> str:
        return str(self.loan["loan_id"])

    @property
    def account_id(self) -> str:
        return str(self.account["account_id"])

    @property
    def kind(self) -> str:
        return str(self.loan["loan_type"]).replace("_", " ")

    @property
    def short(self) -> bool:
        return bool(self.quote["total_payable"] > self.account["available_balance"])


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has money, and no loan of the kind so far."""
    kind = case.pick(KINDS)
    loans = customer.record["loans"]
    account = _account(customer)
    if account is None or any(loan["loan_type"] == kind for loan in loans.values()):
        return None
    loan = _loan(case, customer, account, kind)
    twin = twin_of(case, customer, loan)
    opening = loan_edits(twin, loan)
    desk = Desk(customer, opening)
    wish = _wish(case, desk, account, loan, twin)
    return Draft(
        customer=customer,
        title=_title(wish),
        opening=opening,
        opening_lines=_opening_lines(case, wish),
        wants=_wants(wish),
        knows=_knows(case, wish),
        products=loan_products(desk.record),
        conditions=_conditions(wish),
        must_be_told=_told(wish),
        agenda=_agenda(case, wish),
        gold=_gold(case, wish),
        decoys=loan_decoys(desk.record, loan),
    )


def _account(customer: Customer) -> Record | None:
    fitting = [
        account
        for account in customer.record["accounts"].values()
        if serves_all(account)
        and not account["hold_amount"]
        and SMALLEST_BALANCE <= account["available_balance"] <= LARGEST_BALANCE
    ]
    return max(fitting, key=lambda account: account["available_balance"], default=None)


def _loan(case: Case, customer: Customer, account: Record, kind: str) -> Record:
    """Return a loan whose total stands as planned to the balance."""
    total = account["available_balance"] * case.pick(SHARES)
    loan = loan_of_kind(customer.person, PLACE_OF_LOAN, kind)
    return _near_its_end(case, loan, total)


def _near_its_end(case: Case, loan: Record, total: float) -> Record:
    """Return the loan with an outstanding that makes its payoff about `total`."""
    months, kind = TERMS[loan["loan_type"]], loan["loan_type"]
    run = months - case.chance.at("left").integer(7, 18)
    interest = loan["rate"] * 30 / 36_500
    charge = 0.0 if kind == "home_loan" else 0.0236
    owed_share = outstanding_after(1_000_000, loan["rate"], months, run) / 1_000_000
    principal = float(int(total / (1 + interest + charge) / owed_share) // 100 * 100)
    return {
        **loan,
        "principal": principal,
        "tenure_months": months,
        "remaining_months": months - run,
        "emi": monthly_payment(principal, loan["rate"], months),
        "outstanding": outstanding_after(principal, loan["rate"], months, run),
        "sanction_date": months_before(run, 12).isoformat(),
        "overdue_amount": 0.0,
    }


def _wish(
    case: Case, desk: Desk, account: Record, loan: Record, twin: Record | None
) -> Wish:
    answer = desk.call("get_loan_foreclosure_quote", loan_ids=[loan["loan_id"]])
    quote = answer["quotes"][0]
    half = int(min(account["available_balance"], quote["total_payable"])) // 2
    return Wish(
        loan=loan,
        twin=twin,
        quote=quote,
        account=account,
        part=float(max(half // 5_000 * 5_000, 5_000)),
        has_rule=case.among(WITH_RULE),
    )


def _title(wish: Wish) -> str:
    short = ", money short: part-payment" if wish.short else ""
    return f"Foreclosure request for the {wish.kind}{short}"


def _opening_lines(case: Case, wish: Wish) -> tuple[str, ...]:
    key = "opening-charge" if case.variant == 1 else "opening-home"
    last4 = account_words(wish.account)["last4"]
    first = openings(case, key, kind=wish.kind, last4=last4)
    if not wish.has_rule:
        return first
    rule = lines(case, "condition-short", part=spoken(wish.part))
    return extended(first, [case.chance.at("rule").choice(rule)])


def _wants(wish: Wish) -> str:
    rule = f" If the account falls short: a part-payment of {rupees(wish.part)}."
    return (
        f"To pay off the {wish.kind} from one account: total and funds first, then the "
        f"request.{rule if wish.has_rule else ''}"
    )


def _conditions(wish: Wish) -> tuple[str, ...]:
    told = "Total payable and balance are told before anything is logged."
    if not wish.has_rule:
        return (told,)
    return (
        told,
        "Balance covers the total: log the foreclosure.",
        f"Balance falls short: log a part-payment of {rupees(wish.part)}.",
    )


def _told(wish: Wish) -> dict[str, JsonValue]:
    return {
        "total_payable": wish.quote["total_payable"],
        "charge": wish.quote["foreclosure_charges"],
        "balance": wish.account["available_balance"],
    }


def _knows(case: Case, wish: Wish) -> tuple[Fact, ...]:
    facts = [
        loan_fact(case, wish.loan, wish.twin),
        said_first(account_fact(case, wish.account, "source_account")),
        Fact("purpose", "foreclosure", lines(case, "purpose-foreclosure")),
    ]
    if wish.has_rule:
        facts.append(said_first(amount_fact(wish.part)))
    return tuple(facts)


def _agenda(case: Case, wish: Wish) -> tuple[Goal, ...]:
    goals = []
    if case.variant == 1:
        why = lines(case, "ask-basis")
        goals.append(
            Goal("basis", "tell", why, settled_by="told", figure="charge_basis")
        )
    goals += [
        Goal(
            "total",
            "tell",
            lines(case, "ask-total"),
            {"loan": wish.loan_id},
            settled_by="told",
            figure="total_payable",
        ),
        _funds_goal(case, wish),
        _request_goal(case, wish, "foreclosure"),
    ]
    if wish.has_rule:
        goals.append(_request_goal(case, wish, "part_payment"))
    return tuple(goals)


def _funds_goal(case: Case, wish: Wish) -> Goal:
    total = wish.quote["total_payable"]
    decide = Decision("balance", total, "foreclosure", "part_payment")
    return Goal(
        "funds",
        "tell",
        lines(case, "ask-funds", **account_words(wish.account)),
        {"account": wish.account_id},
        decide=decide if wish.has_rule else None,
        settled_by="told",
        figure="balance",
    )


def _request_goal(case: Case, wish: Wish, purpose: str) -> Goal:
    about: dict[str, JsonValue] = {"loan": wish.loan_id, "purpose": purpose}
    key = "ask-foreclose"
    if purpose == "part_payment":
        about["amount"] = wish.part
        key = "ask-part"
    return Goal(
        purpose,
        "log_request",
        lines(case, key, part=spoken(wish.part)),
        about,
        hear_first=("total_payable", "balance"),
    )


def _gold(case: Case, wish: Wish) -> tuple[GoldStep, ...]:
    chain = Chain()
    seen = [
        chain.add(
            "get_loan_details",
            {"loan_ids": [wish.loan_id]},
            "Which loan it is, what is owed and whether its rate is fixed or floating "
            "stands only in its record.",
            "R17",
        )
    ]
    if case.variant == 1:
        seen.append(
            chain.add(
                "search_knowledge_base",
                {"query": f"foreclosure charge {wish.kind}"},
                "The customer asks what the charge rests on; that must be the rule in "
                "force today, not a remembered one.",
                "R18 R5",
                compare=(),
            )
        )
    seen.append(
        chain.add(
            "get_loan_foreclosure_quote",
            {"loan_ids": [wish.loan_id]},
            "Principal, interest, charge and tax add up to a figure that only the "
            "quote may state.",
            "R17 R18",
            compare=("loan_ids",),
        )
    )
    seen.append(
        chain.add(
            "get_account_balance",
            {"account_ids": [wish.account_id]},
            "Paying from an account here needs a look at whether the money is there.",
            "R18",
        )
    )
    chain.add(
        "raise_request",
        {"category": "general_query", "description": _description(wish)},
        "No loan is closed in the chat: after figures and funds were told, the request "
        "goes to the loan desk.",
        "R17 R18",
        after=seen,
        compare=("category",),
    )
    return tuple(chain.steps)


def _description(wish: Wish) -> str:
    what = "Part-payment" if wish.short else "Foreclosure"
    amount = rupees(wish.part if wish.short else wish.quote["total_payable"])
    return f"{what} of the {wish.kind} {wish.loan_id}, {amount}."
