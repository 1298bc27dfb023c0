"""A server as a child process: its own process group, its pipes, and its certain end.

The event loop's own subprocess interface is used, not streams: the exit of the process is told
apart from the end of its output (a grandchild may hold the pipe), and reading can be paused.
"""

import asyncio
import atexit
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, cast

_POLL: Final = 0.01
_LAST_WORDS: Final = 0.2
"""Seconds at most in which the last of standard error is read."""
_LIVE: "set[Child]" = set()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grace:
    """How long a process may take to end, in seconds, before the next, harder step."""

    after_input: float = 1.0
    """From the end of its input to SIGTERM."""
    after_term: float = 1.0
    """From SIGTERM to SIGKILL."""
    after_kill: float = 1.0
    """From SIGKILL until we look away."""


class Child(asyncio.SubprocessProtocol):
    """One process and all it starts, as long as they stay in its process group.

    Args:
        on_output: takes chunks of standard output.
        on_complaint: takes chunks of standard error.
        on_end: called when standard output ended, and when the process ended.
    """

    def __init__(
        self,
        *,
        on_output: Callable[[bytes], None],
        on_complaint: Callable[[bytes], None],
        on_end: Callable[[], None],
    ) -> None:
        self._on_output = on_output
        self._on_complaint = on_complaint
        self._on_end = on_end
        self._transport: asyncio.SubprocessTransport | None = None
        self._writable = asyncio.Event()
        self._writable.set()
        self._gone = asyncio.Event()
        self._group_may_live = True
        self._heard_out = asyncio.Event()
        self.output_ended = False
        self.pid = 0

    # --- what the event loop tells -------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the process's handle."""
        self._transport = cast("asyncio.SubprocessTransport", transport)
        self.pid = self._transport.get_pid()
        _LIVE.add(self)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Pass a chunk on."""
        (self._on_output if fd == 1 else self._on_complaint)(data)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:  # noqa: ARG002  # asyncio's signature
        """Note that the process, or a reader or writer of its pipes, closed one."""
        if fd == 0:
            self._writable.set()
        if fd == 1:
            self.output_ended = True
            self._on_end()
        if fd == 2:  # noqa: PLR2004  # standard error
            self._heard_out.set()

    def process_exited(self) -> None:
        """Note that the process ended; its group may live on."""
        self._gone.set()
        self._writable.set()
        self._group_may_live = self._group_lives()
        self._on_end()

    def pause_writing(self) -> None:
        """Hold writers back: the process does not read."""
        self._writable.clear()

    def resume_writing(self) -> None:
        """Let writers go on."""
        self._writable.set()

    # --- facts ---------------------------------------------------------------------------------

    @property
    def exited(self) -> bool:
        """Whether the process ended; others of its group may still run."""
        return self._gone.is_set()

    @property
    def exit_code(self) -> int | None:
        """The exit code; negative is the signal that killed it; None while it runs."""
        return None if self._transport is None else self._transport.get_returncode()

    # --- pipes ---------------------------------------------------------------------------------

    async def write(self, data: bytes) -> None:
        """Write to standard input, and wait while the process does not keep up.

        Raises:
            BrokenPipeError: nobody reads it any more.
        """
        pipe = self._pipe(0)
        if pipe is None or pipe.is_closing():
            raise BrokenPipeError
        pipe.write(data)
        await self._writable.wait()

    def pause_reading(self) -> None:
        """Leave further output in the pipe."""
        self._on_pipe("pause_reading")

    def resume_reading(self) -> None:
        """Read output again."""
        self._on_pipe("resume_reading")

    def _on_pipe(self, action: str) -> None:
        pipe = self._pipe(1)
        if pipe is not None and not pipe.is_closing():
            with suppress(RuntimeError):  # uvloop refuses a second pause
                getattr(pipe, action)()

    def _pipe(self, fd: int) -> Any:
        return None if self._transport is None else self._transport.get_pipe_transport(fd)

    # --- the end -------------------------------------------------------------------------------

    async def end(self, grace: Grace) -> None:
        """End the process and its group: end of input, then SIGTERM, then SIGKILL.

        Takes little more than the three graces together. Interrupted, it kills at once.
        """
        try:
            self._close_input()
            self.resume_reading()
            if not await self._ended_within(grace.after_input, group=False) or self._group_lives():
                self._signal_group(signal.SIGTERM)
                if not await self._ended_within(grace.after_term, group=True):
                    self.kill()
                    await self._ended_within(grace.after_kill, group=False)
            await self._hear_out()
        finally:
            self.kill()
            self._release()

    def kill(self) -> None:
        """Kill the process and its group at once, without waiting."""
        if self._group_lives():
            self._signal_group(signal.SIGKILL)

    async def _ended_within(self, seconds: float, *, group: bool) -> bool:
        """Whether the process (and its group) ended in that time.

        The group is asked for, since only its leader's end is told.
        """
        deadline = asyncio.get_running_loop().time() + seconds
        while not self.exited or (group and self._group_lives()):
            if asyncio.get_running_loop().time() >= deadline:
                return False
            await asyncio.sleep(_POLL)
        return True

    async def _hear_out(self) -> None:
        """Take what is left of standard error; nobody should hold that pipe any more."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS):
                await self._heard_out.wait()

    def _group_lives(self) -> bool:
        if not self._group_may_live or not self.pid:
            return False
        try:
            os.killpg(self.pid, 0)
        except ProcessLookupError:
            # an empty group's number may be given to others: never signal it again
            self._group_may_live = not self.exited
            return not self.exited
        except PermissionError:
            return True
        return True

    def _signal_group(self, number: int) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)

    def _close_input(self) -> None:
        pipe = self._pipe(0)
        if pipe is None or pipe.is_closing():
            return
        if pipe.get_write_buffer_size():
            pipe.abort()  # it does not read: closing would wait until it did
        else:
            pipe.close()

    def _release(self) -> None:
        _LIVE.discard(self)
        if self._transport is not None:
            with suppress(PermissionError, ProcessLookupError):  # a child under another user
                self._transport.close()


async def start_child(
    child: Child,
    command: Sequence[str],
    *,
    env: Mapping[str, str],
    cwd: str | None,
) -> None:
    """Start a program, without a shell, in a session and process group of its own.

    Args:
        child: takes the process.
        command: the program, looked up on `PATH` of `env`, and its arguments.
        env: its whole environment.
        cwd: its folder; None: ours.

    Raises:
        OSError: it cannot be started; `filename` is the program, or the folder.
        ValueError: an argument holds a NUL character.
    """
    loop = asyncio.get_running_loop()
    await loop.subprocess_exec(
        lambda: child,
        *command,
        env=dict(env),
        cwd=cwd,
        start_new_session=True,
    )


def _kill_all() -> None:
    for child in tuple(_LIVE):
        child.kill()


if sys.platform != "win32":
    atexit.register(_kill_all)
