"""A summary of the caller's, for calls that leave: asked for, bounded in time, checked."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from . import _core, _json
from .errors import TooltrimError, wrong
from .messages import ExtractedToolCall, MessageFormat, extract_tool_calls

#: Writes the summary of calls that leave, oldest first, for example with a fast model.
Summarize = Callable[[list[ExtractedToolCall]], Awaitable[str]]

TIMEOUT = 10.0
#: Notes of a report: whose the summary is, and why it is not the caller's.
THEIRS = "the summary is the summariser's"
TOO_LONG = "the summariser's text is over max_history_summary_tokens"
NO_ROOM = "the summariser's text leaves no room"
CHANGED = "the conversation went on while the summariser wrote"


class Summarizer:
    """A checked ``summarize`` and how long it may take."""

    def __init__(self, summarize: object, timeout: object) -> None:
        if not callable(summarize):
            raise wrong("summarize", summarize, "an async function (calls) -> str")
        self._summarize: Callable[[list[ExtractedToolCall]], Any] = summarize
        self._timeout = timeout_of(timeout)

    async def answer(self, calls: list[ExtractedToolCall], redact: Redactor) -> tuple[str | None, str]:
        """Returns a text, or ``None`` and why there is none. Raises only when the caller is cancelled."""
        task = asyncio.ensure_future(self._text(calls))
        # Nobody waits for one that is late; what it raises then is not reported as forgotten.
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            # Not `wait_for`, which waits for one that does not end when it is cancelled.
            await asyncio.wait({task}, timeout=self._timeout)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if not task.done():
            task.cancel()
            return None, f"the summariser took longer than {self._timeout:g} s"
        if task.cancelled():
            return None, "the summariser was cancelled"
        error = task.exception()
        if error is not None:
            if not isinstance(error, Exception):
                raise error
            return None, f"the summariser failed: {_noted(_named(error), redact)}"
        text = task.result()
        if not isinstance(text, str):
            return None, f"the summariser answered no text: {_noted(repr(text), redact)}"
        if not text.strip():
            return None, "the summariser answered an empty text"
        return text, THEIRS

    async def _text(self, calls: list[ExtractedToolCall]) -> Any:
        answer = self._summarize(calls)
        return await answer if inspect.isawaitable(answer) else answer


def timeout_of(timeout: object) -> float | None:
    """Checks a number of seconds; ``None`` is no limit."""
    if timeout is None:
        return None
    # NaN compares with nothing.
    if isinstance(timeout, (int, float)) and not isinstance(timeout, bool) and timeout >= 0:
        return None if timeout == float("inf") else float(timeout)
    raise wrong("timeout", timeout, "a number of seconds, 0 or more, or None")


class Redactor:
    """The redaction that the options ask for, on what a summarizer reads and on what a note says."""

    def __init__(self, asked: Mapping[str, Any], functions: _core.Functions) -> None:
        self._asked = _json.encoded({name: value for name, value in asked.items() if name == "redact"})
        self._functions = functions
        self.is_on = "redact" in asked

    def parts(self, args: str, result: str) -> tuple[str, str]:
        """Arguments as JSON, and a result, without their secrets."""
        answer = _core.ask("full", "redact_call", args, result, self._asked, functions=self._functions)
        return answer[0].decode(), answer[1].decode()

    def call(self, call: ExtractedToolCall) -> ExtractedToolCall:
        """A call without its secrets."""
        args, result = self.parts(_json.dumps(call.args), call.result)
        return dataclasses.replace(call, args=json.loads(args), result=result)


def leaving(
    messages: Sequence[Any], format: MessageFormat | None, report: bytes, redact: Redactor
) -> list[ExtractedToolCall]:
    """The calls that leave with a step, oldest first."""
    folded = _folded(report)
    if not any(folded):
        return []
    calls = [call for call, left in zip(extract_tool_calls(messages, format), folded) if left]
    return [redact.call(call) for call in calls] if redact.is_on else calls


def verdict(own: bytes, own_summary: object, theirs: bytes, their_summary: object) -> str:
    """Whether the core took the caller's text: ``THEIRS``, or why it did not."""
    if own_summary == their_summary:
        return TOO_LONG
    # A text cannot cover calls that the summarizer did not see.
    seen = _folded(own)
    covered = all(seen[at] for at, left in enumerate(_folded(theirs)) if left)
    return THEIRS if covered else NO_ROOM


def _folded(report: bytes) -> list[bool]:
    return [exchange["rung"] == "folded" for exchange in json.loads(report)["exchanges"]]


def noted(report: bytes, note: str) -> bytes:
    """A report with one more note."""
    about = json.loads(report)
    about["notes"] = [*about["notes"], note]
    return _json.encoded(about)


def _named(error: Exception) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def _noted(text: str, redact: Redactor) -> str:
    """Redacted before it is cut, so that half a secret does not stay."""
    if redact.is_on:
        try:
            text = redact.parts("null", text)[1]
        except TooltrimError:
            raise
        except Exception:
            return "(its message could not be redacted)"
    return text if len(text) <= 200 else text[:199] + "\u2026"
