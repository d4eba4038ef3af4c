"""A trajectory read against its task and verdict: the rows of the viewer."""

from dataclasses import replace

from bankenv.trajectory import Call, End, Message, Result, Trajectory, Turn
from leaderboard.queries.conversation.ledger import ledger
from leaderboard.queries.conversation.reading import Trace, trace
from leaderboard.queries.conversation.rows import (
    CallRow,
    EndRow,
    GhostRow,
    MessageRow,
    Row,
    StrayRow,
)
from leaderboard.tests.sample import (
    BALANCE,
    CLOSE,
    DETAILS,
    FREEZE,
    GOLD,
    QUOTE,
    UNFREEZE,
    played,
    sample_dataset,
    sample_task,
    scored,
)


def read(trajectory: Trajectory) -> Trace:
    return trace(sample_dataset(), sample_task(), trajectory, scored(trajectory))


def calls_of(rows: tuple[Row, ...]) -> dict[str, CallRow]:
    return {row.tool: row for row in rows if isinstance(row, CallRow)}


def words_of(row: CallRow | MessageRow) -> list[str]:
    return [mark.word for mark in row.marks]


def with_events(*events: Message | Call | Result | End) -> Trajectory:
    return Trajectory(played().header, events)


def test_a_thought_stands_with_the_answer_it_came_before() -> None:
    page = read(
        with_events(
            Message(0, 0.0, "customer", "Hi"),
            Call(1, 0.0, "a", "x", {}, turn=Turn(1, thought="I look.\n" * 200)),
            Result(2, 0.0, "a", False, {}, "unknown_tool"),
            Message(3, 0.0, "assistant", "Hello", Turn(2, thought="I greet.")),
            End(4, 0.0, "customer_ended"),
        )
    )
    rows = [row for row in page.rows if isinstance(row, MessageRow | CallRow)]
    customer, call, message = rows
    assert isinstance(customer, MessageRow) and customer.thought is None
    assert isinstance(call, CallRow) and call.thought is not None
    assert call.thought.head.startswith("I look.") and call.thought.rest
    assert isinstance(message, MessageRow) and message.thought is not None
    assert message.thought.head == "I greet."


def test_a_right_conversation_has_every_step_matched_and_no_finding() -> None:
    page = read(played(*GOLD))
    assert [step.state for step in page.steps] == ["matched"] * 4
    assert [step.at for step in page.steps] == [1, 3, 5, 7]
    assert page.outcome is not None
    assert page.outcome.word == "Pass"
    assert page.lines == ()


def test_a_result_is_told_in_words_beside_its_call() -> None:
    calls = calls_of(read(played(*GOLD)).rows)
    answers = {tool: row.answer.summary for tool, row in calls.items() if row.answer}
    assert answers["get_fd_details"] == "1 deposit: ₹2,00,000.00 at 7.1 %"
    assert answers["close_deposit"] == "closed, pays out ₹2,12,200.00"
    assert answers["get_account_balance"] == "1 balance: ₹2,47,766.50"


def test_a_missed_read_stands_before_the_call_that_needed_it() -> None:
    rows = read(played(DETAILS, CLOSE, BALANCE)).rows
    at = next(i for i, row in enumerate(rows) if isinstance(row, GhostRow))
    after = rows[at + 1]
    assert isinstance(after, CallRow)
    assert after.tool == "close_deposit"


def test_a_missed_read_shows_what_it_would_have_returned_at_that_moment() -> None:
    ghosts = [r for r in read(played(DETAILS, CLOSE)).rows if isinstance(r, GhostRow)]
    quote, balance = ghosts
    assert quote.answer is not None
    assert quote.answer.summary == "1 quote: penalty 1 % pays out ₹2,12,200.00"
    assert balance.answer is not None  # read after the closure: the payout is in
    assert balance.answer.summary == "1 balance: ₹2,47,766.50"


def test_a_missed_read_that_nothing_depends_on_stands_before_the_end() -> None:
    rows = read(played(DETAILS, QUOTE, CLOSE)).rows
    assert [type(row) for row in rows[-2:]] == [GhostRow, EndRow]


def test_a_missed_write_shows_what_it_would_have_changed() -> None:
    rows = read(played(DETAILS, QUOTE, BALANCE)).rows
    ghost = next(row for row in rows if isinstance(row, GhostRow))
    changed = {change.path: change.after for change in ghost.changes}
    assert changed["deposits.FD440017.status"] == "CLOSED"


def test_an_unsolicited_write_is_open_with_its_record_changes() -> None:
    row = calls_of(read(played(*GOLD, FREEZE)).rows)["toggle_card_freeze"]
    assert (row.gravest, row.opens) == ("write", True)
    changes = [(c.path, c.before, c.after) for c in row.changes]
    assert changes == [("cards.CARD77310.status", "active", "frozen")]


def test_an_unsolicited_write_says_which_call_undid_it() -> None:
    rows = read(played(*GOLD, FREEZE, UNFREEZE)).rows
    freeze = next(r for r in rows if isinstance(r, CallRow) and r.index == 9)
    assert "undone at #11" in words_of(freeze)


def test_money_that_moved_is_signed() -> None:
    row = calls_of(read(played(*GOLD)).rows)["close_deposit"]
    amounts = {change.path: change.amount for change in row.changes}
    assert amounts["accounts.SB0000000091.available_balance"] == "+₹2,12,200.00"


def test_wrong_arguments_are_compared_field_by_field_with_the_rule_that_decided() -> (
    None
):
    other = ("close_deposit", {"deposit_id": "FD440018"})
    page = read(played(DETAILS, QUOTE, other, BALANCE))
    step = page.steps[2]
    (field,) = step.comparisons
    assert (step.state, step.at) == ("wrong", 5)
    assert (field.gold, field.got) == ('"FD440017"', '"FD440018"')
    assert (field.same, field.rule) == (False, "text, letter by letter")
    differing = calls_of(page.rows)["close_deposit"].arguments
    assert [a.differs for a in differing] == [True]


def test_a_late_call_says_what_it_was_needed_before() -> None:
    step = read(played(DETAILS, CLOSE, QUOTE, BALANCE)).steps[1]
    assert (step.state, step.at, step.needed_before) == ("late", 5, 3)


def test_record_differences_are_one_line_of_the_findings() -> None:
    other = ("close_deposit", {"deposit_id": "FD440018"})
    lines = read(played(DETAILS, QUOTE, other, BALANCE)).lines
    (line,) = [line for line in lines if line.look.word == "records differ"]
    assert line.count > 1
    assert {place.href for place in line.places} == {"records/"}


def test_a_check_of_the_final_records_is_mentioned_only_where_it_disagrees() -> None:
    hidden, plain = read(played(DETAILS, CLOSE, BALANCE)), read(played(*GOLD, FREEZE))
    assert hidden.outcome is not None
    assert hidden.outcome.state_alone == "The final records alone would pass"
    assert plain.outcome is not None
    assert plain.outcome.state_alone == ""


def test_chips_are_drawn_from_the_checks_whatever_their_names() -> None:
    trajectory = played(*GOLD)
    verdict = scored(trajectory)
    renamed = replace(verdict.checks[0], name="safety", label="Safety", passed=None)
    odd = replace(verdict, checks=(renamed,))
    page = trace(sample_dataset(), sample_task(), trajectory, odd)
    assert page.outcome is not None
    assert [(chip.sign, chip.label) for chip in page.outcome.gates] == [("–", "Safety")]


def test_a_kind_of_finding_never_met_is_shown_by_its_own_name() -> None:
    trajectory = played(DETAILS, CLOSE, BALANCE)
    verdict = scored(trajectory)
    odd = replace(verdict.findings[0], kind="unsafe_promise", event=3, step=None)
    page = trace(
        sample_dataset(), sample_task(), trajectory, replace(verdict, findings=(odd,))
    )
    assert page.lines[0].look.word == "unsafe promise"
    assert words_of(calls_of(page.rows)["close_deposit"]) == ["unsafe promise"]


def test_a_conversation_without_a_verdict_is_shown_without_findings() -> None:
    page = trace(sample_dataset(), sample_task(), played(DETAILS), None)
    assert page.outcome is None
    assert [step.state for step in page.steps] == ["unknown"] * 4


def test_a_task_the_dataset_no_longer_has_leaves_the_procedure_empty() -> None:
    trajectory = played(DETAILS, CLOSE)
    page = trace(sample_dataset(), None, trajectory, scored(trajectory))
    assert page.steps == ()
    assert len(calls_of(page.rows)) == 2


def test_quiet_marks_say_what_went_wrong_with_a_call() -> None:
    refused = {"error_code": "ALREADY_CLOSED", "error_message": "it is closed"}
    rows = read(
        with_events(
            Call(0, 0.0, "a", "get_fd_details", None, raw="{not json"),
            Result(1, 0.0, "a", False, refused, "unparsed"),
            Call(2, 0.0, "b", "make_coffee", {}),
            Result(3, 0.0, "b", False, refused, "unknown_tool"),
            Call(4, 0.0, "c", "get_fd_details", {"deposit_ids": ["FD1"]}),
            Result(5, 0.0, "c", False, refused, "refused"),
            Call(6, 0.0, "d", "get_fd_details", {}),
            End(7, 0.0, "tool_error_limit"),
        )
    ).rows
    made = [row for row in rows if isinstance(row, CallRow)]
    said = [words_of(row)[-1] for row in made]
    assert said == ["not readable", "no such tool", "refused by the bank", "no answer"]
    assert made[0].unread is not None
    assert made[0].unread.head == "{not json"


def test_an_empty_and_a_cut_off_answer_are_marked() -> None:
    rows = read(
        with_events(
            Message(0, 0.0, "assistant", "  ", Turn(1)),
            Message(
                1, 0.0, "assistant", "I was about", Turn(2, finish_reason="length")
            ),
            End(2, 0.0, "protocol_breach"),
        )
    ).rows
    said = [words_of(row) for row in rows if isinstance(row, MessageRow)]
    assert said == [["empty answer"], ["cut off"]]


def test_an_answer_to_no_call_is_shown_and_says_so() -> None:
    rows = read(
        with_events(
            Result(0, 0.0, "x", True, {"status": "ok"}), End(1, 0.0, "customer_ended")
        )
    ).rows
    assert any(isinstance(row, StrayRow) for row in rows)


def test_a_turn_tells_tokens_cost_and_latency_and_leaves_out_what_is_unknown() -> None:
    known = Turn(3, tokens_in=812, tokens_out=64, cost_usd=0.0021, latency_ms=1180.0)
    rows = read(
        with_events(
            Message(0, 0.0, "assistant", "hello", known),
            Message(1, 0.0, "assistant", "hello", Turn(4, tokens_out=9)),
        )
    ).rows
    told = [row.turn for row in rows if isinstance(row, MessageRow)]
    assert told == [
        "turn 3 · 812 → 64 tokens · $0.0021 · 1.2 s",
        "turn 4 · – → 9 tokens",
    ]


def test_big_answers_are_left_for_when_somebody_opens_them() -> None:
    big = {"transactions": [{"description": "x" * 50}] * 1000}
    rows = read(
        with_events(
            Call(0, 0.0, "a", "get_transaction_history", {}),
            Result(1, 0.0, "a", True, big),
        )
    ).rows
    (row,) = [row for row in rows if isinstance(row, CallRow)]
    assert row.answer is not None
    assert row.answer.summary == "1000 entries"
    assert (row.answer.sheet, row.answer.raw) == (None, None)


def test_the_ledger_lists_disagreements_first_with_signed_money() -> None:
    other = ("close_deposit", {"deposit_id": "FD440018"})
    book = ledger(sample_dataset(), sample_task(), played(DETAILS, QUOTE, other))
    rows = {row.path: row for row in book.rows}
    assert [row.differs for row in book.rows] == sorted(
        (row.differs for row in book.rows), reverse=True
    )
    balance = rows["accounts.SB0000000091.available_balance"]
    assert (balance.gold_amount, balance.here_amount) == (
        "+₹2,12,200.00",
        "+₹79,575.00",
    )
    assert balance.events == (5,)
    status = rows["deposits.FD440017.status"]
    assert (status.before, status.gold, status.here) == ("ACTIVE", "CLOSED", "ACTIVE")


def test_the_ledger_numbers_new_requests_and_says_which_call_logged_each() -> None:
    asked = [
        ("raise_request", {"category": kind, "description": f"About {kind}."})
        for kind in ("general_query", "charges_dispute")
    ]
    book = ledger(sample_dataset(), sample_task(), played(*asked, *GOLD))
    rows = {row.path: row for row in book.rows}
    categories = {
        row.here: row.events for path, row in rows.items() if path.endswith("category")
    }
    assert categories == {"general_query": (1,), "charges_dispute": (3,)}
    free = rows["requests.new 1.description"]
    assert (free.differs, free.compared, free.events) == (False, False, (3,))
    assert all(row.compared for row in book.rows if row.differs)


def test_the_ledger_of_a_right_conversation_has_no_disagreement() -> None:
    book = ledger(sample_dataset(), sample_task(), played(*GOLD))
    assert book.differing == 0
    assert {row.path for row in book.rows} >= {"deposits.FD440017.status"}


def test_answers_of_a_bank_never_met_are_still_told_in_words() -> None:
    flights = [{"number": "HAT069", "price": 121}, {"number": "HAT083", "price": 100}]
    rows = read(
        with_events(
            Call(0, 0.0, "a", "search_direct_flight", {"origin": "JFK"}),
            Result(1, 0.0, "a", True, flights),
            Call(2, 0.0, "b", "get_user_details", {"user_id": "mia"}),
            Result(3, 0.0, "b", True, {"name": "Mia", "born": "1990-04-05"}),
        )
    ).rows
    answers = [row.answer for row in rows if isinstance(row, CallRow) and row.answer]
    assert [a.summary for a in answers] == ["2 results", "2 fields"]
    assert answers[0].sheet is not None
    assert answers[0].sheet.tables[0].columns == ("number", "price")
