"""How secrets are found in arguments, URLs, pairs and free text: the engine behind `secrets`.

One `Masker` both hides values and remembers what it hid, so that what is masked on screen and
what is cleared from logs can never differ.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import unquote, unquote_plus

from mcptui.contract.credentials import (
    has_known_credential,
    is_path,
    is_place,
    is_random,
    is_secret_name,
    replace_known_credentials,
)
from mcptui.contract.target import VariableSyntax

MASK: Final = "•••"

_BRACED = (
    r"\$\{(?:(?:env|input|secrets):)?[A-Za-z_][\w.-]{0,100}?(?P<default>:-[^{}]*)?\}"
    r"|\$\{\{\s*(?:secrets|inputs)\.[\w.-]{1,100}\s*\}\}"
)
_REFERENCE = re.compile(_BRACED)
_SHELL_REFERENCE = re.compile(_BRACED + r"|\$[A-Za-z_]\w*|%[A-Za-z_]\w*%")
_JOINTS = frozenset(" :@/,;")

_SCHEME_WORD = r"(?:Bearer|Basic|Token|ApiKey|Api-Key|Digest|Negotiate|Key)"
_SCHEME = re.compile(rf"\s*{_SCHEME_WORD}\s+", re.IGNORECASE)
_SCHEME_TOKEN = re.compile(
    r"(?<![\w-])(?P<scheme>(?:Bearer|Basic|Token|ApiKey|Api-Key)\s+)(?P<value>[^\s\"'<>,;)\]•]+)",
    re.IGNORECASE,
)
_TALK = frozenset(
    {"token", "tokens", "auth", "authentication", "authorization", "scheme", "header", "error"}
    | {"realm=", "resource_metadata=", "scope=", "error=", "error_description="}
)
"""What may follow a scheme's name in talk and in `WWW-Authenticate`."""

_JSON_NAME = re.compile(r"\\{0,8}[\"'](?P<name>[^\"'\\\s]{1,100})\\{0,8}[\"']\s*[:=]\s*")
_JSON_VALUE = re.compile(
    r"\"(?P<v1>(?:\\.|[^\"\\])*)\"?|'(?P<v2>(?:\\.|[^'\\])*)'?"
    r"|(?P<quote>\\+[\"'])(?P<v3>.*?)(?:(?P=quote)|\Z)|(?P<v4>\[[^\]]*\]?|[^\s,}\]\"'\\]+)",
    re.DOTALL,
)
_ASSIGNED_NAME = re.compile(r"(?<![\w.-])(?P<name>[\w.\[\]-]{1,100})(?:=|(?<=\w):=)")
_FLAG_NAME = re.compile(r"(?<![\w-])(?P<name>--?[A-Za-z][\w-]{0,100})[ \t]+(?!-)")
_WORD_VALUE = re.compile(r"\"(?P<v1>(?:\\.|[^\"\\])*)\"?|'(?P<v2>[^']*)'?|(?P<v3>[^\s&\"'<>|;)]+)")
_FIELD_BEFORE = re.compile(r";\s*\Z")
_FIELD_VALUE = re.compile(r"\s*(?P<v1>[^;\"'\r\n]+)")
_HEADER_NAME = re.compile(r"(?<![\w-])(?P<name>[A-Za-z][\w-]{0,100})[ \t]{0,2}:[ \t]{0,3}(?!//)")
_LINE_VALUE = re.compile(r"\"(?P<v1>[^\"\r\n]+)|'(?P<v2>[^'\r\n]+)|(?P<v3>[^\r\n\"']+)")
_TOKEN_LIKE = re.compile(r"(?=\S{0,200}\d)\S{8,}")
_BARE_HEADERS = frozenset({"authorization", "cookie", "apikey", "password", "passwd", "secret"})

_URL_START = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://")
_URL_IN_TEXT = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}://[^\s\"'<>`\\|]+")
_NO_SCHEME_USER = re.compile(r"(?P<user>[^/\s?#@]+:[^/\s?#@]*)@(?=[\w.\[-])")
_HOST = re.compile(r"(?:\[[^\]]*\]|[^:]*)(?::\d*)?")
_PLAIN_WORD = re.compile(r"[^\s,;&\"']+")
_SECRET_QUERY = frozenset({"code"})

_HEADER_FLAGS = frozenset({"-H", "--header", "--headers", "--http-header"})
_USER_FLAGS = frozenset({"-u", "--user", "--proxy-user"})
_FLAG_WORD = re.compile(r"--[A-Za-z][\w-]*(?:=.*)?|-[A-Za-z]", re.DOTALL)
_NAMED_WORD = re.compile(r"(?P<name>-{0,2}[\w.\[\]-]{1,100})(?P<mark>=|:=)(?P<value>.*)", re.DOTALL)
_COLON_FLAG = re.compile(r"(?P<name>[-/]{1,2}[\w-]{1,100})(?P<mark>:)(?P<value>.*)", re.DOTALL)
_HEADER_WORD = re.compile(r"(?P<name>[\w-]{1,100})(?P<mark>\s*[:=]\s*)(?P<value>.*)", re.DOTALL)


class Masker:
    """Hides secrets in what it is given, and keeps each hidden value in `found`."""

    def __init__(self, syntax: VariableSyntax = VariableSyntax.NONE) -> None:
        """Know how variables are written, since references to them stay readable."""
        shell = syntax is VariableSyntax.SHELL
        self._reference = _SHELL_REFERENCE if shell else _REFERENCE
        self.found: list[str] = []

    def hide(self, value: str) -> str:
        """`•••` for the value; an authorization scheme and references in it stay readable."""
        scheme = _SCHEME.match(value)
        start = scheme.end() if scheme else 0
        if not value[start:]:
            start = 0
        return value[:start] + self._hide_around_references(value[start:])

    def _hide_around_references(self, value: str) -> str:
        parts: list[str] = []
        at = 0
        for match in self._reference.finditer(value):
            parts += [self._hide_piece(value[at : match.start()]), self._reference_shown(match)]
            at = match.end()
        parts.append(self._hide_piece(value[at:]))
        return "".join(parts)

    def _hide_piece(self, piece: str) -> str:
        if not piece or piece in _JOINTS:
            return piece
        self.found += [part for part in piece.split(MASK) if part]
        return MASK

    def _reference_shown(self, match: re.Match[str]) -> str:
        """The reference as written; its default, and a name that is itself a credential, hidden."""
        text = match.group()
        if has_known_credential(text) and not match["default"]:
            return self._hide_piece(text)
        if not match["default"] or match["default"] == ":-":
            return text
        start = match.start("default") - match.start()
        self.found.append(match["default"][2:])
        return f"{text[:start]}:-{MASK}}}"

    def pair(self, name: str, value: str) -> str:
        """The value of a variable, header or member of that name."""
        if is_secret_name(name) and not is_place(name, value):
            return self.hide(value)
        return self.text(value, strict=True)

    def args(self, args: Sequence[str]) -> list[str]:
        """The words of a command, one for one."""
        words: list[str] = []
        flag = ""
        for word in args:
            if flag and not _FLAG_WORD.fullmatch(word):
                words.append(self._after_flag(flag, word))
                flag = ""
                continue
            words.append(self._word(word))
            flag = word if _takes_secret(word) else ""
        return words

    def _after_flag(self, flag: str, word: str) -> str:
        if flag in _HEADER_FLAGS:
            return self._header(word)
        if flag in _USER_FLAGS:
            return self.hide(word) if ":" in word else self.text(word, strict=True)
        return self.pair(flag, word)

    def _header(self, word: str) -> str:
        match = _HEADER_WORD.fullmatch(word)
        if match is None:
            return self.text(word, strict=True)
        return match["name"] + match["mark"] + self.pair(match["name"], match["value"])

    def _word(self, word: str) -> str:
        match = _NAMED_WORD.fullmatch(word) or _COLON_FLAG.fullmatch(word)
        if match is None or _URL_START.match(word):
            return self.text(word, strict=True)
        name, value = match["name"], match["value"]
        if name in _HEADER_FLAGS:
            return name + match["mark"] + self._header(value)
        return name + match["mark"] + self.pair(name, value)

    def url(self, url: str) -> str:
        """A whole URL: user information, secret query values and random path parts hidden."""
        if _URL_START.match(url):
            return self._split_url(url)
        user = _NO_SCHEME_USER.match(url)
        if user is None:
            return self.text(url, strict=True)
        return f"{self._hide_user(user['user'])}@{self.text(url[user.end() :], strict=True)}"

    def _split_url(self, url: str) -> str:
        start = _URL_START.match(url)
        assert start is not None  # noqa: S101  # the callers looked
        rest, hash_mark, fragment = url[start.end() :].partition("#")
        rest, query_mark, query = rest.partition("?")
        authority, slash, path = rest.partition("/")
        if "@" in url and not _HOST.fullmatch(authority.rpartition("@")[2]):
            whole = url[start.end() :]
            user, _, host = whole.rpartition("@")
            return f"{start.group()}{self._hide_user(user)}@{self.text(host, strict=True)}"
        user, at_sign, host = authority.rpartition("@")
        return "".join(
            (
                start.group(),
                self._hide_user(user) + at_sign + host,
                slash + self._path(path),
                query_mark + self._query(query),
                hash_mark + self._query(fragment),
            )
        )

    def _hide_user(self, user: str) -> str:
        if user in ("", "git"):
            return user
        plain = unquote(user)
        self.found += [
            part for text in {user, plain} for part in text.split(":", 1) if part not in ("", MASK)
        ]
        if ":" in plain:
            self.found.append(b64encode(plain.encode(errors="replace")).decode())
        return self.hide(user)

    def _path(self, path: str) -> str:
        parts: list[str] = []
        before = ""
        for part in path.split("/"):
            named = is_secret_name(before) and _TOKEN_LIKE.fullmatch(part) is not None
            parts.append(self.hide(part) if named else self.text(part, strict=True))
            before = part
        return "/".join(parts)

    def _query(self, query: str) -> str:
        return re.sub(r"[^&]+", lambda match: self._query_item(match.group()), query)

    def _query_item(self, item: str) -> str:
        name, mark, value = item.partition("=")
        if not mark:
            return self.text(item, strict=True)
        plain_name, plain_value = unquote_plus(name), unquote_plus(value)
        if plain_name.lower() in _SECRET_QUERY:
            return f"{name}={self.hide(value)}"
        known = len(self.found)
        if self.pair(plain_name, plain_value) == plain_value:
            return item
        if len(self.found) > known and plain_value != value:
            self.found.append(value)
        return f"{name}={self.hide(value)}"

    def text(self, text: str, *, strict: bool = False) -> str:
        """Free text with the secrets in it hidden.

        Args:
            text: any text.
            strict: hide whatever looks random too. For words a person wrote into a config, not
                for logs, where a request id is worth reading.
        """
        text = self._defaults(text)
        text = self._after_names(text, _JSON_NAME, _JSON_VALUE)
        text = _URL_IN_TEXT.sub(lambda match: self._split_url(match.group()), text)
        text = self._after_names(text, _FLAG_NAME, _WORD_VALUE)
        text = self._after_names(text, _ASSIGNED_NAME, _WORD_VALUE)
        text = self._after_names(text, _HEADER_NAME, _LINE_VALUE, self._is_header)
        text = _SCHEME_TOKEN.sub(self._scheme_token, text)
        text = replace_known_credentials(text, self.hide)
        return self._random_words(text) if strict else text

    def _defaults(self, text: str) -> str:
        """Hide the defaults of references that have a secret name or a credential for a default."""

        def judged(match: re.Match[str]) -> str:
            default = match["default"]
            if not default:
                return match.group()
            name = match.group()[2 : match.start("default") - match.start()]
            if is_secret_name(name) or has_known_credential(default) or is_random(default):
                return self._reference_shown(match)
            return match.group()

        return self._reference.sub(judged, text) if "$" in text or "%" in text else text

    def _after_names(
        self,
        text: str,
        names: re.Pattern[str],
        values: re.Pattern[str],
        counts: Callable[[re.Match[str], re.Match[str]], bool] = lambda _name, _value: True,
    ) -> str:
        """Hide the value behind each secret name that `names` finds."""
        parts: list[str] = []
        at = 0
        for name in names.finditer(text):
            if name.start() < at or not is_secret_name(name["name"]):
                continue
            in_fields = values is _WORD_VALUE and _FIELD_BEFORE.search(
                text, max(0, name.start() - 4), name.start()
            )
            value = (_FIELD_VALUE if in_fields else values).match(text, name.end())
            if value is None or not counts(name, value):
                continue
            start, end = value.span(value.lastgroup or 0)
            if not is_place(name["name"], text[start:end]):
                parts += [text[at:start], self.hide(text[start:end])]
                at = end
        return "".join((*parts, text[at:])) if parts else text

    @staticmethod
    def _is_header(name: re.Match[str], value: re.Match[str]) -> bool:
        """Whether `Name: value` in talk is a header, or a name with a token behind it."""
        return (
            value["v3"] is None
            or "-" in name["name"]
            or name["name"].lower() in _BARE_HEADERS
            or _TOKEN_LIKE.match(value.group()) is not None
        )

    def _scheme_token(self, match: re.Match[str]) -> str:
        value = match["value"]
        if self._reference.fullmatch(value) or value.lower().strip(".:") in _TALK:
            return match.group()
        if match["scheme"].strip().lower() != "bearer" and not _TOKEN_LIKE.fullmatch(value):
            return match.group()
        return match["scheme"] + self.hide(value)

    def _random_words(self, text: str) -> str:
        """Hide words that nobody would write by hand; paths and URLs were looked at before."""

        def judged(match: re.Match[str]) -> str:
            word = match.group()
            public = "://" in word or is_path(word) or not is_random(word)
            return word if public else self.hide(word)

        return _PLAIN_WORD.sub(judged, text)


def _takes_secret(word: str) -> bool:
    """Whether the word is a flag whose value follows as the next word and may be secret."""
    if word in _HEADER_FLAGS or word in _USER_FLAGS:
        return True
    return word.startswith("-") and not re.search(r"[=:\s]", word) and is_secret_name(word)
