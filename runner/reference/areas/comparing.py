"""A sum that is short: the deposit that loses least and covers it is closed."""

from bankenv.records import Record
from runner.reference.areas.accounts import balance_of, balance_words, which_account
from runner.reference.areas.authority import why_locked
from runner.reference.areas.deposits import CLOSE, FD, fd_words, open_fds
from runner.reference.asking import confirm
from runner.reference.closing_sums import quote_in_the_head
from runner.reference.desk import Desk, Intent, ending, why_refused
from runner.reference.figures import rupees
from runner.reference.renewals import INSTRUCTIONS
from runner.reference.script import Script
from runner.reference.words import Words

_LEAST = (
    "(?:least|lowest|smallest|minimum|less) .{0,24}(?:loss|interest|money)|loses? "
    ".{0,24}least|costs? me .{0,12}(?:least|fewest)|least loss|loss is minimum"
    "|minimum loss|sabse kam|fewest rupees|takes the least"
)
_NEXT = "next|second|runner|comes second|doosre|second number|uske baad|second in line"


def _score(words: Words) -> int:
    return 46 if words.has(_LEAST) and words.has(FD) and words.rupees() else 0


def compare(desk: Desk, words: Words) -> Script[Words]:
    """Quote every deposit that may be closed, and close the one that loses least."""
    needed = max(words.rupees())
    goes_on = words.has(_NEXT)
    account = yield from which_account(desk, words, "Which account is to reach it?")
    balance = yield from balance_of(desk, account)
    rows = yield from open_fds(desk)
    free = [row for row in rows if not why_locked(row, desk.today)]
    quotes = yield from _quotes(desk, free)
    if balance is None or not quotes:
        return (yield from desk.say("I could not find deposits to compare."))
    ranked = _ranked(free, quotes, needed - balance[0])
    if not ranked:
        return (yield from desk.say("None of the deposits covers what is short."))
    listed = "\n".join(_line(row, quotes[row["deposit_id"]]) for row in free)
    best = ranked[0]
    closed, words = yield from _close(
        desk, best, f"{balance_words(account, *balance)}\n{listed}\n", account
    )
    if not closed or not goes_on or len(ranked) < 2:
        return words
    return (yield from _switch_off(desk, ranked[1]))


def _quotes(desk: Desk, rows: list[Record]) -> Script[dict[str, Record]]:
    if not desk.manner.looks_up:
        return {r["deposit_id"]: quote_in_the_head(r, desk.today) for r in rows}
    outcome = yield from desk.look(
        "get_deposit_closure_quote", deposit_ids=[r["deposit_id"] for r in rows]
    )
    return {str(row["deposit_id"]): row for row in outcome.rows("quotes")}


def _lost(quote: Record) -> float:
    """Return rupees of interest that the penalty takes."""
    effective = quote["effective_rate"] or 1.0
    return float(quote["interest_payable"] * quote["penalty_rate"] / effective)


def _ranked(
    rows: list[Record], quotes: dict[str, Record], short: float
) -> list[Record]:
    covering = [r for r in rows if quotes[r["deposit_id"]]["net_payout"] >= short]
    return sorted(covering, key=lambda row: _lost(quotes[row["deposit_id"]]))


def _line(row: Record, quote: Record) -> str:
    return (
        f"- {fd_words(row)}: closed today it would pay out "
        f"{rupees(quote['net_payout'])}; the penalty of {quote['penalty_rate']:.2f} "
        f"percent takes {rupees(_lost(quote))} of interest."
    )


def _close(
    desk: Desk, fd: Record, said: str, account: str
) -> Script[tuple[bool, Words]]:
    agreed, words = yield from confirm(
        desk,
        f"{said}The payout goes to your account {ending(account)}. A closure cannot "
        "be undone.",
        f"Shall I close the deposit of {rupees(fd['principal'])}?",
        CLOSE,
    )
    if not agreed:
        return False, words
    outcome = yield from desk.write("close_deposit", deposit_id=fd["deposit_id"])
    desk.forget("get_fd_details", fd["deposit_id"])
    if not outcome.ok:
        return False, (yield from desk.say(why_refused(outcome)))
    desk.focus["account"] = account
    return True, (
        yield from desk.say(
            f"Done. The deposit of {rupees(fd['principal'])} has been closed and "
            f"{rupees(outcome.get('net_payout'))} was credited."
        )
    )


def _switch_off(desk: Desk, fd: Record) -> Script[Words]:
    present = INSTRUCTIONS.get(str(fd.get("maturity_instruction")))
    agreed, words = yield from confirm(
        desk,
        f"Next comes the deposit of {rupees(fd['principal'])}. Its present instruction "
        f"is: {present}. I would set it to: {INSTRUCTIONS['no_renewal']}.",
        f"Shall I change the renewal instruction of the deposit of "
        f"{rupees(fd['principal'])}?",
        "renew\\w*",
    )
    if not agreed:
        return words
    outcome = yield from desk.write(
        "update_deposit_renewal", deposit_id=fd["deposit_id"], instruction="no_renewal"
    )
    desk.forget("get_fd_details", fd["deposit_id"])
    if not outcome.ok:
        return (yield from desk.say(why_refused(outcome)))
    return (
        yield from desk.say(
            "Done. The renewal instruction has been changed to "
            f"{INSTRUCTIONS['no_renewal']}. Anything else?"
        )
    )


INTENTS = (Intent("compare", _score, compare),)
