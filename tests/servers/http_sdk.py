"""Real servers of the SDK on loopback, over Streamable HTTP and SSE, in a thread of their own."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from mcp.server.mcpserver import MCPServer

_PATIENCE = 5.0


def library() -> MCPServer:
    """A server with two tools, which speaks both eras."""
    server = MCPServer("library", instructions="Ask the library.", version="1.2.3")

    @server.tool()
    def find(title: str, limit: int = 10) -> str:
        """Find a book."""
        return f"{title}: {limit}"

    @server.tool(title="Lend a book")
    def lend(book: int) -> str:
        """Lend a book to somebody."""
        return str(book)

    return server


@contextmanager
def serving(server: MCPServer, *, over: str, json_response: bool = False) -> Iterator[str]:
    """The URL of this server while the block is open.

    Args:
        server: to be served once.
        over: `streamable_http` or `sse`.
        json_response: answer with JSON bodies; else with event streams.
    """
    if over == "sse":
        app, path = server.sse_app(), "/sse"
    else:
        app, path = server.streamable_http_app(json_response=json_response), "/mcp"
    config = uvicorn.Config(
        app, host="127.0.0.1", port=0, log_config=None, timeout_graceful_shutdown=1
    )
    runner = _Quiet(config)
    thread = threading.Thread(target=runner.run, daemon=True)
    thread.start()
    try:
        if not runner.is_up.wait(_PATIENCE):
            raise TimeoutError
        port = runner.servers[0].sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}{path}"
    finally:
        runner.should_exit = True
        thread.join(_PATIENCE)


class _Quiet(uvicorn.Server):
    """Says when it is up, and leaves the signals of the test run alone."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_up = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self.is_up.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield
