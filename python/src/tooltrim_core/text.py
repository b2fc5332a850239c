"""One text within exact limits."""

from __future__ import annotations

import functools
import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from . import _core, signals
from ._options import Checked, CleanOptions, OtherTrimOptions
from .errors import wrong

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Measures",
    "Noise",
    "Omitted",
    "Trimmed",
    "Trimmer",
    "clean",
    "estimate_tokens",
    "measure",
    "redact_secrets",
    "trim",
]


@dataclass(frozen=True)
class Omitted:
    """Sizes of what is missing. Bytes, lines and tokens only where a limit, the marker or ``count`` names them."""

    chars: int = 0
    utf16: int = 0
    bytes: int | None = None
    lines: int | None = None
    tokens: int | None = None


@dataclass(frozen=True)
class Noise:
    """Noise that was removed before."""

    chars: int
    lines: int


@dataclass(frozen=True)
class Trimmed:
    """A text within its limits. ``str()`` of it is the text."""

    text: str
    #: True when a limit cut something away.
    truncated: bool = False
    omitted: Omitted = Omitted()
    cleaned: Noise | None = None
    #: Under which a store keeps the whole text.
    ref: str | None = None
    _kept: tuple[tuple[int, int], ...] | None = field(default=None, repr=False, compare=False)

    @property
    def kept(self) -> tuple[tuple[int, int], ...]:
        """Pieces of the input that stand in ``text``, in order: where each starts and ends, in code points.

        Positions in the text that :func:`clean` returns where cleaning changed the input. Empty for a text that was
        rewritten as JSON.
        """
        if self._kept is not None:
            return self._kept
        return ((0, len(self.text)),) if self.text else ()

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Measures:
    """The size of a text in each unit; tokens are estimated."""

    chars: int
    utf16: int
    bytes: int
    lines: int
    graphemes: int
    tokens: int


_NOTHING = Omitted()


def trim(text: str | bytes, max_chars: float | None = None, **options: Unpack[OtherTrimOptions]) -> Trimmed:
    """Trims a text to its limits, marker included.

    >>> from tooltrim_core import trim
    >>> log = "start\\nstep 1\\nstep 2\\nstep 3\\nstep 4\\nstep 5\\nstep 6\\nerror: step 7 failed\\n"
    >>> trimmed = trim(log, 60)
    >>> print(trimmed.text, end="")
    start
    [… 5 lines]
    step 6
    error: step 7 failed
    >>> trimmed.omitted.chars
    35
    >>> trim(log, 4000).text is log
    True

    Chars are code points, as ``len`` counts them. :class:`TrimOptions` lists the options; without a limit,
    ``max_chars`` is 4,000. A text that fits is returned as it is. Bytes are decoded as UTF-8, or as UTF-16 by their byte order mark or their NULs. Lone surrogates are
    replaced by U+FFFD in a text that is cut.

    Raises :class:`TooltrimError` for wrong options (``INVALID_OPTION``), for a marker of your own that does not fit
    (``MARKER_TOO_LONG``), and for bytes that are not UTF-8 (``INVALID_ENCODING``).
    """
    if not options and type(max_chars) is int and type(text) is str and len(text) <= max_chars:
        # Most results of most tools.
        signals.checked()
        return Trimmed(text)
    if max_chars is not None:
        options = cast(Any, {**options, "max_chars": max_chars})
    return _trimmer(options).trim(text)


class Trimmer:
    """Options that are checked once, for many texts. Safe to share between threads.

    >>> from tooltrim_core import Trimmer
    >>> trimmer = Trimmer(max_bytes=2000, max_lines=50)
    >>> trimmer.trim("short").truncated
    False
    >>> trimmer("line\\n" * 100).count("\\n")
    50
    """

    __slots__ = ("_checked", "_fitting", "_omitted", "_reach")

    def __init__(self, max_chars: float | None = None, **options: Unpack[OtherTrimOptions]) -> None:
        if max_chars is not None:
            options = cast(Any, {**options, "max_chars": max_chars})
        self._checked = given = Checked(options)
        self._fitting, self._omitted, self._reach = 0, _NOTHING, 0
        if given.plain_chars >= 0:
            return
        functions = {_core.COUNT: given.tokens} if given.tokens else None
        about = json.loads(_core.ask("text", "check", given.json, functions=cast(Any, functions))[0])
        cleans = options.get("clean") or about["readsJson"]
        self._fitting = 0 if cleans else int(about["safeUtf16"])
        self._omitted = Omitted(**about["omitted"])
        self._reach = about["reach"] or 0

    def __call__(self, text: str | bytes) -> str:
        """Returns only the text."""
        return self.trim(text).text

    def trim(self, text: str | bytes) -> Trimmed:
        """Trims a text: as :func:`trim` with these options."""
        given = self._checked
        signals.checked()
        if isinstance(text, str):
            size = len(text)
            if size <= given.plain_chars or (size <= self._fitting and (size * 2 <= self._fitting or text.isascii())):
                return Trimmed(text, omitted=self._omitted)
        elif not isinstance(text, (bytes, bytearray, memoryview)):
            raise wrong("text", text, "a str or bytes")
        if given.store is not None:
            return self._report(given.store._trim(given, _decoded(text, given)), text)
        functions = {_core.COUNT: given.tokens} if given.tokens else None
        if not isinstance(text, str):
            answer = _core.ask("text", "trim_bytes", given.json, bytes(text), functions=cast(Any, functions))
        elif self._reach > 0 and len(text) > 2 * self._reach and text.isascii():
            # Nothing is asked of what is between.
            reach, between = self._reach, str(len(text) - 2 * self._reach)
            answer = _core.ask("text", "trim_ends", given.json, text[:reach], text[-reach:], between)
        else:
            answer = _core.ask("text", "trim", given.json, text, functions=cast(Any, functions))
        return self._report(answer, text)

    def _report(self, answer: list[bytes], text: str | bytes) -> Trimmed:
        given = self._checked
        trimmed, event = read_trimmed(answer, text, given)
        if event is not None:
            signals.emit(event, given.on_truncate, given.scope)
        return trimmed


def read_trimmed(
    answer: list[bytes], text: str | bytes, given: Checked, ref: str | None = None
) -> tuple[Trimmed, signals.TruncationEvent | None]:
    """The answer of a trim, and the cut to report. ``ref``: that of a text which was kept before."""
    truncated, chars, utf16, bytes_, lines, tokens, noise, noise_lines, unit, limit, before, after, omitted = (
        struct.unpack_from("<13q", answer[0])
    )
    kept = struct.unpack_from(f"<{len(answer[0]) // 8 - 13}q", answer[0], 104)
    if len(answer) > 2:
        result = answer[2].decode()
    else:
        result = text if isinstance(text, str) else bytes(text).decode()
    counts = (number if number >= 0 else None for number in (bytes_, lines, tokens))
    cleaned = Noise(noise, noise_lines) if noise >= 0 else None
    ref = (answer[1].decode() or ref) if truncated else None
    ranges = tuple(zip(kept[::2], kept[1::2]))
    trimmed = Trimmed(result, bool(truncated), Omitted(chars, utf16, *counts), cleaned, ref, ranges)
    if unit < 0 or not signals.is_watched(given.on_truncate, given.scope):
        return trimmed, None
    return trimmed, signals.TruncationEvent(given.label, _UNITS[unit], limit, before, after, omitted, ref)


_UNITS = ("chars", "utf16", "bytes", "lines", "tokens")


def decoded(given: bytes, decode: str = "strict") -> str:
    """The text of bytes, in UTF-8 or UTF-16; in the words of the core if they are neither."""
    options = json.dumps({"maxChars": 2**53 - 1, "decode": decode, "rescue": False}).encode()
    answer = _core.ask("text", "trim_bytes", options, given)
    return answer[2].decode() if len(answer) > 2 else given.decode()


def _decoded(text: str | bytes, given: Checked) -> str:
    if isinstance(text, str):
        return text
    return decoded(bytes(text), json.loads(given.json).get("decode", "strict"))


@functools.lru_cache(maxsize=256)
def _known(key: tuple[tuple[str, Any, type], ...]) -> Trimmer:
    return Trimmer(**cast(Any, {name: value for name, value, _ in key}))


def _trimmer(options: Mapping[str, Any]) -> Trimmer:
    """The options that were checked last stay checked."""
    try:
        for value in options.values():
            if not isinstance(value, (str, int, float)):
                return Trimmer(**cast(Any, options))
        # The type is part of the key: True equals 1, and is another value.
        return _known(tuple((name, value, type(value)) for name, value in options.items()))
    except TypeError:
        return Trimmer(**cast(Any, options))


def clean(text: str, options: CleanOptions | None = None) -> str:
    """Removes the noise from a text: escape sequences, overwritten progress, repeated lines, base64.

    >>> from tooltrim_core import clean
    >>> clean("\\x1b[1mfetch\\x1b[0m\\n 10%\\r100%\\n")
    'fetch\\n100%\\n'

    Without options, all that loses nothing a reader would miss: everything but ``long_lines``.
    """
    if not isinstance(text, str):
        raise wrong("text", text, "a str")
    given = b"" if options is None else Checked({"clean": options}).json
    if given:
        value = json.loads(given)["clean"]
        given = b"" if value is True else json.dumps(value or {}).encode()
    answer = _core.ask("text", "clean", given, text)
    return answer[1].decode() if len(answer) > 1 else text


def measure(text: str) -> Measures:
    """Measures a text in each unit.

    >>> from tooltrim_core import measure
    >>> measure("caf\\u00e9 \\U0001f469\\u200d\\U0001f680\\n")
    Measures(chars=9, utf16=11, bytes=18, lines=1, graphemes=7, tokens=8)
    """
    return Measures(**json.loads(_core.ask("text", "measure", text)[0]))


def estimate_tokens(text: str) -> int:
    """Estimates the tokens of a text: for budgets, not for bills.

    >>> from tooltrim_core import estimate_tokens
    >>> estimate_tokens("How many tokens are these?")
    7
    """
    return int(_core.ask("text", "estimate_tokens", text)[0])


def redact_secrets(text: str) -> str:
    """Replaces secrets by notes of their kind: tokens of known providers, private keys, passwords in URLs.

    >>> from tooltrim_core import redact_secrets
    >>> redact_secrets("postgres://ann:hunter2@db/shop")
    'postgres://ann:[redacted: password]@db/shop'
    """
    return _core.ask("text", "redact_secrets", text)[0].decode()
