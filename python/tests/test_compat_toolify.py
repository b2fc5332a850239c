"""The import swap of a ``toolify`` decorator: each sentence about the original, and the faults that must not come back."""

from __future__ import annotations

import asyncio
import functools
import inspect
import pickle
import sys
import textwrap
import threading
import typing
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from tooltrim_core.compat.toolify import _convert_tool_output, toolify

MESSAGE = "\n\n... (tool result truncated from middle to save you from context overload) ...\n\n"


@toolify("Doubles a number")
def doubled(number: int = 1) -> int:
    """Hidden by the description."""
    return number * 2


class TestResultToText:
    @pytest.mark.parametrize(
        ("result", "text"),
        [
            (None, "Tool execution completed without errors"),
            ("", ""),
            ("as it is\r\n\x00", "as it is\r\n\x00"),
            (42, "42"),
            (3.14159, "3.14159"),
            (-0.0, "-0.0"),
            (True, "True"),
            (False, "False"),
            (Decimal("1.10"), "1.10"),
            ([], "[]"),
            ({}, "{}"),
            (["a", 1, None], '[\n  "a",\n  1,\n  null\n]'),
            ((1, 2), "[\n  1,\n  2\n]"),
            ({"name": "Zoë", "emoji": "😀"}, '{\n  "name": "Zoë",\n  "emoji": "😀"\n}'),
            ({1: {"deep": [True]}}, '{\n  "1": {\n    "deep": [\n      true\n    ]\n  }\n}'),
            ([float("nan")], "[\n  null\n]"),
        ],
    )
    def test_table(self, result: Any, text: str) -> None:
        assert _convert_tool_output(result) == text
        assert toolify(lambda: result)() == text

    def test_what_cannot_be_serialised_is_its_plain_string(self) -> None:
        class Thing:
            def __str__(self) -> str:
                return "a thing"

        class Broken:
            def __str__(self) -> str:
                raise RuntimeError("no text")

        cycle: list[Any] = []
        cycle.append(cycle)
        assert _convert_tool_output(Thing()) == "a thing"
        assert _convert_tool_output(cycle) == "[[...]]"
        assert _convert_tool_output({"thing": Thing()}) == '{\n  "thing": "a thing"\n}'
        assert _convert_tool_output(Broken()) == "<Broken>"
        # More digits than Python writes.
        assert _convert_tool_output(1 << 20_000) == hex(1 << 20_000)[:2000] + MESSAGE + "0" * 2000

    def test_objects_with_members_are_json(self) -> None:
        @dataclass
        class Point:
            x: int
            name: str

        assert _convert_tool_output(Point(1, "é")) == '{\n  "x": 1,\n  "name": "é"\n}'


class TestTruncation:
    @pytest.mark.parametrize("size", [0, 1, 4999, 5000])
    def test_up_to_the_threshold_nothing_changes(self, size: int) -> None:
        assert _convert_tool_output("x" * size) == "x" * size
        assert _convert_tool_output("😀" * size) == "😀" * size

    @pytest.mark.parametrize("size", [5001, 6000, 100_000])
    def test_over_it_the_first_and_the_last_2000_stay(self, size: int) -> None:
        text = "a" * (size // 2) + "é" * (size - size // 2)
        assert _convert_tool_output(text) == text[:2000] + MESSAGE + text[-2000:]
        assert len(_convert_tool_output(text)) == 4081
        assert len(MESSAGE) == 81

    def test_json_counts_as_text(self) -> None:
        text = _convert_tool_output(["x" * 100] * 200)
        assert text.startswith('[\n  "xxx')
        assert MESSAGE in text
        assert text.endswith('"\n]')

    @pytest.mark.parametrize("value", ["", "many", "-5", "1e3"])
    def test_settings_that_are_no_sizes_do_no_harm(self, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
        monkeypatch.setenv("TOOLIFY_TRUNCATE_THRESHOLD", value)
        assert len(_convert_tool_output("x" * 9000)) == 4081

    def test_an_empty_text_and_no_result_are_never_touched(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TOOLIFY_TRUNCATE_THRESHOLD", "5")
        assert _convert_tool_output(None) == toolify(lambda: None)() == "Tool execution completed without errors"
        assert _convert_tool_output("") == ""

    @pytest.mark.parametrize("threshold", [0, 1, 10, 80, 81, 82, 500])
    @pytest.mark.parametrize("preserve", [0, 1, 50, 5000])
    def test_the_result_is_never_longer_than_threshold_or_input(
        self, monkeypatch: pytest.MonkeyPatch, threshold: int, preserve: int
    ) -> None:
        monkeypatch.setenv("TOOLIFY_TRUNCATE_THRESHOLD", str(threshold))
        monkeypatch.setenv("TOOLIFY_TRUNCATE_PRESERVE", str(preserve))
        for size in (threshold, threshold + 1, threshold + 1000):
            text = _convert_tool_output("g" * size)
            assert len(text) <= min(size, max(threshold, 0))
            # A keep size of 0 keeps nothing of the ends.
            assert preserve > 0 or size <= threshold or "gg" not in text


class TestContracts:
    def test_both_kinds_run_before_the_tool_and_all_failures_are_listed(self) -> None:
        order: list[str] = []

        def failing(name: str, message: str) -> Any:
            def contract(*args: Any, **kwargs: Any) -> tuple[bool, str]:
                order.append(name)
                return False, message

            return contract

        @toolify(
            "Writes",
            [failing("a", "Title cannot be empty"), failing("b", "Too long")],
            [failing("c", "Invalid markdown: Missing closing bracket on line 5")],
        )
        def tool(title: str) -> None:
            order.append("tool")

        assert tool("") == (
            "Contract validation failed:\n"
            "Preconditions:\n  - Title cannot be empty\n  - Too long\n"
            "Postconditions:\n  - Invalid markdown: Missing closing bracket on line 5"
        )
        assert order == ["a", "b", "c"]

    def test_a_section_stands_there_only_where_it_has_failures(self) -> None:
        only_post = toolify("d", [lambda: (True, "")], [lambda: (False, "p")])(lambda: None)
        assert only_post() == "Contract validation failed:\nPostconditions:\n  - p"
        only_pre = toolify("d", preconditions=[lambda: (False, "p")])(lambda: None)
        assert only_pre() == "Contract validation failed:\nPreconditions:\n  - p"

    def test_one_that_raises_has_failed_and_loses_no_other_failure(self) -> None:
        def raises() -> Any:
            raise ValueError("broken contract")

        tool = toolify("d", [lambda: (False, "first"), raises], [raises, lambda: (False, "last")])(lambda: None)
        assert tool() == (
            "Contract validation failed:\nPreconditions:\n  - first\n  - Tool Failed: broken contract\n"
            "Postconditions:\n  - Tool Failed: broken contract\n  - last"
        )

    @pytest.mark.parametrize(
        ("answer", "passes"),
        [
            (True, True),
            ((True, ""), True),
            ((True, "a warning"), True),
            (False, False),
            ((False, ""), False),
            (None, False),
        ]
        + [("yes", False), ((), False), ([False, "as a list"], False), ((1, "x"), True), ((0, "x"), False)],
    )
    def test_bare_answers_do_not_crash(self, answer: Any, passes: bool) -> None:
        text = toolify("d", preconditions=[lambda: answer])(lambda: "ran")()
        assert (text == "ran") is passes
        assert passes or text.startswith("Contract validation failed:\nPreconditions:\n  - ")

    def test_messages_of_several_lines_stay_in_the_list(self) -> None:
        tool = toolify("d", preconditions=[lambda: (False, "one\ntwo\n- three")])(lambda: None)
        assert tool() == "Contract validation failed:\nPreconditions:\n  - one\n    two\n    - three"

    def test_messages_do_not_escape_the_limit(self) -> None:
        tool = toolify("d", preconditions=[lambda: (False, "m" * 50_000)])(lambda: None)
        assert len(tool()) <= 5000

    def test_they_get_the_arguments_of_the_tool_and_cannot_change_them(self) -> None:
        seen: list[Any] = []

        def spoils(items: list[Any], *, extra: dict[str, Any]) -> bool:
            seen.append((list(items), dict(extra)))
            items.clear()
            extra["changed"] = True
            return True

        lock = threading.Lock()  # cannot be copied

        @toolify("d", preconditions=[spoils])
        def tool(items: list[Any], *, extra: dict[str, Any]) -> str:
            return f"{items[0] is lock} {len(items)} {extra}"

        assert tool([lock, 2], extra={}) == "True 2 {}" or tool([1, 2], extra={}) == "False 2 {}"
        assert tool([1, 2], extra={"a": [1]}) == "False 2 {'a': [1]}"
        assert seen[-1] == ([1, 2], {"a": [1]})

    def test_of_a_method_they_get_the_very_object(self) -> None:
        class Notes:
            def __init__(self) -> None:
                self.asked = 0

            def is_open(self, title: str) -> bool:
                self.asked += 1
                return bool(title)

            @toolify("Adds", preconditions=[is_open])
            def add(self, title: str) -> str:
                return f"{title} {self.asked}"

        assert Notes().add("a") == "a 1"

    def test_async_ones_are_awaited(self) -> None:
        async def refuses(number: int) -> tuple[bool, str]:
            await asyncio.sleep(0)
            return number > 0, "not positive"

        @toolify("d", preconditions=[refuses])
        async def tool(number: int) -> int:
            return number

        assert asyncio.run(tool(1)) == "1"
        assert asyncio.run(tool(-1)) == "Contract validation failed:\nPreconditions:\n  - not positive"


class TestFailures:
    def test_message_then_traceback(self) -> None:
        @toolify
        def tool() -> None:
            raise ValueError("it broke")

        lines = tool().split("\n")
        assert lines[:3] == ["Tool Failed: it broke", "Traceback:", "Traceback (most recent call last):"]
        assert lines[-1] == "ValueError: it broke"
        # Without frames of ours.
        assert next(line for line in lines if line.startswith("  File ")).endswith(", in tool")

    def test_they_do_not_escape_the_limit(self) -> None:
        def tool() -> None:
            raise ValueError("long " * 10_000)

        assert len(toolify(tool)()) <= 5000
        assert toolify(tool)().startswith("Tool Failed: long long")

    def test_wrong_arguments_are_a_text_too(self) -> None:
        # In Python's words, as the original has them.
        assert doubled("many").startswith("Tool Failed: invalid literal for int() with base 10: 'many'\nTraceback:\n")
        assert doubled(1, 2, 3).startswith("Tool Failed: doubled() takes from 0 to 1 positional arguments but 3 were")
        assert doubled(unknown=1).startswith("Tool Failed: doubled() got an unexpected keyword argument 'unknown'\n")

    def test_only_the_end_of_the_process_goes_through(self) -> None:
        for error in (KeyboardInterrupt, SystemExit):

            def tool(kind: Any = error) -> None:
                raise kind

            with pytest.raises(error):
                toolify(tool)()


class TestArguments:
    @pytest.mark.parametrize(
        ("given", "length"),
        [('["a", "b"]', 2), ("['a', None, True]", 3), ("('a',)", 1), ("{'a': None, 'b': [1]}", 2), ('{"a": null}', 1)],
    )
    def test_lists_and_dicts_may_be_json_or_python(self, given: str, length: int) -> None:
        kind = dict if given.startswith("{") else list

        def size(value):  # type: ignore[no-untyped-def]
            assert type(value) is kind
            return len(value)

        size.__annotations__["value"] = kind
        assert toolify(size)(given) == str(length)

    @pytest.mark.parametrize(
        ("given", "said"),
        [
            ("a, b", "malformed node or string on line 1\n"),
            ("[1, 2", "'[' was never closed"),
            # Its order would not be the same in each process.
            ("{'a', 'b'}", "\"{'a', 'b'}\" is not a list\n"),
            ("__import__('os').getcwd()", "malformed node or string on line 1\n"),
            ("[" * 5000, "too many nested parentheses"),
        ],
    )
    def test_what_is_neither_is_python_s_own_error(self, given: str, said: str) -> None:
        @toolify
        def size(value: list) -> int:  # type: ignore[type-arg]
            return len(value)

        assert size(given).startswith(f"Tool Failed: {said}")

    def test_a_function_without_a_description_says_its_name(self) -> None:
        @toolify
        def read_all_files() -> None: ...

        assert read_all_files.__doc__ == "Execute read all files"
        assert toolify("Reads")(read_all_files).__doc__ == "Reads"
        assert doubled.__doc__ == "Doubles a number"


class TestKindsOfFunctions:
    def test_with_and_without_parentheses(self) -> None:
        def tool(n: int) -> int:
            "A docstring."
            return n

        plain: Any
        for plain in (toolify(tool), toolify()(tool), toolify(None)(tool), toolify(description=None)(tool)):
            assert (plain("7"), plain.__doc__) == ("7", "A docstring.")
        for described in (toolify("Other")(tool), toolify(description="Other")(tool)):
            assert (described(7), described.__doc__) == ("7", "Other")

    def test_methods(self) -> None:
        class Tools:
            factor = 3

            @toolify("m")
            def method(self, n: int) -> int:
                return self.factor * n

            @classmethod
            @toolify("c")
            def inner(cls, n: int) -> int:
                return cls.factor * n

            @toolify("o")
            @classmethod
            def outer(cls, n: int) -> int:
                return cls.factor * n

            @staticmethod
            @toolify("s")
            def static(n: int) -> int:
                return n

            @toolify
            @staticmethod
            def static_outer(n: int) -> int:
                return n

        tools: Any = Tools()
        assert [tools.method("2"), tools.inner("2"), tools.outer("2"), Tools.outer("2")] == ["6"] * 4
        assert [tools.static("2"), Tools.static_outer("2"), tools.static_outer("2")] == ["2"] * 3
        assert Tools.method("not self").startswith("Tool Failed: ")

    def test_async_functions_are_awaited_and_not_printed(self) -> None:
        @toolify("d")
        async def tool(n: int) -> list[int]:
            await asyncio.sleep(0)
            return [n]

        class Called:
            async def __call__(self, n: int) -> int:
                return n

        called, partial = toolify(Called()), toolify(functools.partial(Called().__call__, "5"))
        assert inspect.iscoroutinefunction(tool)
        assert inspect.iscoroutinefunction(called)
        assert asyncio.run(tool("5")) == "[\n  5\n]"
        assert asyncio.run(called("5")) == asyncio.run(partial()) == "5"

        @toolify
        async def fails() -> None:
            raise OSError("gone")

        assert asyncio.run(fails()).startswith("Tool Failed: gone\nTraceback:\n")
        assert "async def" in toolify(lambda: tool(1))()

    def test_cancelling_an_async_tool_cancels_it(self) -> None:
        async def main() -> None:
            task = asyncio.ensure_future(toolify(asyncio.sleep)(60))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        asyncio.run(main())

    def test_generators_are_read_to_their_end(self) -> None:
        @toolify
        def lines(n: int) -> Iterator[str]:
            for number in range(n):
                yield f"{number}\n"

        @toolify
        async def pieces(n: int) -> AsyncIterator[str]:
            for number in range(n):
                yield f"{number}\n"

        assert lines(3) == asyncio.run(pieces(3)) == "0\n1\n2\n"
        whole = "".join(f"{number}\n" for number in range(50_000))
        assert lines(50_000) == asyncio.run(pieces(50_000)) == whole[:2000] + MESSAGE + whole[-2000:]

    def test_metadata_stays(self) -> None:
        assert (doubled.__name__, doubled.__qualname__, doubled.__module__) == ("doubled", "doubled", __name__)
        assert doubled.__doc__ == "Doubles a number"
        assert doubled.__wrapped__(2) == 4
        assert list(inspect.signature(doubled).parameters) == ["number"]
        assert inspect.signature(doubled).parameters["number"].default == 1
        assert typing.get_type_hints(doubled) == {"number": int, "return": str}

    def test_a_tool_can_be_pickled_by_its_name(self) -> None:
        assert pickle.loads(pickle.dumps(doubled)) is doubled

    @pytest.mark.skipif(sys.version_info < (3, 14), reason="annotations are evaluated when they are read since 3.14")
    def test_hints_for_type_checkers_only(self) -> None:
        code = """
            from typing import TYPE_CHECKING
            from tooltrim_core.compat.toolify import toolify

            if TYPE_CHECKING:
                from nowhere import Context

            @toolify("d")
            def tool(context: Context, lines: int) -> str:
                return f"{context} {lines + 1}"
        """
        names: dict[str, Any] = {"__name__": "names"}
        exec(textwrap.dedent(code), names)
        assert names["tool"]("c", 1) == "c 2"
        assert list(inspect.signature(names["tool"].__wrapped__, **_forward()).parameters) == ["context", "lines"]


def _forward() -> dict[str, Any]:
    import annotationlib  # type: ignore[import-not-found, unused-ignore]

    return {"annotation_format": annotationlib.Format.FORWARDREF}
