"""Histories of tool calls: which stay, and a summary in the place of the others."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

from . import _core, _json
from ._json import camel, option

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

    >>> from tooltrim_core.history import compute_truncation
    >>> calls = [
    ...     {"call_id": f"c{n}", "name": "read_file", "args": {"path": f"src/{n}.py"}, "result": "x" * 900}
    ...     for n in range(20)
    ... ]
    >>> print(compute_truncation(calls, recent_calls_to_keep=4).summary.splitlines()[1])
    - Read 16 file(s): src/0.py, src/1.py, src/2.py, +13 more

    Config: ``recent_calls_to_keep`` (6), ``max_history_summary_tokens`` (500), ``preserve_errors_verbatim`` (True),
    ``truncation_threshold`` (10,000 chars, or ``{"tokens": n}``, ``{"calls": n}``), ``categories``.
    """
    given = {camel(name): option(value) for name, value in config.items() if name != "categories" and value is not None}
    if config.get("categories") is not None:
        given["categories"] = dict(config["categories"])
    known = [_call(call) for call in calls]
    found = json.loads(_core.ask("full", "compute_truncation", json.dumps(given), _json.encoded(known))[0])
    return TruncationDecision(
        found["shouldTruncate"],
        found["summary"],
        frozenset(found["recentCallIds"]),
        frozenset(found["truncatedCallIds"]),
        found["tokensSaved"],
        found["notice"],
    )


def _call(call: Mapping[str, Any]) -> dict[str, Any]:
    names = {"call_id": "callId", "is_error": "isError", "token_count": "tokenCount"}
    return {names.get(name, name): value for name, value in call.items() if name != "timestamp"}


def categorize_tool_call(name: str, categories: Mapping[str, Category] | None = None) -> Category:
    """Returns the category of a tool by its name.

    >>> from tooltrim_core.history import categorize_tool_call
    >>> categorize_tool_call("apply_patch")
    'write'
    """
    own = json.dumps(dict(categories)) if categories else ""
    return cast(Category, _core.ask("full", "categorize", name, own)[0].decode())
