"""A declared table: for each tool what it does to the records, and each way it refuses.

`test_tools_cases` plays every case, and fails for a tool without a success and for a
refusal in a tool's source that no case of that tool reaches.
"""

from bankenv.tests.tool_cases import (
    accounts,
    cards,
    deposits,
    loans,
    mandates_cheques,
    service,
)
from bankenv.tests.tool_cases.case import Case

CASES: tuple[Case, ...] = (
    *accounts.CASES,
    *deposits.CASES,
    *loans.CASES,
    *cards.CASES,
    *mandates_cheques.CASES,
    *service.CASES,
)
