"""An import swap for a trimmer with strategies.

>>> from tooltrim.compat.context_trimmer import ContextTrimmer, TrimMode, trim_text
>>> log = "".join(f"step {number}\\n" for number in range(100))
>>> print(trim_text(log, 60, "center_lines"), end="")
step 0
step 1
... [truncated 760 chars] ...
step 98
step 99
>>> ContextTrimmer(40, TrimMode.TAIL, marker="... [{count} cut] ...").trim(log)
'... [767 cut] ...tep 97\\nstep 98\\nstep 99\\n'
"""

from __future__ import annotations

import enum
import functools
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, cast

from .._result import result_text
from ..errors import TooltrimError, wrong
from ..presets import context_trimmer as _preset
from ..stream import TrimStream
from ..text import Trimmer
from ..tools import as_piece, is_async

__all__ = ["ContextTrimmer", "TrimMode", "trim_text"]

DEFAULT_MARKER = "... [truncated {count} chars] ..."


class TrimMode(str, enum.Enum):
    """What stays of a text: its start, its end, both ends, or both ends by whole lines."""

    HEAD = "head"
    TAIL = "tail"
    CENTER = "center"
    CENTER_LINES = "center_lines"

    @classmethod
    def _missing_(cls, value: object) -> TrimMode | None:
        known = {mode.value: mode for mode in cls}
        return known.get(str(value).lower())

    def __str__(self) -> str:
        # The same in all versions of Python.
        return self.value


class ContextTrimmer:
    """Trims texts to ``max_chars``, marker included. A marker that cannot fit is an error here, not later."""

    def __init__(
        self, max_chars: int = 4000, mode: TrimMode | str = TrimMode.CENTER_LINES, marker: str = DEFAULT_MARKER
    ) -> None:
        self.max_chars, self.mode, self.marker = max_chars, _mode(mode), marker
        # Numbers of more digits may still not fit: the default marker has shorter forms for these.
        least = len(marker.replace("{count}", "0")) if isinstance(marker, str) else 0
        if type(max_chars) in (int, float) and 0 <= max_chars < least:
            raise TooltrimError("MARKER_TOO_LONG", f"marker: needs {least} chars, max_chars is {max_chars}")
        options: Any = {**_preset(self.mode.value, max_chars), "marker": marker}
        self._trimmer = Trimmer(**options)

    def trim(self, text: Any) -> str:
        """Returns a text within the limit; what is not a text is made one first."""
        return self._trimmer(text if isinstance(text, str) else result_text(text))

    __call__ = trim

    def wrap(self, tool: Callable[..., Any]) -> Callable[..., Any]:
        """Returns a tool, sync or async, whose result is trimmed. Generators are read to their end."""
        if isinstance(tool, (classmethod, staticmethod)):
            wrapped: Callable[..., Any] = cast(Any, type(tool)(self.wrap(tool.__func__)))
            return wrapped
        if is_async(tool):

            @functools.wraps(tool)
            async def later(*args: Any, **kwargs: Any) -> str:
                result = tool(*args, **kwargs)
                return await self._read(result) if isinstance(result, AsyncIterator) else await self._awaited(result)

            return later

        @functools.wraps(tool)
        def now(*args: Any, **kwargs: Any) -> Any:
            result = tool(*args, **kwargs)
            return self._awaited(result) if inspect.isawaitable(result) else self._trimmed(result)

        return now

    def _trimmed(self, result: Any) -> str:
        if not isinstance(result, Iterator):
            return self.trim(result)
        with self._stream() as stream:
            for piece in result:
                stream.write(as_piece(piece))
        return stream.result.text

    async def _awaited(self, result: Any) -> str:
        return self._trimmed(await result)

    async def _read(self, pieces: AsyncIterator[Any]) -> str:
        with self._stream() as stream:
            async for piece in pieces:
                stream.write(as_piece(piece))
        return stream.result.text

    def _stream(self) -> TrimStream:
        options: Any = {**_preset(self.mode.value, self.max_chars), "marker": self.marker}
        return TrimStream(**options)


@functools.lru_cache(maxsize=64)
def _trimmer(max_chars: int, mode: TrimMode, marker: str) -> ContextTrimmer:
    return ContextTrimmer(max_chars, mode, marker)


def trim_text(
    text: Any, max_chars: int = 4000, mode: TrimMode | str = TrimMode.CENTER_LINES, marker: str = DEFAULT_MARKER
) -> str:
    """Returns a text within ``max_chars`` chars, marker included, in one call."""
    return _trimmer(max_chars, _mode(mode), marker).trim(text)


def _mode(mode: TrimMode | str) -> TrimMode:
    try:
        return mode if isinstance(mode, TrimMode) else TrimMode(str(mode).lower())
    except ValueError:
        raise wrong("mode", mode, "one of " + ", ".join(repr(each.value) for each in TrimMode)) from None
