"""Whether a deposit may be closed before its time, and by the customer alone."""

from bankenv.records import Record
from runner.reference.areas.accounts import account_details
from runner.reference.desk import Desk
from runner.reference.figures import day
from runner.reference.script import Outcome, Script
from runner.reference.words import Words

# The customer relies on a rule, a promise or a date that the records may not bear out.
_CLAIM = (
    "circular|niyam|rule|rules|rbi|promis\\w*|was told|told me|bola\\w*|bataya\\w*"
    "|vaada|senior\\w*|buzurg\\w*|varishth|slabs?|half|aadha|no penalty"
    "|without (?:any )?penalty|bina penalty|penalty nahi|penalty hata|penalty band"
    "|matured|mature ho|poori ho|nikal|full term|is over|already over|other bank"
    "|another bank|doosra bank|officer|staff|interest it earns|closure penalties"
)


def why_locked(fd: Record, today: str) -> str | None:
    """Return why a deposit may not be closed early, in words; None if it may."""
    lock = fd.get("lock_in_until")
    if fd.get("scheme") == "tax_saver" and lock and str(lock) > today:
        return (
            f"I am sorry, this is a tax-saver deposit. It cannot be closed before "
            f"{day(str(lock))}. I can set it not to renew at maturity, if you like."
        )
    if fd.get("scheme") == "non_callable" and str(fd["maturity_date"]) > today:
        return "I am sorry, this deposit is non-callable. It cannot be closed early."
    joint = fd.get("mode_of_operation") not in (None, "single")
    if joint and not fd.get("premature_mandate") and str(fd["maturity_date"]) > today:
        return (
            "I am sorry, one holder alone cannot close this joint deposit early. "
            "There is no mandate for that; all holders must sign at the branch."
        )
    return None


def why_not_closed(desk: Desk, fd: Record) -> Script[str | None]:
    """Return why this customer may not close the deposit early; None if they may.

    The rule behind a refusal is looked up, and whose name the account bears.
    """
    reason = why_locked(fd, desk.today)
    joint = fd.get("mode_of_operation") not in (None, "single")
    if joint and desk.manner.looks_up:
        second = yield from _is_second_holder(desk, fd)
        if reason is None and second:
            reason = (
                "I am sorry, while the first-named holder lives, this deposit cannot "
                "be closed by the second one alone."
            )
    if reason is not None:
        yield from consult(desk, "locked or joint deposit early closure exception")
    return reason


def _is_second_holder(desk: Desk, fd: Record) -> Script[bool]:
    """Tell whether only the other holder may operate the deposit."""
    rows = yield from account_details(desk, [str(fd.get("payout_account"))])
    own = rows[0].get("holders") if rows else None
    first = (fd.get("holders") or [None])[0]
    former = fd.get("mode_of_operation") == "former_or_survivor"
    return bool(own and former and first not in own)


def consult(desk: Desk, query: str) -> Script[Outcome | None]:
    """Search the bank's documents, if this teller looks things up at all."""
    if not desk.manner.looks_up:
        return None
    outcome: Outcome = yield from desk.look("search_knowledge_base", query=query)
    return outcome


def check_claims(desk: Desk, words: Words) -> Script[None]:
    """Look up the circular in force where the customer goes by a rule or a promise."""
    if words.has(_CLAIM):
        yield from consult(desk, "early closure penalty circular in force")
