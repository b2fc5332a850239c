"""Laws that Python can break, with drawn inputs. Those of the core are drawn in Rust."""

from __future__ import annotations

import json
import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tooltrim_core
from tooltrim_core import Trimmer, TrimStream, compact_messages, trim, trim_value, validate_messages

settings.register_profile("ours", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("ours")


def draws(in_ci: int) -> settings:
    """As many examples in CI; `TOOLTRIM_RUNS=10` draws ten times as many, as every night."""
    return settings(max_examples=max(1, int(in_ci * float(os.environ.get("TOOLTRIM_RUNS", "1")))))


# Lone surrogates, too: tools print them.
pieces = st.sampled_from(
    ["a", "\n", "word ", "line\n", "\r\n", "\u00e9", "e\u0301", "\U0001f469\u200d\U0001f680", "\U0001f1e9\U0001f1ea"]
    + ["error: disk full\n", "\ud83d", "\udc00", "\x1b[1m", "{", "}\n", "\u6f22", "\x00", "... [truncated 5 chars] ..."]
)
texts = st.lists(st.tuples(pieces, st.integers(1, 60)), max_size=30).map(
    lambda parts: "".join(piece * times for piece, times in parts)
)
shapes = st.fixed_dictionaries(
    {},
    optional={
        "keep": st.sampled_from(["head", "tail", "ends", "none"]),
        "snap": st.sampled_from(["char", "grapheme", "line"]),
        "head_share": st.floats(0, 1),
        "rescue": st.booleans(),
        "trim_end": st.booleans(),
    },
)
UNITS = {
    "max_chars": lambda text: len(text),
    "max_utf16": lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
    "max_bytes": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "max_lines": lambda text: text.count("\n") + (text != "" and not text.endswith("\n")),
    "max_tokens": lambda text: tooltrim_core.estimate_tokens(text),
}
limits = st.dictionaries(st.sampled_from(sorted(UNITS)), st.integers(0, 400), min_size=1)


@draws(100)
@given(texts, limits, shapes)
def test_every_limit_holds_marker_included(text: str, limits: dict[str, int], shape: dict[str, Any]) -> None:
    trimmed = trim(text, **limits, **shape)
    for name, limit in limits.items():
        assert UNITS[name](trimmed.text) <= limit, name
    if not trimmed.truncated:
        assert trimmed.text is text
    again = trim(trimmed.text, **limits, **shape)
    assert (again.text, again.truncated) == (trimmed.text, False)


@draws(50)
@given(texts, limits, shapes, st.lists(st.integers(0, 2000), max_size=6))
def test_a_stream_has_the_result_of_the_whole(
    text: str, limits: dict[str, int], shape: dict[str, Any], cuts: list[int]
) -> None:
    clean = text.encode("utf-8", "replace").decode()
    data = clean.encode()
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    stream = TrimStream(**limits, **shape)
    for begin, end in zip(places, places[1:]):
        stream.write(data[begin:end])
    whole, streamed = trim(clean, **limits, **shape), stream.finish()
    assert (streamed.text, streamed.omitted, streamed.truncated) == (whole.text, whole.omitted, whole.truncated)


@draws(50)
@given(texts, st.integers(0, 300))
def test_a_shortcut_is_no_difference(text: str, limit: int) -> None:
    # Without a shortcut: an option that changes nothing but that.
    assert trim(text, limit) == trim(text, limit, head_share=0.5)
    assert Trimmer(limit).trim(text) == trim(text, limit)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=6),
    max_leaves=20,
)


@draws(60)
@given(values, st.integers(2, 600))
def test_a_value_is_within_its_total_and_stays_so(value: Any, total: int) -> None:
    before = json.dumps(value)
    trimmed = trim_value(value, max_total_bytes=total)
    written = json.dumps(trimmed.value, ensure_ascii=False, separators=(",", ":"))
    assert len(written.encode("utf-8", "surrogatepass")) <= total
    assert trim_value(trimmed.value, max_total_bytes=total).value == trimmed.value
    assert json.dumps(value) == before
    if not trimmed.truncated and not trimmed.cuts:
        assert trimmed.value is value or trimmed.value == value


results = st.tuples(st.integers(0, 40), st.sampled_from(["ok\n", "error: it failed\n", "\ud83d", "a line of a log\n"]))
turns = st.lists(st.lists(results, min_size=1, max_size=3), min_size=1, max_size=25)


@draws(30)
@given(
    turns, st.integers(300, 6000), st.sampled_from(["openai-chat", "anthropic"]), st.sampled_from(["mask", "summary"])
)
def test_pairs_are_never_broken(turns: Any, window: int, format: str, style: Any) -> None:
    conversation = conversation_of(turns, format)
    compaction = compact_messages(conversation, window={"chars": window}, style=style, recent_calls_to_keep=2)
    assert validate_messages(compaction.messages, format) == validate_messages(conversation, format) == []
    users = [message for message in conversation if message["role"] == "user" and isinstance(message["content"], str)]
    kept = [message for message in compaction.messages if any(message is user for user in users)]
    assert kept == users
    again = compact_messages(conversation, window={"chars": window}, style=style, recent_calls_to_keep=2)
    assert again.messages == compaction.messages


def conversation_of(turns: Any, format: str) -> list[Any]:
    messages: list[Any] = [{"role": "user", "content": "Make the tests pass."}]
    number = 0
    for calls in turns:
        made = []
        for times, line in calls:
            number += 1
            made.append((f"call_{number}", {"command": f"pytest part{number}"}, line * times * 10))
        if format == "anthropic":
            blocks = [{"type": "tool_use", "id": id, "name": "bash", "input": args} for id, args, _ in made]
            answers = [{"type": "tool_result", "tool_use_id": id, "content": result or "-"} for id, _, result in made]
            messages += [{"role": "assistant", "content": blocks}, {"role": "user", "content": answers}]
        else:
            functions = [
                {"id": id, "type": "function", "function": {"name": "bash", "arguments": json.dumps(args)}}
                for id, args, _ in made
            ]
            messages.append({"role": "assistant", "content": None, "tool_calls": functions})
            messages += [{"role": "tool", "tool_call_id": id, "content": result} for id, _, result in made]
    return messages


@draws(10)
@given(turns, st.sampled_from(["openai-chat", "anthropic"]))
def test_a_compactor_sends_the_same_beginning_again(turns: Any, format: Any) -> None:
    whole = conversation_of(turns, format)
    step = 2 if format == "anthropic" else 1
    compactor = tooltrim_core.Compactor(window={"chars": 3000}, format=format)
    before: list[Any] = []
    for end in range(1, len(whole) + 1, step):
        compaction = compactor.next(whole[:end])
        if compaction.notice is None and not compaction.report.forked_at:
            assert compaction.messages[: len(before)] == before
        before = compaction.messages
    fresh = tooltrim_core.Compactor(window={"chars": 3000}, format=format, state=compactor.state())
    assert fresh.next(whole).messages == compactor.next(whole).messages
