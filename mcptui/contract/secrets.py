"""The one door through which settings of a target become display text: secrets stay behind it.

Environment and headers are secret: a value is shown only where it is plainly harmless, that is,
where its name does not promise a secret and the value does not look like one. So `LOG_LEVEL`,
`X-Trace`, `page=2` and `--port=1` stay readable. References to variables (`${NAME}`) are no
secrets and stand as written; a default inside one is masked like any other value. The same rule
covers arguments, URLs and free text, and `secret_values` lists what it hides, so that errors and
logs can be cleared of it too.

What comes out has passed `display.shown`.
"""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from urllib.parse import quote, quote_plus, unquote, unquote_plus

from mcptui.contract.display import shown
from mcptui.contract.masking import MASK, Masker
from mcptui.contract.target import Broken, Http, Recorded, Stdio, Target, VariableSyntax

__all__ = [
    "MASK",
    "command_line",
    "how_line",
    "mask_in_text",
    "masked_args",
    "masked_pairs",
    "masked_url",
    "origin",
    "secret_values",
    "secret_values_of",
]

_NO_SECRETS = frozenset({"true", "false", "yes", "no", "on", "off", "none", "null", "default"})
_SHORT = 4
_SAFE_WORD = re.compile(r"(?:[\w@%+=:,./~•-]|\$\{[\w:.-]*\})+", re.ASCII)
_ORIGIN = re.compile(
    r"(?P<scheme>[a-z][a-z0-9+.-]*)://(?:[^/?#]*@)?(?P<host>\[[^\]/?#]*\]|[^:/?#]*)"
    r"(?::(?P<port>\d*))?(?:[/?#]|\Z)",
    re.IGNORECASE,
)
_DEFAULT_PORTS = {"http": "80", "https": "443"}


def masked_pairs(
    pairs: Iterable[tuple[str, str]], syntax: VariableSyntax = VariableSyntax.NONE
) -> tuple[tuple[str, str], ...]:
    """Environment variables or headers, ready to show: names whole, secret values as `•••`."""
    masker = Masker(syntax)
    return tuple((shown(name), shown(masker.pair(name, value))) for name, value in pairs)


def masked_args(
    args: Sequence[str], syntax: VariableSyntax = VariableSyntax.NONE
) -> tuple[str, ...]:
    """Arguments of a command, ready to show: as many as came in, secrets in them as `•••`."""
    return tuple(shown(word) for word in Masker(syntax).args(args))


def masked_url(url: str, syntax: VariableSyntax = VariableSyntax.NONE) -> str:
    """A URL, ready to show: user information, secret query values and path parts as `•••`."""
    return shown(Masker(syntax).url(url))


def command_line(target: Target) -> str:
    """How the server is reached, whole, on one line, ready to show.

    A program with its arguments is quoted as a shell would want it, so that argument borders are
    visible; a URL stands alone; a capture is its path; a broken entry says why it is broken.
    """
    return how_line(target.how, target.variables)


def how_line(
    how: Stdio | Http | Recorded | Broken, syntax: VariableSyntax = VariableSyntax.NONE
) -> str:
    """The same as `command_line`, for one way to reach a server."""
    match how:
        case Stdio():
            masker = Masker(syntax)
            words = (masker.text(how.command), *masker.args(how.args))
            return " ".join(_quoted(shown(word)) for word in words)
        case Http():
            return masked_url(how.url, syntax)
        case Recorded():
            return shown(how.path)
        case Broken():
            return shown(how.reason)


def _quoted(word: str) -> str:
    if _SAFE_WORD.fullmatch(word):
        return word
    escaped = word.replace("'", "'\"'\"'")
    return f"'{escaped}'"


def origin(url: str) -> str | None:
    """Scheme, host and port of a URL, lower case, without a default port; None if it has none."""
    match = _ORIGIN.match(url)
    if match is None:
        return None
    scheme, host, port = match["scheme"].lower(), match["host"].lower(), match["port"]
    if not port or _DEFAULT_PORTS.get(scheme) == port:
        return f"{scheme}://{host}"
    return f"{scheme}://{host}:{port}"


def secret_values(target: Target) -> tuple[str, ...]:
    """Every value that the functions here would mask for this target, longest first."""
    return secret_values_of(target.how, target.variables)


def secret_values_of(
    how: Stdio | Http | Recorded | Broken, syntax: VariableSyntax = VariableSyntax.NONE
) -> tuple[str, ...]:
    """The same as `secret_values`, for one way to reach a server."""
    masker = Masker(syntax)
    match how:
        case Stdio():
            masker.text(how.command)
            masker.args(how.args)
            for name, value in how.env:
                masker.pair(name, value)
        case Http():
            masker.url(how.url)
            for name, value in how.headers:
                masker.pair(name, value)
        case Recorded() | Broken():
            pass
    return tuple(sorted(set(masker.found), key=lambda value: (-len(value), value)))


def mask_in_text(text: str, secrets: Iterable[str] = ()) -> str:
    """Free text (stderr, an error, a reply) without secrets; line breaks and controls stay.

    Args:
        text: as received. It is not passed through `display.shown` here: whoever shows it does.
        secrets: known secret values, as from `secret_values`. They are removed in every common
            spelling too: URL-encoded, JSON-escaped, quoted, Base64, and line by line.
    """
    literal = _literal_pattern(tuple(sorted(set(secrets))))
    if literal is not None:
        text = literal.sub(MASK, text)
    return Masker(VariableSyntax.NONE).text(text)


@lru_cache(maxsize=256)
def _literal_pattern(secrets: tuple[str, ...]) -> re.Pattern[str] | None:
    """One pattern for all spellings of all secrets; None where there is nothing to look for."""
    spelled = {form for secret in secrets for form in _spellings(secret)}
    spelled = {form for form in spelled if len(form) > 1 and form.lower() not in _NO_SECRETS}
    if not spelled:
        return None
    longest_first = sorted(spelled, key=lambda form: (-len(form), form))
    return re.compile("|".join(_literal(form) for form in longest_first))


def _literal(form: str) -> str:
    """The form itself; a short one only where it stands alone, or all text would be masked."""
    escaped = re.escape(form)
    return escaped if len(form) >= _SHORT else rf"(?<!\w){escaped}(?!\w)"


def _json_decoded(text: str) -> str:
    try:
        return str(json.loads(f'"{text}"'))
    except ValueError:
        return text


_DECODINGS: tuple[Callable[[str], str], ...] = (unquote, unquote_plus, _json_decoded)
_ENCODINGS: tuple[Callable[[str], str], ...] = (
    lambda text: quote(text, safe="", errors="replace"),
    lambda text: quote(text, safe="/", errors="replace"),
    lambda text: quote_plus(text, errors="replace"),
    lambda text: json.dumps(text)[1:-1],
    lambda text: json.dumps(text, ensure_ascii=False)[1:-1],
    lambda text: json.dumps(json.dumps(text)[1:-1])[1:-1],
    lambda text: repr(text)[1:-1],
    lambda text: repr(text.encode(errors="replace"))[2:-1],
    lambda text: text.replace("'", "'\"'\"'"),
    lambda text: b64encode(text.encode(errors="replace")).decode(),
    shown,
)


def _spellings(secret: str) -> set[str]:
    """The secret and its lines, each in every spelling."""
    parts = {secret, secret.strip()}
    parts.update(line for raw in secret.splitlines() if len(line := raw.strip()) >= _SHORT)
    parts.update([decode(part) for part in parts for decode in _DECODINGS])
    forms = {encode(part) for part in parts if part for encode in _ENCODINGS} | parts
    lower_hex = {re.sub(r"%[0-9A-F]{2}", lambda hit: hit.group().lower(), form) for form in forms}
    return forms | lower_hex
