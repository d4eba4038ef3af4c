"""How long a conversation, and how large one answer, may be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """`steps`: a message of either side counts 1, a batch of calls 1.

    `tool_errors` counts over the whole conversation; `empty_answers` in a row.
    `calls_per_answer` and `answer_chars` bound what one answer can make us keep.
    """

    steps: int = 200
    tool_errors: int = 10
    empty_answers: int = 2
    calls_per_answer: int = 64
    answer_chars: int = 32_000
