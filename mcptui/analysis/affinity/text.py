"""Plain TF-IDF cosine of names and descriptions: what people try first, kept beside ours.

It says how alike two texts are, which is not whether two tools would be confused.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

Vectors: TypeAlias = Any
"""A sparse matrix: a row for each text, of length 1, or 0 where it has no words."""

ROWS_AT_ONCE: Final = 512


def text_vectors(texts: Sequence[str]) -> Vectors:
    """The TF-IDF vectors of some texts, weighed over all of them; in their order."""
    # Deferred: importing scikit-learn takes a second or two, and most commands need none of it.
    from sklearn.feature_extraction.text import TfidfVectorizer  # type: ignore[import-untyped]  # noqa: PLC0415 - as above; it carries no types

    found = TfidfVectorizer(stop_words="english").build_analyzer()
    known = any(found(text) for text in texts)
    vectorizer = TfidfVectorizer(
        stop_words="english" if known else None, vocabulary=None if known else ["none"]
    )
    return vectorizer.fit_transform(texts or [""])


def cosine_of(vectors: Vectors, a: int, b: int) -> float:
    """The cosine of two texts by their place, 0 to 1; the same both ways round."""
    first, second = (a, b) if a <= b else (b, a)
    return min(1.0, float(vectors[first].multiply(vectors[second]).sum()))


def cosine_blocks(vectors: Vectors) -> Iterator[tuple[int, Any]]:
    """All cosines in blocks of rows: the first row of each, and a dense array."""
    for start in range(0, vectors.shape[0], ROWS_AT_ONCE):
        yield start, (vectors[start : start + ROWS_AT_ONCE] @ vectors.T).toarray()
