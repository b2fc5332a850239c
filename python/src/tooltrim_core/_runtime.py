"""wasmtime's classes, quiet at the end of the process.

When Python ends it clears modules before the objects that need them, and wasmtime's destructors would print errors. The
operating system frees the memory.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import wasmtime


class Engine(wasmtime.Engine):
    """An engine."""

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if not ends():
            self.close()


class Module(wasmtime.Module):
    """A module."""

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if not ends():
            self.close()


class Store(wasmtime.Store):
    """A store."""

    def __del__(self, ends: Callable[[], bool] = sys.is_finalizing) -> None:
        if not ends():
            self.close()
