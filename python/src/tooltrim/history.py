"""Histories of tool calls: which stay, and a summary in the place of the others."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from . import _core, _json
from ._json import camel, option
from .errors import wrong

__all__ = ["Category", "TruncationDecision", "categorize_tool_call", "compute_truncation"]

Category = Literal["read", "write", "terminal", "search", "other"]


@dataclass(frozen=True)
class TruncationDecision:
    """The decision about a history."""

    should_truncate: bool
    summary: str | None
    recent_call_ids: frozenset[str]
    truncated_call_ids: frozenset[str]
    tokens_saved: float
    notice: str | None


def compute_truncation(calls: Sequence[Mapping[str, Any]], **config: Any) -> TruncationDecision:
    """Decides which calls of a history stay, and summarizes the others.

    >>> from tooltrim.history import compute_truncation
    >>> calls = [
    ...     {"call_id": f"c{n}", "name": "read_file", "args": {"path": f"src/{n}.py"}, "result": "x" * 900}
    ...     for n in range(20)
    ... ]
    >>> print(compute_truncation(calls, recent_calls_to_keep=4).summary.splitlines()[1])
    - Read 16 file(s): src/0.py, src/1.py, src/2.py, +13 more

    Config: ``recent_calls_to_keep`` (6), ``max_history_summary_tokens`` (500), ``preserve_errors_verbatim`` (True),
    ``truncation_threshold`` (10,000 chars, or ``{"tokens": n}``, ``{"calls": n}``), ``categories``.

    A call has ``call_id``, ``name``, ``args`` (anything), ``result`` (empty if it is missing), and may have
    ``is_error``, ``token_count`` and ``category``. A member of another type is an ``INVALID_OPTION`` that names it.
    """
    given = {camel(name): option(value) for name, value in config.items() if name != "categories" and value is not None}
    if config.get("categories") is not None:
        given["categories"] = dict(config["categories"])
    known = [_call(at, call) for at, call in enumerate(calls)]
    found = json.loads(_core.ask("full", "compute_truncation", json.dumps(given), _json.encoded(known))[0])
    return TruncationDecision(
        found["shouldTruncate"],
        found["summary"],
        frozenset(found["recentCallIds"]),
        frozenset(found["truncatedCallIds"]),
        found["tokensSaved"],
        found["notice"],
    )


def _is_count(value: object) -> bool:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_number and math.isfinite(cast(float, value)) and cast(float, value) >= 0


_CATEGORIES = get_args(Category)
#: Members of a call: the core's name, the rule, what holds, and whether it may be missing.
_MEMBERS: dict[str, tuple[str, str, Callable[[object], bool], bool]] = {
    "call_id": ("callId", "a string", lambda value: isinstance(value, str), False),
    "name": ("name", "a string", lambda value: isinstance(value, str), False),
    "result": ("result", "a string", lambda value: isinstance(value, str), True),
    "is_error": ("isError", "True or False", lambda value: isinstance(value, bool), True),
    "token_count": ("tokenCount", "a finite number of 0 or more", _is_count, True),
    "category": ("category", f"one of {', '.join(map(repr, _CATEGORIES))}", lambda value: value in _CATEGORIES, True),
}


def _call(at: int, call: Mapping[str, Any]) -> dict[str, Any]:
    """A call for the core. A wrong member is an error that names it: a call without an id would be in neither set."""
    if not isinstance(call, Mapping):
        raise wrong(f"calls[{at}]", call, "a dict with call_id, name and result")
    given = {"args": call.get("args")}
    for name, (core_name, rule, holds, may_be_missing) in _MEMBERS.items():
        value = call.get(name)
        if value is None and may_be_missing:
            continue
        if not holds(value):
            raise wrong(f"calls[{at}].{name}", value, rule)
        given[core_name] = value
    return given


def categorize_tool_call(name: str, categories: Mapping[str, Category] | None = None) -> Category:
    """Returns the category of a tool by its name.

    >>> from tooltrim.history import categorize_tool_call
    >>> categorize_tool_call("apply_patch")
    'write'
    """
    own = json.dumps(dict(categories)) if categories else ""
    return cast(Category, _core.ask("full", "categorize", name, own)[0].decode())
