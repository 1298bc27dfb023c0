"""JSON as we print it: strict, exact, and harmless on a terminal."""

import re

from mcptui.contract import wire
from mcptui.contract.display import is_hidden
from mcptui.contract.wire import JsonValue

SHAPES = 1
"""The version of the shapes, the first member of every document."""
_FIRST_ASTRAL = 0x10000
_NO_JSON = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN')
"""A string, or a number that only some servers take for JSON."""


def document(members: dict[str, JsonValue]) -> str:
    """A whole document of these members, with the version of its shape and a final newline."""
    return json_text({"mcptui": SHAPES, **members})


def json_text(value: JsonValue) -> str:
    r"""A value as indented JSON with a final newline.

    Characters that nobody sees or that steer a terminal stand as `\uXXXX`, which is the same
    value. `NaN` and `Infinity`, which JSON has no word for, stand as texts.
    """
    text = wire.dumps(value, indent=2)
    if "NaN" in text or "Infinity" in text:
        text = _NO_JSON.sub(lambda match: _quoted(match.group()), text)
    return f"{harmless(text)}\n"


def harmless(text: str) -> str:
    r"""The same JSON with `\uXXXX` for what nobody sees or what steers a terminal."""
    hidden = {ord(char): _escaped(char) for char in set(text) if is_hidden(char)}
    return text.translate(hidden)


def _quoted(token: str) -> str:
    return token if token.startswith('"') else f'"{token}"'


def _escaped(char: str) -> str:
    code = ord(char)
    if code < _FIRST_ASTRAL:
        return f"\\u{code:04x}"
    high, low = divmod(code - _FIRST_ASTRAL, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"
