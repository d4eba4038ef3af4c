"""Stored verdicts, read back."""

from collections.abc import Mapping
from dataclasses import fields

from bankenv.records import JsonValue
from bankenv.verdict import Check, Finding, Verdict


def verdict_from(document: Mapping[str, JsonValue]) -> Verdict:
    """Return the verdict that a stored document holds; unknown fields fall away.

    Raises KeyError or TypeError for a document that is not a verdict.
    """
    known = {field.name: document[field.name] for field in fields(Verdict)}
    return Verdict(
        **known
        | {
            "checks": tuple(Check(**check) for check in known["checks"]),
            "findings": tuple(Finding(**finding) for finding in known["findings"]),
            "matches": {int(step): at for step, at in known["matches"].items()},
        }
    )
