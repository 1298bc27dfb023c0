"""Servers are reached through here: live for the app, once over for a command."""

import asyncio
import signal
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from mcptui.connections.manager import ConnectionManager as Connections
from mcptui.contract.connection import ConnectionStatus
from mcptui.contract.target import Target
from mcptui.errors import ExitCode, McptuiError

__all__ = ["Connections", "Interrupted", "capture_all", "run_interruptible"]

_Answer = TypeVar("_Answer")


class Interrupted(McptuiError):  # noqa: N818  # it is no error: someone asked us to stop
    """A signal asked the program to end; every connection was closed first."""

    exit_code = ExitCode.INTERRUPTED


async def capture_all(
    targets: Sequence[Target], *, on_status: Callable[[ConnectionStatus], None] = lambda _: None
) -> tuple[ConnectionStatus, ...]:
    """Connect to all targets side by side, list each once, and close all again.

    Args:
        targets: how to reach each server; keys are unique.
        on_status: told of each change while it happens.

    Returns:
        One status a target, in the order given, as it stood before closing.
    """
    async with Connections(on_status=on_status) as connections:
        for target in targets:
            connections.open(target)
        await connections.settled()
        return connections.statuses


def run_interruptible(work: Coroutine[Any, Any, _Answer]) -> _Answer:
    """Run a coroutine to its end, or until SIGINT, SIGTERM or SIGHUP.

    Raises:
        Interrupted: a signal came; the coroutine was cancelled and has cleaned up.
    """

    async def guarded() -> _Answer:
        task = asyncio.ensure_future(work)
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError):  # Windows event loops take no handlers
                    loop.add_signal_handler(number, task.cancel)
        try:
            return await task
        except asyncio.CancelledError:
            raise Interrupted("interrupted") from None

    return asyncio.run(guarded())
