"""Conversations that fit their window."""

from __future__ import annotations

import functools
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypedDict, TypeVar

from . import _apply, _core
from ._json import camel, option
from ._options import Checked, TokenCounter, check_names
from ._summary import Redactor, Summarize
from .errors import wrong
from .messages import MessageFormat, callbacks, written
from .reports import CompactionReport, read_report

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .store import OutputStore

__all__ = ["AsyncCompactOptions", "Budget", "CompactOptions", "Compaction", "CompactionReport", "compact_messages"]

M = TypeVar("M")


class Budget(TypedDict, total=False):
    """A size: ``{"tokens": 200_000}`` or ``{"chars": 400_000}``."""

    tokens: float
    chars: float


class CompactOptions(TypedDict, total=False):
    """How to compact. Only ``window`` is needed: ``{"tokens": 200_000}`` or ``{"chars": 400_000}``.

    ``reserve``: what is sent outside the messages (system prompt, tools, answer). ``trigger_at`` (0.8): the share of
    ``window - reserve``, or a size, above which a step is taken. ``compact_to`` (0.5): its target.
    ``recent_calls_to_keep`` (6). ``style``: ``"mask"`` keeps calls and results in place (default), ``"summary"`` puts a summary in the place of
    the oldest. ``when_full``: ``"send"``, ``"drop-oldest"``, ``"summary"`` or ``"error"``. ``tools``: by name,
    ``{"keep": "always", "category": "read", "result": {...}}``. ``tokens``: your counter. ``store``: keeps results in
    full. ``thinking``: what the provider binds it to, ``"prefix"``, ``"loop"`` or ``"calls"``; by default what the format
    and its signatures say. ``recent_media``: above so many images the oldest become lines.
    ``repeats``: ``"step"`` (default) names runs of lines that a newer result holds, ``"reference"`` also those above a result that
    arrives, ``"keep"`` leaves them. ``names`` (0): the share of the target, from 0 to 1, that names out of removed calls may
    take. ``redact``: True or a function. ``state``: of an earlier :class:`Compaction`. ``on_event``: called with the
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
    thinking: Literal["prefix", "loop", "calls"]
    recent_media: int | None
    repeats: Literal["step", "reference", "keep"]
    names: float
    media_tokens: int
    on_invalid: Literal["pass", "throw"]
    tokens: TokenCounter | None
    store: OutputStore | None
    redact: bool | Callable[[str], str]
    state: str | None
    on_event: Callable[[Compaction[Any]], object] | None


_NAMES = tuple(CompactOptions.__annotations__)


class AsyncCompactOptions(CompactOptions, total=False):
    """Also for :func:`tooltrim_core.compact_messages_async` and :meth:`tooltrim_core.Compactor.next_async`.

    ``summarize``: writes the summary of the calls that leave, ``async def summarize(calls) -> str``; ``style`` is then
    ``"summary"``. ``timeout``: the most seconds that it may take (10); ``None`` is no limit.
    """

    summarize: Summarize | None
    timeout: float | None


#: Of :class:`AsyncCompactOptions`.
ASYNC_NAMES = (*_NAMES, "summarize", "timeout")


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
        return read_report(self._read_report())

    @functools.cached_property
    def state(self) -> str:
        """The decisions so far, as JSON text, for ``state`` of the next request or a :class:`tooltrim_core.Compactor`."""
        return self._read_state()


@dataclass(frozen=True)
class Plan:
    """What the core decided about a request."""

    edits: list[dict[str, Any]]
    notice: str | None
    stepped: bool
    size: int
    format: MessageFormat | None
    #: The text in place of calls that left, and where it stands, if that was asked for.
    summary: Any
    report: bytes

    @classmethod
    def read(cls, answer: Sequence[bytes]) -> Plan:
        told, report = json.loads(answer[0]), answer[2]
        rest = (told["notice"], told["stepped"], int(told["size"]), told["format"], told["summary"])
        return cls(json.loads(answer[1]), *rest, report)

    def applied(self, messages: Sequence[M], report: Callable[[], bytes], state: Callable[[], str]) -> Compaction[M]:
        """The messages with the edits."""
        done = _apply.applied(messages, self.edits)
        return Compaction(done, bool(self.edits), self.edits, self.notice, report, state)


class _Host:
    """Checked options: those for the core, and those that stay here."""

    def __init__(self, options: Mapping[str, Any], *, tells_summary: bool = False) -> None:
        check_names(options, _NAMES)
        self.tells_summary = tells_summary
        given = {name: value for name, value in options.items() if value is not None}
        self.asked, self.functions = callbacks(given.pop("tokens", None), given.pop("redact", False))
        store = given.pop("store", None)
        if store is not None:
            if not hasattr(store, "_put"):
                raise wrong("store", store, "an OutputStore")
            self.asked["store"] = True
            self.functions[_core.KEEP] = store._put
        self.store: OutputStore | None = store
        self.counts = _core.COUNT in self.functions
        self.on_event = given.pop("on_event", None)
        if self.on_event is not None and not callable(self.on_event):
            raise wrong("on_event", self.on_event, "a function (compaction) -> None")
        state = given.pop("state", None)
        self.state: str = state if isinstance(state, str) else "" if state is None else json.dumps(state)
        self.is_format_given = "format" in given
        core = {camel(name): option(value) for name, value in given.items() if name != "tools"}
        if "tools" in given:
            if not isinstance(given["tools"], Mapping):
                raise wrong("tools", given["tools"], "a dict of names and rules")
            core["tools"] = {name: _tool(name, tool) for name, tool in given["tools"].items()}
        self.json = json.dumps(core)

    def start(self, core: _core.Instance, goes_on: bool) -> None:
        core.ask("compact_new", self.json, self.state, "true" if goes_on else "")

    def redactor(self) -> Redactor:
        return Redactor(self.asked, self.functions)

    def planned(self, messages: bytes, summary: str = "") -> tuple[Plan, str]:
        """Plans one request on its own: the plan, and the state after it."""
        with _core.borrowed("full") as core:
            self.start(core, False)
            try:
                core.ask("compact_messages", "0", messages)
                request = self.request(False, None, False)
                plan = Plan.read(core.ask("compact_next", request, summary, functions=self.functions))
                core.ask("compact_commit")
                return plan, core.ask("compact_state")[0].decode()
            finally:
                core.ask("compact_drop")

    def request(self, force: bool, compact_to: object, hold: bool) -> bytes:
        asked = dict(self.asked)
        if self.tells_summary:
            asked["tellSummary"] = True
        if force:
            asked["force"] = True
        if hold:
            asked["hold"] = True
        if compact_to is not None:
            asked["compactTo"] = option(compact_to)
        return json.dumps(asked).encode()

    def tell(self, compaction: Compaction[Any]) -> None:
        if self.on_event is None:
            return
        try:
            self.on_event(compaction)
        except Exception:
            logging.getLogger("tooltrim_core").exception("on_event failed")


def _tool(name: str, tool: object) -> Any:
    if not isinstance(tool, Mapping):
        return option(tool)
    rest = option({key: value for key, value in tool.items() if key != "result"})
    if tool.get("result") is not None:
        rest["result"] = json.loads(Checked(tool["result"]).json)
    return rest


def compact_messages(messages: Sequence[M], **options: Unpack[CompactOptions]) -> Compaction[M]:
    """Compacts a conversation when it fills its window: old results become facts, failures and user texts stay.

    >>> from tooltrim_core import compact_messages
    >>> history = [{"role": "user", "content": "Make the tests pass."}]
    >>> for n in range(1, 41):
    ...     call = {"type": "tool_use", "id": f"toolu_{n}", "name": "bash", "input": {"command": f"pytest part{n}"}}
    ...     result = {"type": "tool_result", "tool_use_id": f"toolu_{n}", "content": f"{n} PASSED\\n" * 120}
    ...     history += [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    >>> compacted = compact_messages(history, window={"chars": 40_000})
    >>> compacted.messages[2]["content"][0]["content"]
    '[Earlier: Ran `pytest part1` (1,080 chars)]'
    >>> compacted.messages[-1] is history[-1], compacted.report.after.chars <= 20_000
    (True, True)
    >>> compact_messages(history, window={"chars": 80_000}).messages is history
    True

    Takes the messages of OpenAI (Chat Completions, Responses), Anthropic, Gemini, LangChain and the AI SDK, as
    dictionaries or as models of the official clients. Untouched messages are the same objects. The original is never
    changed. Use :class:`tooltrim_core.Compactor` for a conversation that goes on: it sends identical bytes again, so that a
    prompt cache keeps its beginning.

    Raises ``INVALID_OPTION``, ``INVALID_MESSAGES`` and ``UNKNOWN_FORMAT``. Broken pairs go through, and stand in
    ``report.problems``.
    """
    host = _Host(options)
    plan, state = host.planned(written(messages))
    compaction = plan.applied(messages, lambda: plan.report, lambda: state)
    if plan.stepped:
        host.tell(compaction)
    return compaction
