"""Wrong names of options: the error names them and lists those that there are."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import tooltrim_core
from tooltrim_core import Compactor, OutputStore, TooltrimError, Trimmer, TrimStream, compact_messages, trim, trim_value
from tooltrim_core.history import compute_truncation
from tooltrim_core.values import cap_to_schema

WINDOW = {"chars": 10_000}
TYPO: Any = {"misspelt": 1}


async def _async(**options: Any) -> None:
    await tooltrim_core.compact_messages_async([], **options)


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
        (lambda: OutputStore().retrieve("#k3f9a2bx", **TYPO), ["where", "lines", "max_chars"], ""),
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
