"""Papers and rules data state the same figures, so paper and tool cannot disagree."""

import re
from datetime import date
from decimal import Decimal

import orjson
import pytest

from bankenv.bank import FIXTURES
from bankenv.knowledge import load_documents
from bankenv.policy import load_policy
from bankenv.rules import load_rules
from bankenv.tests.figures import IN_RULES, REGULATION_ONLY

RULES_FILE = FIXTURES / "bank" / "rules.json"
RULES = load_rules(RULES_FILE)
DATA = orjson.loads(RULES_FILE.read_bytes())
CLOCK = date.fromisoformat("2026-07-16")
DOCUMENTS = load_documents(FIXTURES / "kb")
PAPERS = {d.slug: "\n".join(s.text for s in d.sections) for d in DOCUMENTS}
PAPERS["policy"] = load_policy(FIXTURES / "policy").text
FIGURE = re.compile(
    r"₹\d+(?:,\d+)*(?:\.\d+)?|\d+(?:\.\d+)?%"
    r"|\d+\.\d+ (?:percentage )?points?|\d{1,2},\d{3}"
)


def value_at(path: str) -> object:
    value = DATA
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def grouped(rupees: object) -> str:
    """Return whole rupees in Indian grouping: 12,34,567."""
    digits = f"{Decimal(str(rupees)):.0f}"
    head, tail = digits[:-3], digits[-3:]
    pairs = re.findall(r"\d{1,2}", head[::-1])
    return ",".join([*(pair[::-1] for pair in reversed(pairs)), tail])


def written(path: str, form: str | None) -> str:
    value = value_at(path)
    if form == "d":
        day = date.fromisoformat(str(value))
        return f"{day.day} {day:%B %Y}"
    if form in ("r", "t"):
        return ("₹" if form == "r" else "") + grouped(value)
    return f"{Decimal(str(value)):.2f}" if form == "2" else f"{float(str(value)):g}"


def filled(line: str) -> str:
    """Return the line with every `{path:form}` replaced by the rules' value."""
    pattern = r"\{([\w.-]+)(?::(\w))?\}"
    return re.sub(pattern, lambda found: written(found[1], found[2]), line)


def lines_of(slug: str) -> list[str]:
    rates = rate_lines() if slug == "deposit_rates" else []
    return [filled(line) for line in IN_RULES.get(slug, ())] + rates


def rate_lines() -> list[str]:
    """Return the rows that the two rate tables must have, from the cards in force."""
    lines = []
    for product in ("fd", "rd"):
        card = RULES.deposit_card(product, CLOCK)
        assert card is not None
        for slab in card.slabs:
            start = f"over {slab.min_months}, " if slab.min_months else ""
            tenure = f"{start}up to and including {slab.max_months} months"
            rates = f"{slab.general_rate:.2f}% | {slab.senior_rate:.2f}%"
            lines.append(f"| {tenure} | {rates} |")
    return lines


@pytest.mark.parametrize("slug", PAPERS)
def test_every_figure_of_the_rules_reads_the_same_in_the_paper(slug: str) -> None:
    missing = [line for line in lines_of(slug) if line not in PAPERS[slug]]
    assert missing == []


@pytest.mark.parametrize("slug", PAPERS)
def test_every_amount_and_percentage_is_either_in_the_rules_or_listed(
    slug: str,
) -> None:
    paper = PAPERS[slug]
    covered: set[int] = set()
    for line in [*lines_of(slug), *REGULATION_ONLY.get(slug, ())]:
        assert line in paper, line
        for found in re.finditer(re.escape(line), paper):
            covered |= set(range(*found.span()))
    loose = [
        paper[max(0, found.start() - 40) : found.end()]
        for found in FIGURE.finditer(paper)
        if not set(range(*found.span())) <= covered
    ]
    assert loose == []


def test_limits_abroad_are_the_share_of_those_in_india_that_the_rules_say() -> None:
    share = RULES.cards.international_share_percent / 100
    atm, pos, online = (
        grouped(RULES.cards.daily_cap[channel] * share)
        for channel in ("atm", "pos", "online")
    )
    line = f"ATM ₹{atm}, PoS ₹{pos}, online ₹{online}"
    assert line in PAPERS["cards_controls"]


def test_the_worked_examples_are_right() -> None:
    circular = RULES.closure_circular(CLOCK)
    assert circular is not None
    assert 7.10 - circular.points(100000.0, senior=True) == pytest.approx(6.10)
    growth = (1 + 11.5 / 1200) ** 36
    assert round(500000 * 11.5 / 1200 * growth / (growth - 1)) == 16488


def test_a_senior_citizen_gets_the_same_extra_in_every_slab() -> None:
    for product in ("fd", "rd"):
        card = RULES.deposit_card(product, CLOCK)
        assert card is not None
        extra = {round(slab.senior_rate - slab.general_rate, 2) for slab in card.slabs}
        assert extra == {RULES.facts["senior_extra_points"]}


def test_the_circulars_are_valid_exactly_as_long_as_the_rules_say() -> None:
    by_slug = {document.slug: document for document in DOCUMENTS}
    old, current = RULES.closure_circulars
    for slug, circular in [
        ("deposit_early_closure_2023", old),
        ("deposit_early_closure_current", current),
    ]:
        document = by_slug[slug]
        assert (document.valid_from, document.valid_to) == (
            circular.valid_from,
            circular.valid_to,
        )
    assert old.seniors_exempt
    assert not current.seniors_exempt


def test_the_working_days_in_the_paper_are_those_of_the_calendar() -> None:
    text = PAPERS["unauthorised_transactions"]
    counts = {
        day: RULES.calendar.working_days(date(2026, 7, day), CLOCK)
        for day in (13, 12, 11, 10, 7, 6)
    }
    assert f"of 13 July gives {counts[13]} days" in text
    assert f"of 10, 11 or 12 July, {counts[10]} days" in text
    assert counts[10] == counts[11] == counts[12]
    assert f"of 7 July, {counts[7]} days; of 6 July, {counts[6]} days" in text


def test_every_minimum_balance_of_the_rules_is_in_the_papers() -> None:
    nil = [name for name, rupees in RULES.minimum_balance.items() if rupees == 0]
    assert nil == ["salary", "bsbd"]
    assert "salary account nil; BSBD account nil" in PAPERS["savings_balance_charges"]
    assert "salary and BSBD nil" in PAPERS["policy"]
