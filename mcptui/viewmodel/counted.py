"""Numbers with the word for what they count."""


def counted(number: int, one: str, many: str | None = None) -> str:
    """So many of something: `1 tool`, `2,000 tools`; `many` where an `s` does not do."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"
