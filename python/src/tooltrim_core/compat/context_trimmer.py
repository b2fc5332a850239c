"""An import swap for a trimmer with strategies.

>>> from tooltrim_core.compat.context_trimmer import (
...     ContextTrimmer, ToolDispatchWrapper, TruncationConfig, TruncationMode, trim_text)
>>> log = "".join(f"step {number}\\n" for number in range(100))
>>> print(trim_text(log, 60, "center_lines"), end="")
step 0
step 1
... [truncated 760 chars] ...
step 98
step 99
>>> ContextTrimmer(40, TruncationMode.TAIL, marker_template="... [{count} cut] ...").trim(log)
'... [767 cut] ...tep 97\\nstep 98\\nstep 99\\n'
>>> tools = ToolDispatchWrapper(TruncationConfig(max_chars=60, mode=TruncationMode.HEAD))
>>> tools.execute_tool(lambda pages: "x" * 1000 * pages, pages=9)
'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx... [truncated 8970 chars] ...'
"""

from __future__ import annotations

import enum
import functools
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import astuple, dataclass
from typing import Any, cast

from .._result import result_text
from ..errors import TooltrimError, wrong
from ..presets import context_trimmer as _preset
from ..stream import TrimStream
from ..text import Trimmer
from ..tools import as_piece, is_async

__all__ = ["ContextTrimmer", "ToolDispatchWrapper", "TruncationConfig", "TruncationMode", "trim_text"]

DEFAULT_MARKER = "... [truncated {count} chars] ..."


class TruncationMode(str, enum.Enum):
    """What stays of a text: its start, its end, both ends, or both ends by whole lines."""

    HEAD = "head"
    TAIL = "tail"
    CENTER = "center"
    CENTER_LINES = "center_lines"

    @classmethod
    def _missing_(cls, value: object) -> TruncationMode | None:
        known = {mode.value: mode for mode in cls}
        return known.get(str(value).lower())

    def __str__(self) -> str:
        # The same in all versions of Python.
        return self.value


@dataclass(frozen=True)
class TruncationConfig:
    """Options of a :class:`ContextTrimmer`. ``{count}`` in the template is the number of chars removed."""

    max_chars: int = 4000
    mode: TruncationMode | str = TruncationMode.CENTER_LINES
    marker_template: str = DEFAULT_MARKER


class ContextTrimmer:
    """Trims texts to ``max_chars``, marker included. A marker that cannot fit is an error here, not later.

    Takes a :class:`TruncationConfig`, or its fields.
    """

    def __init__(
        self,
        max_chars: int | TruncationConfig = 4000,
        mode: TruncationMode | str = TruncationMode.CENTER_LINES,
        marker_template: str = DEFAULT_MARKER,
    ) -> None:
        given = max_chars
        config = given if isinstance(given, TruncationConfig) else TruncationConfig(given, mode, marker_template)
        self.max_chars, mode, marker_template = astuple(config)
        self.mode, self.marker_template = _mode(mode), marker_template
        # Numbers of more digits may still not fit: the default marker has shorter forms for these.
        least = len(marker_template.replace("{count}", "0")) if isinstance(marker_template, str) else 0
        if type(self.max_chars) in (int, float) and 0 <= self.max_chars < least:
            raise TooltrimError(
                "MARKER_TOO_LONG", f"marker_template: needs {least} chars, max_chars is {self.max_chars}"
            )
        self._options: Any = {**_preset(self.mode.value, self.max_chars), "marker": marker_template}
        try:
            self._trimmer = Trimmer(**self._options)
        except TooltrimError as error:
            # Under the name that it has here.
            message = "marker_template" + error.message.removeprefix("marker")
            raise TooltrimError(error.code, message if error.field == "marker" else error.message) from None

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
        return TrimStream(**self._options)


class ToolDispatchWrapper:
    """Runs tools and trims their results, with the same strategy for all of them."""

    def __init__(self, trimmer: ContextTrimmer | TruncationConfig | None = None) -> None:
        self.trimmer = trimmer if isinstance(trimmer, ContextTrimmer) else ContextTrimmer(trimmer or TruncationConfig())

    def execute_tool(self, tool: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        """Returns the result of a tool as a text within the limit; of an async tool an awaitable of it."""
        return self.trimmer.wrap(tool)(*args, **kwargs)


@functools.lru_cache(maxsize=64)
def _trimmer(max_chars: int, mode: TruncationMode, marker_template: str) -> ContextTrimmer:
    return ContextTrimmer(max_chars, mode, marker_template)


def trim_text(
    text: Any,
    max_chars: int = 4000,
    mode: TruncationMode | str = TruncationMode.CENTER_LINES,
    marker_template: str = DEFAULT_MARKER,
) -> str:
    """Returns a text within ``max_chars`` chars, marker included, in one call."""
    return _trimmer(max_chars, _mode(mode), marker_template).trim(text)


def _mode(mode: TruncationMode | str) -> TruncationMode:
    try:
        return mode if isinstance(mode, TruncationMode) else TruncationMode(str(mode).lower())
    except ValueError:
        raise wrong("mode", mode, "one of " + ", ".join(repr(each.value) for each in TruncationMode)) from None
