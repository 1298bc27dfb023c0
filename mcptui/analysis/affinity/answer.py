"""Yes, maybe or no: what can be said of schemas without trying values."""

from enum import IntEnum


class Answer(IntEnum):
    """Ordered, so that `min` is "all of these" and `max` is "any of these"."""

    NO = 0
    MAYBE = 1
    YES = 2

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def at_most_maybe(self) -> "Answer":
        """The answer where something that narrows was not understood."""
        return min(self, Answer.MAYBE)

    @property
    def at_least_maybe(self) -> "Answer":
        """The answer where a refusal rests on something that was not understood."""
        return max(self, Answer.MAYBE)
