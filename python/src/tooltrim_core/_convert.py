"""Arguments as the type hints of a function want them: models send ``"3"`` for an ``int``, and JSON for a list."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
import datetime
import enum
import functools
import inspect
import json
import pathlib
import sys
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin


class BadInput(ValueError):
    """An argument that does not fit its type hint, or does not fit the function. Its cause is Python's own error."""


_TRUE = {"true", "1", "yes", "on"}
_FALSE = {"false", "0", "no", "off"}


class Converter:
    """The parameters of a function."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._signature: inspect.Signature | None
        try:
            self._signature = inspect.signature(function, **_LAZILY)
        except (TypeError, ValueError):  # Some functions written in C.
            self._signature = None
        self._hints: dict[str, Any] | None = None
        self._function = function

    def bound(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Returns converted arguments. Raises :class:`BadInput`."""
        if self._signature is None:
            return args, kwargs
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError as error:
            raise BadInput(str(error)) from _called(self._function, args, kwargs)
        hints = self._known_hints()
        for name, value in bound.arguments.items():
            hint = hints.get(name, Any)
            kind = self._signature.parameters[name].kind
            if kind is inspect.Parameter.VAR_POSITIONAL:
                bound.arguments[name] = tuple(_named(name, item, hint) for item in value)
            elif kind is inspect.Parameter.VAR_KEYWORD:
                bound.arguments[name] = {key: _named(key, item, hint) for key, item in value.items()}
            else:
                bound.arguments[name] = _named(name, value, hint)
        return bound.args, bound.kwargs

    def _known_hints(self) -> dict[str, Any]:
        if self._hints is None:
            try:
                self._hints = typing.get_type_hints(_hinted(self._function))
            except Exception:  # A hint that names what is not there at run time.
                self._hints = {}
        return self._hints


#: Since Python 3.14 annotations are evaluated when they are read: one may name what only type checkers import.
_LAZILY: dict[str, Any] = {}
if sys.version_info >= (3, 14):
    import annotationlib

    _LAZILY["annotation_format"] = annotationlib.Format.FORWARDREF


def annotations_of(function: Any) -> dict[str, Any]:
    """The annotations of a function, as far as they can be evaluated."""
    if sys.version_info >= (3, 14):
        try:
            return dict(annotationlib.get_annotations(function, format=annotationlib.Format.FORWARDREF))
        except TypeError:  # An object that is called.
            return {}
    return dict(getattr(function, "__annotations__", {}))


def _hinted(function: Any) -> Any:
    """What has the hints: of an object that is called, and of a partial, that is not the object itself."""
    while isinstance(function, functools.partial):
        function = function.func
    if inspect.isroutine(function) or isinstance(function, type):
        return function
    return typing.cast(Any, type(function)).__call__


def _called(function: Any, args: Any, kwargs: Any) -> TypeError | None:
    """The error of a call with arguments that do not fit."""
    try:
        inspect.getcallargs(function, *args, **kwargs)
    except TypeError as error:
        return error
    return None


def _named(name: str, value: Any, hint: Any) -> Any:
    try:
        return converted(value, hint)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from error.__cause__


def converted(value: Any, hint: Any) -> Any:
    """Returns a value of the type of a hint; of a hint that says nothing the value itself."""
    origin = get_origin(hint)
    if origin is typing.Annotated:
        return converted(value, get_args(hint)[0])
    if hint in (Any, inspect.Parameter.empty, object) or isinstance(hint, (str, typing.TypeVar)):
        return value
    if origin in (Union, types.UnionType):
        return _union(value, get_args(hint))
    if origin is Literal:
        return _literal(value, get_args(hint))
    if hint is None or hint is type(None):
        if value is None or value in ("None", "null", ""):
            return None
        raise BadInput(f"{_shown(value)} is not None")
    plain = origin or hint
    if not isinstance(plain, type):
        return value
    for kind, read in _READERS:
        if issubclass(plain, kind):
            return read(value, plain, get_args(hint))
    if isinstance(value, plain):
        return value
    return _object(value, plain)


def _union(value: Any, hints: tuple[Any, ...]) -> Any:
    for hint in hints:
        if isinstance(hint, type) and type(value) is hint:
            return value
    if value is None and type(None) in hints:
        return None
    texts = str in hints
    errors = []
    # A text stays a text where that is allowed.
    for hint in hints:
        if texts and isinstance(value, str) and hint is not str:
            continue
        try:
            return converted(value, hint)
        except BadInput as error:
            errors.append(str(error))
    raise BadInput(errors[0] if errors else f"{_shown(value)} is of none of these types")


def _literal(value: Any, allowed: tuple[Any, ...]) -> Any:
    for each in allowed:
        if value == each and type(value) is type(each):
            return each
    for each in allowed:
        if str(each) == value:
            return each
    # As an argument of its type: "true", "null", 1.0 for 1.
    for each in allowed:
        with contextlib.suppress(BadInput, ValueError):
            if converted(value, type(each)) == each:
                return each
    raise BadInput(f"{_shown(value)} is not one of {', '.join(map(repr, allowed))}")


def _bool(value: Any, kind: type, args: tuple[Any, ...]) -> Any:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower() if isinstance(value, (str, int)) else ""
    if word in _TRUE | _FALSE:
        return word in _TRUE
    raise BadInput(f"{_shown(value)} is not true or false")


def _enum(value: Any, kind: type, args: tuple[Any, ...]) -> Any:
    if isinstance(value, kind):
        return value
    members: list[enum.Enum] = list(typing.cast(Any, kind))
    for member in members:
        if value in (member.value, member.name) or str(member.value) == value:
            return member
    raise BadInput(f"{_shown(value)} is not one of {', '.join(repr(member.value) for member in members)}")


def _number(value: Any, kind: type, args: tuple[Any, ...]) -> Any:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, kind):
        return value
    word = "a whole number" if issubclass(kind, int) else "a number"
    try:
        if issubclass(kind, int):
            number = float(value) if isinstance(value, float) else value
            whole = int(number)
            if isinstance(value, float) and whole != value:
                raise ValueError
            return whole
        return typing.cast(Any, kind)(value)
    except (TypeError, ValueError, OverflowError) as error:
        try:
            # "3.0" is a whole number, too.
            number = float(value)
            if issubclass(kind, int) and number.is_integer():
                return int(number)
        except (TypeError, ValueError, OverflowError):
            pass
        raise BadInput(f"{_shown(value)} is not {word}") from error


def _text(value: Any, kind: type, args: tuple[Any, ...]) -> Any:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return value


def _bytes(value: Any, kind: type, args: tuple[Any, ...]) -> Any:
    return value.encode() if isinstance(value, str) else value


def _mapping(value: Any, kind: type, args: tuple[Any, ...]) -> Any:
    found = _parsed(value, "an object")
    if not isinstance(found, Mapping):
        raise BadInput(f"{_shown(value)} is not an object")
    if len(args) == 2:
        return {converted(key, args[0]): converted(item, args[1]) for key, item in found.items()}
    return found


def _list(value: Any, kind: type, args: tuple[Any, ...]) -> Any:
    found = _parsed(value, "a list")
    if isinstance(found, (str, bytes, Mapping)) or not hasattr(found, "__iter__"):
        raise BadInput(f"{_shown(value)} is not a list")
    items = list(found)
    if issubclass(kind, tuple) and args and args[-1] is not Ellipsis:
        if len(items) != len(args):
            raise BadInput(f"{len(items)} items are not {len(args)}")
        items = [converted(item, hint) for item, hint in zip(items, args)]
    elif args:
        items = [converted(item, args[0]) for item in items]
    if kind in (tuple, set, frozenset):
        return kind(items)
    return items if kind in (list, Sequence) or not isinstance(found, kind) else found


def _path(value: Any, kind: type, args: tuple[Any, ...]) -> Any:
    return value if isinstance(value, kind) else pathlib.Path(value)


def _time(value: Any, kind: type, args: tuple[Any, ...]) -> Any:
    if isinstance(value, kind) or not isinstance(value, str):
        return value
    try:
        return typing.cast(Any, kind).fromisoformat(value.replace("Z", "+00:00"))
    except ValueError:
        raise BadInput(f"{_shown(value)} is not a {kind.__name__} such as 2024-05-31") from None


def _object(value: Any, kind: type) -> Any:
    """A model of Pydantic, or a dataclass."""
    validate = getattr(kind, "model_validate", None)
    if callable(validate):
        try:
            return validate(_parsed(value, "an object"))
        except ValueError as error:
            raise BadInput(str(error)) from None
    if dataclasses.is_dataclass(kind):
        found = _parsed(value, "an object")
        if isinstance(found, Mapping):
            hints = typing.get_type_hints(kind)
            try:
                return kind(**{name: _named(name, item, hints.get(name, Any)) for name, item in found.items()})
            except TypeError as error:
                raise BadInput(str(error)) from None
    return value


def _parsed(value: Any, what: str) -> Any:
    if not isinstance(value, (str, bytes)):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        pass
    try:
        # Models write Python as well. The order of a set is not the same in each process.
        found = ast.literal_eval(value if isinstance(value, str) else value.decode())
        if isinstance(found, (dict, list, tuple)):
            return found
        raise ValueError(f"{_shown(value)} is not {what}")
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError) as error:
        # Without the address of a node.
        error.args = tuple(arg.partition(": <")[0] if isinstance(arg, str) else arg for arg in error.args)
        raise BadInput(f"{_shown(value)} is not {what} in JSON") from error


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else shown[:77] + "..."


_READERS: tuple[tuple[type, Callable[[Any, type, tuple[Any, ...]], Any]], ...] = (
    (bool, _bool),
    (enum.Enum, _enum),
    (int, _number),
    (float, _number),
    (str, _text),
    (bytes, _bytes),
    (dict, _mapping),
    (list, _list),
    (tuple, _list),
    (set, _list),
    (frozenset, _list),
    (pathlib.PurePath, _path),
    (datetime.datetime, _time),
    (datetime.date, _time),
    (datetime.time, _time),
)
