import orjson
import pytest

from bankenv.books import Books
from bankenv.records import Change
from bankenv.tasks import Edit
from bankenv.tests.factories import CUSTOMER, TinyBank, bank_rules, open_books


def small_books(*opening: Edit) -> Books:
    record = {"customer_id": CUSTOMER, "a": {"b": {"c": 1}}, "rows": [{"x": 1}]}
    bank = TinyBank({CUSTOMER: orjson.dumps(record)}, bank_rules())
    return Books(bank, CUSTOMER, opening)


def test_a_write_leaves_what_was_read_before_as_it_was() -> None:
    books = small_books()
    before, inner = books.record, books.get(("a", "b"))
    with books.writing():
        books.put(("a", "b", "c"), 2)
        books.put(("rows", 0, "x"), 2)
    assert before["a"]["b"] is inner
    assert inner == {"c": 1}
    assert before["rows"] == [{"x": 1}]
    assert books.get(("a", "b", "c")) == 2


def test_books_share_the_record_that_was_read_and_never_each_others_changes() -> None:
    first, edited = small_books(), small_books(Edit("a.b.c", 5), Edit("rows.-", {}))
    with first.writing():
        first.put(("a", "b", "c"), 2)
        first.append(("rows",), {"x": 9})
    assert edited.record["a"] == {"b": {"c": 5}}
    untouched = small_books()
    assert untouched.record["a"] == {"b": {"c": 1}}
    assert untouched.record["rows"] == [{"x": 1}]
    assert small_books().record is untouched.record


def test_a_change_names_path_before_and_after() -> None:
    books = small_books()
    with books.writing() as changes:
        books.put(("rows", 0, "x"), 2)
        books.append(("rows",), {"x": 3})
        books.put(("new", "deep"), True)
    assert changes == [
        Change("rows.0.x", 1, 2),
        Change("rows.1", None, {"x": 3}),
        Change("new.deep", None, True),
    ]


def test_the_first_row_makes_its_list() -> None:
    books = small_books()
    with books.writing() as changes:
        books.append(("a", "list"), 7)
    assert changes == [Change("a.list.0", None, 7)]
    assert books.get(("a", "list")) == [7]


def test_a_value_that_was_there_is_no_change() -> None:
    books = small_books()
    with books.writing() as changes:
        books.put(("a", "b", "c"), 1)
    assert changes == []


def test_a_block_that_raises_changed_nothing() -> None:
    books = small_books()
    before = books.record
    with pytest.raises(LookupError), books.writing():
        books.put(("a", "b", "c"), 2)
        raise LookupError
    assert books.record is before
    with books.writing() as changes:
        books.put(("a", "b", "c"), 3)
    assert changes == [Change("a.b.c", 1, 3)]


def test_records_change_inside_a_writing_block_only() -> None:
    with pytest.raises(RuntimeError, match="writing"):
        small_books().put(("a",), 1)


def test_writing_blocks_do_not_nest() -> None:
    books = small_books()
    with books.writing(), pytest.raises(RuntimeError, match="already"), books.writing():
        raise AssertionError


def test_a_path_through_a_plain_value_is_refused_whole() -> None:
    books = small_books()
    with pytest.raises(ValueError, match="nothing to set at 'd'"), books.writing():
        books.put(("a", "b", "c", "d"), 1)
    assert books.get(("a", "b", "c")) == 1


def test_what_is_not_there_reads_as_none() -> None:
    books = small_books()
    assert books.get(("a", "x", "y")) is None
    assert books.get(("rows", 5)) is None
    assert books.get(("rows", "x")) is None


def test_opening_edits_set_append_and_make_maps() -> None:
    books = small_books(
        Edit("rows.0.x", 5), Edit("rows.-", {"x": 6}), Edit("requests.SR-1", {"n": 1})
    )
    assert books.record["rows"] == [{"x": 5}, {"x": 6}]
    assert books.record["requests"] == {"SR-1": {"n": 1}}


def test_an_opening_edit_with_a_bad_position_names_its_path() -> None:
    with pytest.raises(
        ValueError, match=r"'rows\.first\.x': 'first' is not a position"
    ):
        small_books(Edit("rows.first.x", 1))


def test_the_clock_stands_at_midnight() -> None:
    books = open_books()
    assert books.timestamp == "2026-07-16T00:00:00"
    assert books.moment(hours=8) == "2026-07-16T08:00:00"
    assert books.moment(days=7) == "2026-07-23T00:00:00"


def test_a_stranger_has_no_books() -> None:
    with pytest.raises(KeyError):
        Books(TinyBank({}, bank_rules()), "CUST_FFFFFFFF")
