"""Options for what people trim most, as plain dictionaries: spread and change them.

>>> from tooltrim_core import presets, trim
>>> trim("".join(f"{n:x} ok\\n" for n in range(9000)), **presets.terminal()).truncated
True
>>> presets.context_trimmer("center_lines", 1000)
{'max_chars': 1000, 'marker': '... [truncated {count} chars] ...', 'rescue': False}
"""

from __future__ import annotations

import functools
import json
from typing import Literal, cast, get_args

from . import _core
from ._json import option
from ._options import TrimOptions
from .errors import snake, wrong

Mode = Literal["head", "tail", "center", "center_lines"]


@functools.lru_cache(maxsize=64)
def _preset(name: str, size: float | None = None, mode: str = "") -> str:
    given = "" if size is None else json.dumps(option(size))
    return _core.ask("text", "preset", name, given, mode)[0].decode()


def _options(name: str, size: float | None = None, mode: str = "") -> TrimOptions:
    found = json.loads(_preset(name, size, mode))
    for nested in ("clean", "rescue"):
        if isinstance(found.get(nested), dict):
            found[nested] = {snake(key): value for key, value in found[nested].items()}
    return cast(TrimOptions, {snake(key): value for key, value in found.items()})


def toolify() -> TrimOptions:
    """A tool's result on its way to the model: over 5,000 chars, the first and the last 2,000 stay."""
    return _options("toolify")


def context_trimmer(mode: Mode = "center_lines", max_chars: float = 4000) -> TrimOptions:
    """One of four plain strategies: ``head``, ``tail``, ``center`` (both ends), ``center_lines`` (whole lines)."""
    name = mode.lower() if isinstance(mode, str) else ""
    if name not in get_args(Mode):
        raise wrong("mode", mode, f"one of {', '.join(map(repr, get_args(Mode)))}")
    return _options("contextTrimmer", max_chars, "centerLines" if name == "center_lines" else name)


def field(max_bytes: float = 2000) -> TrimOptions:
    """A field with a declared limit: its head, and how long it was."""
    return _options("field", max_bytes)


def checkpoint(max_bytes: float = 2000) -> TrimOptions:
    """The last checkpoint before a model: what is still too long is replaced by a message."""
    return _options("checkpoint", max_bytes)


def response(max_bytes: float = 50_000) -> TrimOptions:
    """A whole response: its head."""
    return _options("response", max_bytes)


def terminal() -> TrimOptions:
    """Output of a command: 30,000 chars as shown on its screen; errors are kept, and more of the end than of the head."""
    return _options("terminal")


def file_read() -> TrimOptions:
    """A file that was read: its first 2,000 lines or 50,000 bytes."""
    return _options("fileRead")


def search() -> TrimOptions:
    """Search hits: the first 20,000 bytes."""
    return _options("search")


def api_response() -> TrimOptions:
    """A JSON answer of an API: 50,000 bytes of it, still JSON."""
    return _options("apiResponse")
