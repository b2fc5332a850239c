"""Keep tool outputs from flooding a model's context.

>>> from tooltrim_core import trim
>>> output = "".join(f"step {number} ok\\n" for number in range(5000)) + "error: disk full\\n"
>>> trimmed = trim(output, 4000)
>>> len(trimmed.text) <= 4000, trimmed.text.endswith("error: disk full\\n"), trimmed.truncated
(True, True, True)

Trim one text: :func:`trim`, :class:`Trimmer`, :class:`TrimStream`, :func:`clean`, :mod:`tooltrim_core.presets`. Values:
:func:`trim_value`, :class:`Capped`. Tools: :func:`toolify`. Conversations: :func:`compact_messages`,
:class:`Compactor`, :func:`validate_messages`, :mod:`tooltrim_core.messages`. What was cut: :class:`OutputStore`,
:mod:`tooltrim_core.signals`. Everything is decided by one core in Rust, a WebAssembly module in this package.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .errors import TooltrimError
from .text import (
    Measures,
    Noise,
    Omitted,
    Trimmed,
    Trimmer,
    clean,
    estimate_tokens,
    measure,
    redact_secrets,
    trim,
)

if TYPE_CHECKING:
    from . import presets
    from ._options import CleanOptions, RescueOptions, TrimOptions
    from .compaction import Budget, Compaction, CompactOptions, compact_messages
    from .compaction_async import AsyncCompactOptions, compact_messages_async
    from .compactor import Compactor
    from .history import TruncationDecision, categorize_tool_call, compute_truncation
    from .messages import Problem, repair_messages, validate_messages
    from .reports import CompactionReport
    from .signals import Scope, TruncationEvent, on_truncation, truncation_scope
    from .store import OutputStore, Retrieved, retrieve_tool
    from .stream import TrimStream
    from .tools import toolify
    from .values import (
        Capped,
        Cut,
        TrimmedValue,
        ValueOptions,
        cap_to_schema,
        trim_value,
        truncate_string_to_bytes,
        truncate_strings_for_llm,
    )

__version__ = "0.1.0"

#: Loaded when they are named: a program that trims needs no more.
_LATER = {
    "CleanOptions": "_options",
    "RescueOptions": "_options",
    "TrimOptions": "_options",
    "AsyncCompactOptions": "compaction",
    "Budget": "compaction",
    "CompactOptions": "compaction",
    "Compaction": "compaction",
    "CompactionReport": "reports",
    "Compactor": "compactor",
    "compact_messages": "compaction",
    "compact_messages_async": "compaction_async",
    "TruncationDecision": "history",
    "categorize_tool_call": "history",
    "compute_truncation": "history",
    "Problem": "messages",
    "repair_messages": "messages",
    "validate_messages": "messages",
    "Scope": "signals",
    "TruncationEvent": "signals",
    "on_truncation": "signals",
    "truncation_scope": "signals",
    "OutputStore": "store",
    "Retrieved": "store",
    "retrieve_tool": "store",
    "TrimStream": "stream",
    "toolify": "tools",
    "Capped": "values",
    "Cut": "values",
    "TrimmedValue": "values",
    "ValueOptions": "values",
    "cap_to_schema": "values",
    "trim_value": "values",
    "truncate_string_to_bytes": "values",
    "truncate_strings_for_llm": "values",
}

__all__ = [
    "AsyncCompactOptions",
    "Budget",
    "Capped",
    "CleanOptions",
    "CompactOptions",
    "Compaction",
    "CompactionReport",
    "Compactor",
    "Cut",
    "Measures",
    "Noise",
    "Omitted",
    "OutputStore",
    "Problem",
    "RescueOptions",
    "Retrieved",
    "Scope",
    "TooltrimError",
    "TrimOptions",
    "TrimStream",
    "Trimmed",
    "TrimmedValue",
    "Trimmer",
    "TruncationDecision",
    "TruncationEvent",
    "ValueOptions",
    "cap_to_schema",
    "categorize_tool_call",
    "clean",
    "compact_messages",
    "compact_messages_async",
    "compute_truncation",
    "estimate_tokens",
    "measure",
    "on_truncation",
    "preload",
    "presets",
    "redact_secrets",
    "repair_messages",
    "retrieve_tool",
    "toolify",
    "trim",
    "trim_value",
    "truncate_string_to_bytes",
    "truncate_strings_for_llm",
    "truncation_scope",
    "validate_messages",
]


def preload() -> None:
    """Loads the core now instead of with the first call, and compiles it if that was not done on this machine.

    For a step that builds a container image, or for the start of a server:
    ``python -c "import tooltrim_core; tooltrim_core.preload()"``.
    """
    from ._core import Instance

    Instance("text")
    Instance("full")


def __getattr__(name: str) -> Any:
    if name == "presets":
        return import_module(".presets", __name__)
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
