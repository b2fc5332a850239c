"""A text that arrives in pieces."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterable, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, cast

from . import _core, signals
from ._options import Checked, OtherTrimOptions
from .errors import TooltrimError, wrong
from .text import Trimmed, decoded, read_trimmed

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["TrimStream"]

#: Small pieces cross together.
_PIECE = 64 * 1024


class TrimStream:
    """Trims a text that arrives in pieces, in bounded memory: the result is that of :func:`trim` on the whole.

    >>> from tooltrim_core import TrimStream
    >>> stream = TrimStream(max_chars=60)
    >>> for number in range(10_000):
    ...     stream.write(f"step {number} ok\\n")
    >>> print(stream.finish().text, end="")
    step 0 ok
    ... [truncated 128,867 chars] ...
    step 9999 ok

    It is a file to write to (``print(..., file=stream)``), takes whole iterables (``TrimStream(4000).read(lines)``),
    and as a context manager has its result in ``result``. Bytes may be cut anywhere.

    Raises :class:`TooltrimError` for wrong options, and for bytes that are not UTF-8.
    """

    def __init__(self, max_chars: float | None = None, **options: Unpack[OtherTrimOptions]) -> None:
        if max_chars is not None:
            options = cast(Any, {**options, "max_chars": max_chars})
        self._checked = given = Checked(options)
        self._core: _core.Instance | None = _core.Instance("text")
        self._core.ask("stream_new", given.json, functions=self._functions())
        self._lock = threading.Lock()
        self._waiting: list[bytes] = []
        self._size = 0
        self._whole: list[bytes] | None = [] if given.store is not None else None
        self._result: Trimmed | None = None

    def _functions(self) -> Any:
        return {_core.COUNT: self._checked.tokens} if self._checked.tokens else None

    def write(self, text: str | bytes) -> None:
        """Adds a piece."""
        if isinstance(text, str):
            piece = _core.encode(text)
        elif isinstance(text, (bytes, bytearray, memoryview)):
            piece = bytes(text)
        else:
            raise wrong("text", text, "a str or bytes")
        with self._lock:
            if self._core is None:
                raise TooltrimError("INVALID_OPTION", "text: the stream has ended")
            if self._whole is not None:
                self._whole.append(piece)
            self._waiting.append(piece)
            self._size += len(piece)
            if self._size >= _PIECE:
                self._send()

    def _send(self) -> None:
        if self._size and self._core is not None:
            piece, self._waiting, self._size = b"".join(self._waiting), [], 0
            self._core.ask("stream_push", piece)

    def writelines(self, lines: Iterable[str | bytes]) -> None:
        """Adds several pieces, as they are: without line breaks between them."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Does nothing: the result is there at the end."""

    def writable(self) -> bool:
        """Files that can be written to say so."""
        return self._core is not None

    def read(self, pieces: Iterable[str | bytes]) -> Trimmed:
        """Adds all pieces of an iterable, such as an open file, and returns the result."""
        self.writelines(pieces)
        return self.finish()

    async def aread(self, pieces: AsyncIterable[str | bytes]) -> Trimmed:
        """The same for an async iterable."""
        async for piece in pieces:
            self.write(piece)
        return self.finish()

    def finish(self) -> Trimmed:
        """Ends the stream and returns its result; later calls return the same."""
        with self._lock:
            if self._result is not None:
                return self._result
            core = self._core
            if core is None:
                raise TooltrimError("INVALID_OPTION", "text: the stream has failed")
            try:
                self._send()
                ref = self._kept_as(core)
                answer = core.ask("stream_finish", functions=self._functions())
            finally:
                # Its memory is free from here on.
                self._core, self._waiting = None, []
            trimmed, event = read_trimmed(answer, "", self._checked, ref)
            self._result = trimmed
        signals.checked()
        if event is not None:
            given = self._checked
            signals.emit(event, given.on_truncate, given.scope)
        return trimmed

    def _kept_as(self, core: _core.Instance) -> str | None:
        store = self._checked.store
        if store is None or self._whole is None:
            return None
        ref = store.put(decoded(b"".join(self._whole), "replace"))
        self._whole = None
        core.ask("stream_keep_under", ref or "")
        return ref

    def __enter__(self) -> TrimStream:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:
            self.finish()
        else:
            self._core = None

    @property
    def result(self) -> Trimmed:
        """The result, once the stream has ended."""
        if self._result is None:
            raise TooltrimError("INVALID_OPTION", "result: the stream has not ended")
        return self._result

    def __iter__(self) -> Iterator[str]:
        """The lines of the result; ends the stream."""
        return iter(self.finish().text.splitlines(keepends=True))
