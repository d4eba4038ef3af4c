"""Answers that a test is done with."""

from django.core.signals import request_finished
from django.db import close_old_connections
from django.http.response import HttpResponseBase


def let_go(answer: HttpResponseBase) -> None:
    """Close what an answer holds open, but not the connection to the database.

    A server closes that too; here it holds the test's transaction.
    """
    request_finished.disconnect(close_old_connections)
    try:
        answer.close()
    finally:
        request_finished.connect(close_old_connections)
