"""JSON-like values within limits."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypedDict, TypeVar, cast

from . import _core, _json, signals
from ._json import camel, option
from ._options import NAMES as TRIM_NAMES
from ._options import Checked, TrimOptions, check_names
from .errors import TooltrimError, wrong

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = [
    "Capped",
    "Cut",
    "Limit",
    "TrimmedValue",
    "ValueOptions",
    "cap_to_schema",
    "trim_value",
    "truncate_string_to_bytes",
    "truncate_strings_for_llm",
]

T = TypeVar("T")


class Limit(TrimOptions, total=False):
    """Limits at a path: options of ``trim`` for a text, and the most items and keys."""

    max_items: int
    max_keys: int


class ValueOptions(TypedDict, total=False):
    """How to limit a value.

    ``max_string_bytes``: the most bytes of a string, 2,000. ``max_items``, ``max_keys``: the first N stay.
    ``max_depth``: 128. ``max_total_bytes``: of the compact JSON of the whole, 50,000 (``float("inf")`` for no limit);
    big members share what small ones leave. ``limits``: by path, such as ``{"results[*].title": {"max_chars": 80}}``. ``strings``: ``"replace"`` puts a message with the size
    in the place of a long string (default); options of ``trim`` trim it. ``base64``: ``"replace"`` (default) or
    ``"keep"``. ``about``: what is looked for; values that answer it come first within the total. ``synonyms``: find its words by their synonyms as well, true. ``flag``: this key of the value is set to true if anything was cut. ``tool_name``: names the cuts.
    """

    max_string_bytes: float | None
    max_items: float | None
    max_keys: float | None
    max_depth: float | None
    max_total_bytes: float | None
    limits: Mapping[str, Limit]
    strings: Literal["replace"] | TrimOptions
    base64: Literal["replace", "keep"]
    about: str | None
    synonyms: bool
    flag: str | None
    tool_name: str | None
    scope: signals.Scope | None
    on_truncate: Callable[[signals.TruncationEvent], object] | None


_NAMES = tuple(ValueOptions.__annotations__)
#: A value has one store and one scope.
_LIMIT_NAMES = (*(name for name in TRIM_NAMES if name not in ("store", "scope")), "max_items", "max_keys")


@dataclass(frozen=True)
class Cut:
    """One cut: ``path`` is a JSON Pointer (RFC 6901); sizes are bytes, items or keys."""

    path: str
    kind: Literal["string", "items", "keys", "depth", "base64", "unreadable"]
    before: int
    after: int


@dataclass(frozen=True)
class TrimmedValue(Generic[T]):
    """A value within its limits, and its cuts."""

    value: T
    truncated: bool
    cuts: Sequence[Cut]


def trim_value(value: T, **options: Unpack[ValueOptions]) -> TrimmedValue[T]:
    """Caps every string, every list and the total size of a JSON-like value; the result is always valid JSON.

    >>> from tooltrim_core import trim_value
    >>> answer = {"id": 7, "title": "Crash on start", "body": "It crashes. " * 500}
    >>> trim_value(answer).value["body"]
    'value exceeds size limit (6000 bytes, max 2000) [content truncated for context limit]'
    >>> short = trim_value(answer, max_total_bytes=200, strings={"keep": "head"})
    >>> short.value["title"], short.cuts[0].path
    ('Crash on start', '/body')

    If nothing changes, ``value`` is the very input; otherwise unchanged members are the same objects. What JSON has no
    form for comes out as the JSON that it becomes, also where nothing is cut: dataclasses and Pydantic models as
    objects, sets as lists, bytes and dates as texts, NaN as null. :class:`ValueOptions` lists the options.

    Raises :class:`TooltrimError`: ``INVALID_OPTION``, ``MARKER_TOO_LONG``, and ``CYCLE`` for a value that contains
    itself.
    """
    return _trimmed(value, None, options)


def cap_to_schema(value: T, schema: object, **options: Unpack[ValueOptions]) -> TrimmedValue[T]:
    """Caps a value to the sizes of a JSON Schema, or of a Pydantic model: too much is cut, not refused.

    >>> from tooltrim_core import cap_to_schema
    >>> schema = {"properties": {"title": {"maxLength": 20}, "tags": {"maxItems": 2}}}
    >>> cap_to_schema({"title": "A title that goes on and on", "tags": ["a", "b", "c"]}, schema).value
    {'title': 'A title that goes...', 'tags': ['a', 'b']}

    Follows ``properties``, ``items``, ``$ref``, ``allOf``, ``anyOf`` and the like. Strings without a cap have no limit
    unless the options set one. With ``max_total_bytes`` the result also still fits the schema.

    Raises :class:`TooltrimError`: ``INVALID_OPTION``, also where the schema requires more than ``max_total_bytes``.
    """
    model_schema = getattr(schema, "model_json_schema", None)
    return _trimmed(value, model_schema() if callable(model_schema) else schema, options)


def _trimmed(value: T, schema: object, options: Mapping[str, Any]) -> TrimmedValue[T]:
    check_names(options, _NAMES)
    on_truncate, scope = options.get("on_truncate"), options.get("scope")
    given = _json.encoded(_core_options(options))
    before = _json.encoded(value)
    parts = [given, before] if schema is None else [given, before, _json.encoded(schema)]
    answer = _core.ask("full", "trim_value", *parts)
    signals.checked()
    about = json.loads(answer[0])
    for cut in about["cuts"]:
        sizes = (cut.get("limit"), cut["before"], cut["after"])
        event = signals.TruncationEvent(cut["label"] or None, _UNITS.get(cut["kind"], "bytes"), *sizes)
        signals.emit(event, on_truncate, scope)
    cuts = tuple(Cut(cut["path"], cut["kind"], cut["before"], cut["after"]) for cut in about["cuts"])
    if len(answer) > 1:
        value = cast(T, _shared(value, json.loads(answer[1])))
    elif not _json.is_own_form(value):
        value = cast(T, _shared(value, json.loads(before)))
    return TrimmedValue(value, about["truncated"], cuts)


_UNITS = {"items": "items", "keys": "keys", "depth": "levels"}


def _core_options(options: Mapping[str, Any]) -> dict[str, Any]:
    core: dict[str, Any] = {}
    for name, value in options.items():
        if value is None or name in ("scope", "on_truncate"):
            continue
        if name == "limits":
            if not isinstance(value, Mapping):
                raise wrong("limits", value, "a dict of paths and limits")
            core["limits"] = {str(path): _limit(path, limit) for path, limit in value.items()}
        elif name == "strings" and isinstance(value, Mapping):
            core["strings"] = _texts(value)
        else:
            core[camel(name)] = option(value)
    return core


def _limit(path: object, limit: object) -> Any:
    if not isinstance(limit, Mapping):
        return option(limit)
    check_names(limit, _LIMIT_NAMES, f"limits.{path}.")
    own = {name: limit[name] for name in ("max_items", "max_keys") if name in limit}
    texts = _texts({name: value for name, value in limit.items() if name not in own})
    return {**texts, **option(own)}


def _texts(options: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Checked(options).json)
    return found


def _shared(before: Any, after: Any) -> Any:
    """The value after a cut, with the objects of the value before where they are equal."""
    if isinstance(after, dict) and isinstance(before, dict):
        same = len(after) == len(before)
        for name, item in after.items():
            if name in before:
                after[name] = _shared(before[name], item)
                same = same and after[name] is before[name]
            else:
                same = False
        return before if same else after
    if isinstance(after, list) and isinstance(before, list):
        # Lists lose items at their ends or in their middle: equal positions are the common case.
        same = len(after) == len(before)
        for at, item in enumerate(after):
            if at < len(before):
                after[at] = _shared(before[at], item)
                same = same and after[at] is before[at]
        return before if same else after
    if type(before) is type(after) and before == after:
        return before
    return after


def truncate_string_to_bytes(
    text: T,
    max_bytes: float = 2000,
    *,
    suffix: str = "...",
    label: str | None = None,
    size_signal: bool = True,
    scope: signals.Scope | None = None,
    on_truncate: Callable[[signals.TruncationEvent], object] | None = None,
) -> T:
    """Returns the first bytes of a text, additions included: a declared limit for one field.

    >>> from tooltrim_core import truncate_string_to_bytes
    >>> truncate_string_to_bytes("A business summary that goes on and on, far longer than anyone reads.", 60)
    'A business summary that goes... [truncated, 69 chars total]'

    Cut between chars, white space at the cut dropped. The limit always holds: if there is no room, the size is left
    out, then the suffix. What is not a ``str`` is returned as it is.
    """
    if not isinstance(text, str):
        return text
    given = {"suffix": suffix, "sizeSignal": size_signal}
    answer = _core.ask(
        "full", "truncate_string_to_bytes", json.dumps(option(max_bytes)), json.dumps(option(given)), text
    )
    signals.checked()
    data = _core.encode(text)
    if answer[0] == data:
        return text
    event = signals.TruncationEvent(label, "bytes", int(max_bytes), len(data), len(answer[0]))
    signals.emit(event, on_truncate, scope)
    return cast(T, answer[0].decode())


def truncate_strings_for_llm(value: T, max_bytes: float = 2000, tool_name: str | None = None) -> tuple[T, bool]:
    """The last checkpoint before a model: replaces every longer string by a message.

    Returns the value, and whether anything was cut.

    >>> from tooltrim_core import truncate_strings_for_llm
    >>> truncate_strings_for_llm({"id": 7, "body": "x" * 5000})[1]
    True
    """
    # Only strings count here.
    options: Any = {"strings": "replace", "base64": "keep", "max_total_bytes": float("inf"), "tool_name": tool_name}
    trimmed = trim_value(value, max_string_bytes=max_bytes, **options)
    return trimmed.value, trimmed.truncated


class Capped:
    """A declared limit in a Pydantic model: what is too long is cut before it is validated, not refused.

    >>> from typing import Annotated
    >>> from pydantic import BaseModel
    >>> from tooltrim_core import Capped
    >>> class Post(BaseModel):
    ...     title: Annotated[str, Capped(max_bytes=40)]
    ...     tags: Annotated[list[str], Capped(max_items=2)]
    >>> Post(title="A title that goes on and on and on and on", tags=["a", "b", "c"])
    Post(title='A title t... [truncated, 41 chars total]', tags=['a', 'b'])

    ``max_bytes`` is for texts, ``max_items`` for lists, tuples and sets. Pydantic is not needed to import this.
    """

    def __init__(
        self,
        *,
        max_bytes: int | None = None,
        max_items: int | None = None,
        suffix: str = "...",
        size_signal: bool = True,
        label: str | None = None,
    ) -> None:
        for name, size in (("max_bytes", max_bytes), ("max_items", max_items)):
            if size is not None and (not isinstance(size, int) or isinstance(size, bool) or size < 0):
                raise wrong(name, size, "a whole number of 0 or more")
        if max_bytes is None and max_items is None:
            raise TooltrimError("INVALID_OPTION", "max_bytes: is needed, or max_items")
        self.max_bytes, self.max_items = max_bytes, max_items
        self.suffix, self.size_signal, self.label = suffix, size_signal, label

    def __call__(self, value: Any) -> Any:
        """Returns a value within the limits."""
        if isinstance(value, str) and self.max_bytes is not None:
            options: Any = {"suffix": self.suffix, "size_signal": self.size_signal, "label": self.label}
            return truncate_string_to_bytes(value, self.max_bytes, **options)
        if isinstance(value, (list, tuple)) and self.max_items is not None and len(value) > self.max_items:
            sizes = (self.max_items, len(value), self.max_items)
            signals.emit(signals.TruncationEvent(self.label, "items", *sizes))
            return value[: self.max_items]
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self, handler(source))
