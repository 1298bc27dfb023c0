"""stdio where there are no process groups (Windows): the SDK's own transport, with a log.

The SDK starts the program (it finds `npx.cmd`) and ends it with all it started. Process id, exit
code and exact bytes are not to be had from it.
"""

import asyncio
import os
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any

from mcptui.connections.child_environment import child_environment
from mcptui.connections.envelope import message_of
from mcptui.connections.failure import cannot_start
from mcptui.connections.link import Item, LinkFacts, ReadStream, Streams
from mcptui.connections.log_tail import LogTail
from mcptui.connections.streams import Receiving, Wrapping
from mcptui.connections.tap import FrameKind, Recorder
from mcptui.contract.connection import LogSource
from mcptui.contract.target import Stdio
from mcptui.contract.wire import dumps
from mcptui.errors import UnreachableError

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

_CHUNK = 64 * 1024
_STRAY_LINES = 8
_STRAY_LENGTH = 200


@asynccontextmanager
async def open_transport(
    how: Stdio,
    recorder: Recorder,
    facts: LinkFacts,
    *,
    log: LogTail,
    environ: Mapping[str, str],
    pass_env: tuple[str, ...] = (),
) -> AsyncIterator["SdkStdioLink"]:
    """Prepare the server; it is started when the link is entered, and ended when it is left.

    Args:
        how: the program, its variables resolved.
        recorder: takes lines that are no messages.
        facts: gets environment names and stray lines.
        log: gets standard error and stray lines.
        environ: our own environment.
        pass_env: further names of ours that it gets.
    """
    given = child_environment(environ, dict(how.env), pass_env)
    facts.passed_env, facts.withheld_env = given.passed, given.withheld
    facts.changed()
    with _log_pipe(log) as errors:
        yield SdkStdioLink(how, recorder, facts, variables=given.variables, log=log, errors=errors)


@contextmanager
def _log_pipe(log: LogTail) -> Iterator[Any]:
    """A file for a program's standard error; what it writes there goes into the log."""
    loop = asyncio.get_running_loop()
    reading, writing = os.pipe()

    def pass_on() -> None:
        with os.fdopen(reading, "rb", buffering=0) as pipe:
            while chunk := pipe.read(_CHUNK):
                with suppress(RuntimeError):  # the event loop is closed
                    loop.call_soon_threadsafe(log.feed, chunk)

    with os.fdopen(writing, "w", encoding="utf-8") as file:
        threading.Thread(target=pass_on, daemon=True).start()
        yield file


class SdkStdioLink:
    """The SDK's stdio transport as a link."""

    kind = "stdio"
    raw_supplied = False

    def __init__(
        self,
        how: Stdio,
        recorder: Recorder,
        facts: LinkFacts,
        *,
        variables: Mapping[str, str],
        log: LogTail,
        errors: Any,
    ) -> None:
        self._how = how
        self._variables = variables
        self._recorder = recorder
        self._facts = facts
        self._log = log
        self._errors = errors
        self._inner: AbstractAsyncContextManager[Streams] | None = None

    async def __aenter__(self) -> Streams:
        """Start the program.

        Raises:
            UnreachableError: it cannot be started.
        """
        # mcp is heavy; whoever enters a link has loaded it
        from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: PLC0415

        parameters = StdioServerParameters(
            command=self._how.command,
            args=list(self._how.args),
            env=dict(self._variables),
            cwd=self._how.cwd,
            encoding_error_handler="replace",
        )
        inner: AbstractAsyncContextManager[Streams] = stdio_client(parameters, self._errors)
        try:
            read, write = await inner.__aenter__()
        except (OSError, ValueError) as problem:
            reason = cannot_start(problem, self._how, self._variables.get("PATH"))
            raise UnreachableError(self._log.mask(reason)) from problem
        self._inner = inner
        self._log.event("started")
        return _Output(read, self._recorder, self._strayed), write

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        """End the program, within the SDK's own graces."""
        if self._inner is None:
            return None
        ended = await self._inner.__aexit__(exc_type, exc_val, exc_tb)
        self._log.event("ended")
        return ended

    def kill(self) -> None:
        """Nothing to do: leaving ends the program without waiting for long."""

    def _strayed(self, line: str) -> None:
        self._log.add(LogSource.STDOUT, line)
        facts = self._facts
        facts.stray_count += 1
        if len(facts.stray_lines) < _STRAY_LINES:
            text = self._log.mask(line)[:_STRAY_LENGTH]
            facts.stray_lines = (*facts.stray_lines, text)
        facts.changed()


class _Output(Wrapping[ReadStream], Receiving):
    """The SDK's read stream; what it could not parse is looked at once more."""

    def __init__(self, inner: ReadStream, recorder: Recorder, strayed: Any) -> None:
        super().__init__(inner)
        self._recorder = recorder
        self._strayed = strayed
        self._ready: deque[SessionMessage] = deque()

    async def receive(self) -> Item:
        while not self._ready:
            item = await self._inner.receive()
            if not isinstance(item, Exception):
                return item
            line = _line_of(item)
            if line is not None:
                await self._look_at(line)
        return self._ready.popleft()

    async def _look_at(self, line: str) -> None:
        for frame in await self._recorder.arrived(line.encode("utf-8", "surrogatepass")):
            message = message_of(frame, self._recorder)
            if message is not None:
                self._ready.append(message)
            if frame.kind is FrameKind.INVALID and line.strip():
                self._strayed(line)


def _line_of(problem: Exception) -> str | None:
    """The line that the SDK could not parse, which its complaint quotes; else None."""
    errors = getattr(problem, "errors", None)
    if not callable(errors):
        return None
    for error in errors():
        quoted = error.get("input")
        if error.get("type") == "json_invalid" and isinstance(quoted, str):
            return quoted
        if isinstance(quoted, dict | list):
            return dumps(quoted)
    return None
