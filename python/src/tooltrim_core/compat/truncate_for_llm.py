"""An import swap for a ``truncate_for_llm`` module: declared limits for fields, and the last checkpoint before a model.

>>> from tooltrim_core.compat.truncate_for_llm import (
...     get_tool_truncation_occurred, reset_tool_truncation_occurred, truncate_strings_for_llm)
>>> reset_tool_truncation_occurred()
>>> value, truncated = truncate_strings_for_llm({"posts": [{"snippet": "x" * 5000}]}, tool_name="fetch_reddit")
>>> truncated, get_tool_truncation_occurred()
(True, True)

Once this module is imported, each cut of tooltrim sets the flag and gives the logger ``tooltrim`` a line: also those of
fields that are :class:`tooltrim_core.Capped`, and of ``trim``. The flag is that of the task: tools that run at once never see
each other's, and a task that a tool awaits sets it for the tool.
"""

from __future__ import annotations

import logging
from contextvars import ContextVar
from typing import Any, TypeVar

from .. import signals, values
from ..text import trim

__all__ = [
    "MAX_RESPONSE_STRING_BYTES",
    "MAX_STRING_BYTES",
    "OVER_LIMIT_TEMPLATE",
    "cap_response",
    "get_tool_truncation_occurred",
    "reset_tool_truncation_occurred",
    "truncate_string_to_bytes",
    "truncate_strings_for_llm",
]

T = TypeVar("T")

MAX_STRING_BYTES = 2000
MAX_RESPONSE_STRING_BYTES = 50_000
OVER_LIMIT_TEMPLATE = "value exceeds size limit ({size} bytes, max {max_bytes}) [content truncated for context limit]"

logger = logging.getLogger("tooltrim_core")


class _Flag:
    __slots__ = ("on",)

    def __init__(self) -> None:
        self.on = False


_flag: ContextVar[_Flag | None] = ContextVar("tooltrim_truncation_occurred", default=None)


def reset_tool_truncation_occurred() -> None:
    """Starts the run of a tool: nothing was cut yet."""
    _flag.set(_Flag())


def get_tool_truncation_occurred() -> bool:
    """Returns True if anything was cut since :func:`reset_tool_truncation_occurred`, in this task or one below it."""
    flag = _flag.get()
    return flag is not None and flag.on


def _occurred(event: signals.TruncationEvent) -> None:
    flag = _flag.get()
    if flag is None:
        flag = _Flag()
        _flag.set(flag)
    flag.on = True
    if logger.isEnabledFor(logging.INFO):
        logger.info("%s", signals.format_truncation_log(event))


# Of either layer, however deep: fields that are `Capped`, texts that are trimmed, tools.
signals.on_truncation(_occurred)


def truncate_string_to_bytes(
    s: T,
    max_bytes: int = MAX_STRING_BYTES,
    suffix: str = "...",
    context: str | None = None,
    include_size_signal: bool = True,
) -> T:
    """Returns at most ``max_bytes`` bytes of a text, additions included."""
    options: Any = {"suffix": suffix, "label": context or "unknown", "size_signal": include_size_signal}
    return values.truncate_string_to_bytes(s, max_bytes, **options)


def truncate_strings_for_llm(
    obj: T, max_bytes: int = MAX_STRING_BYTES, tool_name: str | None = None, _path: str = ""
) -> tuple[T, bool]:
    """Replaces every string over the limit by a message; returns the value and whether any was cut."""
    name = ".".join(part for part in (tool_name or "tool", _path) if part)
    return values.truncate_strings_for_llm(obj, max_bytes, name)


def cap_response(text: str, max_bytes: int = MAX_RESPONSE_STRING_BYTES, context: str | None = None) -> str:
    """Returns at most ``max_bytes`` bytes of a whole response; one that is cut ends with ``(response truncated)``."""
    from ..presets import response

    options: Any = {**response(max_bytes), "label": context or "unknown"}
    return trim(text, **options).text
