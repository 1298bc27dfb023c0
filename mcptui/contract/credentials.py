"""What looks like a secret: names that promise one, and values that give themselves away.

Names are judged by their words, in any spelling (`DB_PASSWORD`, `dbPassword`, `x-api-key`,
`apikey`). When in doubt a name or value counts as secret: a harmless value hidden costs little.
"""

import re
from collections.abc import Callable

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_]+")
_STEMS = re.compile(
    r"token|secret|passw|passphrase|passcode|apikey|credential|cookie|authori[sz]|authentic"
    r"|bearer|session|signature|jwt|private|webhook|connectionstring|connstr|mnemonic|seedphrase|oauth"
)
"""Parts that mark a name as secret wherever they stand in it, word borders aside."""
_WHOLE_WORDS = frozenset(
    {"auth", "cred", "creds", "csrf", "dsn", "hmac", "keys", "mfa", "otp", "pat", "pin", "pwd"}
    | {"salt", "sas", "sid", "sig", "totp", "xsrf"}
)
_LAST_PARTS = ("key", "pass", "pwd", "auth")
"""Ends of a word that mark it, as in `accesskey` and `dbpass`."""
_HARMLESS_NAMES = frozenset({"pwd", "oldpwd", "www-authenticate", "proxy-authenticate"})
"""Names that only look secret: the current folder, and what a server asks for."""
_FAULT = re.compile(r"(?:[A-Z][A-Za-z]*)?(?:Error|Exception|Warning)")
"""A class of faults: what follows `KeyError:` is the name of a missing variable, as a rule."""
_PLACE_WORDS = frozenset({"file", "path", "dir", "directory", "folder", "keyfile"})
_PLACE = re.compile(r"(?:~|\.{1,2})?[/\\]|[A-Za-z]:[/\\]|~\Z")

_KNOWN = re.compile(
    r"""(?<![A-Za-z0-9])(?:
      tok[-_][\w-]{4,} | sk[-_][\w-]{6,} | [pr]k_(?:live|test)_\w{6,} | gsk_\w{8,}
    | gh[a-z]_[A-Za-z0-9]{8,} | github_pat_\w{8,}
    | gl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|agent)-[\w-]{8,}
    | xox[a-z](?:\.xox[a-z])?-[\w-]{6,} | xapp-[\w-]{8,} | ntn_\w{8,}
    | secret_(?=\w*\d)[A-Za-z0-9]{10,}
    | eyJ[\w-]{6,}(?:\.[\w-]*)* | (?:AKIA|ASIA)[A-Z0-9]{12,} | AIza[\w-]{20,} | ya29\.[\w-]{8,}
    | npm_[A-Za-z0-9]{16,} | pypi-Ag[\w-]{16,} | hf_[A-Za-z0-9]{16,} | do[opr]_v1_\w{8,}
    | shp[a-z]{2}_\w{8,} | SG\.[\w-]{8,}(?:\.[\w-]+)? | key-[0-9a-f]{16,} | lin_(?:api|oauth)_\w{8,}
    | fig[du]_[\w-]{8,} | sntry[a-z]_[\w=+/-]{8,} | hv[sb]\.[\w-]{8,} | tvly-[\w-]{8,}
    | fc-[0-9a-f]{16,} | ctx7sk-[\w-]{8,} | r8_\w{16,} | BSA[\w-]{20,} | ATATT\w[\w=-]{12,}
    | -----BEGIN[ ][^-]+-----.*
    )""",
    re.VERBOSE | re.DOTALL,
)
_PINNED = re.compile(r"(?:sha(?:256|384|512)[:-][\w+/=-]+)|(?<=@)[0-9a-f]{40}\Z")
"""A digest or a commit that pins what is run: public, and worth reading."""
_RUN = re.compile(r"[A-Za-z0-9]{16,}")
_UUID = re.compile(r"(?i)(?<![0-9a-z])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])")
_HEX = re.compile(r"(?i)[0-9a-f]{32,}")
_RUN_LENGTH, _LONG_RUN, _FEW_DIGITS, _SOME_DIGITS = 16, 20, 2, 3


def is_secret_name(name: str) -> bool:
    """Whether a variable, header, flag or member of this name is taken to hold a secret."""
    if name.lower() in _HARMLESS_NAMES or _FAULT.fullmatch(name):
        return False
    words = [word.lower() for word in _WORD.findall(name)]
    if _STEMS.search("".join(words)):
        return True
    return any(word in _WHOLE_WORDS or word.endswith(_LAST_PARTS) for word in words)


def is_place(name: str, value: str) -> bool:
    """Whether the name asks for a file or folder and the value is plainly a path to one."""
    words = _WORD.findall(name)
    return bool(words) and words[-1].lower() in _PLACE_WORDS and is_path(value)


def is_path(value: str) -> bool:
    """Whether the value begins as a path does: `/`, `./`, `../`, `~/`, or a drive."""
    return _PLACE.match(value) is not None


def has_known_credential(text: str) -> bool:
    """Whether a credential of a known make (`ghp_…`, `sk-…`, `eyJ…`) stands in the text."""
    return _KNOWN.search(text) is not None


def replace_known_credentials(text: str, hide: Callable[[str], str]) -> str:
    """The text with what `hide` makes of each credential of a known make."""
    return _KNOWN.sub(lambda match: hide(match.group()), text)


def is_random(word: str) -> bool:
    """Whether a word has a run that nobody would write by hand: letters and digits mixed at length.

    Public pins of what is run (`sha256:…`, a commit after `@`) are not counted.
    """
    if len(word) < _RUN_LENGTH:
        return False
    rest = _PINNED.sub("", word)
    if _UUID.search(rest) or _HEX.search(rest):
        return True
    return any(_is_random_run(run) for run in _RUN.findall(rest))


def _is_random_run(run: str) -> bool:
    digits = sum(char.isdigit() for char in run)
    letters = len(run) - digits
    mixed_case = run.lower() != run != run.upper()
    if letters == 0:
        return False
    return (mixed_case and digits >= _FEW_DIGITS) or (
        len(run) >= _LONG_RUN and digits >= _SOME_DIGITS
    )
