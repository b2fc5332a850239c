"""Laws of values and of import swaps, with drawn inputs."""

from __future__ import annotations

import dataclasses
import datetime
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_laws import draws, texts, values

from tooltrim_core import toolify, trim_value, truncation_scope
from tooltrim_core.compat.context_trimmer import ContextTrimmer, TruncationMode
from tooltrim_core.compat.truncate_for_llm import truncate_string_to_bytes, truncate_strings_for_llm


@dataclasses.dataclass
class Point:
    x: int
    y: int


def size(text: str) -> int:
    return len(text.encode("utf-8", "replace")) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


def strings(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for item in inner for text in strings(item)]


@draws(50)
@given(values, st.integers(0, 120))
def test_every_string_is_within_its_limit_and_the_shape_stays(value: Any, limit: int) -> None:
    with truncation_scope() as scope:
        trimmed = trim_value(value, max_string_bytes=limit)
    assert all(size(text) <= limit for text in strings(trimmed.value))
    # Only strings changed: without them both are the same.
    assert shape(trimmed.value) == shape(value)
    assert trim_value(trimmed.value, max_string_bytes=limit).value is trimmed.value
    # And each is reported.
    assert scope.event_count == len(trimmed.cuts)


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize(
    "value",
    [{3}, float("nan"), [float("-inf")], b"x", datetime.date(2020, 1, 1), Point(1, 2), frozenset("a"), {b"key": 1}],
    ids=repr,
)
def test_what_json_has_no_form_for_comes_out_as_json_cut_or_not(value: Any, cut: bool) -> None:
    trimmed = trim_value({"a": [value], "text": "x" * 5000} if cut else value)
    assert trimmed.truncated is cut
    json.dumps(trimmed.value, allow_nan=False)
    assert trim_value(trimmed.value).value is trimmed.value


def shape(value: Any) -> Any:
    if isinstance(value, dict):
        return [shape(item) for item in value.values()]
    if isinstance(value, list):
        return [shape(item) for item in value]
    return "" if isinstance(value, str) else value


@draws(40)
@given(st.dictionaries(st.text(max_size=5), values, max_size=5), st.integers(2, 300))
def test_members_that_no_cut_names_are_the_same_objects(value: dict[str, Any], total: int) -> None:
    trimmed = trim_value(value, max_total_bytes=total)
    touched = {cut.path.split("/")[1].replace("~1", "/").replace("~0", "~") for cut in trimmed.cuts if cut.path}
    if any(cut.path == "" for cut in trimmed.cuts) or not isinstance(trimmed.value, dict):
        return
    for name, item in trimmed.value.items():
        if name in value and name not in touched and json.dumps(item) == json.dumps(value[name]):
            assert item is value[name] or item == value[name]


@draws(50)
@given(texts, st.integers(0, 300), st.booleans())
def test_a_field_is_within_its_bytes_whatever_is_in_it(text: str, limit: int, signal: bool) -> None:
    cut = truncate_string_to_bytes(text, limit, include_size_signal=signal)
    assert size(cut) <= limit or cut is text
    assert truncate_string_to_bytes(cut, limit, include_size_signal=signal) == cut
    value, truncated = truncate_strings_for_llm({"a": [text]}, limit)
    assert size(value["a"][0]) <= limit
    assert truncated is (value["a"][0] != text) or "\ud83d" in text or "\udc00" in text
    assert truncate_strings_for_llm(value, limit) == (value, False)


@draws(50)
@given(texts, st.integers(27, 400), st.sampled_from(list(TruncationMode)))
def test_a_trimmer_keeps_its_limit_in_every_mode(text: str, limit: int, mode: TruncationMode) -> None:
    trimmer = ContextTrimmer(limit, mode)
    result = trimmer.trim(text)
    assert len(result) <= limit
    assert result is text or len(text) > limit
    assert trimmer.trim(result) is result


results = values | st.binary(max_size=2000) | st.sets(st.integers(), max_size=5) | st.tuples(texts, values)


@draws(50)
@given(results, st.integers(0, 500), st.booleans())
def test_a_tool_always_returns_a_text_within_its_limit(result: Any, limit: int, fails: bool) -> None:
    @toolify(output=limit)
    def tool() -> Any:
        if fails:
            raise RuntimeError(result)
        return result

    text = tool()
    assert isinstance(text, str)
    assert len(text) <= limit
