"""JSON text read and written without loss.

Objects keep their members in the order sent, integers every digit, and what JSON can say but
Python's own types cannot hold comes as `RepeatedKeys` (a name twice in one object) and
`WireNumber`. Both behave as the plain types they extend; `dumps` writes them back as they came.
"""

import marshal
import math
import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from json import JSONDecodeError, JSONDecoder, JSONEncoder
from json.encoder import encode_basestring
from typing import Any, Final, Self, TypeAlias

from mcptui.contract import wire_deep
from mcptui.contract.long_integers import integer_of, integer_text

JsonValue: TypeAlias = bool | int | float | str | list["JsonValue"] | dict[str, "JsonValue"] | None

NESTING_LIMIT: Final = 1_000
"""Arrays and objects inside one another that are always read, however deep the caller stands."""
LONGEST_INTEGER: Final = 100_000
"""Digits of an integer that becomes an `int`; one with more comes as a `WireNumber`."""
_EXACT_DIGITS: Final = 15
"""Decimal digits that a double always holds."""
_NOT_ZERO: Final = re.compile(r"[-0.]*[1-9]")


class RepeatedKeys(dict[str, Any]):
    """An object that names a member more than once; as a dict it holds the last value of each."""

    pairs: tuple[tuple[str, Any], ...]
    """Every member as sent."""

    def __init__(self, pairs: Iterable[tuple[str, Any]] = ()) -> None:
        self.pairs = tuple(pairs)
        super().__init__(self.pairs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RepeatedKeys) and self.pairs == other.pairs

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # like any dict

    def __repr__(self) -> str:
        return f"RepeatedKeys({self.pairs!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return RepeatedKeys, (self.pairs,)


class WireNumber(float):
    """A number that Python's types cannot hold as it was written; as a float, the nearest.

    `NaN` and `Infinity`, numbers too large, too small or too precise for a double, `-0`, and
    integers of more than `LONGEST_INTEGER` digits.
    """

    spelling: str
    """The number as sent."""

    def __new__(cls, spelling: str) -> Self:
        """A number from its spelling in JSON."""
        number = super().__new__(cls, spelling)
        number.spelling = spelling
        return number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, WireNumber) and self.spelling == other.spelling

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.spelling)

    def __repr__(self) -> str:
        return f"WireNumber({self.spelling!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return WireNumber, (self.spelling,)


class WireError(ValueError):
    """A text is no JSON that can be read.

    Attributes:
        reason: what is wrong, in words.
        line: 1-based line.
        column: 1-based column, in characters.
        offset: 0-based place in the text (in bytes where the bytes are no UTF-8).
    """

    def __init__(self, reason: str, *, line: int, column: int, offset: int) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.reason = reason
        self.line = line
        self.column = column
        self.offset = offset


# --- numbers --------------------------------------------------------------------------------


def _integer(spelling: str) -> int | WireNumber:
    if spelling == "-0" or len(spelling) > LONGEST_INTEGER:
        return WireNumber(spelling)
    sign = -1 if spelling[0] == "-" else 1
    return sign * integer_of(spelling.lstrip("-"))


def _float(spelling: str) -> float:
    value = float(spelling)
    if len(spelling) <= _EXACT_DIGITS and math.isfinite(value) and "e" not in spelling.lower():
        return value
    is_held = math.isfinite(value) and _is_same_number(spelling, value)
    return value if is_held else WireNumber(spelling)


def _is_same_number(spelling: str, value: float) -> bool:
    """Whether a finite double, written with the fewest digits, is the number that was spelt."""
    if value == 0:
        return not _NOT_ZERO.match(spelling)
    try:
        return Decimal(spelling) == Decimal(repr(value))
    except InvalidOperation:  # the exponent itself is too long
        return False


# --- reading --------------------------------------------------------------------------------


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    return members if len(members) == len(pairs) else RepeatedKeys(pairs)


_DECODER = JSONDecoder(object_pairs_hook=_object, parse_float=_float, parse_constant=WireNumber)
_EXACT_DECODER = JSONDecoder(
    object_pairs_hook=_object, parse_float=_float, parse_int=_integer, parse_constant=WireNumber
)
_NEGATIVE_ZERO = re.compile(r"-0(?![0-9.eE])")

_REASONS: Final = (
    ("Extra data", "more text follows the JSON value"),
    ("Unterminated string", "a string is not closed"),
    ("Invalid control character", "a control character stands unescaped in a string"),
    ("Invalid \\", "an escape sequence is broken"),
    ("Expecting property name", "a member name in double quotes is expected"),
    ("Illegal trailing comma", "a comma stands before the end"),
    ("Expecting ',' delimiter", "a comma or the end of the list or object is expected"),
    ("Expecting ':' delimiter", "a colon is expected"),
    ("Expecting value", "a JSON value is expected"),
)


def _reason(error: JSONDecodeError) -> str:
    if not error.doc.strip():
        return "it is empty"
    if error.pos >= len(error.doc.rstrip()):
        return "the JSON ends before it is complete"
    return next((words for begin, words in _REASONS if error.msg.startswith(begin)), error.msg)


def _error_at(text: str, offset: int, reason: str) -> WireError:
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return WireError(reason, line=line, column=column, offset=offset)


def _decoded(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise WireError("it is UTF-16, not UTF-8", line=1, column=1, offset=0)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        reason = f"byte {data[error.start]:02X} at offset {error.start} is not UTF-8"
        place = _error_at(before, len(before), reason)
        raise WireError(reason, line=place.line, column=place.column, offset=error.start) from None


def _read(text: str) -> Any:
    if "-0" in text and _NEGATIVE_ZERO.search(text):
        return _EXACT_DECODER.decode(text)
    try:
        return _DECODER.decode(text)
    except JSONDecodeError:
        raise
    except ValueError:  # an integer longer than the process's limit for int()
        return _EXACT_DECODER.decode(text)


def loads(text: str | bytes) -> JsonValue:
    """The value of a JSON text, nothing lost but white space and the choice of escapes.

    Args:
        text: one JSON value; a byte order mark before it is skipped. Bytes must be UTF-8.

    Returns:
        Members in the order sent; a `RepeatedKeys` where an object names a member twice; a
        `WireNumber` where a number is beyond Python's types; lone surrogates as they are.

    Raises:
        WireError: it is no JSON, or more than `NESTING_LIMIT` levels deep.
    """
    text = (_decoded(text) if isinstance(text, bytes) else text).removeprefix("\ufeff")
    try:
        try:
            value = _read(text)
        except RecursionError:
            value = wire_deep.read(
                text, object_of=_object, integer_of=_integer, float_of=_float, limit=NESTING_LIMIT
            )
    except JSONDecodeError as error:
        raise _error_at(text, error.pos, _reason(error)) from None
    except wire_deep.TooDeepError as error:
        reason = f"it is nested deeper than {NESTING_LIMIT} levels"
        raise _error_at(text, error.offset, reason) from None
    return value  # type: ignore[no-any-return]  # the decoders make nothing but JSON values


# --- writing --------------------------------------------------------------------------------

_ENCODER = JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), allow_nan=False, check_circular=False
)
_CONSTANTS: Final = {None: "null", True: "true", False: "false"}
_SURROGATE = re.compile("[\ud800-\udfff]")


def _surrogates_escaped(text: str) -> str:
    return _SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def quoted(text: str) -> str:
    r"""The JSON string of a text: the fewest escapes, and lone surrogates as `\udXXX`."""
    literal = encode_basestring(text)
    return literal if literal.isascii() else _surrogates_escaped(literal)


def _float_text(value: float) -> str:
    if isinstance(value, WireNumber):
        return value.spelling
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return float.__repr__(value)


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if value is None or isinstance(value, bool):
        return _CONSTANTS[value]
    if isinstance(value, int):
        return integer_text(value)
    if isinstance(value, float):
        return _float_text(value)
    if value in ({}, [], ()):
        return "{}" if isinstance(value, dict) else "[]"
    raise TypeError(f"{type(value).__name__} is no JSON value")


def _pairs(value: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    return value.pairs if isinstance(value, RepeatedKeys) else value.items()


def is_plain(value: JsonValue) -> bool:
    """Whether a value is made of Python's own JSON types only, and is not very deep.

    A `RepeatedKeys` or a `WireNumber` anywhere in it makes it other than plain.
    """
    try:
        marshal.dumps(value, 2)  # takes exact built-in types only, and tells at its speed
    except ValueError:
        return False
    return True


def dumps(value: JsonValue, *, indent: int | None = None) -> str:
    r"""The JSON text of a value: members in their order, non-ASCII characters as they are.

    Args:
        value: what to write; what `loads` returned is written back as it came.
        indent: blanks per level, a line per member; None writes it all on one line, no blanks.

    Returns:
        Text without a final newline. Lone surrogates stand as `\udXXX`, so it is valid UTF-8.
    """
    if indent is None and is_plain(value):
        try:
            text = _ENCODER.encode(value)
        except (ValueError, RecursionError):
            pass
        else:
            return text if _is_utf8(text) else _surrogates_escaped(text)
    return wire_deep.write(value, indent=indent, pairs_of=_pairs, quoted=quoted, scalar=_scalar)


def _is_utf8(text: str) -> bool:
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def contract_bytes(value: JsonValue) -> int:
    """The UTF-8 bytes of the compact JSON text of a value, as it was sent."""
    text = dumps(value)
    return len(text) if text.isascii() else len(text.encode())
