"""Edits applied to messages with structural sharing: what no edit names stays the same object."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from .errors import TooltrimError


class _Edits:
    """The edits at a place and below it."""

    __slots__ = ("below", "dropped", "inserted", "value")

    def __init__(self) -> None:
        self.below: dict[str, _Edits] = {}
        self.value: tuple[Any] | None = None
        self.dropped = False
        self.inserted: list[Any] = []

    def at(self, path: str) -> _Edits:
        here = self
        for name in path.split("/")[1:]:
            here = here.below.setdefault(name.replace("~1", "/").replace("~0", "~"), _Edits())
        return here


def applied(messages: Sequence[Any], edits: Sequence[Mapping[str, Any]]) -> list[Any]:
    """Returns edited messages. Without edits the very list, if it is one."""
    if not edits:
        return messages if isinstance(messages, list) else list(messages)
    root = _Edits()
    for edit in edits:
        if "drop" in edit:
            root.at(edit["drop"]).dropped = True
        elif "insert" in edit:
            if "message" in edit:
                root.at(f"/{edit['insert']}").inserted.append(edit["message"])
            else:
                root.at(edit["insert"]).inserted.append(edit["part"])
        else:
            root.at(edit["text"] if "text" in edit else edit["set"]).value = (edit["value"],)
    result: list[Any] = _edited(list(messages), root)
    return result


def _edited(value: Any, edits: _Edits) -> Any:
    if edits.value is not None:
        return edits.value[0]
    if not edits.below:
        return value
    if isinstance(value, (list, tuple)):
        return _list(value, edits)
    if isinstance(value, Mapping):
        changed = dict(value) if type(value) is dict else copy.copy(value)
        for name, below in edits.below.items():
            if below.dropped:
                changed.pop(name, None)  # type: ignore[attr-defined]
            else:
                changed[name] = _edited(value.get(name), below)  # type: ignore[index]
        return changed
    return _object(value, edits)


def _list(value: Sequence[Any], edits: _Edits) -> list[Any]:
    changed: list[Any] = []
    for at, item in enumerate(value):
        below = edits.below.get(str(at))
        if below is None:
            changed.append(item)
            continue
        changed.extend(below.inserted)
        if not below.dropped:
            changed.append(_edited(item, below))
    for name, below in edits.below.items():
        if below.inserted and (name == "-" or int(name) >= len(value)):
            changed.extend(below.inserted)
    return changed


def _object(value: Any, edits: _Edits) -> Any:
    """A model or a dataclass: a copy of the same class."""
    fields = {}
    for name, below in edits.below.items():
        attribute = _attribute(value, name)
        fields[attribute] = None if below.dropped else _edited(getattr(value, attribute), below)
    if hasattr(value, "model_copy"):
        return value.model_copy(update=fields)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.replace(value, **fields)
    changed = copy.copy(value)
    for name, item in fields.items():
        setattr(changed, name, item)
    return changed


def _attribute(value: Any, name: str) -> str:
    if hasattr(value, name):
        return name
    for attribute, field in getattr(type(value), "model_fields", {}).items():
        if field.alias == name or field.serialization_alias == name:
            return str(attribute)
    raise TooltrimError("INVALID_MESSAGES", f"messages: {type(value).__name__} has no {name}")
