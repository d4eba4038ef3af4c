"""How a submission is cited: who entered it, on which board, judged by what."""

from leaderboard.models import Submission

# What would close a field of BibTeX early, or start a command.
SPOKEN_FOR = str.maketrans({"{": "(", "}": ")", "\\": "/", "\n": " ", "\r": " "})


def bibtex(submission: Submission, address: str) -> str:
    """Return the submission as a BibTeX entry; `address` is its page."""
    board = submission.board
    when = submission.finished_at or submission.created_at
    author = submission.organisation or submission.owner.get_username()
    judged = f"scorer {board.scorer}, data {board.dataset_hash[:12]}"
    fields = {
        "title": f"{submission.name} on Passbook: {board.title}",
        "author": author,
        "year": f"{when:%Y}",
        "month": f"{when:%m}",
        "note": f"{board.suite} {board.suite_version}, split {board.split}, {judged}",
        "url": address,
    }
    lines = [
        f"  {name} = {{{value.translate(SPOKEN_FOR)}}},"
        for name, value in fields.items()
    ]
    return "\n".join([f"@misc{{passbook-{submission.pk},", *lines, "}", ""])
