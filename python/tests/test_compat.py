"""Import swaps, with the faults of the originals mended."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

import tooltrim_core
from tooltrim_core.compat import truncate_for_llm as b
from tooltrim_core.compat.context_trimmer import ContextTrimmer, TruncationMode, trim_text
from tooltrim_core.compat.toolify import _convert_tool_output, toolify

MESSAGE = "\n\n... (tool result truncated from middle to save you from context overload) ...\n\n"


def test_a_long_result_keeps_both_ends() -> None:
    text = "a" * 3000 + "b" * 3000
    assert _convert_tool_output(text) == "a" * 2000 + MESSAGE + "b" * 2000
    assert _convert_tool_output("a" * 5000) == "a" * 5000
    results = [(42, "42"), (3.14159, "3.14159"), (True, "True"), (None, "Tool execution completed without errors")]
    for result, expected in results:
        assert _convert_tool_output(result) == expected
    assert _convert_tool_output({"name": "Zo\u00eb"}) == '{\n  "name": "Zo\u00eb"\n}'


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLIFY_TRUNCATE_THRESHOLD", "500")
    monkeypatch.setenv("TOOLIFY_TRUNCATE_PRESERVE", "100")
    assert _convert_tool_output("f" * 1000) == "f" * 100 + MESSAGE + "f" * 100
    # Not longer than the input, and within the threshold.
    monkeypatch.setenv("TOOLIFY_TRUNCATE_PRESERVE", "1000")
    assert len(_convert_tool_output("g" * 600)) <= 500
    # Nothing is kept of the ends.
    monkeypatch.setenv("TOOLIFY_TRUNCATE_PRESERVE", "0")
    assert _convert_tool_output("g" * 600).strip() == MESSAGE.strip()
    monkeypatch.setenv("TOOLIFY_TRUNCATE_THRESHOLD", "20")
    assert len(_convert_tool_output("g" * 600)) <= 20
    monkeypatch.setenv("TOOLIFY_TRUNCATE_ENABLED", "false")
    assert len(_convert_tool_output("g" * 9000)) == 9000


def test_the_decorator_takes_what_the_original_takes() -> None:
    def title_given(title: str) -> tuple[bool, str]:
        return bool(title), "Title cannot be empty"

    @toolify("Writes a note", preconditions=[title_given], postconditions=[lambda title: (False, "Bad")])
    def note(title: str) -> str:
        raise AssertionError("it must not run")

    assert note("") == (
        "Contract validation failed:\nPreconditions:\n  - Title cannot be empty\nPostconditions:\n  - Bad"
    )

    @toolify()
    def fails() -> None:
        raise ValueError("it broke" * 2000)

    text = fails()
    assert text.startswith("Tool Failed: it broke")
    assert len(text) <= 5000

    @toolify
    def plain(number: int) -> int:
        return number + 1

    assert plain("3") == "4"

    @toolify()
    def short() -> None:
        raise ValueError("it broke")

    assert short().startswith("Tool Failed: it broke\nTraceback:\n")


def test_fields_and_the_last_checkpoint(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "tooltrim_core")
    b.reset_tool_truncation_occurred()
    assert b.truncate_string_to_bytes("hello") == "hello"
    assert b.truncate_string_to_bytes(42) == 42
    assert b.get_tool_truncation_occurred() is False
    cut = b.truncate_string_to_bytes("\U0001f4a9" * 1000, max_bytes=100, context="posts")
    assert len(cut.encode()) <= 100
    assert cut.endswith("... [truncated, 1000 chars total]")
    assert b.get_tool_truncation_occurred() is True
    assert "truncated" not in b.truncate_string_to_bytes("z" * 5000, 100, include_size_signal=False)
    # A limit that is smaller than what would be added.
    for limit in range(12):
        assert len(b.truncate_string_to_bytes("z" * 50, limit)) <= limit
    value = {"posts": [{"title": "short", "body": "w" * 5000}, ("t" * 5000,)], 7: b"x" * 5000}
    replaced: Any
    replaced, truncated = b.truncate_strings_for_llm(value, tool_name="fetch_reddit")
    assert truncated is True
    assert replaced["posts"][0]["title"] == "short"
    message = b.OVER_LIMIT_TEMPLATE.format(size=5000, max_bytes=2000)
    assert replaced["posts"][0]["body"] == replaced["posts"][1][0] == replaced["7"] == message
    assert b.truncate_strings_for_llm(replaced) == (replaced, False)
    same = {"count": 42, "flag": True, "data": None}
    assert b.truncate_strings_for_llm(same)[0] is same
    lines = [record.getMessage() for record in caplog.records]
    assert lines[0].startswith("Truncation: dataset=posts original_bytes=4000 truncated_bytes=")
    assert "Truncation: dataset=fetch_reddit.posts[0].body original_bytes=5000 truncated_bytes=85" in lines
    assert b.cap_response("x" * 60_000).endswith("\n\n(response truncated)")


def test_the_flag_is_right_for_tools_that_run_at_once() -> None:
    async def tool(size: int) -> bool:
        b.reset_tool_truncation_occurred()
        await asyncio.sleep(0.001)
        await asyncio.gather(asyncio.to_thread(b.truncate_strings_for_llm, {"a": "x" * size}), asyncio.sleep(0))
        await asyncio.sleep(0.001)
        return b.get_tool_truncation_occurred()

    async def main() -> list[bool]:
        return await asyncio.gather(*(tool(5000 if number % 2 else 5) for number in range(10)))

    assert asyncio.run(main()) == [bool(number % 2) for number in range(10)]


def test_cycles_and_depth_in_values() -> None:
    cycle: dict[str, Any] = {}
    cycle["self"] = cycle
    with pytest.raises(tooltrim_core.TooltrimError) as caught:
        b.truncate_strings_for_llm(cycle)
    assert caught.value.code == "CYCLE"
    deep: Any = "x" * 5000
    for _ in range(50_000):
        deep = {"a": deep}
    assert b.truncate_strings_for_llm(deep)[0]
    assert b.truncate_strings_for_llm({"a": "\ud83d" * 5000})[1] is True
    assert b.truncate_strings_for_llm({"a": float("nan"), "b": "x" * 5000})[0]["a"] is None  # type: ignore[comparison-overlap]


@pytest.mark.parametrize("mode", ["head", "tail", "center", "center_lines", "HEAD", TruncationMode.CENTER_LINES])
def test_the_modes_of_the_trimmer(mode: Any) -> None:
    log = "".join(f"step {number}\n" for number in range(3000)) + "}\n}\nerror: last\n"
    text = trim_text(log, 4000, mode)
    assert len(text) <= 4000
    assert "... [truncated " in text
    assert text.startswith("step 0") is (str(getattr(mode, "value", mode)).lower() != "tail")
    assert text.endswith("error: last\n") is (str(getattr(mode, "value", mode)).lower() != "head")
    assert ContextTrimmer(4000, mode).trim(log) == text
    assert ContextTrimmer(4000, mode).trim("short") == "short"


def test_a_marker_that_cannot_fit_is_an_error_at_construction() -> None:
    with pytest.raises(tooltrim_core.TooltrimError):
        ContextTrimmer(10, marker_template="... [truncated {count} chars] ... and more")
    with pytest.raises(tooltrim_core.TooltrimError):
        ContextTrimmer(4000, marker_template="{colour}")
    with pytest.raises(tooltrim_core.TooltrimError, match="mode: "):
        ContextTrimmer(4000, "middle")


def test_one_wrapper_for_every_tool() -> None:
    trimmer = ContextTrimmer(100)
    assert trimmer.wrap(lambda: {"a": 1})() == '{\n  "a": 1\n}'

    async def tool() -> str:
        return "x" * 900

    assert len(asyncio.run(trimmer.wrap(tool)())) <= 100
