"""stdio on POSIX: a program of ours, a message a line, and its standard error in the log."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Final

import anyio

from mcptui.connections.child import Child, Grace, start_child
from mcptui.connections.child_environment import child_environment
from mcptui.connections.envelope import message_of
from mcptui.connections.failure import cannot_start, signal_name
from mcptui.connections.lines import LineQueue
from mcptui.connections.link import Item, LinkFacts, Streams
from mcptui.connections.log_tail import LINE_BYTES, LogTail, text_of
from mcptui.connections.streams import Closing, Receiving
from mcptui.connections.tap import Frame, FrameKind, Recorder
from mcptui.contract.connection import LogSource
from mcptui.contract.target import Limits, Stdio
from mcptui.errors import UnreachableError

if TYPE_CHECKING:
    from mcp.shared.message import SessionMessage

_LAST_WORDS: Final = 0.3
"""Seconds after a process's end in which its output is still read, if others hold the pipe."""
_STRAY_LINES: Final = 8
_STRAY_LENGTH: Final = 200
_TURN: Final = 32
"""After so many lines in a row, others on the event loop get their turn."""


@asynccontextmanager
async def open_transport(
    how: Stdio,
    recorder: Recorder,
    facts: LinkFacts,
    *,
    log: LogTail,
    environ: Mapping[str, str],
    pass_env: tuple[str, ...] = (),
    limits: Limits = Limits(),  # noqa: B008  # frozen
    grace: Grace = Grace(),  # noqa: B008  # frozen
) -> AsyncIterator["StdioLink"]:
    """Start the server; leaving ends it and its process group.

    Args:
        how: the program, its variables resolved.
        recorder: takes each line that is a message.
        facts: gets process id, exit code, environment names, stray lines.
        log: gets standard error and stray lines.
        environ: our own environment.
        pass_env: further names of ours that it gets.
        limits: of one message, and of one write to a server that does not read.
        grace: how long it may take to end.

    Raises:
        UnreachableError: it cannot be started.
    """
    given = child_environment(environ, dict(how.env), pass_env)
    facts.passed_env, facts.withheld_env = given.passed, given.withheld
    link = StdioLink(recorder, facts, log, limits)
    try:
        await start_child(link.child, (how.command, *how.args), env=given.variables, cwd=how.cwd)
    except (OSError, ValueError) as problem:
        reason = cannot_start(problem, how, given.variables.get("PATH"))
        raise UnreachableError(log.mask(reason)) from problem
    facts.pid = link.child.pid
    log.event(f"started, process {facts.pid}")
    facts.changed()
    try:
        yield link
    finally:
        with anyio.CancelScope(shield=True):
            await link.child.end(grace)
        log.finish()
        facts.exit_code = link.child.exit_code
        log.event(f"ended, {exit_words(facts.exit_code)}")
        facts.changed()


def exit_words(exit_code: int | None) -> str:
    """How a process ended, in words."""
    if exit_code is None:
        return "exit code unknown"
    return f"exit code {exit_code}" if exit_code >= 0 else f"killed by {signal_name(-exit_code)}"


class StdioLink:
    """The pipes of one server process, as a link; the process outlives it."""

    kind = "stdio"
    raw_supplied = True

    def __init__(self, recorder: Recorder, facts: LinkFacts, log: LogTail, limits: Limits) -> None:
        self.child = Child(
            on_output=self._output, on_complaint=log.feed, on_end=self._something_ended
        )
        self.lines = LineQueue(
            limits.message_bytes, pause=self.child.pause_reading, resume=self.child.resume_reading
        )
        self._recorder = recorder
        self._facts = facts
        self._log = log
        self._limits = limits

    async def __aenter__(self) -> Streams:
        return (
            _Output(self.lines, self._recorder, self._strayed),
            _Input(self.child, self._limits.request),
        )

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        self.lines.end()

    def kill(self) -> None:
        """Kill the process and its group at once."""
        self.child.kill()

    def _output(self, chunk: bytes) -> None:
        self.lines.feed(chunk)
        if self.lines.too_long and self._facts.problem is None:
            self._facts.problem = (
                f"a message is larger than {self._limits.message_bytes} bytes; "
                "the limit can be set per connection"
            )

    def _something_ended(self) -> None:
        if self.child.output_ended:
            self.lines.end()
        elif self.child.exited:
            asyncio.get_running_loop().call_later(_LAST_WORDS, self.lines.end)
        if self.child.exited:
            self._facts.exit_code = self.child.exit_code
            self._facts.changed()

    def _strayed(self, frame: Frame) -> None:
        line = frame.raw or b""
        self._log.add(LogSource.STDOUT, text_of(line))
        facts = self._facts
        facts.stray_count += 1
        if len(facts.stray_lines) < _STRAY_LINES:
            text = self._log.mask(text_of(line[:LINE_BYTES]))
            facts.stray_lines = (*facts.stray_lines, text[:_STRAY_LENGTH])
        if facts.invalid_utf8 is None:
            facts.invalid_utf8 = _invalid_utf8(line)
        facts.changed()


def _invalid_utf8(line: bytes) -> str | None:
    try:
        line.decode()
    except UnicodeDecodeError as problem:
        return f"byte {line[problem.start]:02X} at offset {problem.start}"
    return None


class _Output(Closing, Receiving):
    """Standard output as the SDK's read stream."""

    def __init__(
        self, lines: LineQueue, recorder: Recorder, strayed: Callable[[Frame], None]
    ) -> None:
        self._lines = lines
        self._recorder = recorder
        self._strayed = strayed
        self._ready: deque[SessionMessage] = deque()
        self._taken = 0

    async def receive(self) -> Item:
        """Give the next message; raise EndOfStream after the last."""
        while not self._ready:
            line = await self._lines.first()
            if line is None:
                raise anyio.EndOfStream
            # the line is dropped only afterwards, so that a cancelled wait loses nothing
            frames = await self._recorder.arrived(line)
            self._lines.drop()
            for frame in frames:
                self._take(frame)
            self._taken += 1
            if self._taken % _TURN == 0:
                await asyncio.sleep(0)
        return self._ready.popleft()

    def _take(self, frame: Frame) -> None:
        message = message_of(frame, self._recorder)
        if message is not None:
            self._ready.append(message)
        if frame.kind is FrameKind.INVALID:
            self._strayed(frame)

    async def aclose(self) -> None:
        """Take no more."""
        self._lines.end()


class _Input(Closing):
    """Standard input as the SDK's write stream."""

    def __init__(self, child: Child, seconds: float) -> None:
        self._child = child
        self._seconds = seconds

    async def send(self, item: "SessionMessage", /) -> None:
        """Write one message.

        Raises:
            TimeoutError: the server does not read.
            BrokenResourceError: the server is gone.
        """
        data = item.message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
        try:
            with anyio.fail_after(self._seconds):
                await self._child.write(data)
        except (BrokenPipeError, ConnectionError):
            raise anyio.BrokenResourceError from None

    async def aclose(self) -> None:
        """Leave the pipe to the one who ends the process."""
