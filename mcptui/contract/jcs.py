r"""The canonical form: one byte form for all texts of one JSON value.

RFC 8785 (JSON Canonicalization Scheme) with two extensions: integers beyond a double's exact range
keep all their digits, and a lone surrogate is written as `\udXXX`. A value that two parsers may
read differently has no canonical form.
"""

import math
import re
from collections.abc import Iterator
from json import JSONEncoder
from typing import Any, Final

from mcptui.contract import wire_deep
from mcptui.contract.display import shown
from mcptui.contract.long_integers import integer_text
from mcptui.contract.pointer import below
from mcptui.contract.wire import JsonValue, RepeatedKeys, WireNumber, is_plain, quoted

_PLAIN_DIGITS: Final = 21
"""ECMAScript writes numbers below ten to this power without an exponent."""
_LEADING_ZEROS: Final = 6
"""Zeros after the point that ECMAScript writes before it takes an exponent."""
_INTEGER: Final = re.compile(r"-?[0-9]+")


class NotCanonical(ValueError):  # noqa: N818 - reads as the fact it states
    """A value has no canonical form.

    Attributes:
        path: JSON pointer of what has none.
        reason: why, one line ready to show.
    """

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path or 'the whole'}: {reason}")
        self.path = path
        self.reason = reason


# --- numbers --------------------------------------------------------------------------------


def _ecmascript(value: float) -> str:
    """A finite double as ECMAScript writes it: the shortest digits that mean it."""
    if not value:
        return "0"
    mantissa, _, exponent = float.__repr__(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    sign = "-" if value < 0 else ""
    return sign + _placed(digits, point)


def _placed(digits: str, point: int) -> str:
    """Significant digits with their decimal point after so many of them."""
    if len(digits) <= point <= _PLAIN_DIGITS:
        return digits.ljust(point, "0")
    if 0 < point <= _PLAIN_DIGITS:
        return f"{digits[:point]}.{digits[point:]}"
    if -_LEADING_ZEROS < point <= 0:
        return f"0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"


def number_text(value: float) -> str:
    """A number in canonical form.

    Raises:
        ValueError: it is neither a finite double nor an integer.
    """
    if isinstance(value, int):
        return integer_text(value)
    if math.isfinite(value):
        return _ecmascript(value)
    if isinstance(value, WireNumber) and _INTEGER.fullmatch(value.spelling):
        return value.spelling
    raise ValueError("no finite number")


# --- the whole ------------------------------------------------------------------------------


def _code_units(pair: tuple[str, Any]) -> bytes:
    return pair[0].encode("utf-16-be", "surrogatepass")


def _sorted_pairs(value: dict[str, Any]) -> list[tuple[str, Any]]:
    if isinstance(value, RepeatedKeys):
        raise ValueError("a member is named twice")  # noqa: TRY004 - caught below, with its place
    return sorted(value.items(), key=_code_units)


_CONSTANTS: Final = {None: "null", True: "true", False: "false"}


def scalar_text(value: Any) -> str:
    """The canonical form of what is neither a list nor an object, or is empty.

    Raises:
        ValueError: it is a number that has none.
    """
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool):
        return _CONSTANTS[value]
    if isinstance(value, int | float):
        return number_text(value)
    return "{}" if isinstance(value, dict) else "[]"


_SORTING_ENCODER = JSONEncoder(
    ensure_ascii=False,
    separators=(",", ":"),
    allow_nan=False,
    check_circular=False,
    sort_keys=True,
)
_MAY_BE_FLOAT = re.compile(r"[\[,:]-?[0-9]+[.e]")
"""Where a float may stand inside a list or an object, which Python writes in another way."""
_SORTS_APART = re.compile("[\ud800-\U0010ffff]")
"""Characters whose order in UTF-16 is not that of their code points, and surrogates."""


def _plain_form(value: JsonValue) -> str | None:
    """The canonical form by the accelerated encoder, where that surely writes the same."""
    if not isinstance(value, list | dict) or not is_plain(value):
        return None
    try:
        text = _SORTING_ENCODER.encode(value)
    except (ValueError, RecursionError):
        return None
    if _MAY_BE_FLOAT.search(text) or (not text.isascii() and _SORTS_APART.search(text)):
        return None
    return text


def canonical(value: JsonValue) -> bytes:
    """The canonical form of a JSON value, UTF-8.

    Raises:
        NotCanonical: an object names a member twice, or a number is NaN or infinite.
    """
    text = _plain_form(value)
    if text is not None:
        return text.encode()
    try:
        text = wire_deep.write(
            value, indent=None, pairs_of=_sorted_pairs, quoted=quoted, scalar=scalar_text
        )
    except ValueError:
        raise next(faults_of(value)) from None
    return text.encode()


def faults_of(value: JsonValue) -> Iterator[NotCanonical]:
    """Every reason why a value has no canonical form, in the order of its text."""
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        at, each = waiting.pop()
        inner: list[tuple[str, Any]] = []
        if isinstance(each, RepeatedKeys):
            seen: set[str] = set()
            for name, member in each.pairs:
                if name in seen:
                    reason = f"the member {shown(name)} is named more than once"
                    yield NotCanonical(below(at, name), reason)
                seen.add(name)
                inner.append((below(at, name), member))
        elif isinstance(each, dict):
            inner += [(below(at, name), member) for name, member in each.items()]
        elif isinstance(each, list):
            inner += [(below(at, index), member) for index, member in enumerate(each)]
        elif isinstance(each, float) and not _is_writable(each):
            spelling = each.spelling if isinstance(each, WireNumber) else float.__repr__(each)
            yield NotCanonical(at, f"{shown(spelling[:40])} is no finite number")
        waiting.extend(reversed(inner))


def _is_writable(value: float) -> bool:
    try:
        number_text(value)
    except ValueError:
        return False
    return True
