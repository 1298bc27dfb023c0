"""Why a connection failed: one line, masked, with the next step where there is one.

Server text in it passed `display.shown`; the SDK's and the event loop's own words (task groups,
exception groups, cancel scopes) never appear.
"""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from mcptui.connections.envelope import MALFORMED, objection_text
from mcptui.connections.link import LinkFacts
from mcptui.connections.tap import Frame
from mcptui.contract.display import shown
from mcptui.contract.target import Limits, Stdio
from mcptui.errors import McptuiError

CLOSED: Final = -32000
TIMED_OUT: Final = -32001
"""The SDK's own codes: the connection ended, no answer in time."""
_HASTY: Final = 2.0
"""A process that ends within so many seconds may miss a variable of ours."""
_LONGEST: Final = 300
_NAMES: Final = 8
_PATH_LENGTH: Final = 160


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstances:
    """What is known around a failure."""

    stage: str
    """What was being done: `initialize`, `tools/list page 2`."""
    limits: Limits
    facts: LinkFacts
    mask: Callable[[str], str]
    last_complaint: str | None = None
    """The last line on standard error."""
    lifetime: float | None = None
    """Seconds the process ran; None where it still runs, or there is none."""
    answer: Frame | None = None
    """The error with which the server answered this stage, off the wire: its codes may be those
    that the SDK uses for what it makes up."""


def cause_of(problem: BaseException, around: Circumstances) -> str:
    """The one line for any exception that a connection can end with."""
    return around.mask(_cause(problem, around, f"{around.stage} failed: "))


def reason_of(problem: BaseException, around: Circumstances) -> str:
    """The same without the stage in front, to follow words that name it."""
    return around.mask(_cause(problem, around, ""))


def no_answer(seconds: float, around: Circumstances) -> str:
    """The line for a time limit that passed, with what may explain the silence."""
    return around.mask(
        f"no answer within {seconds:g} s: {around.stage} is unanswered{_hints(around.facts)}"
    )


def ended(around: Circumstances) -> str:
    """The line for a server that is gone, not yet masked: how it ended, and its last words."""
    during = f" during {around.stage}" if around.stage else ""
    facts = around.facts
    if facts.problem is not None:
        return facts.problem
    if facts.pid is None:
        return f"the connection was closed{during}"
    said = f": {_short(shown(around.last_complaint))}" if around.last_complaint else ""
    return f"the server {_ending(facts.exit_code)}{during}{said}{_missed(around)}"


def cannot_start(problem: OSError | ValueError, how: Stdio, path: str | None) -> str:
    """The line for a program that did not start.

    Args:
        problem: what the system said.
        how: the program.
        path: the `PATH` in which it was looked for.
    """
    return f"cannot start {shown(how.command)}: {_why_not_started(problem, how, path)}"


def rpc_error(code: int, message: str, mask: Callable[[str], str]) -> str:
    """An error that the server answered with: code and message, without secrets."""
    return f"{code} {_foreign(message, mask)}".rstrip()


def error_words(answer: Frame, mask: Callable[[str], str]) -> str:
    """The same for the frame of an error."""
    error = answer.member("error")
    if not isinstance(error, dict):
        return "an error that is not an object"
    code, message = error.get("code"), error.get("message")
    said = message if isinstance(message, str) else "without a message"
    return rpc_error(code if isinstance(code, int) else 0, said, mask)


def root_causes(problem: BaseException) -> Iterator[BaseException]:
    """The exceptions inside groups, in order; the exception itself where it is no group."""
    if isinstance(problem, BaseExceptionGroup):
        for part in problem.exceptions:
            yield from root_causes(part)
    else:
        yield problem


def code_of(problem: BaseException) -> int | None:
    """The code of an error that came through the SDK; None for every other exception."""
    code = getattr(problem, "code", None)
    return code if isinstance(code, int) and hasattr(problem, "message") else None


def _telling(problem: BaseException) -> BaseException:
    """The exception of a group that says more than that the connection ended."""
    causes = list(root_causes(problem))
    return next((cause for cause in causes if code_of(cause) != CLOSED), causes[0])


def _cause(problem: BaseException, around: Circumstances, failed: str) -> str:
    cause = _telling(problem)
    known = _known(cause, around)
    if known is not None:
        return known
    if around.answer is not None:
        return f"{failed}{error_words(around.answer, around.mask)}"
    code = code_of(cause)
    if code is not None:
        return _spoken(code, str(getattr(cause, "message", "")), around, failed)
    if callable(getattr(cause, "errors", None)) and isinstance(cause, ValueError):
        return f"{failed}its answer is not valid, {objection_text(cause)}"
    return f"{failed}{_foreign(_first_line(cause), around.mask)}"


def _known(cause: BaseException, around: Circumstances) -> str | None:
    """The line where it was made elsewhere, or the failure is not the server's word."""
    if isinstance(cause, McptuiError):
        return str(cause)
    if isinstance(cause, TimeoutError):
        return f"no answer within {around.limits.request:g} s: the server does not read its input"
    return around.facts.problem


def _spoken(code: int, message: str, around: Circumstances, failed: str) -> str:
    """An error that came through the SDK, of the server's making, its own, or ours."""
    if code == CLOSED:
        return ended(around)
    if code == TIMED_OUT:
        return no_answer(around.limits.request, around)
    if message.startswith(MALFORMED):
        return f"{failed}{_foreign(message, around.mask)}"
    return f"{failed}{rpc_error(code, message, around.mask)}"


def _ending(exit_code: int | None) -> str:
    if exit_code is None:
        return "closed its standard output"
    if exit_code < 0:
        return f"was killed by {signal_name(-exit_code)}"
    return f"ended with exit code {exit_code}"


def signal_name(number: int) -> str:
    """The name of a signal: `SIGKILL`."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _missed(around: Circumstances) -> str:
    """The hint to the environment, for a process that ended at once."""
    if around.lifetime is None or around.lifetime > _HASTY:
        return ""
    passed, withheld = around.facts.passed_env, around.facts.withheld_env
    names = ", ".join(shown(name) for name in passed[:_NAMES])
    more = f" and {len(passed) - _NAMES} more" if len(passed) > _NAMES else ""
    if not withheld:
        return ""
    ran = f"with the variables {names}{more}, without" if passed else "without"
    others = "1 other" if len(withheld) == 1 else f"{len(withheld)} others"
    return f"; it ran {ran} {others} of ours: pass_env passes more"


def _hints(facts: LinkFacts) -> str:
    if facts.invalid_utf8 is not None:
        return (
            f"; standard output is not valid UTF-8 ({facts.invalid_utf8}): "
            "set the server's output encoding to UTF-8"
        )
    if facts.stray_lines:
        return f"; standard output carries other text: {_short(shown(facts.stray_lines[0]))}"
    return ""


def _why_not_started(problem: OSError | ValueError, how: Stdio, path: str | None) -> str:
    if isinstance(problem, FileNotFoundError):
        return _not_found(how, path)
    if isinstance(problem, PermissionError):
        return "it may not be executed"
    if isinstance(problem, NotADirectoryError):
        return f"{shown(how.cwd or '')} is not a folder"
    if isinstance(problem, OSError) and problem.strerror:
        return problem.strerror.lower()
    return "its command line holds a NUL character"


def _not_found(how: Stdio, path: str | None) -> str:
    if how.cwd is not None and not os.path.isdir(how.cwd):  # noqa: PTH112  # a str as given
        return f"its folder {shown(how.cwd)} does not exist"
    if os.path.dirname(how.command):  # noqa: PTH120  # as above
        return "there is no such file"
    searched = shown(path or "")
    if len(searched) > _PATH_LENGTH:
        searched = searched[:_PATH_LENGTH] + "…"
    return f"not found (searched PATH of mcptui's own environment: {searched or 'empty'})"


def _first_line(problem: BaseException) -> str:
    text = str(problem).strip().partition("\n")[0]
    return text or type(problem).__name__


def _foreign(text: str, mask: Callable[[str], str]) -> str:
    """Foreign text, bounded; masked before it is cut, or a part of a secret would be left."""
    return _short(shown(mask(text)))


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
