"""EC_AMB: "close my FD" where several are open; a clue, not an id, settles which."""

from dataclasses import dataclass

from bankenv.generate import closures
from bankenv.generate.casting import Case
from bankenv.generate.customers import Customer
from bankenv.generate.deposits import with_terms
from bankenv.generate.desk import Desk
from bankenv.generate.kin import relatives
from bankenv.generate.parts import (
    Chain,
    Draft,
    Family,
    amount_fact,
    closable,
    deposit_products,
    edits_of,
    matures_words,
    open_fixed,
)
from bankenv.generate.wording import lines, month_of, openings, spoken
from bankenv.records import Record
from bankenv.scenario import Fact, Goal
from bankenv.tasks import Edit, GoldStep

FAMILY = Family("EC_AMB", "edge_case", "deposits", (8, 8))
CLUES = ("amount", "month", "nominee", "month", "nominee",
         "nominee", "amount", "month", "nominee", "amount")  # fmt: skip
TITLES = {"amount": "amount", "month": "maturity month", "nominee": "nominee"}
MOST_CANDIDATES = 4


@dataclass(frozen=True)
class Choice:
    """The deposit that is meant, one that is not, and what tells them apart."""

    chosen: Record
    decoy: Record
    clue: str
    opening: tuple[Edit, ...]
    candidates: tuple[str, ...]

    @property
    def deposit_id(self) -> str:
        return str(self.chosen["deposit_id"])


def draft(case: Case, customer: Customer) -> Draft | None:
    """Return the task if the customer has two to four open fixed deposits."""
    choice = _choice(case, customer)
    if choice is None:
        return None
    desk = Desk(customer, choice.opening)
    quote = desk.closure_quote(choice.deposit_id)
    products = deposit_products(desk.record)
    told = closures.told_of(quote)
    if case.variant == 1:
        desk.call("close_deposit", deposit_id=choice.deposit_id)
        told["new_balance"] = desk.balance(choice.chosen["payout_account"])
    return Draft(
        customer=customer,
        title=_title(choice),
        opening=choice.opening,
        opening_lines=openings(case, "opening"),
        wants=_wants(choice, case.variant == 1),
        knows=_knows(case, choice),
        products=products,
        conditions=("The assistant must ask which deposit is meant.",),
        must_be_told=told,
        agenda=_agenda(case, choice, quote),
        gold=_gold(case, choice),
        decoys=(_decoy(choice),),
    )


def _choice(case: Case, customer: Customer) -> Choice | None:
    fixed = open_fixed(customer.record)
    fitting = [deposit for deposit in fixed if _may_be_meant(customer, deposit)]
    if not 2 <= len(fixed) <= MOST_CANDIDATES or not fitting:
        return None
    chosen = case.chance.at("chosen").choice(fitting)
    clue = case.pick(CLUES)
    others = [deposit for deposit in fixed if deposit is not chosen]
    others.sort(key=lambda other: bool(other["scheme"] != "regular"))
    opening, changed = _made_telling(customer, chosen, others, clue)
    decoy = next((d for d in changed if d["principal"] == chosen["principal"]), None)
    if not _tells(clue, chosen, changed) or (clue != "amount" and decoy is None):
        return None
    return Choice(
        chosen=_nominated(customer, chosen) if clue == "nominee" else chosen,
        decoy=decoy or changed[0],
        clue=clue,
        opening=opening,
        candidates=tuple(deposit["deposit_id"] for deposit in fixed),
    )


def _may_be_meant(customer: Customer, deposit: Record) -> bool:
    account = customer.record["accounts"][deposit["payout_account"]]
    return (
        closable(deposit)
        and deposit["payout_type"] == "cumulative"
        and account["status"] != "INOPERATIVE"
    )


def _made_telling(
    customer: Customer, chosen: Record, others: list[Record], clue: str
) -> tuple[tuple[Edit, ...], list[Record]]:
    """Return edits, and the other deposits after them, that leave only the clue.

    For a clue of month or nominee one other deposit gets the same amount; for a
    nominee the chosen one gets the daughter (or the like) and the others the spouse.
    """
    changed = [dict(other) for other in others]
    if clue != "amount" and others[0]["scheme"] == "regular":
        changed[0] = with_terms(changed[0], principal=chosen["principal"])
    edits: list[Edit] = []
    if clue == "nominee":
        spouse = relatives(customer.person)[0].nominee()
        changed = [{**other, "nominee": spouse} for other in changed]
        path = f"deposits.{chosen['deposit_id']}"
        edits += edits_of(path, chosen, _nominated(customer, chosen))
    for before, after in zip(others, changed, strict=True):
        edits += edits_of(f"deposits.{before['deposit_id']}", before, after)
    return tuple(edits), changed


def _nominated(customer: Customer, deposit: Record) -> Record:
    return {**deposit, "nominee": relatives(customer.person)[1].nominee()}


def _tells(clue: str, chosen: Record, others: list[Record]) -> bool:
    """Tell whether the clue fits the chosen deposit alone."""
    if clue == "amount":
        return all(other["principal"] != chosen["principal"] for other in others)
    if clue == "month":
        month = month_of(chosen["maturity_date"])
        return all(month_of(other["maturity_date"]) != month for other in others)
    return True


def _title(choice: Choice) -> str:
    known = TITLES[choice.clue]
    return f"Close one of {len(choice.candidates)} deposits, known by its {known}"


def _wants(choice: Choice, asks_balance: bool) -> str:
    then = " Then the new balance." if asks_balance else ""
    return (
        "To close one of several fixed deposits, told apart only by its "
        f"{TITLES[choice.clue]}, after hearing what it pays.{then}"
    )


def _knows(case: Case, choice: Choice) -> tuple[Fact, ...]:
    amount = choice.chosen["principal"]
    nominee = choice.chosen["nominee"] or {}
    said = {
        "amount": lambda: lines(case, "deposit", amount=spoken(amount)),
        "month": lambda: lines(case, "matures", **matures_words(choice.chosen)),
        "nominee": lambda: lines(
            case,
            "nominee",
            relation=nominee["relation"],
            first=nominee["name"].split()[0],
        ),
    }[choice.clue]()
    facts = [
        Fact("deposit", choice.deposit_id, said),
        Fact("clue", choice.clue, said),
        amount_fact(amount),
    ]
    if choice.clue == "month":
        facts.append(Fact("date", choice.chosen["maturity_date"], said))
    if choice.clue == "nominee":
        facts.append(Fact("nominee", nominee["name"], said))
    return tuple(facts)


def _agenda(case: Case, choice: Choice, quote: Record) -> tuple[Goal, ...]:
    close = Goal(
        "close",
        "close_deposit",
        lines(case, "ask-close"),
        {"deposit": choice.deposit_id},
        hear_first=closures.hear_first(quote),
    )
    return (close, closures.balance_goal(case)) if case.variant == 1 else (close,)


def _gold(case: Case, choice: Choice) -> tuple[GoldStep, ...]:
    chain = Chain()
    look = chain.add(
        "get_fd_details",
        {"deposit_ids": list(choice.candidates)},
        "More than one deposit fits the words, so all of them must be seen before "
        "asking which is meant.",
        "R6 R12",
    )
    quote = closures.quote_step(chain, choice.deposit_id)
    closed = closures.close_step(chain, choice.deposit_id, [look, quote])
    if case.variant == 1:
        closures.balance_step(chain, choice.chosen["payout_account"], closed)
    return tuple(chain.steps)


def _decoy(choice: Choice) -> dict[str, str]:
    same = choice.decoy["principal"] == choice.chosen["principal"]
    why = "Same amount, another clue." if same else "Another deposit of the customer."
    return {"deposit": choice.decoy["deposit_id"], "why": why}
