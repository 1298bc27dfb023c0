"""The one name mcptui gives a tool; it depends on the tool's own key and name, on nothing else.

An alias is the template filled in, `<key>_<tool>` by default, in letters, digits, `_` and `-`.
Eight hexadecimal digits of SHA-256 over (key, tool) end it wherever the filled-in text alone would
not name one pair for sure:

- a character became `_`, or the text was cut to the limit;
- the text could be read as another pair: the key holds the separator, or the name itself ends
  like such a hash;
- key or name hold an upper-case letter. Where case is not told apart, `getUser` can be read as
  `getuser`; the lower-case spelling keeps the plain alias, so any two aliases differ by more than
  letter case although neither knows of the other.
"""

import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Final

HYPHENS: Final = "underscores and hyphens"
UNDERSCORES: Final = "underscores only"
_UNFIT = {HYPHENS: re.compile(r"[^A-Za-z0-9_-]"), UNDERSCORES: re.compile(r"[^A-Za-z0-9_]")}
"""By style: the characters that become `_`."""
_PLACEHOLDER = re.compile(r"\{(\w*)\}")
_LIKE_A_HASH = re.compile(r"_[0-9a-f]{8}\Z")
_UPPER = re.compile(r"[A-Z]")
_WORD = re.compile(r"[A-Z]*[a-z0-9]+|[A-Z]+")
HASH_DIGITS: Final = 8
_TAIL = HASH_DIGITS + 1
"""Characters of `_` and the hash."""
_LEAST_ROOM = 12
"""Characters that key and tool together must have left when an alias is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AliasRules:
    """How aliases are made.

    Raises:
        ValueError: the members do not go together; the text says why.
    """

    template: str = "{key}_{tool}"
    """Holds `{tool}` once, `{key}` at most once, and `{plugin}` as often as it likes."""
    plugin: str = ""
    """What `{plugin}` stands for."""
    limit: int = 64
    """Characters of an alias at most."""
    style: str = HYPHENS
    """Which characters stay: `underscores and hyphens`, or `underscores only`."""

    def __post_init__(self) -> None:
        if self.style not in _UNFIT:
            raise ValueError(f'the alias style is one of "{HYPHENS}", "{UNDERSCORES}"')
        names = _PLACEHOLDER.findall(self.template)
        unknown = [name for name in names if name not in {"key", "tool", "plugin"}]
        if unknown:
            known = "{key}, {tool} and {plugin}"
            raise ValueError(f"the alias template names {{{unknown[0]}}}; known are {known}")
        if names.count("tool") != 1 or names.count("key") > 1:
            raise ValueError("the alias template needs {tool} once, and {key} at most once")
        if "plugin" in names and not self.plugin:
            raise ValueError("the alias template names {plugin}, but no plugin is set")
        unfit = _UNFIT[self.style].search(_PLACEHOLDER.sub("", self.template))
        if unfit:
            raise ValueError(
                f"the alias template holds {unfit.group()!r}; an alias may not, by its style"
            )
        shape = _shape_of(self)
        least = len(shape.before + shape.between + shape.after) + _TAIL + _LEAST_ROOM
        if self.limit < least:
            raise ValueError(f"the alias limit is {self.limit}; this template needs {least}")

    def unfit_in(self, text: str) -> list[str]:
        """The characters of a text that become `_`, in order."""
        return _UNFIT[self.style].findall(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """An alias, and what became of key and name in it."""

    text: str
    full_length: int
    """Characters of the template filled in, before anything was cut and without a hash."""
    key_changed: bool
    """A character of the key became `_`."""
    name_changed: bool
    """A character of the name became `_`."""
    shortened: bool
    """Key or name were cut."""
    ambiguous: bool
    """The text without its hash could be read as another pair."""

    @property
    def changed(self) -> bool:
        """A character of key or name became `_`."""
        return self.key_changed or self.name_changed

    @property
    def hashed(self) -> bool:
        """Whether eight hexadecimal digits end it."""
        return self.changed or self.shortened or self.ambiguous


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """A template taken apart: fixed texts, and which part comes first."""

    before: str
    between: str
    after: str
    key_first: bool | None
    """None: the key is not in it."""


@cache
def _shape_of(rules: AliasRules) -> _Shape:
    plugin = _UNFIT[rules.style].sub("_", rules.plugin)
    parts = re.split(r"\{(key|tool)\}", rules.template.replace("{plugin}", plugin))
    if len(parts) == len(("before", "tool", "after")):
        return _Shape(before=parts[0], between="", after=parts[2], key_first=None)
    return _Shape(before=parts[0], between=parts[2], after=parts[4], key_first=parts[1] == "key")


DEFAULT: Final = AliasRules()


def alias_of(key: str, tool: str, rules: AliasRules = DEFAULT) -> str:
    """The alias of one tool.

    Args:
        key: the connection key.
        tool: the upstream name; any string, empty or with lone surrogates too.
        rules: how aliases are made.
    """
    return explained_alias(key, tool, rules).text


def explained_alias(key: str, tool: str, rules: AliasRules = DEFAULT) -> Alias:
    """The alias of one tool, with what became of key and name in it; arguments as `alias_of`."""
    shape, unfit = _shape_of(rules), _UNFIT[rules.style]
    fit_key, fit_tool = unfit.sub("_", key), unfit.sub("_", tool)
    changed = fit_key != key or fit_tool != tool
    ambiguous = _reads_as_another(shape, fit_key, fit_tool)
    full = _filled(shape, fit_key, fit_tool)
    fits = len(full) + (_TAIL if changed or ambiguous else 0) <= rules.limit
    text = full if fits else _filled(shape, *_cut(shape, fit_key, fit_tool, rules.limit))
    if changed or ambiguous or not fits:
        text = f"{text}_{_hash_of(key, tool)}"
    return Alias(
        text=text,
        full_length=len(full),
        key_changed=fit_key != key,
        name_changed=fit_tool != tool,
        shortened=not fits,
        ambiguous=ambiguous,
    )


def prefix_of(key: str, rules: AliasRules = DEFAULT) -> str:
    """What stands before the tool's name in the aliases of a connection, uncut."""
    shape = _shape_of(rules)
    if not shape.key_first:
        return shape.before
    return shape.before + _UNFIT[rules.style].sub("_", key) + shape.between


def _filled(shape: _Shape, key: str, tool: str) -> str:
    if shape.key_first is None:
        return shape.before + tool + shape.after
    first, second = (key, tool) if shape.key_first else (tool, key)
    return shape.before + first + shape.between + second + shape.after


def _reads_as_another(shape: _Shape, key: str, tool: str) -> bool:
    """Whether the filled-in text, read at its first separator, gives another pair or a hash."""
    if shape.key_first is None or not shape.between or _UPPER.search(key) or _UPPER.search(tool):
        return True
    first, second = (key, tool) if shape.key_first else (tool, key)
    if (first + shape.between + second).find(shape.between) != len(first):
        return True
    return _LIKE_A_HASH.search(_filled(shape, key, tool)) is not None


def _cut(shape: _Shape, key: str, tool: str, limit: int) -> tuple[str, str]:
    """Key and name cut to share the room left: two thirds to the name, its verb kept if it fits."""
    room = limit - _TAIL - len(shape.before) - len(shape.between) - len(shape.after)
    if shape.key_first is None:
        return "", tool[:room]
    verb = _WORD.search(tool)
    share = max(room - len(key), room * 2 // 3, min(verb.end() if verb else 0, room - 1))
    for_tool = min(len(tool), share)
    return _trimmed(key[: room - for_tool]), _trimmed(tool[:for_tool])


def _trimmed(text: str) -> str:
    """Without separators at its end, unless nothing else is there."""
    return text.rstrip("_-") or text


def _hash_of(key: str, tool: str) -> str:
    """Eight hexadecimal digits over the pair; the key's length keeps (a, bc) and (ab, c) apart."""
    own, name = (part.encode("utf-8", "surrogatepass") for part in (key, tool))
    return sha256(b"%d:%b%b" % (len(own), own, name)).hexdigest()[:HASH_DIGITS]
