"""Functions as tools."""

from __future__ import annotations

import asyncio
import dataclasses
import datetime
import enum
import inspect
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Optional

import pytest

from tooltrim_core import TooltrimError, presets, toolify, truncation_scope


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Point:
    x: int
    y: float = 0.0


@pytest.mark.parametrize(
    ("hint", "given", "expected"),
    [
        (int, "3", 3),
        (int, "3.0", 3),
        (int, 3.0, 3),
        (float, "2.5", 2.5),
        (bool, "true", True),
        (bool, "no", False),
        (str, 5, "5"),
        (list[int], "[1, 2]", [1, 2]),
        (list[int], ["1", "2"], [1, 2]),
        (dict[str, int], '{"a": "1"}', {"a": 1}),
        (tuple[int, str], '["1", "a"]', (1, "a")),
        (set[int], "[1, 1, 2]", {1, 2}),
        (Optional[int], "3", 3),
        (Optional[int], None, None),
        (Optional[int], "null", None),
        (int | str, "3", "3"),
        (Literal["a", 1], "1", 1),
        (Literal[0, False, None], "false", False),
        (Literal[0, False, None], "null", None),
        (Literal["1", "2"], 2, "2"),
        (Colour, "red", Colour.RED),
        (Colour, "BLUE", Colour.BLUE),
        (Path, "a/b", Path("a/b")),
        (datetime.date, "2024-05-31", datetime.date(2024, 5, 31)),
        (Point, '{"x": "1", "y": 2}', Point(1, 2.0)),
        (Annotated[int, "a number"], "3", 3),
        (Any, "3", "3"),
        (list[Point], [{"x": 1}], [Point(1)]),
    ],
)
def test_arguments_are_converted_by_type_hints(hint: Any, given: Any, expected: Any) -> None:
    seen = []

    def tool(value: Any, *more: Any) -> None:
        seen.append((value, more))

    tool.__annotations__ = {"value": hint, "more": hint}
    toolify(tool)(given, given)
    assert seen == [(expected, (expected,))]
    assert type(seen[0][0]) is type(expected)


@pytest.mark.parametrize(
    ("hint", "given", "said"),
    [
        (int, "three", "value: 'three' is not a whole number"),
        (int, "3.5", "value: '3.5' is not a whole number"),
        (bool, "maybe", "value: 'maybe' is not true or false"),
        (list[int], "one, two", "value: 'one, two' is not a list in JSON"),
        (list[int], "[1, null]", "value: None is not a whole number"),
        (Literal["a", "b"], "c", "value: 'c' is not one of 'a', 'b'"),
        (Colour, "green", "value: 'green' is not one of 'red', 'blue'"),
        (Point, '{"z": 1}', "value: "),
    ],
)
def test_arguments_that_do_not_fit_are_named(hint: Any, given: Any, said: str) -> None:
    def tool(value: Any) -> None:
        raise AssertionError("it must not run")

    tool.__annotations__ = {"value": hint}
    assert toolify(tool)(given).startswith(f"Tool Failed: bad input: {said}")


def test_arguments_that_the_function_does_not_take_are_refused() -> None:
    tool = toolify(lambda path: path)
    assert tool(file="a").startswith("Tool Failed: bad input: ")  # type: ignore[call-arg]
    assert tool().startswith("Tool Failed: bad input: missing a required argument: 'path'")  # type: ignore[call-arg]


def test_models_are_made_and_written() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Issue(pydantic.BaseModel):  # type: ignore[misc, name-defined]
        id: int
        title: str

    def tool(issue: Any) -> Any:
        return [issue]

    tool.__annotations__ = {"issue": Issue}
    assert toolify(tool)({"id": "7", "title": "a"}) == '[\n  {\n    "id": 7,\n    "title": "a"\n  }\n]'
    assert toolify(tool)("{}").startswith("Tool Failed: bad input: issue: 2 validation errors")


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (None, "Tool execution completed without errors"),
        ("", ""),
        (42, "42"),
        (3.14159, "3.14159"),
        (True, "true"),
        ([], "[]"),
        ({"name": "Zo\u00eb"}, '{\n  "name": "Zo\u00eb"\n}'),
        (b"caf\xc3\xa9", "caf\u00e9"),
        (b"\xff\xfd", "[binary data, 2 bytes]"),
        ((1, "a"), '[\n  1,\n  "a"\n]'),
        (Point(1, 2.5), '{\n  "x": 1,\n  "y": 2.5\n}'),
        ({1: {2}}, '{\n  "1": [\n    2\n  ]\n}'),
        (Path("a/b"), "a/b"),
        ({"at": datetime.date(2024, 5, 31)}, '{\n  "at": "2024-05-31"\n}'),
        (ValueError("it is late"), "Tool Failed: it is late"),
    ],
)
def test_results_become_texts(result: Any, text: str) -> None:
    assert toolify(lambda: result)() == text


def test_a_cycle_and_depth_do_no_harm() -> None:
    cycle: list[Any] = []
    cycle.append(cycle)
    assert toolify(lambda: cycle)()
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    assert len(toolify(lambda: deep)()) <= 5000


def test_failures_become_texts_within_the_limit() -> None:
    def fails(size: int) -> None:
        try:
            raise ConnectionError("the disk is away")
        except ConnectionError as error:
            raise KeyError("x" * size) from error

    assert toolify(fails)(3) == "Tool Failed: KeyError: 'xxx'\nCaused by: the disk is away"
    assert len(toolify(fails)(100_000)) <= 5000
    stack = toolify(errors="stack")(fails)(3)
    assert stack.startswith("Tool Failed: KeyError: 'xxx'\nTraceback:\nTraceback (most recent call last):")
    assert "tooltrim_core/tools.py" not in stack

    def ends() -> None:
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        toolify(ends)()


def test_what_a_command_printed_is_shown() -> None:
    def run() -> None:
        subprocess.run([sys.executable, "-c", "print('out'); exit(3)"], check=True, capture_output=True)

    assert toolify(run)().endswith("returned non-zero exit status 3.\nout")


def test_contracts_run_before_the_tool_and_cannot_change_it() -> None:
    ran = []

    def shortens(items: list[int]) -> bool:
        items.clear()
        return True

    def fails(items: list[int]) -> bool:
        raise LookupError("no index")

    @toolify(preconditions=[shortens], postconditions=[None])
    def tool(items: list[int]) -> int:
        ran.append(items)
        return len(items)

    assert tool([1, 2]) == "2"
    both = toolify(
        preconditions=[fails, lambda items: (False, "two\nlines"), lambda items: False], postconditions=[fails]
    )
    assert both(lambda items: ran.append(items))([1]) == (
        "Contract validation failed:\nPreconditions:\n  - Tool Failed: no index\n  - two\n    lines\n"
        "  - precondition 3 does not hold\nPostconditions:\n  - Tool Failed: no index"
    )
    assert "neither True nor False" in toolify(preconditions=[lambda: None])(lambda: 1)()
    assert ran == [[1, 2]]


def test_invariants_are_checked_again() -> None:
    stock = [1]
    holds = lambda count: (stock[0] >= 0, "stock is below 0")

    @toolify(invariants=[holds])
    def order(count: int) -> int:
        stock[0] -= count
        return stock[0]

    assert order("1") == "0"  # type: ignore[arg-type]
    assert order(1) == "Contract validation failed after the tool ran:\nInvariants:\n  - stock is below 0"


def test_async_tools_and_contracts() -> None:
    async def allowed(path: str, lines: int = 1) -> tuple[bool, str]:
        await asyncio.sleep(0)
        return path != ".env", "Hidden files are not read"

    @toolify(preconditions=[allowed])
    async def read(path: str, lines: int = 1) -> str:
        await asyncio.sleep(0)
        if path == "gone":
            raise FileNotFoundError("no such file")
        return f"{path}\n" * lines

    @toolify
    async def pieces(count: int) -> AsyncIterator[str]:
        for number in range(count):
            yield f"line {number}\n"

    assert inspect.iscoroutinefunction(read)
    assert asyncio.run(read("a", "2")) == "a\na\n"  # type: ignore[arg-type]
    assert asyncio.run(read("gone")) == "Tool Failed: no such file"
    assert asyncio.run(read(".env")).endswith("  - Hidden files are not read")
    assert len(asyncio.run(read("a" * 100, 10_000))) <= 5000
    assert len(asyncio.run(pieces(100_000))) <= 5000  # type: ignore[arg-type]
    late = toolify(lambda path: read(path))
    assert late("a") == "Tool Failed: the tool is asynchronous, declare it with async def"

    async def cancelled() -> None:
        raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(toolify(cancelled)())


def test_generators_are_read_in_bounded_memory() -> None:
    @toolify(output=1000)
    def rows() -> Iterator[Any]:
        yield "first\n"
        for number in range(200_000):
            yield {"number": number} if number % 1000 == 0 else "a line\n"
        yield b"last\n"

    text = rows()
    assert len(text) <= 1000
    assert text.startswith("first\n")
    assert text.endswith("last\n")


def test_a_wrapped_tool_looks_like_the_function() -> None:
    @toolify("Reads a file", name="read")
    def read_file(path: str, lines: int = 1) -> list[str]:
        """Old words."""
        return [path] * lines

    assert read_file.__doc__ == "Reads a file"
    assert read_file.__name__ == "read"
    assert list(inspect.signature(read_file).parameters) == ["path", "lines"]
    assert inspect.signature(read_file).return_annotation in (str, "str", list[str], "list[str]")
    with pytest.raises(TooltrimError, match="preconditions: "):
        toolify(preconditions=lambda: True)(read_file)  # type: ignore[call-overload]
    with pytest.raises(TooltrimError, match="max_chars: "):
        toolify(output=-1)(read_file)


def test_methods_are_tools_too() -> None:
    class Files:
        root = "here"

        @toolify
        def read(self, path: str) -> str:
            return f"{self.root}/{path}"

    assert Files().read("a") == "here/a"


def test_cuts_of_a_tool_carry_its_name() -> None:
    with truncation_scope() as scope:
        toolify(name="fetch")(lambda: "x" * 9000)()
    assert [event.label for event in scope.events] == ["fetch"]
    with truncation_scope() as scope:
        toolify(name="fetch", output=presets.terminal())(lambda: "x" * 90)()
    assert not scope.truncation_applied


@pytest.mark.parametrize("form", ["sync", "async"])
def test_an_invariant_that_fails_afterwards_rolls_back(form: str) -> None:
    notes: list[str] = []

    def few(text: str) -> tuple[bool, str]:
        return len(notes) < 2, "Too many notes"

    def restore(before: list[str]) -> None:
        notes[:] = before

    def add(text: str) -> str:
        notes.append(text)
        return "added"

    async def aadd(text: str) -> str:
        return add(text)

    def fails(before: object) -> None:
        raise OSError("the disk is gone")

    def called(**options: Any) -> str:
        wrapped: Any = toolify(aadd if form == "async" else add, invariants=[few], **options)
        answer = wrapped("a")
        return asyncio.run(answer) if form == "async" else answer

    assert called(snapshot=lambda text: list(notes), rollback=restore) == "added"
    head = "Contract validation failed after the tool ran:\nInvariants:\n  - Too many notes\n"
    restored = "The state before the tool ran was restored."
    assert called(snapshot=lambda text: list(notes), rollback=restore) == head + restored
    assert notes == ["a"]
    given: list[Any] = []
    assert called(rollback=given.append) == head + restored
    assert given == [(("a",), {})]
    notes.pop()
    assert called(rollback=fails) == head + "The state before the tool ran could not be restored: the disk is gone"
    with pytest.raises(TooltrimError, match="rollback: 5 is not a function"):
        called(rollback=5)


@pytest.mark.parametrize("form", ["sync", "async"])
def test_the_arguments_of_a_call_say_what_is_looked_for(form: str) -> None:
    text = "\n".join("The lease ends in May 2031." if n == 500 else f"Page {n} of the file." for n in range(900))

    def search(query: str, page: int = 1) -> str:
        if query == "fails":
            raise OSError("no index")
        return text

    async def asearch(query: str, page: int = 1) -> str:
        return search(query, page)

    def called(output: Any, *args: object) -> str:
        wrapped: Any = toolify(asearch if form == "async" else search, output=output)
        answer = wrapped(*args)
        return asyncio.run(answer) if form == "async" else answer

    usual = called(None, "when does the lease end?")
    assert "May 2031" not in usual
    # Without a limit its options join the usual ones, which have rescue and keep 2,000 chars of each end.
    found = called(lambda query, page=1: {"about": query}, "when does the lease end?", "2")
    assert "May 2031" in found and len(found) <= 5000 and "Page 0 " in found
    assert len(called(lambda query, page=1: {"about": query, "max_chars": 200}, "when does the lease end?")) <= 200
    assert len(called(lambda query, page=1: 300, "when does the lease end?")) <= 300
    # A wrapped tool never raises.
    refused: list[Any] = [lambda: {}, lambda query, page=1: {"about": 5}, lambda query, page=1: [], lambda *_: None]
    for output in refused:
        assert called(output, "when does the lease end?") == usual
    assert called(lambda query, page=1: {"about": query}, "fails") == "Tool Failed: no index"


def test_limits_by_the_arguments_of_generators_and_async_tools() -> None:
    def about(query: str) -> Any:
        return {"about": query, "max_chars": 200}

    @toolify(output=about)
    def pieces(query: str) -> Any:
        for n in range(900):
            yield "The lease ends in May 2031.\n" if n == 500 else f"Page {n} of the file.\n"

    @toolify(output=about)
    async def later(query: str) -> str:
        return "\n".join("The lease ends in May 2031." if n == 500 else f"Page {n}." for n in range(900))

    for found in (pieces("when does the lease end?"), asyncio.run(later("when does the lease end?"))):
        assert "The lease ends in May 2031." in found
        assert len(found) <= 200


def test_a_function_for_the_limits_names_the_arguments_that_it_needs() -> None:
    class Files:
        @toolify(output=lambda query: {"about": query, "max_chars": 100})
        def search(self, query: str, most: int = 5) -> str:
            return "\n".join(f"Page {n}." for n in range(900))

    assert len(Files().search("page 7")) <= 100
    assert len(Files().search(query="page 7", most=3)) <= 100
