"""How the demo's searches match: every word of the query, anywhere, whatever its case."""


def matches(query: str, *texts: str) -> bool:
    """Whether each word of the query occurs in one of the texts."""
    whole = "\n".join(texts).casefold()
    return all(word in whole for word in query.casefold().split())
