"""The bank's constants: rate cards, circulars, fees, limits and calendar, as data."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from pathlib import Path
from typing import Protocol, TypeVar

import orjson

from bankenv.decoding import BadData, decode
from bankenv.records import JsonValue

# The formulas of bankenv.interest know no other; the calculators are told no product.
COMPOUNDING = "quarterly"


@dataclass(frozen=True, slots=True)
class DepositSlab:
    """Rates (percent a year) for tenures above `min_months`, up to `max_months`."""

    label: str
    min_months: int
    max_months: int
    general_rate: float
    senior_rate: float


@dataclass(frozen=True, slots=True)
class DepositCard:
    """What a deposit product pays when booked from `valid_from` to `valid_to`."""

    product: str
    valid_from: date
    valid_to: date | None
    unit: str
    compounding: str
    slabs: tuple[DepositSlab, ...]

    def slab(self, months: int) -> DepositSlab | None:
        """Return the slab that a tenure falls into, if any."""
        fitting = (s for s in self.slabs if s.min_months < months <= s.max_months)
        return next(fitting, None)


@dataclass(frozen=True, slots=True)
class LoanSlab:
    """The rate (percent a year) for rupees from `min_amount`, below `max_amount`."""

    label: str
    min_amount: float
    max_amount: float
    general_rate: float


@dataclass(frozen=True, slots=True)
class LoanCard:
    """What a loan product costs when taken from `valid_from` to `valid_to`."""

    product: str
    valid_from: date
    valid_to: date | None
    unit: str
    slabs: tuple[LoanSlab, ...]

    def slab(self, rupees: float) -> LoanSlab | None:
        """Return the slab that an amount falls into, if any."""
        fitting = (s for s in self.slabs if s.min_amount <= rupees < s.max_amount)
        return next(fitting, None)


@dataclass(frozen=True, slots=True)
class PenaltyTier:
    """Percentage points taken off for principals up to `up_to` rupees; None: any."""

    up_to: float | None
    points: float


@dataclass(frozen=True, slots=True)
class ClosureCircular:
    """The early-closure penalty for closures from `valid_from` to `valid_to`."""

    name: str
    valid_from: date
    valid_to: date | None
    tiers: tuple[PenaltyTier, ...]
    seniors_exempt: bool

    def points(self, principal: float, *, senior: bool) -> float:
        """Return the percentage points off the contract rate for `principal` rupees."""
        if senior and self.seniors_exempt:
            return 0.0
        fits = (t for t in self.tiers if t.up_to is None or principal <= t.up_to)
        return next((tier.points for tier in fits), 0.0)


@dataclass(frozen=True, slots=True)
class DepositBounds:
    """What may be booked: rupees from `min_amount`; months in steps between bounds."""

    min_amount: float
    min_months: int
    max_months: int
    step_months: int

    def allows(self, months: int) -> bool:
        """Tell whether the tenure may be booked."""
        within = self.min_months <= months <= self.max_months
        return within and months % self.step_months == 0


@dataclass(frozen=True, slots=True)
class GoldRules:
    """Rupees a gram by purity in karat (as text, like any JSON key), and the cap."""

    price_per_gram: Mapping[str, float]
    ltv_cap_percent: float
    source: str
    price_valid_hours: int
    max_ornament_grams: float
    max_coin_grams: float


@dataclass(frozen=True, slots=True)
class ForeclosureRules:
    """Charge in percent of the outstanding principal, by loan type, and tax on it."""

    charge_percent: Mapping[str, float]
    other_charge_percent: float
    gst_percent: float
    interest_days: int
    quote_valid_working_days: int

    def charge(self, loan_type: str | None) -> float:
        """Return the charge in percent for a type of loan."""
        return self.charge_percent.get(loan_type or "", self.other_charge_percent)


@dataclass(frozen=True, slots=True)
class ChequeRules:
    """Fees in rupees and terms for stopping cheques and ordering books."""

    stop_fee_per_leaf: float
    stop_fee_range: float
    range_from_leaves: int
    default_leaves: int
    max_leaves: int
    book_delivery_days: int
    valid_months: int
    positive_pay_from: float
    positive_pay_required_from: float


@dataclass(frozen=True, slots=True)
class CardRules:
    """Daily caps in rupees by channel, the share of them abroad, and fees."""

    daily_cap: Mapping[str, float]
    international_share_percent: float
    replacement_fee: float


@dataclass(frozen=True, slots=True)
class StatementRules:
    """How far back statements reach, and the download link (`{request_id}` filled)."""

    oldest_years: int
    email_without_lookup_months: int
    download_url: str
    link_days: int


@dataclass(frozen=True, slots=True)
class RequestRules:
    """How a category of request is handled; `eta_days` are calendar days."""

    priority: str
    eta_days: int
    needs_transaction: bool = False


@dataclass(frozen=True, slots=True)
class CatalogueProduct:
    """One product that the bank offers to everybody."""

    type: str
    code: str
    name: str
    summary: str


@dataclass(frozen=True, slots=True)
class Calendar:
    """Days the bank rests: weekdays (0 is Monday), nth Saturdays, named holidays."""

    weekly_off: tuple[int, ...]
    saturdays_off: tuple[int, ...]
    holidays: tuple[date, ...]

    def is_working(self, day: date) -> bool:
        """Tell whether the bank works on `day`."""
        if day.weekday() in self.weekly_off or day in self.holidays:
            return False
        return day.weekday() != 5 or (day.day - 1) // 7 + 1 not in self.saturdays_off

    def working_days(self, after: date, until: date) -> int:
        """Return how many working days follow `after`, up to and including `until`."""
        days = (after + timedelta(n) for n in range(1, (until - after).days + 1))
        return sum(map(self.is_working, days))


@dataclass(frozen=True)
class Rules:
    """One bank's constants. `facts` are further figures that its papers state."""

    bank_name: str
    ifsc_prefix: str
    currency: str
    deposit_cards: tuple[DepositCard, ...]
    loan_cards: tuple[LoanCard, ...]
    deposit_bounds: Mapping[str, DepositBounds]
    closure_circulars: tuple[ClosureCircular, ...]
    gold: GoldRules
    foreclosure: ForeclosureRules
    minimum_balance: Mapping[str, float]
    cheques: ChequeRules
    cards: CardRules
    statements: StatementRules
    requests: Mapping[str, RequestRules]
    catalogue: tuple[CatalogueProduct, ...]
    calendar: Calendar
    facts: Mapping[str, JsonValue]

    def deposit_card(self, product: str, day: date) -> DepositCard | None:
        """Return the rate card of `fd` or `rd` in force on `day`, if there is one."""
        return _in_force(self._deposit_cards_of.get(product, ()), day)

    def loan_card(self, product: str, day: date) -> LoanCard | None:
        """Return a loan product's rate card in force on `day`, if there is one."""
        return _in_force(self._loan_cards_of.get(product, ()), day)

    def closure_circular(self, day: date) -> ClosureCircular | None:
        """Return the early-closure circular in force on `day`, if there is one."""
        return _in_force(self.closure_circulars, day)

    @cached_property
    def _deposit_cards_of(self) -> Mapping[str, Sequence[DepositCard]]:
        return _by_product(self.deposit_cards)

    @cached_property
    def _loan_cards_of(self) -> Mapping[str, Sequence[LoanCard]]:
        return _by_product(self.loan_cards)


class _Dated(Protocol):
    @property
    def valid_from(self) -> date: ...
    @property
    def valid_to(self) -> date | None: ...


class _Card(_Dated, Protocol):
    @property
    def product(self) -> str: ...


DatedT = TypeVar("DatedT", bound=_Dated)
CardT = TypeVar("CardT", bound=_Card)


def _in_force(papers: Iterable[DatedT], day: date) -> DatedT | None:
    for paper in papers:
        if paper.valid_from <= day and (
            paper.valid_to is None or day <= paper.valid_to
        ):
            return paper
    return None


def _by_product(cards: Iterable[CardT]) -> dict[str, list[CardT]]:
    grouped: dict[str, list[CardT]] = {}
    for card in cards:
        grouped.setdefault(card.product, []).append(card)
    return grouped


def load_rules(path: Path) -> Rules:
    """Return the rules in a JSON file; raises BadData naming file, place and value."""
    try:
        document = orjson.loads(path.read_bytes())
    except orjson.JSONDecodeError as error:
        raise BadData(path.name, f"JSON ({error})", None) from error
    return read_rules(document, path.name)


def read_rules(document: JsonValue, place: str = "rules") -> Rules:
    """Return the rules in a parsed document; raises BadData naming place and value."""
    rules: Rules = decode(Rules, document, place)
    _check_cards(rules, place)
    _check_dates(rules.closure_circulars, f"{place}.closure_circulars")
    for product in ("fd", "rd"):
        if product not in rules.deposit_bounds:
            raise BadData(f"{place}.deposit_bounds.{product}", "bounds", None)
    for product, bounds in rules.deposit_bounds.items():
        if not 1 <= bounds.min_months <= bounds.max_months or bounds.step_months < 1:
            expected = "min_months from 1 to max_months and step_months from 1"
            raise BadData(f"{place}.deposit_bounds.{product}", expected, bounds)
    return rules


def _check_cards(rules: Rules, place: str) -> None:
    for product, deposit_cards in _by_product(rules.deposit_cards).items():
        _check_dates(deposit_cards, f"{place}.deposit_cards ({product})")
    for product, loan_cards in _by_product(rules.loan_cards).items():
        _check_dates(loan_cards, f"{place}.loan_cards ({product})")
    for number, card in enumerate(rules.deposit_cards):
        if card.compounding != COMPOUNDING:
            at = f"{place}.deposit_cards[{number}].compounding"
            raise BadData(at, f"{COMPOUNDING}, the only formula", card.compounding)


def _check_dates(papers: Sequence[_Dated], place: str) -> None:
    """Refuse papers that end before they begin or are in force on the same day."""
    ordered = sorted(papers, key=lambda paper: paper.valid_from)
    for paper in ordered:
        if paper.valid_to is not None and paper.valid_to < paper.valid_from:
            raise BadData(place, "valid_to not before valid_from", str(paper.valid_to))
    for earlier, later in zip(ordered, ordered[1:], strict=False):
        if earlier.valid_to is None or earlier.valid_to >= later.valid_from:
            expected = (
                f"one paper at a time, yet two are in force on {later.valid_from}"
            )
            raise BadData(place, expected, str(earlier.valid_to))
