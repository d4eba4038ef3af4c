"""Knowledge: searching the bank's documents."""

from typing import Annotated, Protocol, runtime_checkable

from bankenv.books import Books
from bankenv.knowledge import Document
from bankenv.records import Record
from bankenv.search import Hit, Terms, index_of
from bankenv.tools.declaration import tool
from bankenv.tools.parameters import Text, Whole

USUAL_RESULTS = 3
MOST_RESULTS = 10


@runtime_checkable
class Library(Protocol):
    """What the search needs of a dataset."""

    @property
    def documents(self) -> tuple[Document, ...]:
        """Return the documents, in order."""

    @property
    def terms(self) -> Terms:
        """Return the customers' words."""


@tool("read", "service", free_text=("query",))
def search_knowledge_base(
    books: Books,
    query: Annotated[
        str, Text("A few words on the matter, in English, Hindi or a mix of both.")
    ],
    bank_id: Annotated[
        str | None, Text("Leave it out: there are documents of this bank only.")
    ] = None,
    category: Annotated[
        str | None, Text("Words of a document's title, to search only such documents.")
    ] = None,
    top_k: Annotated[
        int | None,
        Whole("How many sections to return; three if left out.", 0, MOST_RESULTS),
    ] = None,
) -> Record:
    """Find what the bank's documents say on rules, charges, limits and procedures.

    Returns the sections that fit best, each with its document and the dates from and
    until which that document is valid; `valid_to` null means it still is. Where two
    documents differ, go by the one valid on the day of the action. Interest rates,
    balances and everything else about this customer's products come from the other
    look-ups, not from here.
    """
    hits = _hits(books, query)
    hits = _within(hits, category)[: top_k or USUAL_RESULTS]
    answer: Record = {
        "query": query,
        "total_results": len(hits),
        "results": [_result(hit) for hit in hits],
    }
    if not hits:
        answer["note"] = "No document mentions this. Try other words for the matter."
    return answer


def _hits(books: Books, query: str) -> list[Hit]:
    library = books.dataset
    if not isinstance(library, Library) or not library.documents:
        return []
    return index_of(library.documents, library.terms).search(query)


def _within(hits: list[Hit], category: str | None) -> list[Hit]:
    """Return the hits in documents so titled, or all if that would leave none."""
    title = (category or "").casefold()
    return [hit for hit in hits if title in hit.document.title.casefold()] or hits


def _result(hit: Hit) -> Record:
    document, section = hit.document, hit.section
    valid_to = document.valid_to
    return {
        "text": section.text,
        "source_url": f"kb/{document.slug}.md",
        "source_date": document.valid_from.isoformat(),
        "bank_id": "",
        "category": document.title,
        "label": section.label,
        "relevance": "YES",
        "document": document.slug,
        "section": section.anchor,
        "valid_from": document.valid_from.isoformat(),
        "valid_to": valid_to.isoformat() if valid_to else None,
        "score": hit.score,
        "similarity": hit.score,
    }
