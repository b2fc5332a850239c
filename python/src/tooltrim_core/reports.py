"""What a compaction did, and what it costs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .errors import snake
from .messages import Problem, problem

__all__ = ["CompactionReport", "ConversationSize", "ExchangeReport", "FileTrail"]


@dataclass(frozen=True)
class ConversationSize:
    """UTF-16 units of texts, names and arguments, and tokens."""

    chars: int
    tokens: int


@dataclass(frozen=True)
class ExchangeReport:
    """What became of a call and its result: ``rung`` is ``full``, ``trimmed``, ``fact``, ``folded`` and the like."""

    id: str
    name: str
    category: str
    rung: str
    reason: str
    chars_before: int
    chars_after: int


@dataclass(frozen=True)
class FileTrail:
    """A file, and how often it was read or changed."""

    path: str
    calls: int
    last_message: int


@dataclass(frozen=True)
class CompactionReport:
    """What a compaction did, and what it costs."""

    before: ConversationSize
    after: ConversationSize
    #: False if the messages do not fit the window less the reserve.
    fits: bool
    #: True if the target could not be met.
    over_target: bool
    exchanges: Sequence[ExchangeReport]
    #: ``removed`` and ``kept`` blocks of the model's thinking, and ``why``.
    thinking: Mapping[str, Any]
    first_changed_message: int | None
    stable_prefix: int
    rebilled_tokens: int
    break_even_requests: int | None
    edited: Sequence[FileTrail]
    read: Sequence[FileTrail]
    open_failures: Sequence[str]
    re_reads: Sequence[str]
    repeats: int
    names: int
    problems: Sequence[Problem]
    unfit: Sequence[Mapping[str, Any]]
    notes: Sequence[str]
    forked_at: int | None = None
    window: Mapping[str, int] | None = None
    reserve: Mapping[str, int] | None = None


def read_report(text: bytes) -> CompactionReport:
    given = {snake(name): value for name, value in json.loads(text).items()}
    given["before"], given["after"] = ConversationSize(**given["before"]), ConversationSize(**given["after"])
    given["exchanges"] = tuple(ExchangeReport(**_snaked(each)) for each in given["exchanges"])
    for name in ("edited", "read"):
        given[name] = tuple(FileTrail(**_snaked(each)) for each in given[name])
    given["problems"] = tuple(problem(each) for each in given["problems"])
    known = CompactionReport.__dataclass_fields__
    return CompactionReport(**{name: value for name, value in given.items() if name in known})


def _snaked(members: Mapping[str, Any]) -> dict[str, Any]:
    return {snake(name): value for name, value in members.items()}
