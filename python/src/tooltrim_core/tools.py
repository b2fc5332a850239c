"""Functions as tools: contracts, converted arguments, one bounded text whatever happens."""

from __future__ import annotations

import copy
import functools
import inspect
import json
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator, Mapping, Sequence
from typing import Any, Literal, ParamSpec, Protocol, TypeAlias, TypeVar, cast, overload

from . import _core, presets, signals
from ._contracts import Contract, close, contracts_of, copied, name_of, objection_of
from ._convert import BadInput, Converter, annotations_of
from ._options import TrimOptions
from ._result import failure_text, message_of, result_text, words
from .errors import wrong
from .stream import TrimStream
from .text import Trimmer

__all__ = ["Contract", "toolify"]

P = ParamSpec("P")
T = TypeVar("T")
#: A computation that yields what may be awaitable, and gets what that becomes.
_Steps: TypeAlias = Generator[Any, Any, T]

_USUAL_FITS = 5000
_LIMITS = ("max_chars", "max_utf16", "max_bytes", "max_lines", "max_tokens")
_ASYNCHRONOUS = "the tool is asynchronous, declare it with async def"


def _usual() -> TrimOptions:
    """The default limits of a tool: ``presets.toolify()``, with rescue."""
    return {**presets.toolify(), "rescue": True}


class _Decorator(Protocol):
    """Wraps a function, sync or async."""

    # A coroutine function is a function, too: the first that fits counts.
    @overload
    def __call__(  # pyright: ignore[reportOverlappingOverload]
        self, function: Callable[P, Coroutine[Any, Any, Any]], /
    ) -> Callable[P, Coroutine[Any, Any, str]]: ...
    @overload
    def __call__(self, function: Callable[P, Any], /) -> Callable[P, str]: ...


@overload
def toolify(  # pyright: ignore[reportOverlappingOverload]
    function: Callable[P, Coroutine[Any, Any, Any]], /
) -> Callable[P, Coroutine[Any, Any, str]]: ...
@overload
def toolify(function: Callable[P, Any], /) -> Callable[P, str]: ...
@overload
def toolify(
    function: str | None = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    preconditions: Sequence[Contract | None] | None = None,
    postconditions: Sequence[Contract | None] | None = None,
    invariants: Sequence[Contract | None] | None = None,
    snapshot: Callable[..., Any] | None = None,
    rollback: Callable[[Any], Any] | None = None,
    output: TrimOptions | int | Callable[..., TrimOptions | int | None] | None = None,
    errors: Literal["message", "stack"] = "message",
    convert: bool = True,
) -> _Decorator: ...
def toolify(
    function: Any = None,
    /,
    *,
    name: str | None = None,
    description: str | None = None,
    preconditions: Sequence[Contract | None] | None = None,
    postconditions: Sequence[Contract | None] | None = None,
    invariants: Sequence[Contract | None] | None = None,
    snapshot: Callable[..., Any] | None = None,
    rollback: Callable[[Any], Any] | None = None,
    output: TrimOptions | int | Callable[..., TrimOptions | int | None] | None = None,
    errors: Literal["message", "stack"] = "message",
    convert: bool = True,
) -> Any:
    """Wraps a function as a tool: it always returns one text within the limits, and never raises.

    >>> from tooltrim_core import toolify
    >>> @toolify(preconditions=[lambda title, lines=1: (title != "", "Title cannot be empty")])
    ... def create_note(title: str, lines: int = 1) -> str:
    ...     "Writes a note."
    ...     return f"{title}\\n" + "a line of the note\\n" * lines
    >>> create_note("Tides", "1")
    'Tides\\na line of the note\\n'
    >>> len(create_note("Tides", 1000))
    4081
    >>> create_note("", 1)
    'Contract validation failed:\\nPreconditions:\\n  - Title cannot be empty'
    >>> create_note("Tides", "many")
    "Tool Failed: bad input: lines: 'many' is not a whole number"

    An ``async def`` becomes an async tool. With or without parentheses; a text in them is the description.

    The order of a call: arguments are converted by the type hints (``convert``), preconditions, postconditions and
    invariants are checked, all of them before the tool runs; then the tool, its result as text, the limit of ``output``
    (options of ``trim`` or a number of chars; by default the first and the last 2,000 chars of what is over 5,000; or a
    function of the call's arguments, ``lambda query: {"about": query}``, whose options join the default unless they set
    a limit), and the invariants again. A contract gets a copy of the arguments; one that raises, or answers anything but ``True``,
    ``False`` or ``(valid, message)``, has failed. If an invariant fails after the tool ran, ``rollback`` is called with
    what ``snapshot(*args, **kwargs)`` returned before it, or with a copy of the arguments, and the text says so.

    ``None`` becomes a sentence, lists, dictionaries, dataclasses and models JSON, generators are read to their end in
    bounded memory. An exception becomes ``Tool Failed: `` and its message, ``errors="stack"`` adds the traceback.
    """
    options = {
        "name": name,
        "description": description,
        "preconditions": preconditions,
        "postconditions": postconditions,
        "invariants": invariants,
        "snapshot": snapshot,
        "rollback": rollback,
        "output": output,
        "errors": errors,
        "convert": convert,
    }
    if isinstance(function, str):
        options["description"], function = function, None
    if function is None:
        return lambda wrapped: _wrapped(wrapped, options)
    return _wrapped(function, options)


def _wrapped(function: Any, options: Mapping[str, Any], kind: type[_Tool] | None = None) -> Any:
    if isinstance(function, (classmethod, staticmethod)):
        # Above @classmethod, where only what is below it can be called.
        return type(function)(_wrapped(function.__func__, options, kind))
    if not callable(function):
        raise wrong("function", function, "a function")
    tool = (kind or _Tool)(function, options)

    async def acall(*args: Any, **kwargs: Any) -> str:
        return await tool.acall(args, kwargs)

    def call(*args: Any, **kwargs: Any) -> str:
        return tool.call(args, kwargs)

    wrapper: Any = functools.wraps(function)(acall if is_async(function) else call)
    if tool.description is not None:
        wrapper.__doc__ = tool.description
    wrapper.__name__ = tool.name
    wrapper.tool_name = tool.name
    wrapper.__annotations__ = {**annotations_of(function), "return": str}
    return wrapper


def is_async(function: Any) -> bool:
    """True for async functions, async generators, and objects that are called like one."""
    called = (function, cast(Any, type(function)).__call__)
    return any(inspect.iscoroutinefunction(each) or inspect.isasyncgenfunction(each) for each in called)


class _Tool:
    def __init__(self, function: Callable[..., Any], options: Mapping[str, Any]) -> None:
        self.function = function
        self.name: str = options["name"] or getattr(function, "__name__", type(function).__name__)
        self.description: str | None = options["description"]
        self.errors: str = options["errors"]
        if self.errors not in ("message", "stack"):
            raise wrong("errors", self.errors, 'one of "message", "stack"')
        self._converter = Converter(function) if options["convert"] else None
        self._contracts = [
            (kind, place, contract)
            for kind in ("precondition", "postcondition", "invariant")
            for place, contract in enumerate(contracts_of(kind, options[f"{kind}s"]), 1)
        ]
        self._invariants = [each for each in self._contracts if each[0] == "invariant"]
        self._snapshot, self._rollback = options.get("snapshot"), options.get("rollback")
        for name, given in (("snapshot", self._snapshot), ("rollback", self._rollback)):
            if given is not None and not callable(given):
                raise wrong(name, given, "a function")
        given = options["output"]
        self._output_of: Callable[..., Any] | None = given if callable(given) else None
        self._output = None if callable(given) else given
        self._trimmer_: Trimmer | None = None
        if self._output is not None:
            self._trimmer()

    def _asked(self, output: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Calls ``output`` with the arguments that its parameters name; else with those of the call as they are."""
        given = inspect.signature(self.function).bind(*args, **kwargs)
        given.apply_defaults()
        parameters = inspect.signature(output).parameters
        by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
        if all(each.kind in by_name and name in given.arguments for name, each in parameters.items()):
            return output(**{name: given.arguments[name] for name in parameters})
        return output(*args, **kwargs)

    def _for(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Tool:
        """The tool with the limits that its ``output`` gives for these arguments; the usual ones where it fails."""
        if self._output_of is None:
            return self
        try:
            given = self._asked(self._output_of, args, kwargs)
            if given is None:
                return self
            tool = copy.copy(self)
            joins = isinstance(given, Mapping) and all(given.get(name) is None for name in _LIMITS)
            tool._output = {**_usual(), **given} if joins else given
            tool._trimmer_ = None
            tool._trimmer()
        except Exception:
            return self
        return tool

    def _trimmer(self) -> Trimmer:
        if self._trimmer_ is None:
            output = self._output
            given: Any = _usual() if output is None else output
            if isinstance(given, (int, float)) and not isinstance(given, bool):
                given = {"max_chars": given}
            if not isinstance(given, Mapping):
                raise wrong("output", given, "options of trim or a number of chars")
            labelled: Any = {"label": self.name, **given}
            self._trimmer_ = Trimmer(**labelled)
        return self._trimmer_

    def text(self, result: Any) -> str:
        """A result as text."""
        return result_text(result)

    def bounded(self, text: str) -> str:
        """The text within the limits."""
        if self._output is None and len(text) <= _USUAL_FITS:
            signals.checked()
            return text
        return self._trimmer().trim(text).text

    def failure(self, error: Exception) -> str:
        """The failure as a text within the limits."""
        return self.bounded(failure_text(error, self.errors))

    def call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        return _at_once(self._steps(args, kwargs))

    async def acall(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
        return await _settled(self._steps(args, kwargs))

    def _steps(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Steps[str]:
        try:
            args, kwargs = self._converter.bound(args, kwargs) if self._converter else (args, kwargs)
        except Exception as error:
            return self._refused(error)
        return (yield from self._for(args, kwargs)._called(args, kwargs))

    def _called(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> _Steps[str]:
        try:
            objection = yield from self._objection(self._contracts, args, kwargs, ran=False)
            if objection is not None:
                return self.bounded(objection)
            snapshot = yield self._taken(args, kwargs)
        except Exception as error:
            return self._refused(error)
        try:
            result = yield self.function(*args, **kwargs)
            if isinstance(result, AsyncIterator):
                text: str = yield self._aread(result)
            elif isinstance(result, Iterator):
                text = self._read(result)
            else:
                text = self.bounded(self.text(result))
        except _Asynchronous:
            text = self.bounded(words()["failed"] + _ASYNCHRONOUS)
        except Exception as error:
            text = self.failure(error)
        if not self._invariants:
            return text
        objection = yield from self._objection(self._invariants, args, kwargs, ran=True)
        if objection is None:
            return text
        if self._rollback is not None:
            try:
                yield self._rollback(snapshot)
                objection += words()["rolledBack"]
            except Exception as error:
                objection += words()["notRolledBack"] + message_of(error)
        return self.bounded(f"{objection}\n{text}" if text.startswith(words()["failed"]) else objection)

    def _refused(self, error: Exception) -> str:
        if isinstance(error, BadInput):
            return self.bounded(words()["failed"] + words()["badInput"] + str(error))
        return self.failure(error)

    def _stream(self) -> TrimStream:
        self._trimmer()
        output: Any = _usual() if self._output is None else self._output
        if not isinstance(output, Mapping):
            output = {"max_chars": output}
        given: Any = {"label": self.name, **{key: value for key, value in output.items() if key != "format"}}
        return TrimStream(**given)

    def _read(self, pieces: Iterator[Any]) -> str:
        with self._stream() as stream:
            for piece in pieces:
                stream.write(as_piece(piece))
        return stream.result.text

    async def _aread(self, pieces: AsyncIterator[Any]) -> str:
        with self._stream() as stream:
            async for piece in pieces:
                stream.write(as_piece(piece))
        return stream.result.text

    def _objection(self, contracts: Sequence[Any], args: Any, kwargs: Any, *, ran: bool) -> _Steps[str | None]:
        failed = []
        for kind, place, contract in contracts:
            message: str | None
            try:
                answer = yield contract(*copied(args), **copied(kwargs))
                message = objection_of(answer, name_of(contract, kind, place))
            except Exception as error:
                message = words()["failed"] + message_of(error)
            if message is not None:
                failed.append((kind, place, contract, message))
        return self._described(failed, ran)

    def _described(self, failed: Sequence[tuple[str, int, Any, str]], ran: bool) -> str | None:
        if not failed:
            return None
        lists: dict[str, list[str]] = {"precondition": [], "postcondition": [], "invariant": []}
        for kind, place, contract, message in failed:
            lists[kind].append(message)
            signals.violation(self.name, name_of(contract, kind, place))
        parts = [json.dumps(messages) for messages in lists.values()]
        return _core.ask("text", "contract_failure", *parts, "true" if ran else "")[0].decode()

    def _taken(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """The state before the tool runs."""
        if self._rollback is None:
            return None
        return self._snapshot(*args, **kwargs) if self._snapshot else (copied(args), copied(kwargs))


class _Asynchronous(Exception):
    """Raised in a synchronous call where something would have to be awaited."""


def _at_once(steps: _Steps[str]) -> str:
    """Runs the steps of a call without waiting."""
    try:
        value = next(steps)
        while True:
            if inspect.isawaitable(value):
                close(value)
                value = steps.throw(_Asynchronous(words()["asynchronousContract"]))
            else:
                value = steps.send(value)
    except StopIteration as end:
        return cast(str, end.value)


async def _settled(steps: _Steps[str]) -> str:
    """Runs the steps of a call, and waits for what has to be awaited."""
    try:
        value = next(steps)
        while True:
            try:
                settled = await value if inspect.isawaitable(value) else value
            except Exception as error:
                value = steps.throw(error)
            else:
                value = steps.send(settled)
    except StopIteration as end:
        return cast(str, end.value)


def as_piece(piece: Any) -> str | bytes:
    """A piece of a generator's, as a stream takes it."""
    if isinstance(piece, (str, bytes, bytearray)):
        return piece if isinstance(piece, str) else bytes(piece)
    return result_text(piece) + "\n"
