"""The import swap of a trimmer with strategies: each sentence about the original, and the faults that must not come
back.
"""

from __future__ import annotations

import asyncio
import copy
import inspect
import pickle
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from tooltrim_core.compat.context_trimmer import (
    DEFAULT_MARKER,
    ContextTrimmer,
    ToolDispatchWrapper,
    TruncationConfig,
    TruncationMode,
    trim_text,
)

MODES = list(TruncationMode)
LOG = "".join(f"step {number}\n" for number in range(3000)) + "}\n}\n\n}\nerror: last\n"


def count(text: str) -> int:
    start = text.index("[truncated ") + len("[truncated ")
    return int(text[start : text.index(" chars]")])


class TestModes:
    def test_names_and_values(self) -> None:
        assert [mode.name for mode in MODES] == ["HEAD", "TAIL", "CENTER", "CENTER_LINES"]
        assert [str(mode) for mode in MODES] == [f"{mode}" for mode in MODES] == [mode.value for mode in MODES]
        assert TruncationMode("head") is TruncationMode("HEAD") is TruncationMode["HEAD"] is TruncationMode.HEAD
        assert TruncationMode.HEAD == "head"
        for wrong in ("middle", "", 1, None):
            with pytest.raises(ValueError, match="not a valid TruncationMode"):
                TruncationMode(wrong)
            with pytest.raises(ValueError, match="mode: "):
                ContextTrimmer(100, wrong)  # type: ignore[arg-type]

    def test_defaults(self) -> None:
        trimmer = ContextTrimmer()
        assert (trimmer.max_chars, trimmer.mode, trimmer.marker_template) == (
            4000,
            TruncationMode.CENTER_LINES,
            DEFAULT_MARKER,
        )
        assert DEFAULT_MARKER == "... [truncated {count} chars] ..."
        assert trim_text(LOG) == trimmer.trim(LOG) == trimmer(LOG)

    @pytest.mark.parametrize("mode", MODES)
    def test_what_fits_is_returned_as_it_is(self, mode: TruncationMode) -> None:
        for text in ("", "short", "x" * 4000, "😀" * 4000):
            assert ContextTrimmer(4000, mode).trim(text) is text

    @pytest.mark.parametrize("mode", MODES)
    @pytest.mark.parametrize("limit", [28, 40, 100, 999, 4000])
    def test_the_limit_holds_with_the_real_count(self, mode: TruncationMode, limit: int) -> None:
        for text in (LOG, "x" * 200_000, "é" * 12_345, "👩‍🚀" * 5000, "}\n" * 9000):
            result = trim_text(text, limit, mode)
            assert len(result) <= limit
            if "[truncated " in result:
                marker = DEFAULT_MARKER.format(count=count(result))
                kept = result.replace(marker, "", 1)
                # Breaks around a marker on a line of its own belong to it.
                assert len(text) - count(result) in range(len(kept) - 2, len(kept) + 1)

    def test_what_each_keeps(self) -> None:
        head, tail, center = (trim_text(LOG, 100, mode) for mode in MODES[:3])
        assert (LOG.startswith(head[:60]), head.endswith("...")) == (True, True)
        assert (LOG.endswith(tail[-60:]), tail.startswith("...")) == (True, True)
        assert LOG.startswith(center[:25])
        assert LOG.endswith(center[-25:])

    def test_whole_lines_of_both_ends(self) -> None:
        whole = set(LOG.splitlines())
        lines = trim_text(LOG, 200, TruncationMode.CENTER_LINES).splitlines()
        markers = [line for line in lines if line not in whole]
        assert len(markers) == 1
        assert lines[0] == "step 0"
        # Equal lines at the end do not end it early.
        assert lines[-5:] == ["}", "}", "", "}", "error: last"]

    def test_one_giant_line_leaves_more_than_the_marker(self) -> None:
        text = trim_text("x" * 100_000, 500, TruncationMode.CENTER_LINES)
        assert text.count("x") > 400

    def test_graphemes_stay_whole_between_lines(self) -> None:
        text = trim_text("👩‍🚀" * 5000, 100, TruncationMode.CENTER_LINES)
        kept = text.replace(DEFAULT_MARKER.format(count=count(text)), "").replace("\n", "")
        assert kept == "👩‍🚀" * (len(kept) // 3)


class TestMarkers:
    def test_of_your_own(self) -> None:
        assert ContextTrimmer(40, "head", "<{count} gone>").trim("x" * 100) == "x" * 31 + "<69 gone>"
        assert ContextTrimmer(20, "tail", marker_template="~").trim("y" * 100) == "~" + "y" * 19
        assert ContextTrimmer(20, "tail", marker_template="").trim("y" * 100) == "y" * 20

    @pytest.mark.parametrize(
        ("limit", "marker"),
        [(10, DEFAULT_MARKER), (26, DEFAULT_MARKER), (0, DEFAULT_MARKER), (5, "{count} chars"), (0, "x")],
    )
    def test_one_that_cannot_fit_is_an_error_at_construction(self, limit: int, marker: str) -> None:
        with pytest.raises(ValueError, match=r"marker|max_chars"):
            ContextTrimmer(limit, marker_template=marker)

    @pytest.mark.parametrize("marker", ["{colour}", "{count", "{}", "{0}"])
    def test_templates_with_unknown_placeholders_fail_at_construction(self, marker: str) -> None:
        with pytest.raises(ValueError, match="marker_template: "):
            ContextTrimmer(4000, marker_template=marker)

    @pytest.mark.parametrize("limit", [-1, float("nan"), "100", True])
    def test_what_is_no_size_is_an_error_at_construction(self, limit: Any) -> None:
        with pytest.raises(ValueError, match="max_chars: "):
            ContextTrimmer(limit)


class TestTools:
    def test_a_result_that_is_no_string_is_made_one(self) -> None:
        trimmer = ContextTrimmer(100)
        assert trimmer.wrap(lambda: {"a": [1]})() == '{\n  "a": [\n    1\n  ]\n}'
        assert trimmer.wrap(lambda: 42)() == "42"
        assert len(trimmer.wrap(lambda: list(range(1000)))()) <= 100
        assert trimmer.trim(b"bytes") == "bytes"

    def test_every_kind_of_tool(self) -> None:
        trimmer = ContextTrimmer(100)

        @trimmer.wrap
        def plain(n: int = 500) -> str:
            "Documented."
            return "x" * n

        @trimmer.wrap
        async def later(n: int) -> str:
            return "x" * n

        @trimmer.wrap
        def pieces(n: int) -> Iterator[str]:
            yield from ("line\n" for _ in range(n))

        @trimmer.wrap
        async def later_pieces(n: int) -> AsyncIterator[str]:
            for _ in range(n):
                yield "line\n"

        class Tools:
            @trimmer.wrap
            def method(self, n: int) -> str:
                return "x" * n

            @trimmer.wrap
            @classmethod
            def of_class(cls, n: int) -> str:
                return "x" * n

            async def __call__(self, n: int) -> str:
                return "x" * n

        tools: Any = Tools()
        results = [plain(), asyncio.run(later(500)), tools.method(500), tools.of_class(500), Tools.of_class(500)]
        results += [asyncio.run(trimmer.wrap(tools)(500)), asyncio.run(trimmer.wrap(lambda n: later(n))(500))]
        assert set(results) == {trimmer.trim("x" * 500)}
        assert pieces(1000) == asyncio.run(later_pieces(1000)) == trimmer.trim("line\n" * 1000)
        assert pieces(3) == "line\n" * 3
        assert (plain.__name__, plain.__doc__, list(inspect.signature(plain).parameters)) == (
            "plain",
            "Documented.",
            ["n"],
        )

    def test_one_strategy_for_all_tools(self) -> None:
        config = TruncationConfig(max_chars=100, mode="tail", marker_template="<{count}>")
        trimmer = ContextTrimmer(config)
        assert (trimmer.max_chars, trimmer.mode, trimmer.marker_template) == (100, TruncationMode.TAIL, "<{count}>")

        async def later(n: int) -> str:
            return "x" * n

        for tools in (ToolDispatchWrapper(config), ToolDispatchWrapper(trimmer)):
            assert tools.execute_tool(lambda n, unit: unit * n, 500, unit="x") == "<405>" + "x" * 95
            assert asyncio.run(tools.execute_tool(later, n=500)) == "<405>" + "x" * 95
            assert tools.execute_tool(lambda: {"a": 1}) == '{\n  "a": 1\n}'
        assert ToolDispatchWrapper().execute_tool(lambda: LOG) == trim_text(LOG)

    def test_what_a_tool_raises_goes_through(self) -> None:
        def fails() -> None:
            raise KeyError("x")

        with pytest.raises(KeyError):
            ContextTrimmer(100).wrap(fails)()


def test_trimmers_can_be_copied_and_pickled() -> None:
    for mode in MODES:
        trimmer = ContextTrimmer(60, mode, "[{count}]")
        for other in (copy.copy(trimmer), copy.deepcopy(trimmer), pickle.loads(pickle.dumps(trimmer))):
            assert (other.trim(LOG), other.max_chars, other.mode) == (trimmer.trim(LOG), 60, mode)
