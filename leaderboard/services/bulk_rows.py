"""Rows by the hundred thousand: inserted and deleted without an object for each."""

from collections.abc import Mapping, Sequence
from typing import Any  # Any: values of model fields

from django.db import connection
from django.db.models import Field, Model, QuerySet

PLAIN = frozenset((str, int, float, bool, type(None)))  # stored as they are


def insert_rows(model: type[Model], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of field values; what a row leaves out is the field's default.

    bulk_create compiles every value into the statement,
    which takes some ten times as long.
    """
    if not rows:
        return
    fields = [field for field in model._meta.local_fields if not field.primary_key]
    made = model()
    usual = [_stored(field, field.pre_save(made, add=True)) for field in fields]
    names = [field.attname for field in fields]
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(field.column)) for field in fields)
    table = quote(model._meta.db_table)
    values = [
        [
            _stored(field, row[name]) if name in row else default
            for field, name, default in zip(fields, names, usual, strict=True)
        ]
        for row in rows
    ]
    _send(f"{table} ({columns})", values)


def _send(table: str, rows: Sequence[Sequence[Any]]) -> None:
    """Send rows in the way the database takes them fastest; `table` has its columns."""
    # The names are those of our own models.
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
            return
        marks = ", ".join(["%s"] * len(rows[0]))
        cursor.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # nosec B608


def _stored(field: "Field[Any, Any]", value: Any) -> Any:
    """Return the value as the database takes it."""
    if type(value) in PLAIN:
        return value
    return field.get_db_prep_save(value, connection)


def delete_rows(rows: QuerySet[Any]) -> None:
    """Delete rows that nothing refers to any more; what does is not looked for."""
    rows._raw_delete(rows.db)
