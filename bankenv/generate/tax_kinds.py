"""The ways in which tax comes to be cut from interest, rightly or wrongly."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from bankenv.generate.customers import Customer

LIMIT, SENIOR_LIMIT = 50_000, 100_000
FORM_121_LIMIT = 400_000
TAX_YEAR_ENDS = date(2027, 3, 31)


@dataclass(frozen=True, slots=True)
class Kind:
    """One way in which tax comes to be cut.

    `words` are the opening's. Interest is `wanted` rupees, at the most or at the
    least; `rate` is percent of TDS. `right`: it was cut as it should be. `figure` and
    `value` are what explains it.
    """

    words: str
    who: Callable[[Customer], bool]
    wanted: float
    at_most: bool
    right: bool
    figure: str
    value: float
    rate: float = 10.0

    @property
    def title(self) -> str:
        return TITLES[self.words]


def _below_sixty(customer: Customer) -> bool:
    return customer.person.age < 59 and _resident(customer)


def _senior(customer: Customer) -> bool:
    return customer.person.senior and _resident(customer)


def _sixty_soon(customer: Customer) -> bool:
    """59 today, and 60 before the tax year ends."""
    born = customer.person.born
    turns = date(born.year + 60, born.month, min(born.day, 28))
    return customer.person.age == 59 and turns <= TAX_YEAR_ENDS


def _resident(customer: Customer) -> bool:
    return customer.person.segment.name != "nri"


def _nri(customer: Customer) -> bool:
    return customer.person.segment.name == "nri" and not customer.person.senior


TITLES: Mapping[str, str] = {
    "judge": "below sixty", "senior": "senior citizen", "turning": "sixty this year",
    "no_pan": "no PAN", "nro": "NRO account", "high": "above Form 121's limit",
}  # fmt: skip
KINDS: Mapping[str, Kind] = {
    "above": Kind("judge", _below_sixty, 53_500, False, True, "tax_limit", LIMIT),
    "below": Kind("judge", _below_sixty, 47_000, True, False, "tax_limit", LIMIT),
    "senior_above": Kind(
        "senior", _senior, 105_000, False, True, "tax_limit", SENIOR_LIMIT
    ),
    "senior_below": Kind(
        "senior", _senior, 94_000, True, False, "tax_limit", SENIOR_LIMIT
    ),
    "sixty_soon": Kind(
        "turning", _sixty_soon, 88_000, True, False, "tax_limit", SENIOR_LIMIT
    ),
    "no_pan": Kind("no_pan", _below_sixty, 61_000, False, True, "tax_rate", 20.0, 20.0),
    "nro": Kind("nro", _nri, 70_000, False, True, "tax_rate", 30.0, 31.2),
    "high": Kind(
        "high", _below_sixty, 420_000, False, True, "form_limit", FORM_121_LIMIT
    ),
}
ORDER = (
    "above", "below", "senior_below", "nro", "sixty_soon", "below", "no_pan",
    "senior_above", "senior_below", "high", "below", "sixty_soon",
    "above", "below", "senior_below", "above", "sixty_soon", "below", "senior_above",
    "senior_below", "no_pan", "below", "senior_below", "nro",
)  # fmt: skip
