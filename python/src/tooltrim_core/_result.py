"""The result of a tool as text, and its failure."""

from __future__ import annotations

import dataclasses
import functools
import json
import os
import subprocess
import traceback
from collections.abc import Iterator, Mapping
from typing import Any

from . import _core, _json
from .errors import TooltrimError
from .text import decoded

NO_RESULT = "Tool execution completed without errors"


@functools.lru_cache(maxsize=1)
def words() -> Mapping[str, str]:
    """Words of the core for models."""
    return dict(json.loads(_core.ask("text", "tool_words")[0]))


def result_text(result: Any) -> str:
    """A result as text: never fails."""
    if isinstance(result, str):
        return str(result)
    if result is None:
        return NO_RESULT
    if isinstance(result, bool):
        return "true" if result else "false"
    if isinstance(result, (int, float)):
        return plain_text(result)
    if isinstance(result, (bytes, bytearray, memoryview)):
        data = bytes(result)
        try:
            return decoded(data)
        except TooltrimError:
            return words()["oneBinary"] if len(data) == 1 else words()["binary"].replace("{bytes}", str(len(data)))
    if isinstance(result, BaseException):
        return failure_text(result, "message")
    return _object_text(result)


def _object_text(result: Any) -> str:
    has_form = isinstance(result, (Mapping, list, tuple, set, frozenset)) or hasattr(result, "model_dump")
    if not has_form and not (dataclasses.is_dataclass(result) and not isinstance(result, type)):
        return plain_text(result)
    try:
        return json.dumps(result, indent=2, ensure_ascii=False, allow_nan=False, default=_json.plain)
    except Exception:
        pass
    try:
        # NaN, a cycle, or keys that are not texts: the rest stays.
        return json.dumps(json.loads(_json.dumps(result)), indent=2, ensure_ascii=False)
    except Exception:
        return plain_text(result)


def plain_text(value: Any) -> str:
    """``str(value)``, or its class where that fails."""
    try:
        return str(value)
    except Exception:
        # Python refuses to write more than 4,300 digits, as that takes long.
        if isinstance(value, int):
            return hex(value)
        return f"<{type(value).__name__}>"


def message_of(error: BaseException) -> str:
    """The message of an exception, or its class: a ``KeyError`` says only the key."""
    text = plain_text(error)
    name = type(error).__name__
    if not text.strip():
        return name
    return f"{name}: {text}" if isinstance(error, (KeyError, IndexError, StopIteration)) else text


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen = {id(error)}
    cause = _cause(error)
    while cause is not None and id(cause) not in seen and len(seen) < 20:
        yield cause
        seen.add(id(cause))
        cause = _cause(cause)


def _cause(error: BaseException) -> BaseException | None:
    if error.__cause__ is not None:
        return error.__cause__
    return None if error.__suppress_context__ else error.__context__


def failure_text(error: BaseException, errors: str) -> str:
    """The text for a tool that raised: its message, those of its causes, and with ``"stack"`` the tracebacks."""
    own = _shortened(message_of(error))
    if errors == "stack":
        trace = "".join(traceback.format_exception(type(error), error, _below(error))).rstrip("\n")
        return _core.ask("text", "tool_failure", own, _shortened(trace))[0].decode()
    text = words()["failed"] + own
    known = {own}
    for cause in _causes(error):
        message = _shortened(message_of(cause))
        if message not in known:
            known.add(message)
            text += f"\n{words()['causedBy']}{message}"
    if isinstance(error, subprocess.CalledProcessError):
        for output in (error.stdout, error.stderr):
            printed = output.decode("utf-8", "replace") if isinstance(output, bytes) else output
            if isinstance(printed, str) and printed.strip():
                text += "\n" + printed.rstrip("\n")
    return text


def _below(error: BaseException) -> Any:
    """The traceback without our own frames."""
    here = os.path.dirname(os.path.abspath(__file__))
    trace = error.__traceback__
    while trace is not None and os.path.dirname(trace.tb_frame.f_code.co_filename) == here:
        trace = trace.tb_next
    return trace


def _shortened(text: str) -> str:
    if "/" not in text and "\\" not in text:
        return text
    try:
        folder = os.getcwd()
    except OSError:
        folder = ""
    return _core.ask("text", "shorten_places", text, folder)[0].decode()
