"""A conversation that goes on."""

from __future__ import annotations

import dataclasses
import json
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from . import _core
from ._json import option
from ._snapshot import same_beginning, snapshot
from ._summary import CHANGED, THEIRS, leaving, noted, verdict
from .compaction import AsyncCompactOptions, Budget, Compaction, Plan, _Host
from .compaction_async import summarizer_of
from .errors import TooltrimError, wrong
from .messages import Thinking, texts

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Compactor"]

M = TypeVar("M")


class _Epoch:
    """The time between two changes of the memory. ``state`` is set when it has ended."""

    state: str | None = None


class Compactor:
    """Compacts a growing conversation. What was decided stays decided, so that prompt caches keep hitting.

    >>> from tooltrim_core import Compactor
    >>> compactor = Compactor(window={"chars": 40_000})
    >>> history, steps = [{"role": "user", "content": "Make the tests pass."}], 0
    >>> for n in range(1, 101):
    ...     call = {"type": "tool_use", "id": f"toolu_{n}", "name": "bash", "input": {"command": f"pytest part{n}"}}
    ...     result = {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "PASSED\\n" * 150}
    ...     history += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    ...     compaction = compactor.next(history)  # compaction.messages goes to the provider
    ...     steps += compaction.notice is not None
    >>> 1 < steps < 10
    True
    >>> restored = Compactor(window={"chars": 40_000}, state=compactor.state())
    >>> restored.next(history).messages == compactor.next(history).messages
    True

    Pass the whole original conversation with each request. Messages that are equal to those of the last request are not
    read again; changes in place are noticed (in dictionaries and lists). Safe for threads, one request at a time.
    """

    def __init__(self, **options: Unpack[AsyncCompactOptions]) -> None:
        self._options = dict(options)
        self._summarizer, given = summarizer_of(options)
        self._host = _Host(given, tells_summary=self._summarizer is not None)
        self._core = _core.Instance("full")
        self._host.start(self._core, True)
        self._lock = threading.RLock()
        self._seen: list[Any] = []
        self._last: Compaction[Any] | None = None
        self._originals: list[Any] = []
        self._size = 0
        self._billed = 1.0
        self._in_tokens = "tokens" in (options.get("window") or {})
        #: What the last request had in place of options, as JSON.
        self._asked: str = ""
        self._stale = False
        self._shape: str | None = None
        self._epoch = _Epoch()
        #: Counts requests and corrections.
        self._turn = 0

    def next(
        self,
        messages: Sequence[M],
        *,
        force: bool = False,
        compact_to: float | Mapping[str, float] | None = None,
        reserve: Budget | None = None,
        window: Budget | None = None,
        thinking: Thinking | None = None,
        hold: bool = False,
    ) -> Compaction[M]:
        """Returns the messages for the next request; ``messages`` is the whole original conversation.

        ``force`` takes a step below the mark, too; ``hold`` takes none. ``compact_to`` is the target of this step;
        ``reserve`` the size of what this request sends outside its messages; ``window`` and ``thinking`` are those of
        the model that it goes to (another ``thinking`` than in the last step counts as a step).
        """
        _check_list(messages)
        with self._lock:
            quick, shape = self._begun(messages, force or hold, _beside(reserve, window, thinking))
            return quick or self._step(messages, force, compact_to, shape, hold)

    async def next_async(
        self,
        messages: Sequence[M],
        *,
        force: bool = False,
        compact_to: float | Mapping[str, float] | None = None,
        reserve: Budget | None = None,
        window: Budget | None = None,
        thinking: Thinking | None = None,
        hold: bool = False,
    ) -> Compaction[M]:
        """Returns the messages for the next request, as :meth:`next` does, with a summary by ``summarize``.

        That is awaited only if calls leave with this step, which is rare; :func:`tooltrim_core.compact_messages_async` says
        what happens if it fails. The compactor is free meanwhile: after another request, ``observe`` or ``undo`` the
        text is dropped. When the task is cancelled, nothing was decided.
        """
        _check_list(messages)
        with self._lock:
            quick, shape = self._begun(messages, force or hold, _beside(reserve, window, thinking))
            if quick is not None or self._summarizer is None:
                return quick or self._step(messages, force, compact_to, shape, hold)
            plan = self._planned(force, compact_to, hold=hold)
            redactor = self._host.redactor()
            calls = leaving(messages, plan.format, plan.report, redactor) if plan.stepped else []
            if not calls:
                return self._settled(messages, plan, shape)
            # The caller's list may grow in the meantime.
            then, turn = list(messages), self._turn
        text, note = await self._summarizer.answer(calls, redactor)
        with self._lock:
            if turn != self._turn:
                again = self.next(
                    then,
                    force=force,
                    compact_to=compact_to,
                    reserve=reserve,
                    window=window,
                    thinking=thinking,
                    hold=hold,
                )
                return _with_note(again, CHANGED)
            if text is not None:
                theirs = self._planned(force, compact_to, text)
                note = verdict(plan.report, plan.summary, theirs.report, theirs.summary)
                # Planned again, as the core commits what it planned last.
                plan = theirs if note == THEIRS else self._planned(force, compact_to)
            return self._settled(then, dataclasses.replace(plan, report=noted(plan.report, note)), shape)

    def _begun(self, messages: Sequence[M], force: bool, beside: str) -> tuple[Compaction[M] | None, str | None]:
        """Reads what is new. The compaction, if there is nothing to plan; else the shape of the messages."""
        self._turn += 1
        if beside != self._asked:
            self._core.ask("compact_reserve", beside)
            self._asked, self._stale = beside, True
        known = same_beginning(messages, self._seen)
        goes_on = self._last is not None and known == len(self._seen)
        shape = self._read(messages, known)
        goes_on = goes_on and not force and not self._stale
        # Until this request is done, what was sent last does not cover all that was read.
        self._stale = True
        if goes_on and (self._host.is_format_given or shape == self._shape):
            quick = self._grown(messages, known)
            if quick is not None:
                self._stale = False
                return quick, shape
        return None, shape

    def _read(self, messages: Sequence[Any], known: int) -> str | None:
        added = list(messages[known:])
        shape: str | None = json.loads(self._core.ask("compact_messages", str(known), texts(added))[0])
        del self._seen[known:]
        self._seen.extend(snapshot(message) for message in added)
        return shape

    def _grown(self, messages: Sequence[M], known: int) -> Compaction[M] | None:
        """The last messages and those that are new, if no mark is passed with them."""
        asked = ("compact_grown", str(known), str(self._size), "tokens" if self._host.counts else "")
        found = json.loads(self._core.ask(*asked, functions=self._host.functions)[0])
        before = self._last
        if found is None or not found["isBelow"] or before is None:
            return None
        added = list(messages[known:])
        sent = [*before.messages, *added] if before.changed else _as_list(messages)
        epoch, then, beside = self._epoch, list(messages), self._asked
        compaction: Compaction[M] = Compaction(
            sent,
            before.changed,
            before.edits,
            None,
            lambda: self._report_of(then, epoch, beside),
            lambda: self._state_of(epoch),
        )
        self._remember(messages, compaction, int(found["size"]))
        return compaction

    def _step(
        self, messages: Sequence[M], force: bool, compact_to: object, shape: str | None, hold: bool = False
    ) -> Compaction[M]:
        return self._settled(messages, self._planned(force, compact_to, hold=hold), shape)

    def _planned(self, force: bool, compact_to: object, summary: str = "", hold: bool = False) -> Plan:
        request = self._host.request(force, compact_to, hold)
        return Plan.read(self._core.ask("compact_next", request, summary, functions=self._host.functions))

    def _settled(self, messages: Sequence[M], plan: Plan, shape: str | None) -> Compaction[M]:
        """What the core planned last counts from now on."""
        compaction = plan.applied(messages, lambda: plan.report, lambda: self._state_of(epoch))
        self._commit()
        epoch = self._epoch
        self._shape = shape
        self._stale = False
        self._remember(messages, compaction, plan.size)
        if plan.stepped:
            self._host.tell(compaction)
        return compaction

    def _commit(self) -> None:
        about, before = self._core.ask("compact_commit")
        told = json.loads(about)
        self._billed = told["billed"]
        if told["changed"]:
            self._ended(before.decode())

    def _ended(self, state: str) -> None:
        if self._epoch.state is None:
            self._epoch.state = state
        self._epoch = _Epoch()

    def _remember(self, messages: Sequence[Any], compaction: Compaction[Any], size: int) -> None:
        self._originals, self._last, self._size = list(messages), compaction, size

    def _state_of(self, epoch: _Epoch) -> str:
        with self._lock:
            return epoch.state if epoch.state is not None else self.state()

    def _report_of(self, messages: list[Any], epoch: _Epoch, beside: str) -> bytes:
        state = self._state_of(epoch)
        core = _core.Instance("full")
        core.ask("compact_new", self._host.json, state, "true")
        if beside:
            core.ask("compact_reserve", beside)
        core.ask("compact_messages", "0", texts(messages))
        # Without a store: what it keeps does not depend on who looks.
        asked = {name: value for name, value in self._host.asked.items() if name != "store"}
        return core.ask("compact_next", json.dumps(asked), "", functions=self._host.functions)[2]

    def observe(self, *, input_tokens: float, outside: float = 0, cleared: float = 0) -> None:
        """Corrects the token estimate by what the provider billed for the last request.

        ``outside`` is the estimate of what it sent outside its messages, ``cleared`` what the provider cleared itself
        before it billed. Does nothing before the first request.
        """
        for name, size in (("input_tokens", input_tokens), ("outside", outside), ("cleared", cleared)):
            if not isinstance(size, (int, float)) or isinstance(size, bool) or not 0 <= size < float("inf"):
                raise wrong(name, size, "a finite number of 0 or more")
        with self._lock:
            if self._last is None:
                return
            estimated = self._size if self._in_tokens else self._last.report.after.tokens / self._billed
            share = estimated / (estimated + outside) if outside > 0 else 1.0
            self._turn += 1
            self._ended(self.state())
            answer = self._core.ask(
                "compact_observe", repr(float((input_tokens + cleared) * share)), repr(float(estimated))
            )
            self._billed = json.loads(answer[0])

    def undo(self) -> Compaction[Any]:
        """Takes the last step back and returns the last messages without it. It is not tried again at once."""
        with self._lock:
            if self._last is None:
                raise TooltrimError("INVALID_OPTION", "undo: there was no request yet")
            self._turn += 1
            before = self.state()
            self._core.ask("compact_undo")
            self._ended(before)
            return self._step(self._originals, False, None, self._shape)

    def __copy__(self) -> Compactor:
        """A compactor that continues from here, with the same functions and the same store."""
        return Compactor(**cast(Any, {**self._options, "state": self.state()}))

    def __deepcopy__(self, memo: object) -> Compactor:
        return self.__copy__()

    def state(self) -> str:
        """Returns the state to continue from, as JSON text: for ``Compactor(state=...)`` after a restart."""
        with self._lock:
            return self._core.ask("compact_state")[0].decode()


def _check_list(messages: object) -> None:
    if isinstance(messages, (str, bytes)) or not isinstance(messages, Sequence):
        raise TooltrimError("INVALID_MESSAGES", "messages: is not a list of messages")


def _with_note(compaction: Compaction[M], note: str) -> Compaction[M]:
    read = compaction._read_report
    return dataclasses.replace(compaction, _read_report=lambda: noted(read(), note))


def _as_list(messages: Sequence[M]) -> list[M]:
    return messages if isinstance(messages, list) else list(messages)


def _beside(reserve: Budget | None, window: Budget | None, thinking: Thinking | None) -> str:
    """What a request has in place of options, as JSON; empty without any."""
    given = {"reserve": reserve, "window": window, "thinking": thinking}
    asked = {name: option(value) for name, value in given.items() if value is not None}
    return json.dumps(asked) if asked else ""
