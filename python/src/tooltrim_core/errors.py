"""The error that tooltrim raises."""

from __future__ import annotations

import re

_FIELD = re.compile(r"([A-Za-z_][\w.\[\]*]*)(?:/\S*)?: ")


def snake(name: str) -> str:
    """Returns a name in Python's spelling: ``maxChars`` is ``max_chars``."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match[1].lower(), name)


class TooltrimError(ValueError):
    """Raised for wrong options, and for input that cannot be read. Trimming itself never fails.

    >>> from tooltrim_core import TooltrimError, trim
    >>> try:
    ...     trim("text", -1)
    ... except TooltrimError as error:
    ...     print(error.code, error.field, str(error), sep=" | ")
    INVALID_OPTION | max_chars | max_chars: -1 is not a number of 0 or more

    ``code`` is stable: ``INVALID_OPTION``, ``MARKER_TOO_LONG``, ``INVALID_ENCODING``, ``CYCLE``, ``UNKNOWN_FORMAT``,
    ``INVALID_MESSAGES``, ``UNKNOWN_REF``, ``BACKEND_FAILED``, ``OUT_OF_MEMORY`` or ``INTERNAL``. ``field`` is the
    option or argument that is wrong, or ``None``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        found = _FIELD.match(message)
        self.code = code
        self.message = message
        self.field: str | None = found[1] if found else None

    def __reduce__(self) -> tuple[type[TooltrimError], tuple[str, str]]:
        return (type(self), (self.code, self.message))


def wrong(field: str, value: object, rule: str) -> TooltrimError:
    """The error for a value that breaks a rule."""
    shown = repr(value)
    return TooltrimError("INVALID_OPTION", f"{field}: {shown if len(shown) <= 200 else type(value)} is not {rule}")
