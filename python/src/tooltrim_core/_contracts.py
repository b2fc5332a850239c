"""Contracts of tools, and what they answer."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import Any

from ._result import plain_text, words
from .errors import wrong

#: Gets the arguments of the tool; answers ``True``, ``False`` or ``(valid, message)``.
Contract = Callable[..., Any]


def contracts_of(kind: str, given: Any) -> list[Contract]:
    if given is None:
        return []
    if callable(given) or isinstance(given, (str, Mapping)):
        raise wrong(f"{kind}s", given, "a list of functions")
    contracts = [contract for contract in given if contract is not None]
    for contract in contracts:
        if not callable(contract):
            raise wrong(f"{kind}s", contract, "a function (*args, **kwargs) -> bool or (bool, str)")
    return contracts


def copied(arguments: Any) -> Any:
    """Arguments for a contract, which cannot change what the tool gets. What is no data is passed on, as ``self`` is."""
    if isinstance(arguments, dict):
        return {name: _copied(value) for name, value in arguments.items()}
    return tuple(_copied(value) for value in arguments)


def _copied(value: Any) -> Any:
    is_data = isinstance(value, (Mapping, list, tuple, set, bytearray)) or hasattr(value, "model_dump")
    if not is_data and not (is_dataclass(value) and not isinstance(value, type)):
        return value
    try:
        return copy.deepcopy(value)
    except Exception:
        return value


def name_of(contract: Contract, kind: str, place: int) -> str:
    name = getattr(contract, "__name__", "")
    return name if name and name != "<lambda>" else f"{kind} {place}"


def objection_of(answer: Any, name: str) -> str | None:
    """The objection in the answer of a contract."""
    if answer is True:
        return None
    if answer is False:
        return name + words()["doesNotHold"]
    if not isinstance(answer, (tuple, list)) or not answer or not isinstance(answer[0], (bool, int, type(None))):
        return words()["failed"] + words()["noVerdict"].replace("true nor false nor [", "True nor False nor (").replace(
            "message]", "message)"
        )
    if answer[0]:
        return None
    message = plain_text(answer[1]) if len(answer) > 1 and answer[1] is not None else ""
    return message if message.strip() else name + words()["doesNotHold"]


def close(awaitable: Any) -> None:
    close = getattr(awaitable, "close", None)
    if callable(close):
        close()
