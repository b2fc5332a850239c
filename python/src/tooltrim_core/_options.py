"""The options of a trim, checked for their names; the core checks their values."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._json import camel, option
from .errors import TooltrimError, wrong

if TYPE_CHECKING:
    from .signals import Scope, TruncationEvent
    from .store import OutputStore

Keep = Literal["head", "tail", "ends", "none"]
Snap = Literal["char", "grapheme", "line"]
TokenCounter = Callable[[str], int]


class RescueOptions(TypedDict, total=False):
    """Which lines are kept out of what would be omitted."""

    share: float
    include: Sequence[str]
    exclude: Sequence[str]


class CleanOptions(TypedDict, total=False):
    """Noise to remove. What is not named is not removed."""

    ansi: bool
    carriage_returns: bool
    repeated_lines: bool
    base64: bool
    long_lines: bool


class OtherTrimOptions(TypedDict, total=False):
    """The options of :class:`TrimOptions` beside ``max_chars``, which is also an argument of its own."""

    max_utf16: float | None
    max_bytes: float | None
    max_lines: float | None
    max_tokens: float | None
    tokens: TokenCounter | None
    token_margin: float
    keep: Keep
    head_share: float
    head_chars: float | None
    tail_chars: float | None
    snap: Snap
    marker: str | None
    trim_end: bool
    rescue: bool | RescueOptions
    about: str | None
    synonyms: bool
    clean: bool | CleanOptions
    format: Literal["text", "json"]
    decode: Literal["strict", "replace"]
    count: Sequence[Literal["bytes", "lines", "tokens"]]
    label: str | None
    store: OutputStore | None
    scope: Scope | None
    on_truncate: Callable[[TruncationEvent], object] | None


class TrimOptions(OtherTrimOptions, total=False):
    """How to trim a text. All limits that are given hold for the result, marker included.

    Sizes: ``max_chars`` (code points, what ``len`` counts; 4,000 if no limit is given), ``max_utf16``, ``max_bytes``
    (UTF-8), ``max_lines``, ``max_tokens``, which are estimated times ``token_margin`` (1.1), or counted by ``tokens``.

    ``keep``: ``"ends"`` (default), ``"head"``, ``"tail"`` or ``"none"``. ``head_share``: the head's share of the room
    with ``"ends"``, 0.5. ``head_chars``, ``tail_chars``: the most chars of each end. ``snap``: cut between lines
    (``"line"``, default), ``"grapheme"`` or ``"char"``. ``marker``: the text in place of a gap, with numbers such as
    ``{omitted_chars}``. ``trim_end``: drop white space before the marker. ``rescue``: keep lines that report errors.
    ``about``: what is looked for; lines that answer it come first. ``synonyms``: find its words by their synonyms as well, true. ``clean``: remove noise first. ``format="json"``: JSON stays JSON. ``decode``: what to do with bytes that are not
    UTF-8. ``count``: omitted sizes to count beyond chars. ``label``, ``scope``, ``on_truncate``: for signals.
    ``store``: keeps the text if it is cut.
    """

    max_chars: float | None


#: Each once, ``max_chars`` first.
NAMES = tuple(dict.fromkeys(("max_chars", *OtherTrimOptions.__annotations__)))


def check_names(given: Mapping[str, object], known: Sequence[str], prefix: str = "") -> None:
    """Refuses names that are not options, in the words of the core."""
    for name in given:
        if name not in known:
            raise TooltrimError("INVALID_OPTION", f"{prefix}{name}: is not an option; known are {', '.join(known)}")


class Checked:
    """Options of a trim, split into the part for the core and the part that stays here."""

    __slots__ = ("json", "label", "on_truncate", "plain_chars", "scope", "store", "tokens")

    def __init__(self, options: Mapping[str, Any]) -> None:
        check_names(options, NAMES)
        given = {name: value for name, value in options.items() if value is not None}
        self.tokens: TokenCounter | None = given.pop("tokens", None)
        self.store: OutputStore | None = given.pop("store", None)
        self.scope: Scope | None = given.pop("scope", None)
        self.on_truncate = given.pop("on_truncate", None)
        self.label: str | None = given.get("label")
        if self.tokens is not None and not callable(self.tokens):
            raise wrong("tokens", self.tokens, "a function (text) -> int")
        if self.on_truncate is not None and not callable(self.on_truncate):
            raise wrong("on_truncate", self.on_truncate, "a function (event) -> None")
        if self.scope is not None and not hasattr(self.scope, "_add"):
            raise wrong("scope", self.scope, "a scope of truncation_scope")
        if self.store is not None and not hasattr(self.store, "_trim"):
            raise wrong("store", self.store, "an OutputStore")
        #: The limit, where there are only options with which any text up to it fits.
        self.plain_chars = _plain(given)
        core = {camel(name): option(value) for name, value in given.items()}
        if self.tokens is not None:
            core["tokens"] = {"__function__": True}
        if self.store is not None:
            # Markers can name a ref.
            core["store"] = {}
        self.json = json.dumps(core, separators=(",", ":"), sort_keys=True).encode("utf-8", "replace")


def _plain(given: Mapping[str, Any]) -> int:
    if not given.keys() <= {"max_chars", "label"} or not isinstance(given.get("label", ""), str):
        return -1
    most = given.get("max_chars", 4000)
    return most if type(most) is int and most >= 0 else -1
