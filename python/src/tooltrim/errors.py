"""The error that tooltrim raises."""

from __future__ import annotations

import re

_FIELD = re.compile(r"([A-Za-z_][\w.\[\]*]*)(?:/\S*)?: ")
# The core speaks of options in JavaScript's spelling.
_CAMEL = re.compile(r"\b(?:[a-z]+(?:[A-Z][a-z]+)+|maxUtf16)\b")


def snake(name: str) -> str:
    """Returns a name in Python's spelling: ``maxChars`` is ``max_chars``."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda match: "_" + match[1].lower(), name)


class TooltrimError(ValueError):
    """Raised for wrong options, and for input that cannot be read. Trimming itself never fails.

    >>> from tooltrim import TooltrimError, trim
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

    @classmethod
    def from_core(cls, code: str, message: str) -> TooltrimError:
        # Quoted parts are the caller's own words.
        parts = re.split(r'("(?:[^"\\]|\\.)*")', message)
        words = (part if part.startswith('"') else _CAMEL.sub(lambda m: snake(m[0]), part) for part in parts)
        return cls(code, "".join(words))


def wrong(field: str, value: object, rule: str) -> TooltrimError:
    """The error for a value that breaks a rule."""
    shown = repr(value)
    return TooltrimError("INVALID_OPTION", f"{field}: {shown if len(shown) <= 200 else type(value)} is not {rule}")
