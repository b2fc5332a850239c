"""The import swap of a ``truncate_for_llm`` module: each sentence about the original, and the faults that must not come
back.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

import pytest

from tooltrim_core import Capped, signals, toolify, trim, trim_value
from tooltrim_core.compat import checkpoint
from tooltrim_core.compat import truncate_for_llm as b


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    caplog.set_level(logging.INFO, "tooltrim_core")
    return lambda: [record.getMessage() for record in caplog.records]


def test_both_modules_are_the_same() -> None:
    assert checkpoint.__all__ == b.__all__
    for name in b.__all__:
        assert getattr(checkpoint, name) is getattr(b, name)
    assert (b.MAX_STRING_BYTES, b.MAX_RESPONSE_STRING_BYTES) == (2000, 50_000)


class TestFields:
    @pytest.mark.parametrize("value", ["", "short", "x" * 2000, "é" * 1000, "😀" * 500])
    def test_what_fits_stays_as_it_is(self, value: str) -> None:
        assert b.truncate_string_to_bytes(value) is value

    @pytest.mark.parametrize("value", [None, 42, 1.5, True, b"x" * 5000, ["x" * 5000], {"a": "x" * 5000}])
    def test_what_is_no_text_passes_through(self, value: Any) -> None:
        assert b.truncate_string_to_bytes(value) is value

    def test_head_then_suffix_then_how_long_it_was(self) -> None:
        cut = b.truncate_string_to_bytes("x" * 5000)
        assert cut == "x" * (2000 - 3 - 30) + "... [truncated, 5000 chars total]"[:33]
        assert len(cut.encode()) == 2000
        assert b.truncate_string_to_bytes("x" * 5000, include_size_signal=False) == "x" * 1997 + "..."
        assert b.truncate_string_to_bytes("x" * 5000, 100, suffix=" [more]", include_size_signal=False).endswith(
            "x [more]"
        )

    def test_chars_are_counted_and_not_bytes(self) -> None:
        assert b.truncate_string_to_bytes("é" * 3000).endswith("é... [truncated, 3000 chars total]")

    def test_white_space_before_the_suffix_is_dropped(self) -> None:
        cut = b.truncate_string_to_bytes("word  \t\n" * 50, 18, include_size_signal=False)
        assert cut == "word  \t\nword..."

    @pytest.mark.parametrize("text", ["x" * 300, "é" * 300, "😀" * 300, "👩‍🚀" * 90, "a\ud800b" * 90, " " * 300])
    def test_the_limit_always_holds(self, text: str) -> None:
        for limit in [*range(60), 299]:
            for signal in (True, False):
                cut = b.truncate_string_to_bytes(text, limit, include_size_signal=signal)
                assert len(cut.encode()) <= limit
        # A suffix that is longer than the limit.
        assert len(b.truncate_string_to_bytes(text, 5, suffix="<" * 50).encode()) <= 5

    def test_twice_is_once(self) -> None:
        once = b.truncate_string_to_bytes("some text " * 500, 100)
        assert b.truncate_string_to_bytes(once, 100) is once

    def test_keywords_and_positions(self) -> None:
        assert b.truncate_string_to_bytes(
            s="x" * 30, max_bytes=10, suffix="-", context="c", include_size_signal=False
        ) == (b.truncate_string_to_bytes("x" * 30, 10, "-", "c", False))

    @pytest.mark.parametrize("limit", [-1, float("nan"), "100", None, True])
    def test_what_is_no_size_is_a_value_error(self, limit: Any) -> None:
        with pytest.raises(ValueError, match="max_bytes: "):
            b.truncate_string_to_bytes("x" * 3000, limit)

    def test_a_log_line_and_the_flag_for_each_cut(self, lines: Any) -> None:
        b.reset_tool_truncation_occurred()
        b.truncate_string_to_bytes("short", context="page")
        assert (lines(), b.get_tool_truncation_occurred()) == ([], False)
        b.truncate_string_to_bytes("x" * 9000, context="page")
        b.truncate_string_to_bytes("x" * 9000)
        assert b.get_tool_truncation_occurred() is True
        assert lines() == [
            "Truncation: dataset=page original_bytes=9000 truncated_bytes=2000",
            "Truncation: dataset=unknown original_bytes=9000 truncated_bytes=2000",
        ]


class TestCheckpoint:
    def test_every_longer_string_is_replaced_wherever_it_stands(self, lines: Any) -> None:
        value = {"posts": [{"snippet": "s"}, {"snippet": "x" * 2001, "n": 1}], "t": ("y" * 3000, "short")}
        replaced: Any
        replaced, truncated = b.truncate_strings_for_llm(value, tool_name="fetch_reddit")
        assert truncated is True
        message = "value exceeds size limit (2001 bytes, max 2000) [content truncated for context limit]"
        assert replaced["posts"] == [{"snippet": "s"}, {"snippet": message, "n": 1}]
        assert list(replaced["t"]) == [message.replace("2001", "3000"), "short"]
        assert replaced["posts"][0] is value["posts"][0]
        assert value["posts"][1]["snippet"] == "x" * 2001  # type: ignore[index]
        assert (
            lines()[0]
            == f"Truncation: dataset=fetch_reddit.posts[1].snippet original_bytes=2001 truncated_bytes={len(message)}"
        )

    @pytest.mark.parametrize("value", ["", "text", 1, 1.5, None, True, [], {}, [[], {}], {"a": ["x" * 2000]}])
    def test_what_fits_is_the_very_object(self, value: Any) -> None:
        assert b.truncate_strings_for_llm(value) == (value, False)
        assert b.truncate_strings_for_llm(value)[0] is value

    def test_a_bare_string(self) -> None:
        assert b.truncate_strings_for_llm("x" * 5000) == (
            "value exceeds size limit (5000 bytes, max 2000) [content truncated for context limit]",
            True,
        )

    def test_bytes_are_counted_and_not_chars(self) -> None:
        assert b.truncate_strings_for_llm(["é" * 1000]) == (["é" * 1000], False)
        assert b.truncate_strings_for_llm(["é" * 1001])[1] is True

    def test_a_second_pass_replaces_nothing_and_no_message_is_longer_than_the_limit(self) -> None:
        for limit in (0, 1, 5, 40, 85, 86, 200):
            value = {"a": ["long text " * 50, {"b": "x" * (limit + 1)}]}
            once, truncated = b.truncate_strings_for_llm(value, limit)
            assert truncated is True
            assert b.truncate_strings_for_llm(once, limit) == (once, False)
            assert all(len(text.encode()) <= limit for text in (once["a"][0], once["a"][1]["b"]))  # type: ignore[index, union-attr]

    def test_keys_tuples_and_byte_strings_are_not_skipped(self) -> None:
        value: Any
        value, truncated = b.truncate_strings_for_llm({"k" * 5000: 1, "t": ("x" * 5000,), "b": b"y" * 5000})
        assert truncated is True
        assert max(len(str(part)) for part in (*value, *value.values())) <= 2000

    def test_the_flag_is_right_across_await_threads_and_tasks(self) -> None:
        async def inner() -> None:
            await asyncio.sleep(0)
            b.truncate_string_to_bytes("x" * 9000)

        async def tool(cuts: bool) -> bool:
            b.reset_tool_truncation_occurred()
            if cuts:
                await asyncio.create_task(inner())
            await asyncio.sleep(0.002)
            return b.get_tool_truncation_occurred()

        async def main() -> list[bool]:
            return await asyncio.gather(*(tool(number % 3 == 0) for number in range(12)))

        assert asyncio.run(main()) == [number % 3 == 0 for number in range(12)]
        found: list[bool] = []

        def run(cuts: bool) -> None:
            b.reset_tool_truncation_occurred()
            if cuts:
                b.truncate_strings_for_llm("x" * 9000)
            found.append(b.get_tool_truncation_occurred() is cuts)

        threads = [threading.Thread(target=run, args=(number % 2 == 0,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [True] * 8

    def test_it_is_set_by_every_cut_of_either_layer(self, lines: Any) -> None:
        cuts: list[Any] = [
            lambda: Capped(max_bytes=10, label="title")("x" * 100),
            lambda: Capped(max_items=10, label="results")(list(range(11))),
            lambda: trim("x" * 100, max_bytes=40, label="page"),
            lambda: trim_value({"a": "x" * 5000}, tool_name="tool"),
            lambda: toolify(lambda: "x" * 6000)(),
        ]
        for cut in cuts:
            b.reset_tool_truncation_occurred()
            cut()
            assert b.get_tool_truncation_occurred() is True
        assert len(lines()) == len(cuts)
        assert lines()[0] == "Truncation: dataset=title original_bytes=100 truncated_bytes=10"

    def test_before_a_reset_nothing_was_cut(self) -> None:
        found: list[bool] = []
        thread = threading.Thread(target=lambda: found.append(b.get_tool_truncation_occurred()))
        thread.start()
        thread.join()
        assert found == [False]


class TestResponse:
    def test_a_whole_response_is_capped(self, lines: Any) -> None:
        assert b.cap_response("x" * 50_000) == "x" * 50_000
        capped = b.cap_response("x" * 50_001, context="report")
        assert len(capped.encode()) == 50_000
        assert capped.endswith("x\n\n(response truncated)")
        assert lines() == ["Truncation: dataset=report original_bytes=50001 truncated_bytes=50000"]
        assert len(b.cap_response("é" * 300, 100).encode()) <= 100

    def test_the_disclaimer(self) -> None:
        paragraph = (
            "The content is reduced by AI from its original size, please follow the link to check the original content. "
            "This may also affect the accuracy of the analysis, remember this is for entertainment only."
        )
        assert signals.disclaimer_for({"body": b.cap_response("x" * 60_000)}) == paragraph
        assert signals.disclaimer_for(b.truncate_strings_for_llm({"a": "x" * 5000})[0]) == paragraph
        assert signals.disclaimer_for({"truncation_applied": True}) == paragraph
        assert signals.disclaimer_for({"truncation_applied": False, "body": "all of it"}) is None

    def test_metrics(self) -> None:
        counts = signals.metrics()
        b.truncate_string_to_bytes("x" * 9000, context="compat_posts")
        text = counts.prometheus()
        for line in (
            'truncation_events_total{dataset="compat_posts"} 1',
            'truncation_original_bytes_sum{dataset="compat_posts"} 9000',
            'truncation_truncated_bytes_sum{dataset="compat_posts"} 2000',
        ):
            assert line in text
