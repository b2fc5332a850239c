"""The golden files that Rust wrote down, and options in Python's spelling."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tooltrim_core.errors import TooltrimError, snake

# Rust wrote them down in JavaScript's spelling.
_CAMEL = re.compile(r"\b(?:[a-z]+(?:[A-Z][a-z]+)+|maxUtf16)\b")
_FOLDER = Path(__file__).resolve().parents[2] / "tests" / "golden"


def golden(name: str) -> Any:
    return json.loads((_FOLDER / name).read_text(encoding="utf-8"))


def build(pieces: list[list[Any]]) -> str:
    return "".join(piece * times for piece, times in pieces)


#: Their members are names of the caller's, not of options.
_OPEN = ("tools", "limits", "categories")


def options_for(options: dict[str, Any]) -> dict[str, Any]:
    return {snake(name): _option(name, value) for name, value in options.items()}


def _option(name: str, value: Any) -> Any:
    if name in _OPEN and isinstance(value, dict):
        return {key: options_for(item) if isinstance(item, dict) else item for key, item in value.items()}
    if isinstance(value, dict):
        return options_for(value)
    return value


def outcome(call: Any) -> dict[str, Any]:
    try:
        return {"result": call()}
    except TooltrimError as error:
        return _error(error)


def error_of(case: dict[str, Any]) -> dict[str, Any]:
    error = case["error"]
    # Quoted parts are the caller's own words.
    parts = re.split(r'("(?:[^"\\]|\\.)*")', error["message"])
    words = (part if part.startswith('"') else _CAMEL.sub(lambda m: snake(m[0]), part) for part in parts)
    return _error(TooltrimError(error["code"], "".join(words)))


def _error(error: TooltrimError) -> dict[str, Any]:
    # The list of known options is that of the host: functions and stores are options of Python's.
    return {"error": {"code": error.code, "message": error.message.partition("; known are ")[0]}}
