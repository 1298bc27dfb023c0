"""Integers of any length to and from decimal digits, whatever limit the process has for that.

Python refuses to convert more than a set number of digits, since its way takes quadratic time.
Here long ones are halved until the pieces are short.
"""

import re
import sys
from decimal import MAX_EMAX, MAX_PREC, Context, Decimal, Inexact
from typing import Final

_LEAF: Final = 512
"""Digits, or bits, that are converted at once; below any limit a process can set."""
_DIGITS = re.compile(r"[\d_]+")
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, traps=[Inexact])


def integer_of(digits: str) -> int:
    """The integer that a string of decimal digits, without sign, stands for."""
    if len(digits) <= _LEAF:
        return int(digits)
    low = len(digits) // 2
    scale: int = 10**low
    return integer_of(digits[:-low]) * scale + integer_of(digits[-low:])


def _decimal(value: int, bits: int) -> Decimal:
    if bits <= _LEAF:
        return Decimal(value)
    half = bits // 2
    high = _decimal(value >> half, bits - half)
    low = _decimal(value & ((1 << half) - 1), half)
    return _EXACT.add(_EXACT.multiply(high, _EXACT.power(Decimal(2), half)), low)


def integer_text(value: int) -> str:
    """The decimal digits of an integer, with its sign."""
    if value.bit_length() <= _LEAF:
        return int.__repr__(value)
    sign = "-" if value < 0 else ""
    return f"{sign}{_decimal(abs(value), value.bit_length()):f}"


def line_of_long_integer(text: str) -> int:
    """The 1-based line of the first run of digits that Python itself would not convert; else 1."""
    most = sys.get_int_max_str_digits()
    runs = _DIGITS.finditer(text)
    at = next((run.start() for run in runs if len(run.group().replace("_", "")) > most), 0)
    return text.count("\n", 0, at) + 1
