"""Conversations that fit their window."""

from __future__ import annotations

import copy
import functools
import json
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from typing import TYPE_CHECKING, Any, Generic, Literal, TypedDict, TypeVar

from . import _apply, _core, _json
from ._json import camel, option
from ._options import Checked, TokenCounter, check_names
from .errors import TooltrimError, snake, wrong
from .messages import MessageFormat, Problem, callbacks, problem, texts, written

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .store import OutputStore

__all__ = ["Budget", "CompactOptions", "Compaction", "CompactionReport", "Compactor", "compact_messages"]

M = TypeVar("M")


class Budget(TypedDict, total=False):
    """A size: ``{"tokens": 200_000}`` or ``{"chars": 400_000}``."""

    tokens: float
    chars: float


class CompactOptions(TypedDict, total=False):
    """How to compact. Only ``window`` is needed: ``{"tokens": 200_000}`` or ``{"chars": 400_000}``.

    ``reserve``: what is sent outside the messages (system prompt, tools, answer). ``trigger_at`` (0.8): the share of
    ``window - reserve``, or a size, above which a step is taken. ``compact_to`` (0.5): its target. ``recent_calls_to_keep``
    (6). ``style``: ``"mask"`` keeps calls and results in place (default), ``"summary"`` puts a summary in the place of
    the oldest. ``when_full``: ``"send"``, ``"drop-oldest"``, ``"summary"`` or ``"error"``. ``tools``: by name,
    ``{"keep": "always", "category": "read", "result": {...}}``. ``tokens``: your counter. ``store``: keeps results in
    full. ``redact``: True or a function. ``state``: of an earlier :class:`Compaction`. ``on_event``: called with the
    compaction when a step was taken.
    """

    format: MessageFormat | None
    window: Budget
    reserve: Budget | None
    trigger_at: float | Mapping[str, float]
    compact_to: float | Mapping[str, float]
    minimum_gain: float
    economy: Literal["keep", "balanced", "save"]
    when_full: Literal["send", "drop-oldest", "summary", "error"]
    recent_calls_to_keep: int
    recent_budget: Budget | None
    style: Literal["mask", "summary"]
    max_history_summary_tokens: int
    summary_role: Literal["user", "assistant"]
    acknowledge: bool
    preserve_errors_verbatim: bool
    max_error_chars: int
    tools: Mapping[str, Mapping[str, Any]]
    protected_paths: Sequence[str]
    economics: Mapping[str, Any]
    media_tokens: int
    on_invalid: Literal["pass", "throw"]
    tokens: TokenCounter | None
    store: OutputStore | None
    redact: bool | Callable[[str], str]
    state: str | None
    on_event: Callable[[Compaction[Any]], object] | None


_NAMES = frozenset(CompactOptions.__annotations__)


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
    first_changed_message: int | None
    stable_prefix: int
    rebilled_tokens: int
    break_even_requests: int | None
    edited: Sequence[FileTrail]
    read: Sequence[FileTrail]
    open_failures: Sequence[str]
    re_reads: Sequence[str]
    problems: Sequence[Problem]
    unfit: Sequence[Mapping[str, Any]]
    notes: Sequence[str]
    forked_at: int | None = None
    window: Mapping[str, int] | None = None
    reserve: Mapping[str, int] | None = None


def _report(text: bytes) -> CompactionReport:
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


@dataclass(frozen=True)
class Compaction(Generic[M]):
    """Messages for the next request, and what was done."""

    #: The very list that was given, if nothing changed.
    messages: list[M]
    changed: bool
    edits: Sequence[dict[str, Any]]
    #: For users: a step was taken, or the messages do not fit. ``None`` otherwise.
    notice: str | None
    _read_report: Callable[[], bytes] = field(repr=False, compare=False)
    _read_state: Callable[[], str] = field(repr=False, compare=False)

    @functools.cached_property
    def report(self) -> CompactionReport:
        """What was done; made when it is read."""
        return _report(self._read_report())

    @functools.cached_property
    def state(self) -> str:
        """The decisions so far, as JSON text, for ``state`` of the next request or a :class:`Compactor`."""
        return self._read_state()


class _Host:
    """Checked options: those for the core, and those that stay here."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        check_names(options, _NAMES)
        given = {name: value for name, value in options.items() if value is not None}
        self.asked, self.functions = callbacks(given.pop("tokens", None), given.pop("redact", False))
        store = given.pop("store", None)
        if store is not None:
            if not hasattr(store, "_put"):
                raise wrong("store", store, "an OutputStore")
            self.asked["store"] = True
            self.functions[_core.KEEP] = store._put
            self.functions[_core.NAMED] = lambda number: 0
        self.counts = _core.COUNT in self.functions
        self.on_event = given.pop("on_event", None)
        if self.on_event is not None and not callable(self.on_event):
            raise wrong("on_event", self.on_event, "a function (compaction) -> None")
        state = given.pop("state", None)
        self.state: str = state if isinstance(state, str) or state is None else json.dumps(state)  # type: ignore[assignment]
        self.is_format_given = "format" in given
        core = {camel(name): option(value) for name, value in given.items() if name != "tools"}
        if "tools" in given:
            core["tools"] = {name: _tool(name, tool) for name, tool in given["tools"].items()}
        self.json = json.dumps(core)

    def start(self, core: _core.Instance, goes_on: bool) -> None:
        core.ask("compact_new", self.json, self.state or "", "true" if goes_on else "")

    def request(self, force: bool, compact_to: object) -> bytes:
        asked = dict(self.asked)
        if force:
            asked["force"] = True
        if compact_to is not None:
            asked["compactTo"] = option(compact_to)
        return json.dumps(asked).encode()

    def tell(self, compaction: Compaction[Any]) -> None:
        if self.on_event is None:
            return
        try:
            self.on_event(compaction)
        except Exception:
            logging.getLogger("tooltrim").exception("on_event failed")


def _tool(name: str, tool: object) -> Any:
    if not isinstance(tool, Mapping):
        return option(tool)
    rest = option({key: value for key, value in tool.items() if key != "result"})
    if tool.get("result") is not None:
        rest["result"] = json.loads(Checked(tool["result"]).json)
    return rest


def compact_messages(messages: Sequence[M], **options: Unpack[CompactOptions]) -> Compaction[M]:
    """Compacts a conversation when it fills its window: old results become facts, failures and user texts stay.

    >>> from tooltrim import compact_messages
    >>> history = [{"role": "user", "content": "Make the tests pass."}]
    >>> for n in range(1, 41):
    ...     call = {"type": "tool_use", "id": f"toolu_{n}", "name": "bash", "input": {"command": f"pytest part{n}"}}
    ...     result = {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": "PASSED\\n" * 150}
    ...     history += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    >>> compacted = compact_messages(history, window={"chars": 40_000})
    >>> compacted.messages[2]["content"][0]["content"]
    '[Earlier: Ran `pytest part1` (1,050 chars)]'
    >>> compacted.messages[-1] is history[-1], compacted.report.after.chars <= 20_000
    (True, True)
    >>> compact_messages(history, window={"chars": 80_000}).messages is history
    True

    Takes the messages of OpenAI (Chat Completions, Responses), Anthropic, Gemini, LangChain and the AI SDK, as
    dictionaries or as models of the official clients. Untouched messages are the same objects. The original is never
    changed. Use :class:`Compactor` for a conversation that goes on: it sends identical bytes again, so that a prompt
    cache keeps its beginning.

    Raises ``INVALID_OPTION``, ``INVALID_MESSAGES`` and ``UNKNOWN_FORMAT``. Broken pairs go through, and stand in
    ``report.problems``.
    """
    host = _Host(options)
    with _core.borrowed("full") as core:
        host.start(core, False)
        try:
            core.ask("compact_messages", "0", written(messages))
            about, edits, report = core.ask("compact_next", host.request(False, None), "", functions=host.functions)
            core.ask("compact_commit")
            state = core.ask("compact_state")[0].decode()
        finally:
            core.ask("compact_drop")
    told, changes = json.loads(about), json.loads(edits)
    done = _apply.applied(messages, changes)
    compaction = Compaction(done, bool(changes), changes, told["notice"], lambda: report, lambda: state)
    if told["stepped"]:
        host.tell(compaction)
    return compaction


class _Epoch:
    """The time between two changes of the memory. ``state`` is set when it has ended."""

    state: str | None = None


class Compactor:
    """Compacts a growing conversation. What was decided stays decided, so that prompt caches keep hitting.

    >>> from tooltrim import Compactor
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
    read again; changes in place are noticed (in dictionaries and lists). One lock: safe for threads, one request at a time.
    """

    def __init__(self, **options: Unpack[CompactOptions]) -> None:
        self._host = _Host(options)
        self._core = _core.Instance("full")
        self._host.start(self._core, True)
        self._lock = threading.RLock()
        self._seen: list[Any] = []
        self._last: Compaction[Any] | None = None
        self._originals: list[Any] = []
        self._size = 0
        self._billed = 1.0
        self._in_tokens = "tokens" in (options.get("window") or {})
        self._reserve: str = ""
        self._stale = False
        self._shape: str | None = None
        self._epoch = _Epoch()

    def next(
        self,
        messages: Sequence[M],
        *,
        force: bool = False,
        compact_to: float | Mapping[str, float] | None = None,
        reserve: Budget | None = None,
    ) -> Compaction[M]:
        """Returns the messages for the next request; ``messages`` is the whole original conversation.

        ``force`` takes a step below the mark, too; ``compact_to`` is the target of this step; ``reserve`` the size of
        what this request sends outside its messages.
        """
        if isinstance(messages, (str, bytes)) or not isinstance(messages, Sequence):
            raise TooltrimError("INVALID_MESSAGES", "messages: is not a list of messages")
        with self._lock:
            self._beside(reserve)
            known = self._known(messages)
            goes_on = self._last is not None and known == len(self._seen)
            shape = self._read(messages, known)
            goes_on = goes_on and not force and not self._stale
            # Until this request is done, what was sent last does not cover all that was read.
            self._stale = True
            if goes_on and (self._host.is_format_given or shape == self._shape):
                quick = self._grown(messages, known)
                if quick is not None:
                    self._stale = False
                    return quick
            return self._step(messages, force, compact_to, shape)

    def _beside(self, reserve: Budget | None) -> None:
        given = "" if reserve is None else json.dumps(option(reserve))
        if given != self._reserve:
            self._core.ask("compact_reserve", given)
            self._reserve, self._stale = given, True

    def _known(self, messages: Sequence[Any]) -> int:
        """How many messages at the beginning are those of the last request."""
        seen = self._seen
        if len(messages) >= len(seen) and messages[: len(seen)] == seen:
            return len(seen)
        at = 0
        for one, other in zip(messages, seen):
            if one != other:
                break
            at += 1
        return at

    def _read(self, messages: Sequence[Any], known: int) -> str | None:
        added = list(messages[known:])
        shape: str | None = json.loads(self._core.ask("compact_messages", str(known), texts(added))[0])
        del self._seen[known:]
        self._seen.extend(_snapshot(message) for message in added)
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
        epoch, then, reserve = self._epoch, list(messages), self._reserve
        compaction: Compaction[M] = Compaction(
            sent,
            before.changed,
            before.edits,
            None,
            lambda: self._report_of(then, epoch, reserve),
            lambda: self._state_of(epoch),
        )
        self._remember(messages, compaction, int(found["size"]))
        return compaction

    def _step(self, messages: Sequence[M], force: bool, compact_to: object, shape: str | None) -> Compaction[M]:
        request = self._host.request(force, compact_to)
        about, edits, report = self._core.ask("compact_next", request, "", functions=self._host.functions)
        told, changes = json.loads(about), json.loads(edits)
        done = _apply.applied(messages, changes)
        self._commit()
        epoch = self._epoch
        compaction: Compaction[M] = Compaction(
            done, bool(changes), changes, told["notice"], lambda: report, lambda: self._state_of(epoch)
        )
        self._shape = shape
        self._stale = False
        self._remember(messages, compaction, int(told["size"]))
        if told["stepped"]:
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

    def _report_of(self, messages: list[Any], epoch: _Epoch, reserve: str) -> bytes:
        state = self._state_of(epoch)
        core = _core.Instance("full")
        core.ask("compact_new", self._host.json, state, "true")
        if reserve:
            core.ask("compact_reserve", reserve)
        core.ask("compact_messages", "0", texts(messages))
        # Without a store: what it keeps does not depend on who looks.
        asked = {name: value for name, value in self._host.asked.items() if name != "store"}
        return core.ask("compact_next", json.dumps(asked), "", functions=self._host.functions)[2]

    def observe(self, *, input_tokens: float, outside: float = 0) -> None:
        """Corrects the token estimate by what the provider billed for the last request.

        ``outside`` is the estimate of what it sent outside its messages. Does nothing before the first request.
        """
        for name, size in (("input_tokens", input_tokens), ("outside", outside)):
            if not isinstance(size, (int, float)) or isinstance(size, bool) or not 0 <= size < float("inf"):
                raise wrong(name, size, "a finite number of 0 or more")
        with self._lock:
            if self._last is None:
                return
            estimated = self._size if self._in_tokens else self._last.report.after.tokens / self._billed
            share = estimated / (estimated + outside) if outside > 0 else 1.0
            self._ended(self.state())
            answer = self._core.ask("compact_observe", repr(float(input_tokens * share)), repr(float(estimated)))
            self._billed = json.loads(answer[0])

    def undo(self) -> Compaction[Any]:
        """Takes the last step back and returns the last messages without it. It is not tried again at once."""
        with self._lock:
            if self._last is None:
                raise TooltrimError("INVALID_OPTION", "undo: there was no request yet")
            before = self.state()
            self._core.ask("compact_undo")
            self._ended(before)
            return self._step(self._originals, False, None, self._shape)

    def state(self) -> str:
        """Returns the state to continue from, as JSON text: for ``Compactor(state=...)`` after a restart."""
        with self._lock:
            return self._core.ask("compact_state")[0].decode()


def _as_list(messages: Sequence[M]) -> list[M]:
    return messages if isinstance(messages, list) else list(messages)


def _snapshot(value: Any) -> Any:
    """A copy of the lists and objects: equal to the value until that is changed in place."""
    kind = type(value)
    if kind is dict:
        return {name: _snapshot(item) if type(item) in _CONTAINERS else item for name, item in value.items()}
    if kind is list:
        return [_snapshot(item) if type(item) in _CONTAINERS else item for item in value]
    if kind is str or value is None:
        return value
    if hasattr(value, "model_copy") or (is_dataclass(value) and not isinstance(value, type)):
        return copy.copy(value)
    return value


_CONTAINERS = (dict, list)
