"""What a person should look at twice before a server found in a config is started.

A warning says what a command line does, never that one without warnings does no harm. Everything
is judged as written, secrets and all; nothing of it stands in a warning.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from mcptui.contract.display import is_hidden
from mcptui.contract.target import Broken, Http, Recorded, Stdio, Target

_POWERSHELL = re.compile(r"-(?:c|command|e|enc|encodedcommand)", re.IGNORECASE)
_SCRIPT_FLAGS = {
    **dict.fromkeys(
        ("sh", "bash", "zsh", "dash", "ash", "ksh", "fish"), re.compile(r"-[a-z]*c|--command")
    ),
    "cmd": re.compile(r"/[ck]", re.IGNORECASE),
    "powershell": _POWERSHELL,
    "pwsh": _POWERSHELL,
}
_CODE_FLAGS = {
    "python": ("-c",),
    "node": ("-e", "--eval", "-p", "--print"),
    "bun": ("-e", "--eval"),
    "deno": ("eval",),
    "perl": ("-e", "-E"),
    "ruby": ("-e",),
    "php": ("-r",),
    "osascript": ("-e",),
}
_FLAG_MARKS = ("-", "+", "/c", "/k", "/C", "/K", "/d", "/s", "/D", "/S")
_FLAGS_WITH_VALUE = frozenset(
    {"-W", "-X", "-r", "--require", "--import", "-I", "-o", "+o", "-O", "+O", "-ExecutionPolicy"}
)
_LOADING_VARIABLES = frozenset(
    {"LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "DYLD_LIBRARY_PATH"}
    | {"NODE_OPTIONS", "PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PERL5OPT", "RUBYOPT"}
    | {"BASH_ENV", "JAVA_TOOL_OPTIONS", "PATH"}
)
_CONTAINER_PROGRAMS = frozenset({"docker", "podman", "nerdctl"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pattern:
    """Something to look for in a command line, written as one text."""

    warning: str
    pattern: re.Pattern[str]


_WORD_START = r"(?:^|[\s;&|('\"`/])"
_PATTERNS = (
    _Pattern(
        warning="runs something with administrator rights",
        pattern=re.compile(_WORD_START + r"(?:sudo|doas|pkexec|runas|su)(?:\.exe)?(?:\s|$)"),
    ),
    _Pattern(
        warning="deletes files",
        pattern=re.compile(
            _WORD_START + r"(?:rm\s+(?:-\S+\s+)*-\S*[rRf]|rmdir\s+/s|del\s+/|shred\s|mkfs|"
            r"find\s.*-delete)|remove-item\s"
        ),
    ),
    _Pattern(
        warning="writes to a disk directly",
        pattern=re.compile(_WORD_START + r"dd\s.*of=/dev/|>\s*/dev/(?:sd|nvme|disk)"),
    ),
    _Pattern(
        warning="downloads something and runs it",
        pattern=re.compile(
            r"(?:curl|wget)\b.*(?:\|\s*(?:sudo\s+)?(?:\S*/)?(?:ba|z|da|fi|k)?sh\b|"
            r"\|\s*(?:python|node|perl|ruby)|&&\s*(?:ba|z)?sh\s)|(?:ba|z)?sh\s+<\(\s*(?:curl|wget)"
            r"|\$\(\s*(?:curl|wget)|(?:iex|invoke-expression)\b.*(?:iwr|irm|download|invoke-web)"
            r"|(?:iwr|irm|downloadstring|invoke-web).*\biex\b"
        ),
    ),
    _Pattern(
        warning="sends data to another machine",
        pattern=re.compile(
            r"(?:curl|wget)\b.*(?:\s-(?:d|F|T)\s|--data|--upload-file|--post)|/dev/tcp/"
            r"|" + _WORD_START + r"(?:nc|ncat|socat)\s"
        ),
    ),
    _Pattern(
        warning="reaches into a folder of keys or passwords",
        pattern=re.compile(
            r"[/\\~]\.(?:ssh|aws|gnupg|kube|azure|password-store|docker/config)(?:[/\\\s'\":,;.]|$)"
            r"|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.netrc\b|\.pgpass\b|\.git-credentials\b|\.npmrc\b"
            r"|/etc/(?:shadow|sudoers|passwd)\b|library/keychains|login\.keychain|\.config/gcloud"
            r"|[/\\](?:login data|cookies|wallet\.dat)\b"
        ),
    ),
    _Pattern(
        warning="changes what starts by itself",
        pattern=re.compile(
            r"\.(?:bashrc|zshrc|profile|bash_profile|zprofile)\b|crontab\b|launchctl\b"
            r"|systemctl\s+(?:--user\s+)?enable|/etc/cron|schtasks\b"
        ),
    ),
)
_CONTAINER_PATTERNS = (
    _Pattern(
        warning="gives the container rights over this machine",
        pattern=re.compile(
            r"--privileged|--cap-add|--pid[= ]host|--net(?:work)?[= ]host|--device\b"
            r"|--security-opt|--userns[= ]host"
        ),
    ),
    _Pattern(
        warning="gives the container the docker service itself",
        pattern=re.compile(r"docker\.sock"),
    ),
    _Pattern(
        warning="gives the container a whole home folder or disk",
        pattern=re.compile(
            r"(?:-v|--volume|--mount)[= ](?:\S*,)?(?:source=|src=)?"
            r"(?:/|~/?|\$home|\$\{home\}|/home(?:/[^/:,\s]+)?/?|/root/?|/users(?:/[^/:,\s]+)?/?|/etc/?)"
            r"(?=[:,\s]|$)"
        ),
    ),
)
_WHOLE_FOLDERS = re.compile(
    r"/|~/?|\$\{?home\}?/?|\$\{userhome\}/?|/home(?:/[^/]+)?/?|/root/?|/users(?:/[^/]+)?/?|/etc/?"
    r"|[a-z]:[\\/]?|[a-z]:\\users(?:\\[^\\]+)?\\?"
)


def warnings_of(target: Target) -> tuple[str, ...]:
    """What is worth a second look in the way this server is reached, each once, in words.

    Args:
        target: as the user's config has it, variables unresolved.

    Returns:
        Lines ready to show, free of anything the config says; none where nothing was seen.
    """
    match target.how:
        case Stdio() as stdio:
            seen = [*_command_warnings(stdio), *_variable_warnings(stdio)]
        case Http() as http:
            seen = [*_url_warnings(http)]
        case Recorded() | Broken():
            seen = []
    return tuple(dict.fromkeys(seen))


def _command_warnings(stdio: Stdio) -> Iterator[str]:
    words = (*(stdio.command.split() or [""]), *stdio.args)
    if any(is_hidden(char) for word in words for char in word):
        yield "has invisible or control characters in its command line"
    yield from _inline_code(words)
    text = " ".join(words)
    lower = text.lower()
    for known in _PATTERNS:
        if known.pattern.search(text) or known.pattern.search(lower):
            yield known.warning
    if any(_program(word) in _CONTAINER_PROGRAMS for word in words):
        for known in _CONTAINER_PATTERNS:
            if known.pattern.search(lower):
                yield known.warning
    if any(_WHOLE_FOLDERS.fullmatch(word.lower()) for word in stdio.args):
        yield "is given a whole home folder or disk"


def _program(word: str) -> str:
    """The base name of a program, in small letters, without its Windows ending."""
    name = re.split(r"[/\\]", word)[-1].lower()
    return re.sub(r"\.(?:exe|cmd|bat)\Z", "", name)


def _inline_code(words: Sequence[str]) -> Iterator[str]:
    """Whether a shell or an interpreter is handed its program as text."""
    for index, word in enumerate(words):
        program = _program(word)
        flags = tuple(_own_flags(words[index + 1 :]))
        script = _SCRIPT_FLAGS.get(program)
        if script is not None and any(script.fullmatch(flag) for flag in flags):
            yield "runs a shell script written in the config"
        code = _CODE_FLAGS.get(re.sub(r"[\d.]+\Z", "", program), ())
        if any(flag in code for flag in flags):
            yield "runs code written in the config"


def _own_flags(words: Sequence[str]) -> Iterator[str]:
    """The flags of an interpreter itself: those before the file or module that it runs."""
    before = ""
    for word in words:
        if word == "-m" or not (word.startswith(_FLAG_MARKS) or before in _FLAGS_WITH_VALUE):
            if word == "eval":
                yield word
            return
        yield word
        before = word


def _variable_warnings(stdio: Stdio) -> Iterator[str]:
    for name, value in stdio.env:
        if name.upper() in _LOADING_VARIABLES:
            yield f"sets {name.upper()}, which changes what code is loaded"
        if name.upper() == "NODE_TLS_REJECT_UNAUTHORIZED" and value.strip() == "0":
            yield "switches the check of certificates off"


def _url_warnings(http: Http) -> Iterator[str]:
    try:
        parts = urlsplit(http.url)
        host = parts.hostname or ""
    except ValueError:
        return
    if parts.scheme.lower() == "http" and not _is_here(host):
        yield "is reached without encryption"
    if parts.username or parts.password:
        yield "has a user name or password in its address"
    if any(is_hidden(char) for char in http.url):
        yield "has invisible or control characters in its address"
    if not host.isascii() or "xn--" in host:
        yield "has a host name with letters that can be mistaken for others"


def _is_here(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
