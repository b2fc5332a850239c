"""Knowing what was cut: scopes, listeners, log lines, metrics.

>>> from tooltrim_core import trim
>>> from tooltrim_core.signals import truncation_scope
>>> with truncation_scope() as scope:
...     page = trim("word " * 2000, 500, label="page").text
>>> scope.truncation_applied, scope.events[0].before, len(page) <= 500
(True, 10000, True)
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import asdict, dataclass, field, is_dataclass
from typing import TYPE_CHECKING, Any

from . import _core, _json
from .errors import TooltrimError

if TYPE_CHECKING:
    import logging

__all__ = [
    "Scope",
    "TruncationEvent",
    "disclaimer_for",
    "format_truncation_log",
    "log_truncations",
    "metrics",
    "on_truncation",
    "session_bytes",
    "truncation_scope",
]

_MOST_EVENTS = 1000


@dataclass(frozen=True)
class TruncationEvent:
    """One cut, with sizes in ``unit``: ``chars``, ``utf16``, ``bytes``, ``lines``, ``tokens``; of values also ``items``,
    ``keys``, ``levels``.
    """

    label: str | None
    unit: str
    limit: int | None
    before: int
    after: int
    omitted_chars: int | None = None
    ref: str | None = None


Listener = Callable[[TruncationEvent], object]


@dataclass
class Scope:
    """The cuts in a scope: the first 1,000 in order, and the number of all."""

    events: list[TruncationEvent] = field(default_factory=list)
    event_count: int = 0

    @property
    def truncation_applied(self) -> bool:
        """True if anything was cut."""
        return self.event_count > 0

    def _add(self, event: TruncationEvent) -> None:
        self.event_count += 1
        if len(self.events) < _MOST_EVENTS:
            self.events.append(event)


_scopes: ContextVar[tuple[Scope, ...]] = ContextVar("tooltrim_scopes", default=())
_telling: ContextVar[bool] = ContextVar("tooltrim_telling", default=False)
_listeners: list[Listener] = []
_lock = threading.Lock()


@contextlib.contextmanager
def truncation_scope() -> Iterator[Scope]:
    """Collects the cuts of the block, by whatever function of tooltrim, however deep.

    >>> from tooltrim_core import trim
    >>> with truncation_scope() as scope:
    ...     _ = trim("short", 500)
    >>> scope.truncation_applied
    False

    Follows the context across ``await``, tasks and ``asyncio.to_thread``: two tools that run at once never see each
    other's cuts. A scope inside a scope reports to both.
    """
    scope = Scope()
    token = _scopes.set((*_scopes.get(), scope))
    try:
        yield scope
    finally:
        _scopes.reset(token)


def on_truncation(listener: Listener) -> Callable[[], None]:
    """Calls a function with each cut; returns a function that ends this.

    >>> from tooltrim_core import trim
    >>> lines = []
    >>> stop = on_truncation(lambda event: lines.append(format_truncation_log(event)))
    >>> _ = trim("word " * 2000, max_bytes=500, label="page")
    >>> stop()
    >>> lines
    ['Truncation: dataset=page original_bytes=10000 truncated_bytes=500']

    It is called at once, in the thread and context of the cut. What it raises is logged and otherwise ignored.
    """
    if not callable(listener):
        raise TooltrimError("INVALID_OPTION", "listener: is not a function (event) -> None")
    with _lock:
        _listeners.append(listener)
    ended = False

    def stop() -> None:
        nonlocal ended
        with _lock:
            if not ended and listener in _listeners:
                _listeners.remove(listener)
            ended = True

    return stop


def log_truncations(logger: logging.Logger | None = None, level: int = 20) -> Callable[[], None]:
    """Writes a line to a logger (``tooltrim`` by default) for each cut; returns a function that ends this."""
    import logging

    to = logger or logging.getLogger("tooltrim_core")
    return on_truncation(lambda event: to.log(level, "%s", format_truncation_log(event)))


def format_truncation_log(event: TruncationEvent) -> str:
    """Returns the log line of a cut. It is always one line, whatever is in the label.

    >>> format_truncation_log(TruncationEvent("fetch.posts[3]", "bytes", 2000, 9000, 85))
    'Truncation: dataset=fetch.posts[3] original_bytes=9000 truncated_bytes=85'
    """
    parts = (event.label or "", event.unit, str(event.before), str(event.after))
    return _core.ask("full", "truncation_log", *parts)[0].decode()


def is_watched(own: Listener | None = None, scope: Scope | None = None) -> bool:
    """True if anybody wants to hear of cuts."""
    return own is not None or scope is not None or bool(_scopes.get() or _listeners or _counts.on)


def emit(event: TruncationEvent, own: Listener | None = None, scope: Scope | None = None) -> None:
    """Hands a cut to whoever wants it."""
    for each in _scopes.get():
        each._add(event)
    if scope is not None and not any(each is scope for each in _scopes.get()):
        scope._add(event)
    _counts.cut(event)
    if (own is None and not _listeners) or _telling.get():
        return
    token = _telling.set(True)
    try:
        for listener in ([own] if own is not None else []) + list(_listeners):
            try:
                listener(event)
            except Exception:
                import logging

                logging.getLogger("tooltrim_core").exception("a listener of truncations failed")
    finally:
        _telling.reset(token)


class _Counts:
    """What happened since the metrics were read last. Nothing is counted before they are asked for."""

    def __init__(self) -> None:
        self.on = False
        self.checks = 0
        self.waiting: deque[dict[str, Any]] = deque()
        self.metrics: Metrics | None = None

    def check(self) -> None:
        if self.on:
            self.checks += 1

    def cut(self, event: TruncationEvent) -> None:
        if self.on:
            self.add({"label": event.label or "", "unit": event.unit, "before": event.before, "after": event.after})

    def add(self, what: dict[str, Any]) -> None:
        if not self.on:
            return
        self.waiting.append(what)
        if len(self.waiting) > 10_000 and self.metrics is not None:
            self.metrics._settle()


_counts = _Counts()


def checked() -> None:
    """Counts a check."""
    _counts.check()


class Metrics:
    """Counts of cuts since the first call of :func:`metrics`, in the names that Prometheus users know."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._core = _core.Instance("full")

    def _settle(self) -> None:
        with self._lock:
            self._settled()

    def _settled(self) -> None:
        told: list[dict[str, Any]] = []
        while True:
            try:
                told.append(_counts.waiting.popleft())
            except IndexError:
                break
        checks, _counts.checks = _counts.checks, 0
        if checks:
            told.append({"kind": "checks", "count": checks})
        if told:
            self._core.ask("metrics_record", _json.encoded(told))

    def prometheus(self) -> str:
        """Returns the text format of Prometheus."""
        with self._lock:
            self._settled()
            return self._core.ask("metrics_prometheus")[0].decode()

    def snapshot(self) -> dict[str, Any]:
        """Returns the counts as plain values: ``checks``, ``datasets``, ``sessions``, ``violations``."""
        with self._lock:
            self._settled()
            found: dict[str, Any] = json.loads(self._core.ask("metrics_snapshot")[0])
        return found


def metrics() -> Metrics:
    """Starts to count cuts and checks, once for the process; later calls return the same counts.

    >>> from tooltrim_core import trim
    >>> counts = metrics()
    >>> _ = trim("word " * 2000, max_bytes=500, label="docs_page")
    >>> 'truncation_events_total{dataset="docs_page"} 1' in counts.prometheus()
    True
    """
    with _lock:
        if _counts.metrics is None:
            _counts.metrics = Metrics()
            _counts.on = True
        return _counts.metrics


def violation(tool: str, contract: str) -> None:
    """Counts a contract that failed."""
    _counts.add({"kind": "violation", "tool": tool, "contract": contract})


_words: dict[str, Any] = {}


def words() -> dict[str, Any]:
    """Words of the core: the disclaimer, the flag, the signs of a cut."""
    if not _words:
        _words.update(json.loads(_core.ask("full", "signal_words")[0]))
    return _words


_warned: set[str] = set()


def session_bytes(value: object, *, name: str = "session", warn_at: float | None = None) -> int:
    """Returns the size of a state in bytes of compact JSON, and warns once when it rises above ``warn_at`` (50,000).

    >>> session_bytes({"quotes": {"ACME": [1.5, 2.25]}}, name="stock_data")
    30
    """
    size = len(_json.encoded(value))
    most = words()["warnBytes"] if warn_at is None else warn_at
    _counts.add({"kind": "session", "name": name, "bytes": size})
    if size <= most:
        _warned.discard(name)
    elif name not in _warned:
        _warned.add(name)
        warnings.warn(f"{name} has {size} bytes, more than {most}", ResourceWarning, stacklevel=2)
    return size


def disclaimer_for(value: object, *, text: str | None = None) -> str | None:
    """Returns a paragraph for the readers of a report, if anything in the value says that it was cut.

    >>> disclaimer_for({"body": "all of it"}) is None
    True
    >>> disclaimer_for({"body": "[1, 2\\n\\n(response truncated)"}, text="Shortened.")
    'Shortened.'
    """
    return (text or str(words()["disclaimer"])) if _says_cut(value) else None


@functools.cache
def _signs() -> re.Pattern[str]:
    """Phrases that mark a text as cut; a number may stand in them."""
    signs: list[str] = words()["signs"]
    return re.compile("|".join(re.escape(sign).replace(re.escape("{count}"), r"[\d,]+") for sign in signs))


def _says_cut(value: object) -> bool:
    flags = (words()["flag"], "truncationApplied")
    waiting: list[object] = [value]
    seen: set[int] = set()
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            if _signs().search(each):
                return True
            continue
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, Mapping):
            if any(each.get(flag) is True for flag in flags):
                return True
            waiting.extend(each.values())
        elif isinstance(each, (list, tuple, set, frozenset)):
            waiting.extend(each)
        elif is_dataclass(each) and not isinstance(each, type):
            if getattr(each, "truncated", None) is True:
                return True
            waiting.append(asdict(each))
        else:
            dump = getattr(each, "model_dump", None)
            if callable(dump) and not isinstance(each, type):
                waiting.append(dump())
    return False
