"""Values of Python as JSON text, and options as the core reads them."""

from __future__ import annotations

import base64
import dataclasses
import datetime
import enum
import json
import math
import re
import sys
from collections.abc import Mapping
from typing import Any, cast

from .errors import TooltrimError

_DEEPEST = 1000


def dumps(value: object) -> str:
    """Compact JSON. What JSON has no form for is written as :func:`plain` says; a cycle is an error."""
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=plain)
    except (TypeError, ValueError, RecursionError):
        # Keys that are not texts, NaN, cycles, many levels.
        slow = _copy(value, 0, set())
        return json.dumps(slow, ensure_ascii=False, separators=(",", ":"), default=plain)


def is_own_form(value: object) -> bool:
    """True when the standard library alone can write a value as JSON."""
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return False
    return True


def encoded(value: object) -> bytes:
    """The same as UTF-8; lone surrogates stay, as escapes."""
    text = dumps(value)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(json.loads(text), separators=(",", ":")).encode()


def plain(value: object) -> Any:
    """A value that JSON has no form for, as one that it has: models and dataclasses as objects, sets as lists."""
    dump = getattr(value, "model_dump", None)
    if callable(dump) and not isinstance(value, type):
        return dump(mode="json", by_alias=True, exclude_none=True)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (set, frozenset, range)) or type(value).__name__ in ("dict_keys", "dict_values"):
        return list(cast(Any, value))
    if isinstance(value, (bytes, bytearray, memoryview)):
        data = bytes(value)
        try:
            return data.decode()
        except UnicodeDecodeError:
            return base64.b64encode(data).decode()
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, (datetime.timedelta, complex)) or _is_printed(value):
        return str(value)
    to_list = getattr(value, "tolist", None)
    if callable(to_list):  # NumPy.
        return to_list()
    members = getattr(value, "_asdict", None)
    return members() if callable(members) else str(value)


_PRINTED = (("decimal", "Decimal"), ("uuid", "UUID"), ("pathlib", "PurePath"))


def _is_printed(value: object) -> bool:
    """True for classes of modules that need not be loaded: if they are not, this is none of theirs."""
    known = ((sys.modules.get(module), name) for module, name in _PRINTED)
    return any(module is not None and isinstance(value, getattr(module, name)) for module, name in known)


def _copy(value: Any, depth: int, above: set[int]) -> Any:
    """A copy that JSON can write."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if not isinstance(value, (dict, list, tuple)):
        value = plain(value)
        if not isinstance(value, (dict, list, tuple)):
            return value if isinstance(value, (str, int, float, bool, type(None))) else str(value)
    if id(value) in above:
        raise TooltrimError("CYCLE", "value: contains itself")
    if depth >= _DEEPEST - 50:
        return "[content omitted]"
    above.add(id(value))
    try:
        if isinstance(value, dict):
            return {_key(key): _copy(item, depth + 1, above) for key, item in value.items()}
        return [_copy(item, depth + 1, above) for item in value]
    except RecursionError:
        return "[content omitted]"
    finally:
        above.discard(id(value))


def _key(key: object) -> str:
    if isinstance(key, str):
        return key
    if isinstance(key, enum.Enum):
        return str(key.value)
    if key is None or isinstance(key, bool):
        return {None: "null", True: "true", False: "false"}[key]
    return str(key)


def loads(text: bytes) -> Any:
    """JSON as values; a lone surrogate, which no UTF-8 can hold, becomes U+FFFD."""
    value = json.loads(text)
    return _well_formed(value) if b"\\ud" in text.lower() else value


_LONE = re.compile("[\ud800-\udfff]")


def _well_formed(value: Any) -> Any:
    if isinstance(value, str):
        return _LONE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_well_formed(item) for item in value]
    if isinstance(value, dict):
        return {_well_formed(name): _well_formed(item) for name, item in value.items()}
    return value


def camel(name: str) -> str:
    """An option in the spelling of the core: ``max_chars`` is ``maxChars``."""
    head, *rest = name.split("_")
    return head + "".join(word[:1].upper() + word[1:] for word in rest)


def option(value: object) -> Any:
    """An option as the core reads it. Names of members are given by the caller."""
    if isinstance(value, bool) or value is None or isinstance(value, (str, int)):
        if isinstance(value, int) and abs(value) > 1 << 53:
            return "__infinity__" if value > 0 else -1
        return value.value if isinstance(value, enum.Enum) else value
    if isinstance(value, float):
        if math.isnan(value):
            return "__nan__"
        return value if math.isfinite(value) else ("__infinity__" if value > 0 else -1)
    if isinstance(value, enum.Enum):
        return option(value.value)
    if isinstance(value, Mapping):
        return {camel(str(name)): option(item) for name, item in value.items() if item is not None}
    if isinstance(value, (list, tuple, set, frozenset, range)):
        return [option(item) for item in value]
    if callable(value):
        return {"__function__": True}
    index = getattr(value, "__index__", None)
    return int(cast(Any, index)()) if callable(index) else repr(value)
