"""What our streams share: being read item by item, and being entered, left and closed."""

from abc import ABC, abstractmethod
from types import TracebackType
from typing import Generic, Self, TypeVar

import anyio

from mcptui.connections.link import Item, ReadStream, WriteStream

_Inner = TypeVar("_Inner", bound=ReadStream | WriteStream)


class Closing(ABC):
    """A stream of our own; leaving it closes it."""

    @abstractmethod
    async def aclose(self) -> None:
        """Close this end."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        await self.aclose()
        return None


class Receiving(ABC):
    """A stream that is read in a loop, too."""

    @abstractmethod
    async def receive(self) -> Item:
        """Give the next item; raise EndOfStream when there will be none."""

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Item:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None


class Wrapping(Generic[_Inner]):
    """A stream around another, which is entered, left and closed in its stead."""

    def __init__(self, inner: _Inner) -> None:
        self._inner = inner

    async def aclose(self) -> None:
        """Close the inner stream."""
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        await self._inner.__aenter__()
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> bool | None:
        return await self._inner.__aexit__(exc_type, exc_val, exc_tb)
