"""A true server on the official SDK, over stdio: `python sdk_server.py [grows]`.

It speaks both eras. With `grows` it gets one tool more as soon as somebody listens for changes,
and announces it.
"""

import sys
from collections.abc import Callable

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.subscriptions import InMemorySubscriptionBus, ServerEvent, ToolsListChanged


class Bus(InMemorySubscriptionBus):
    """Tells when somebody listens."""

    def __init__(self) -> None:
        super().__init__()
        self.heard = anyio.Event()

    def subscribe(self, listener: Callable[[ServerEvent], None]) -> Callable[[], None]:
        self.heard.set()
        return super().subscribe(listener)


def add(a: int, b: int = 1) -> int:
    """Add two numbers."""
    return a + b


def subtract(a: int, b: int) -> int:
    """Take one number from another."""
    return a - b


async def main() -> None:
    bus = Bus()
    server = MCPServer(
        "sdk-server", version="7", instructions="Add what is to be added.", subscriptions=bus
    )
    server.add_tool(add)

    async def grow() -> None:
        await bus.heard.wait()
        server.add_tool(subtract)
        await bus.publish(ToolsListChanged())

    async with anyio.create_task_group() as tasks:
        if "grows" in sys.argv:
            tasks.start_soon(grow)
        await server.run_stdio_async()
        tasks.cancel_scope.cancel()


if __name__ == "__main__":
    anyio.run(main)
