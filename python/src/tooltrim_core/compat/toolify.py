"""An import swap for a ``toolify`` decorator with automatic truncation.

>>> from tooltrim_core.compat.toolify import toolify
>>> @toolify("Reads a file")
... def read_file(path: str, lines: int = 1) -> str:
...     return f"{path}\\n" * lines
>>> read_file("a.txt", "2"), read_file.__doc__
('a.txt\\na.txt\\n', 'Reads a file')
>>> @toolify
... def count_files(paths: list) -> int:
...     return len(paths)
>>> count_files("['a.txt', 'b.txt']"), count_files.__doc__
('2', 'Execute count files')

Over 5,000 chars, the first and the last 2,000 stay. ``TOOLIFY_TRUNCATE_ENABLED``, ``TOOLIFY_TRUNCATE_THRESHOLD`` and
``TOOLIFY_TRUNCATE_PRESERVE`` are read from the environment with each call.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import tools
from .._convert import BadInput
from .._result import NO_RESULT, result_text
from ..errors import TooltrimError
from ..presets import toolify as _preset
from ..text import trim

__all__ = ["toolify"]

_USUAL = (5000, 2000)


def toolify(
    description: str | Callable[..., Any] | None = None,
    preconditions: Sequence[Callable[..., Any]] | None = None,
    postconditions: Sequence[Callable[..., Any]] | None = None,
) -> Any:
    """Wraps a function as a tool with string results; ``@toolify``, ``@toolify()`` and ``@toolify("description")``."""
    options: dict[str, Any] = {
        "name": None,
        "description": description if isinstance(description, str) else None,
        "preconditions": preconditions,
        "postconditions": postconditions,
        "invariants": None,
        "output": None,
        "errors": "stack",
        "convert": True,
    }
    if callable(description):
        return tools._wrapped(description, options, _CompatTool)
    return lambda function: tools._wrapped(function, options, _CompatTool)


class _CompatTool(tools._Tool):
    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        super().__init__(function, options)
        if not (self.description or getattr(function, "__doc__", None)):
            self.description = f"Execute {self.name.replace('_', ' ')}"

    def _refused(self, error: Exception) -> str:
        # In the words of Python, as of a function that is called with texts.
        cause = error.__cause__ if isinstance(error, BadInput) else error
        return self.failure(cause) if isinstance(cause, Exception) else super()._refused(error)

    def text(self, result: Any) -> str:
        return _text(result)

    def bounded(self, text: str) -> str:
        return _bounded(text)


def _text(result: Any) -> str:
    """As Python prints it: ``True``."""
    return str(result) if isinstance(result, bool) else result_text(result)


def _convert_tool_output(result: Any) -> str:
    """Returns a result as text within the limit."""
    return _bounded(_text(result))


def _bounded(text: str) -> str:
    threshold, preserve = _size("THRESHOLD", _USUAL[0]), _size("PRESERVE", _USUAL[1])
    if os.environ.get("TOOLIFY_TRUNCATE_ENABLED", "true").strip().lower() in ("false", "0", "no", "off"):
        return text
    # That there was no result is never cut, however small the threshold.
    if len(text) <= threshold or text == NO_RESULT:
        return text
    options: Any = {**_preset(), "max_chars": threshold, "head_chars": preserve, "tail_chars": preserve}
    try:
        return trim(text, **options).text
    except TooltrimError:
        # No room for the message: a shorter one.
        options.pop("marker")
        return trim(text, **options).text


def _size(name: str, usual: int) -> int:
    try:
        size = int(os.environ.get(f"TOOLIFY_TRUNCATE_{name}", usual))
    except ValueError:
        return usual
    return size if size >= 0 else usual
