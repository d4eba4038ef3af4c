"""The documents, and finding the right section in English, Hinglish and Hindi."""

import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from time import process_time

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bankenv.bank import FIXTURES
from bankenv.books import Books
from bankenv.knowledge import SECTION_LIMIT, load_documents
from bankenv.records import Record
from bankenv.search import NO_TERMS, Index, Terms, index_of, load_terms, words
from bankenv.tests.questions import QUESTIONS
from bankenv.tests.small_bank import small_dataset
from bankenv.tools import TOOLS, execute

DATASET = small_dataset()
DOCUMENTS = DATASET.documents
INDEX = index_of(DOCUMENTS, DATASET.terms)
BY_SLUG = {document.slug: document for document in DOCUMENTS}


def search(query: str, **more: object) -> Record:
    books = Books(DATASET, "CUST_00000001")
    result = execute(books, "search_knowledge_base", {"query": query, **more})
    assert result.ok, result.content
    assert isinstance(result.content, dict)
    return result.content


def found(query: str, **more: object) -> list[str]:
    results = search(query, **more)["results"]
    return [f"{result['document']}#{result['section']}" for result in results]


def test_there_are_24_documents_of_three_to_five_short_sections() -> None:
    assert len(DOCUMENTS) == 24
    for document in DOCUMENTS:
        assert 3 <= len(document.sections) <= 5, document.slug
        assert all(len(s.text) <= SECTION_LIMIT for s in document.sections)
        anchors = [section.anchor for section in document.sections]
        assert len(set(anchors)) == len(anchors), document.slug


def test_every_document_says_that_it_is_fictional() -> None:
    assert all("Fictional, for testing" in d.sections[0].text for d in DOCUMENTS)


def test_exactly_one_document_is_superseded_and_its_successor_says_so() -> None:
    old = [document for document in DOCUMENTS if not document.in_force(DATASET.clock)]
    assert [document.slug for document in old] == ["deposit_early_closure_2023"]
    new = BY_SLUG["deposit_early_closure_current"]
    assert new.replaces == old[0].slug
    assert old[0].valid_to is not None
    assert (new.valid_from - old[0].valid_to).days == 1


@pytest.mark.parametrize(("query", "place"), QUESTIONS)
def test_the_right_section_is_among_the_three_found(query: str, place: str) -> None:
    assert place in found(query)


def test_in_most_cases_the_right_section_is_the_first() -> None:
    first = sum(found(query)[0] == place for query, place in QUESTIONS)
    assert first >= 0.85 * len(QUESTIONS)


def test_a_search_for_the_penalty_shows_both_circulars_with_their_dates() -> None:
    results = search("early closure penalty circular fixed deposit", top_k=5)["results"]
    dates = {r["document"]: (r["valid_from"], r["valid_to"]) for r in results}
    assert dates["deposit_early_closure_2023"] == ("2023-07-01", "2026-03-31")
    assert dates["deposit_early_closure_current"] == ("2026-04-01", None)


def test_a_result_has_the_published_keys_and_ours() -> None:
    answer = search("gold loan")
    assert list(answer) == ["query", "total_results", "results"]
    assert list(answer["results"][0]) == [
        *("text", "source_url", "source_date", "bank_id", "category", "label"),
        *("relevance", "document", "section", "valid_from", "valid_to"),
        *("score", "similarity"),
    ]
    assert answer["total_results"] == len(answer["results"]) == 3


@pytest.mark.parametrize(
    "query", ["zzqx", "hello, how are you?", "!!! ???", "नमस्ते", "我想开户", "🙂"]
)
def test_a_query_that_fits_nothing_finds_nothing_and_says_so(query: str) -> None:
    answer = search(query)
    assert (answer["total_results"], answer["results"]) == (0, [])
    assert "No document" in answer["note"]


def test_only_sections_that_share_a_word_with_the_query_are_found() -> None:
    results = search("PMJJBY", top_k=10)["results"]
    assert results
    assert all("PMJJBY" in r["label"] + r["text"] for r in results)


def test_top_k_bounds_the_results_and_zero_means_three() -> None:
    assert [len(found("account", top_k=k)) for k in (1, 5, 0, None)] == [1, 5, 3, 3]


@pytest.mark.parametrize("top_k", [-1, 11, 1e308, "3", True, [3]])
def test_an_impossible_top_k_is_an_error_the_model_can_learn_from(
    top_k: object,
) -> None:
    books = Books(DATASET, "CUST_00000001")
    arguments = {"query": "gold", "top_k": top_k}
    result = execute(books, "search_knowledge_base", arguments)
    assert result.error == "invalid_arguments"
    assert "top_k" in str(result.content)


def test_a_category_narrows_the_search_and_one_that_fits_nothing_is_ignored() -> None:
    assert {p.split("#")[0] for p in found("fee", category="CHEQUES")} == {"cheques"}
    assert found("fee", category="no such title") == found("fee")
    assert found("fee", bank_id="another") == found("fee")


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=600))
def test_no_query_text_can_break_the_search(query: str) -> None:
    hits = INDEX.search(query)
    assert hits == sorted(hits, key=lambda hit: -hit.score)
    assert hits == INDEX.search(query)


@pytest.mark.parametrize("query", ["fd " * 400_000, "क" * 1_000_000, "ﷺ" * 500])
def test_a_huge_query_costs_no_more_than_a_few_milliseconds(query: str) -> None:
    INDEX.search("fd")
    start = process_time()
    INDEX.search(query)
    assert process_time() - start < 0.05


def test_a_query_takes_less_than_a_millisecond() -> None:
    spent = []
    for query, _ in QUESTIONS:
        start = process_time()
        search(query)
        spent.append(process_time() - start)
    assert sorted(spent)[len(spent) // 2] < 0.001


def test_another_process_finds_the_same_with_the_same_scores() -> None:
    code = (
        "import orjson, sys\n"
        "from bankenv.tests.questions import QUESTIONS\n"
        "from bankenv.tests.test_knowledge import search\n"
        "sys.stdout.buffer.write(orjson.dumps([search(q) for q, _ in QUESTIONS]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=FIXTURES.parent,
        env={"PYTHONHASHSEED": "7"},
    )
    assert ran.stdout == orjson.dumps([search(query) for query, _ in QUESTIONS])


def test_loading_the_bank_does_not_pay_for_the_ranking_library() -> None:
    code = (
        "import sys, bankenv.dataset, bankenv.prompt\n"
        "from bankenv.tests.small_bank import small_dataset\n"
        "small_dataset()\n"
        "print('numpy' in sys.modules, 'bm25s' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        check=True,
        cwd=FIXTURES.parent,
        text=True,
    )
    assert ran.stdout.split() == ["False", "False"]


def test_a_bank_without_documents_finds_nothing() -> None:
    bare = replace(DATASET, documents=())
    result = TOOLS["search_knowledge_base"].function(
        Books(bare, "CUST_00000001"), query="gold loan"
    )
    assert result["total_results"] == 0
    assert Index((), NO_TERMS).search("gold") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("₹1,00,000 for FDs!", ["100000", "for", "fd"]),
        ("५ साल", ["5", "साल"]),
        ("ज़ेवर ज़ेवर", ["जेवर", "जेवर"]),
        ("पाँच पांच", ["पांच", "पांच"]),
        ("ＫＹＣ penalties address", ["kyc", "penalty", "address"]),
        ("re-KYC/PAN_no", ["re", "kyc", "pan", "no"]),
        ("", []),
    ],
)
def test_words_are_folded_alike_in_every_script(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_a_persons_word_in_the_terms_file_is_understood(tmp_path: Path) -> None:
    data = {"ignored": ["the"], "means": {"gold": ["chamak dhamak", "pila"]}}
    (tmp_path / "terms.json").write_bytes(orjson.dumps(data))
    index = Index(DOCUMENTS, load_terms(tmp_path))
    assert index.search("the") == []
    for query in ("pila", "kuch chamak dhamak"):
        assert index.search(query)[0].document.slug == "gold_loan"


def test_a_terms_file_that_is_not_well_formed_is_named(tmp_path: Path) -> None:
    assert load_terms(tmp_path) is NO_TERMS
    for content in (
        b"{",
        b"[]",
        b'{"ignored": []}',
        b'{"ignored": 5, "means": {}}',
        b'{"ignored": [], "means": {"gold": ["-"]}}',
    ):
        (tmp_path / "terms.json").write_bytes(content)
        with pytest.raises(ValueError, match=r"terms\.json"):
            load_terms(tmp_path)


def test_the_words_of_the_terms_file_mean_words_of_the_documents() -> None:
    terms: Terms = DATASET.terms
    spoken = {w for d in DOCUMENTS for s in d.sections for w in words(d.title + s.text)}
    labels = {w for d in DOCUMENTS for s in d.sections for w in words(s.label)}
    strange = {m for means in terms.means for m in words(means)} - spoken - labels
    assert strange == set()


HEAD = (
    "Valid from: 2026-01-01 · Valid to: open · Replaces: none · Fictional, for testing."
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no title\n## A\ntext", "paper.md: expected a # title and ## sections"),
        ("# T\ntext alone", "paper.md: expected a # title and ## sections"),
        ("# T\n## A\ntext", "paper.md: no validity line"),
        (f"# T\n## A\n{HEAD}\n## B\n\n", r"paper.md \(B\): 0 characters"),
        (f"# T\n## A\n{HEAD}\n## B\n" + "x" * 1201, r"paper.md \(B\): 1201 characters"),
        (f"# T\n## A\n{HEAD}".replace("none", "gone"), "replaces gone: no such file"),
        (f"# T\n## A\n{HEAD}".replace("open", "soon"), "paper.md: .*soon"),
    ],
)
def test_a_faulty_document_is_named(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "paper.md").write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=message):
        load_documents(tmp_path)


def test_a_document_is_in_force_on_its_first_and_last_day_and_not_outside() -> None:
    old = BY_SLUG["deposit_early_closure_2023"]
    days = ["2023-06-30", "2023-07-01", "2026-03-31", "2026-04-01"]
    in_force = [old.in_force(date.fromisoformat(day)) for day in days]
    assert in_force == [False, True, True, False]
