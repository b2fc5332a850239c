"""What a compactor remembers of the messages that it read, to find those that are new or changed in place."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Sequence
from typing import Any


def same_beginning(messages: Sequence[Any], seen: list[Any]) -> int:
    """Returns how many messages at the beginning are equal to those that were seen."""
    if len(messages) >= len(seen) and messages[: len(seen)] == seen:
        return len(seen)
    at = 0
    for one, other in zip(messages, seen):
        if one != other:
            break
        at += 1
    return at


def snapshot(value: Any) -> Any:
    """A copy of the lists and objects: equal to the value until that is changed in place."""
    kind = type(value)
    if kind is dict:
        return {name: snapshot(item) if type(item) in _CONTAINERS else item for name, item in value.items()}
    if kind is list:
        return [snapshot(item) if type(item) in _CONTAINERS else item for item in value]
    if kind is str or value is None:
        return value
    if hasattr(value, "model_copy") or (dataclasses.is_dataclass(value) and not isinstance(value, type)):
        return copy.copy(value)
    return value


_CONTAINERS = (dict, list)
