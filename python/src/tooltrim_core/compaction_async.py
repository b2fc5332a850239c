"""Conversations that fit their window, with a summary by a model of the caller's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ._options import check_names
from ._summary import THEIRS, TIMEOUT, Summarize, Summarizer, leaving, noted, timeout_of, verdict
from .compaction import ASYNC_NAMES, AsyncCompactOptions, Compaction, _Host
from .messages import written

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["AsyncCompactOptions", "Summarize", "compact_messages_async"]

M = TypeVar("M")


def summarizer_of(options: Mapping[str, Any]) -> tuple[Summarizer | None, dict[str, Any]]:
    """The summarizer of options, and those for the core: who gives one wants a summary."""
    check_names(options, ASYNC_NAMES)
    given = dict(options)
    summarize, timeout = given.pop("summarize", None), given.pop("timeout", TIMEOUT)
    if summarize is None:
        timeout_of(timeout)
        return None, given
    if given.get("style") is None:
        given["style"] = "summary"
    return Summarizer(summarize, timeout), given


async def compact_messages_async(messages: Sequence[M], **options: Unpack[AsyncCompactOptions]) -> Compaction[M]:
    """Compacts a conversation as :func:`tooltrim_core.compact_messages` does, with a summary by a model of yours.

    >>> import asyncio
    >>> from tooltrim_core import compact_messages_async
    >>> history = [{"role": "user", "content": "Make the tests pass."}]
    >>> for n in range(1, 41):
    ...     call = {"type": "tool_use", "id": f"toolu_{n}", "name": "bash", "input": {"command": f"pytest part{n}"}}
    ...     result = {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": f"{n} PASSED\\n" * 120}
    ...     history += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    >>> async def summarize(calls):  # a request to a fast model
    ...     return f"{len(calls)} parts were tested, all pass."
    >>> compacted = asyncio.run(
    ...     compact_messages_async(history, window={"chars": 40_000}, summarize=summarize, timeout=5))
    >>> "parts were tested, all pass." in str(compacted.messages[1]["content"])
    True
    >>> compacted.report.notes
    ["the summary is the summariser's"]

    ``style`` is then ``"summary"``. ``summarize`` gets the calls that leave (:class:`tooltrim_core.messages.ExtractedToolCall`,
    oldest first), with ``redact`` applied, and is awaited only if some do. If it raises, takes longer than ``timeout``
    seconds (10; it is cancelled then), or returns no text or one that is too long, our own summary stands there, and
    ``report.notes`` says why. Its text stands below a line of ours, and cannot forge others. When the task is
    cancelled, so is ``summarize``, and ``on_event`` is not called. For asyncio.
    """
    summarizer, given = summarizer_of(options)
    host = _Host(given, tells_summary=summarizer is not None)
    read = written(messages)
    own, state = host.planned(read)
    redactor = host.redactor()
    calls = leaving(messages, own.format, own.report, redactor) if summarizer and own.stepped else []
    if summarizer is None or not calls:
        compaction = own.applied(messages, lambda: own.report, lambda: state)
    else:
        # The caller's list may grow in the meantime.
        then, plan = list(messages), own
        text, note = await summarizer.answer(calls, redactor)
        if text is not None:
            theirs, their_state = host.planned(read, text)
            note = verdict(own.report, own.summary, theirs.report, theirs.summary)
            if note == THEIRS:
                plan, state = theirs, their_state
        report = noted(plan.report, note)
        compaction = plan.applied(then, lambda: report, lambda: state)
    if own.stepped:
        host.tell(compaction)
    return compaction
