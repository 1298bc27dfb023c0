"""Python's garbage collector, kept from holding the event loop.

What is known of thousands of tools is no garbage, and looking through all of it takes a fifth of a
second each time. Nearly all that the app lets go of is freed without the collector.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_THRESHOLDS = (10_000, 20, 50)
"""Young objects are looked through after so many; all that is not frozen a thousand times rarer."""


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Make many objects that stay: nothing is collected meanwhile, and they are left out later."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.set_threshold(*_THRESHOLDS)
        gc.enable()
