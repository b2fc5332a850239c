"""Wrong names and wrong calls: the error names the place, the value and the rule, and nothing is lost."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from typing import Any

import pytest

import tooltrim
from tooltrim import Compactor, OutputStore, TooltrimError, Trimmer, TrimStream, compact_messages, trim, trim_value
from tooltrim.history import compute_truncation
from tooltrim.values import cap_to_schema

WINDOW = {"chars": 10_000}
TYPO: Any = {"misspelt": 1}
CALL: dict[str, Any] = {"call_id": "c1", "name": "read_file", "args": {"path": "a.py"}, "result": "text"}


async def _async(**options: Any) -> None:
    await tooltrim.compact_messages_async([], **options)


@pytest.mark.parametrize(
    ("call", "known", "place"),
    [
        (lambda: trim("text", **TYPO), ["max_chars", "rescue", "store", "on_truncate"], ""),
        (lambda: trim("text", rescue=TYPO), ["share", "include", "exclude"], "rescue."),
        (lambda: Trimmer(**TYPO), ["max_chars", "snap"], ""),
        (lambda: TrimStream(**TYPO), ["max_chars", "snap"], ""),
        (lambda: trim_value({}, **TYPO), ["max_total_bytes", "scope"], ""),
        (lambda: trim_value({}, limits={"a": TYPO}), ["max_chars", "max_items", "max_keys"], "limits.a."),
        (lambda: cap_to_schema({}, {}, **TYPO), ["max_string_bytes"], ""),
        (lambda: compute_truncation([], **TYPO), ["recent_calls_to_keep", "categories"], ""),
        (lambda: compact_messages([], window=WINDOW, **TYPO), ["window", "on_event"], ""),
        (lambda: asyncio.run(_async(window=WINDOW, **TYPO)), ["window", "summarize", "timeout"], ""),
        (lambda: Compactor(window=WINDOW, **TYPO), ["window", "state", "summarize"], ""),
        (lambda: Compactor(window=WINDOW, economics=TYPO), ["cache_read", "cache_write"], "economics."),
        (lambda: OutputStore().retrieve("#R1", **TYPO), ["where", "lines", "max_chars"], ""),
    ],
)
def test_a_misspelt_option_is_named_and_the_known_ones_are_listed(
    call: Callable[[], object], known: list[str], place: str
) -> None:
    with pytest.raises(TooltrimError) as caught:
        call()
    assert caught.value.code == "INVALID_OPTION"
    name, _, listed = caught.value.message.partition(": is not an option; known are ")
    assert name == f"{place}misspelt"
    names = listed.split(", ")
    assert set(known) <= set(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"call_id": None}, ".call_id: None is not a string"),
        ({"call_id": 5}, ".call_id: 5 is not a string"),
        ({"name": None}, ".name: None is not a string"),
        ({"result": {"content": []}}, ".result: {'content': []} is not a string"),
        ({"is_error": "no"}, ".is_error: 'no' is not True or False"),
        ({"token_count": math.nan}, ".token_count: nan is not a finite number of 0 or more"),
        ({"token_count": -1}, ".token_count: -1 is not a finite number of 0 or more"),
        ({"category": "reads"}, ".category: 'reads' is not one of 'read', 'write', 'terminal', 'search', 'other'"),
    ],
)
def test_a_call_with_a_wrong_member_is_refused(change: dict[str, Any], error: str) -> None:
    with pytest.raises(TooltrimError) as caught:
        compute_truncation([CALL, {**CALL, **change}])
    assert (caught.value.code, caught.value.message) == ("INVALID_OPTION", f"calls[1]{error}")


def test_what_is_no_call_is_refused_and_what_may_be_missing_may_be_none() -> None:
    with pytest.raises(TooltrimError, match=r"calls\[0\]: 'ls' is not a dict with call_id, name and result"):
        compute_truncation(["ls"])  # type: ignore[list-item]
    bare = {**CALL, "args": None, "result": None, "is_error": None, "token_count": None, "category": None}
    assert compute_truncation([bare, {"call_id": "c2", "name": "ls"}]).recent_call_ids == {"c1", "c2"}
