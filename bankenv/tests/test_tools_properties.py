"""What holds for any calls whatever: money, wholeness, repeatability, no exception."""

from typing import Any

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from bankenv.books import Books
from bankenv.money import to_paise
from bankenv.records import JsonValue, Record
from bankenv.tests.factories import (
    ACCOUNT,
    SECOND_ACCOUNT,
    UNLINKED_ACCOUNT,
    make_card,
    make_customer,
    make_fd,
    make_mandate,
    make_rd,
    open_books,
)
from bankenv.tools import TOOLS, ToolResult, execute
from bankenv.trajectory import TOOL_ERRORS

# One call: a tool and arguments of whatever shape.
Call = tuple[str, Any]

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.text(st.characters(categories=["Cs", "Cc"]), max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=8,
)

IDS = st.sampled_from(
    [ACCOUNT, SECOND_ACCOUNT, UNLINKED_ACCOUNT, "SB404", "CARD10001", "CARD10002",
     "MND100001", "MND100002", "HL100001", "POL100001", "SR-10000001", "TXN1000000001",
     "FD100001", "FD100002", "FD100003", "RD100001", "@0", "@1", "@2", "@3"]
)  # fmt: skip
ACCOUNTS = st.sampled_from([ACCOUNT, SECOND_ACCOUNT])
DEPOSITS = st.sampled_from(["FD100001", "FD100002", "FD100003", "RD100001", "@4", "@5"])
AMOUNTS = st.integers(50000, 20_000_000).map(
    lambda paise: paise / 100
) | st.sampled_from([1000, 100000, 100000.0, 0.01, 250000.01, 1e12])
MONTHS = st.sampled_from([1, 3, 6, 7, 9, 12, 24, 36, 60, 61, 12.0])
REGION = st.fixed_dictionaries(
    {"enabled": st.booleans()}, optional={"daily_limit": AMOUNTS}
)
PLAUSIBLE = {
    "account_id": ACCOUNTS,
    "source_account": ACCOUNTS,
    "deposit_id": DEPOSITS,
    "account_ids": st.lists(ACCOUNTS | IDS, min_size=1, max_size=3),
    "deposit_ids": st.lists(DEPOSITS | IDS, min_size=1, max_size=4),
    "payout_account": st.none() | ACCOUNTS | IDS,
    "card_id": st.sampled_from(["CARD10001", "CARD10002"]),
    "mandate_id": st.sampled_from(["MND100001", "MND100002"]),
    "cheque_numbers": st.lists(st.sampled_from(["1", "000123"]), min_size=1),
    "principal_amount": AMOUNTS,
    "monthly_installment": AMOUNTS,
    "principal": AMOUNTS,
    "gold_rate_per_gram": AMOUNTS,
    "gold_grams": st.floats(0.001, 1000),
    "rate": st.floats(0, 100) | st.integers(0, 20),
    "tenure_months": MONTHS,
    "from_date": st.dates().map(str),
    "to_date": st.dates().map(str),
    "as_of_date": st.dates().map(str),
    "pincode": st.just("011045"),
    "limit": st.integers(1, 30),
    "offset": st.integers(0, 30),
    "leaves": st.integers(1, 120),
    "top_k": st.integers(1, 5),
    "nominee": st.none() | st.just({"name": "Ravi", "relation": "son"}),
    "atm": st.fixed_dictionaries({"domestic": REGION}),
    "online": st.fixed_dictionaries({"international": REGION}),
    "pos": st.none(),
}


def plausible(name: str, schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Return values that a call might really carry for a parameter."""
    if name in PLAUSIBLE:
        return PLAUSIBLE[name]
    schema = schema.get("anyOf", [schema])[0]
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "array":
        return st.lists(IDS, min_size=1, max_size=3)
    return IDS


def calls_of(name: str) -> st.SearchStrategy[Call]:
    """Return calls of a tool: mostly usable, some with one wrong value, some junk."""
    parameters = TOOLS[name].schema["function"]["parameters"]
    shapes = {key: plausible(key, one) for key, one in parameters["properties"].items()}
    required = {key: shapes[key] for key in parameters["required"]}
    optional = {key: one for key, one in shapes.items() if key not in required}
    usable = st.fixed_dictionaries(required, optional=optional)
    spoiled = st.tuples(usable, st.sampled_from([*shapes, "otp"]), JSON).map(
        lambda parts: {**parts[0], parts[1]: parts[2]}
    )
    return st.tuples(st.just(name), usable | usable | spoiled | JSON)


# Writes of money come up more often than their share of the tools.
CALLS = st.one_of(
    *(calls_of(name) for name in TOOLS),
    *(calls_of(name) for name in ("create_fd", "create_rd", "close_deposit") * 6),
)


def customer() -> Record:
    deposits = {
        "FD100001": make_fd(),
        "FD100002": make_fd("FD100002", maturity_date="2026-07-16"),
        "FD100003": make_fd("FD100003", payout_account="SB404"),
        "RD100001": make_rd(),
    }
    login = {
        "linked_accounts": [ACCOUNT, SECOND_ACCOUNT],
        "linked_products": [*deposits, "HL100001", "POL100001"],
        "linked_cards": ["CARD10001", "CARD10002"],
    }
    cards = {"CARD10001": make_card(), "CARD10002": make_card(status="blocked")}
    mandates = [make_mandate(), make_mandate("MND100002")]
    return make_customer(
        deposits=deposits, login_context=login, cards=cards, mandates=mandates
    )


def resolve(books: Books, arguments: JsonValue) -> JsonValue:
    """Return arguments whose `@n` are the ids of deposits booked on the way."""
    if (
        isinstance(arguments, str)
        and arguments[:1] == "@"
        and arguments[1:].isdecimal()
    ):
        ids = list(books.record["deposits"])
        return ids[int(arguments[1:]) % len(ids)]
    if isinstance(arguments, list):
        return [resolve(books, one) for one in arguments]
    if isinstance(arguments, dict):
        return {key: resolve(books, one) for key, one in arguments.items()}
    return arguments


def wealth(record: Record) -> int:
    """Return the customer's money in paise: accounts, and what open deposits hold."""
    accounts = record["accounts"].values()
    held = (
        deposit.get("principal", deposit.get("total_deposited"))
        for deposit in record["deposits"].values()
        if deposit["status"] != "CLOSED"
    )
    balances = (account["available_balance"] for account in accounts)
    return sum(map(to_paise, balances)) + sum(map(to_paise, held))


def interest_paid(before: Record, call: Call, result: ToolResult) -> int:
    """Return the paise that the bank added: interest on closing a deposit."""
    if call[0] != "close_deposit" or not result.ok:
        return 0
    deposit = before["deposits"][result.content["deposit_id"]]
    held = deposit.get("principal", deposit.get("total_deposited"))
    return to_paise(result.content["net_payout"]) - to_paise(held)


def play(calls: list[Call]) -> tuple[Books, list[ToolResult]]:
    books = open_books(customer())
    results = []
    for tool, arguments in calls:
        results.append(execute(books, tool, resolve(books, arguments)))
    return books, results


@given(st.lists(CALLS, max_size=12))
@settings(max_examples=150, deadline=None)
def test_no_call_makes_or_loses_a_paisa(calls: list[Call]) -> None:
    books = open_books(customer())
    for tool, arguments in calls:
        before = books.record
        result = execute(books, tool, resolve(books, arguments))
        added = interest_paid(before, (tool, arguments), result)
        assert wealth(books.record) == wealth(before) + added
        for account in books.record["accounts"].values():
            rows = account["transactions"]
            assert not rows or rows[-1]["balance_after"] == account["available_balance"]


@given(st.lists(CALLS, max_size=12))
@settings(max_examples=150, deadline=None)
def test_a_call_is_whole_or_nothing_and_says_which(calls: list[Call]) -> None:
    books = open_books(customer())
    for tool, arguments in calls:
        before, written = books.record, orjson.dumps(books.record)
        result = execute(books, tool, resolve(books, arguments))
        assert result.ok is (result.error is None)
        assert result.error in (None, "refused", *TOOL_ERRORS)
        if not result.changes:
            assert books.record is before
        else:
            assert result.ok
            assert TOOLS[tool].kind == "write"
        assert orjson.dumps(before) == written
        replayed = rebuilt(before, result)
        assert orjson.dumps(replayed) == orjson.dumps(books.record)


def rebuilt(record: Record, result: ToolResult) -> Record:
    """Return the record with the reported changes made again, by their paths alone."""
    made: Record = orjson.loads(orjson.dumps(record))
    for change in result.changes:
        *path, last = change.path.split(".")
        place: Any = made
        for key, following in zip(path, [*path[1:], last], strict=True):
            step = place[int(key)] if isinstance(place, list) else place.get(key)
            if step is None:
                step = place[key] = [] if following.isdecimal() else {}
            place = step
        if isinstance(place, list) and int(last) == len(place):
            place.append(change.after)
        else:
            place[int(last) if isinstance(place, list) else last] = change.after
    return made


@given(st.lists(CALLS, max_size=12))
@settings(max_examples=100, deadline=None)
def test_the_same_calls_give_the_same_bytes(calls: list[Call]) -> None:
    first, first_results = play(calls)
    second, second_results = play(calls)
    assert orjson.dumps(first.record) == orjson.dumps(second.record)
    for one, other in zip(first_results, second_results, strict=True):
        assert orjson.dumps(one.content) == orjson.dumps(other.content)
        assert one.changes == other.changes


@given(st.text() | JSON, JSON)
@settings(max_examples=300, deadline=None)
def test_nothing_that_a_model_sends_raises(tool: Any, arguments: JsonValue) -> None:
    result = execute(open_books(), tool, arguments)
    assert result.error in ("unknown_tool", "unparsed", "invalid_arguments")
    assert len(orjson.dumps(result.content)) < 1000


def test_a_megabyte_of_anything_is_answered_at_once() -> None:
    books = open_books()
    deep: JsonValue = []
    for _ in range(10_000):
        deep = [deep]
    for junk in ("x" * 10**6, ["x"] * 10**6, {str(n): n for n in range(10**5)}, deep):
        for name in TOOLS:
            for parameter in TOOLS[name].parameters:
                result = execute(books, name, {parameter.name: junk})
                assert result.error == "invalid_arguments"
                assert len(orjson.dumps(result.content)) < 1000
