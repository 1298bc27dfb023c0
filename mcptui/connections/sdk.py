"""The official SDK: loaded in a thread when first needed, quiet, and set up in one way."""

import asyncio
import importlib
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import mcptui
from mcptui.connections.handshake import MODERN_REVISION
from mcptui.connections.log_tail import speaking_log
from mcptui.contract.target import Era, Limits

if TYPE_CHECKING:
    from mcp import Client

    from mcptui.connections.tapped import TapTransport

_LOGGERS: Final = ("mcp", "client", "httpx2", "httpcore2")
"""The SDK's and its HTTP library's; `client` is what the SDK's session calls itself."""
_MODES: Final = {Era.AUTO: "auto", Era.LEGACY: "legacy", Era.MODERN: MODERN_REVISION}


class _IntoLog(logging.Handler):
    """Puts what the SDK has to say into the log of the connection it is about."""

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the first line, without traceback; drop what belongs to no connection."""
        log = speaking_log.get()
        if log is not None:
            with suppress(RuntimeError):  # a thread without event loop, so no one's in particular
                log.event(f"SDK: {record.getMessage().partition(chr(10))[0]}")


def _load() -> None:
    importlib.import_module("mcp")


async def load_sdk() -> None:
    """Import the SDK without holding the event loop, and keep its loggers off the terminal."""
    await asyncio.to_thread(_load)
    for name in _LOGGERS:
        logger = logging.getLogger(name)
        if not any(isinstance(handler, _IntoLog) for handler in logger.handlers):
            logger.addHandler(_IntoLog(level=logging.WARNING))
        logger.propagate = False


def make_client(transport: "TapTransport", era: Era, limits: Limits) -> "Client":
    """A client of the SDK, to be entered once; the SDK is loaded.

    It declares no capability, so that every list is fetched under one profile, and keeps no cache.
    """
    # 0.7 s, loaded in a thread before
    from mcp import Client  # noqa: PLC0415
    from mcp.types import Implementation  # noqa: PLC0415

    return Client(
        transport,
        mode=_MODES[era],
        client_info=Implementation(name="mcptui", version=mcptui.__version__),
        read_timeout_seconds=limits.request,
        cache=None,
    )
