"""Results that were cut, kept in full."""

from __future__ import annotations

import functools
import json
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from . import _core, _json
from ._json import camel, option
from ._options import Checked, check_names
from .errors import TooltrimError, wrong

__all__ = ["OutputStore", "Retrieved", "RetrieveTool", "retrieve_tool"]


@dataclass(frozen=True)
class Retrieved:
    """A part of a kept text, and what it is: ``lines 1-120 of 5,000``."""

    text: str
    ref: str
    about: str
    page: int
    pages: int
    truncated: bool
    omitted_chars: int


#: In the order of the core.
_PART = ("where", "lines", "pattern", "ignore_case", "about", "context", "page", "max_chars", "guarded")


class OutputStore:
    """Keeps the full text of what was cut, so that a model or a program can read it later.

    >>> from tooltrim_core import OutputStore, trim
    >>> store = OutputStore()
    >>> log = "".join(f"step {number} ok\\n" for number in range(1, 5001))
    >>> trimmed = trim(log, 4000, store=store)
    >>> trimmed.ref, "full text: #a13s6nag" in trimmed.text
    ('#a13s6nag', True)
    >>> store.retrieve("#a13s6nag", lines="2500-2501").text
    'step 2500 ok\\nstep 2501 ok\\n'
    >>> store.retrieve("#a13s6nag", pattern="step 4999").text
    '4999:step 4999 ok\\n'

    Holds up to ``max_bytes`` (16 MiB) and drops the least recently used first. A ref is made of the text's hash: equal
    texts have equal refs in every store and process. Safe for threads.
    """

    def __init__(self, max_bytes: float | None = None) -> None:
        self._core = _core.Instance("full")
        self._lock = threading.RLock()
        self._core.ask("store_new", json.dumps(option(max_bytes)))

    def put(self, text: str) -> str | None:
        """Keeps a text and returns its ref, such as ``#k3f9a2bx``.

        ``None`` if the store knows another text by this ref, which takes a collision of 40 bits: the first one stays.
        """
        return self._kept(text)[1]

    def _put(self, text: str) -> int:
        return self._kept(text)[0] or 0

    def _kept(self, text: str) -> tuple[int | None, str | None]:
        if not isinstance(text, str):
            raise wrong("text", text, "a str")
        with self._lock:
            number, ref = json.loads(self._core.ask("store_put", text)[0])
        return number, ref

    def get(self, ref: str) -> str:
        """Returns a kept text. Raises ``UNKNOWN_REF`` for one that is not there, or has left."""
        with self._lock:
            return self._core.ask("store_get", _ref(ref))[0].decode()

    def __contains__(self, ref: object) -> bool:
        try:
            self.get(str(ref))
        except TooltrimError:
            return False
        return True

    def retrieve(self, ref: str, **part: Any) -> Retrieved:
        """Returns a part of a kept text, page by page.

        ``about``: only lines that answer this question. ``lines``: ``"120-180"``, ``"120-"`` or ``120``, counted from 1. ``pattern``: only lines with this literal text
        (``ignore_case``, ``context`` lines around). ``where``: a function ``(line, number) -> bool``. ``max_chars`` of
        a page, ``page`` from 1.
        """
        check_names(part, _PART)
        given = {name: value for name, value in part.items() if value is not None}
        where = given.pop("where", None)
        ref = _ref(ref)
        chosen = ""
        if where is not None:
            lines = self.get(ref).split("\n")
            if lines and not lines[-1]:
                lines.pop()
            chosen = json.dumps([at for at, line in enumerate(lines, 1) if where(line.removesuffix("\r"), at)])
        asked = _json.encoded({camel(name): option(value) for name, value in given.items()})
        with self._lock:
            found = json.loads(self._core.ask("store_retrieve", ref, asked, chosen)[0])
        rest = (found["about"], found["page"], found["pages"], found["truncated"], found["omitted"]["chars"])
        return Retrieved(found["text"], ref, *rest)

    def _answer(self, arguments: str, max_chars: int) -> str:
        with self._lock:
            return self._core.ask("store_answer", arguments, str(max_chars))[0].decode()

    def _trim(self, given: Checked, text: str) -> list[bytes]:
        functions: Any = {_core.COUNT: given.tokens} if given.tokens else None
        with self._lock:
            return self._core.ask("store_trim", given.json, text, functions=functions)


def _ref(ref: object) -> str:
    if not isinstance(ref, str):
        raise wrong("ref", ref, "a ref such as #k3f9a2bx")
    return str(json.loads(_core.ask("full", "ref", ref)[0]))


_ARGUMENTS = frozenset({"ref", "lines", "pattern", "ignore_case", "ignoreCase", "about", "context", "page"})


@functools.lru_cache(maxsize=1)
def _words() -> tuple[str, str, str]:
    """Name, description and arguments of the tool, in the words of the core."""
    name, description, schema = _core.ask("full", "retrieve_tool")
    return name.decode(), description.decode(), schema.decode()


@dataclass(frozen=True)
class RetrieveTool:
    """A tool by which a model reads what was cut. ``definition`` goes to the provider; calling it answers a call."""

    name: str
    description: str
    definition: dict[str, Any]
    store: OutputStore
    max_chars: int

    def __call__(self, arguments: str | Mapping[str, Any] | None = None, **more: Any) -> str:
        """Answers a call; what is wrong with it is a text for the model."""
        given: object = arguments
        if isinstance(arguments, str):
            try:
                given = _json.loads(arguments.encode("utf-8", "replace"))
            except ValueError:
                return self.store._answer(arguments, self.max_chars)
        if given is None or isinstance(given, Mapping):
            # Only what is known: the rest may be anything.
            given = {name: value for name, value in {**(given or {}), **more}.items() if name in _ARGUMENTS}
        try:
            text = _json.dumps(given)
        except TooltrimError as error:
            return f"Error: {error}"
        return self.store._answer(text, self.max_chars)


def retrieve_tool(
    store: OutputStore,
    format: str = "openai-chat",
    *,
    name: str | None = None,
    description: str | None = None,
    max_chars: int = 20_000,
) -> RetrieveTool:
    """Returns a tool by which a model reads what was cut, defined as the API wants it.

    >>> from tooltrim_core import OutputStore, retrieve_tool, trim
    >>> store = OutputStore()
    >>> _ = trim("".join(f"step {number} ok\\n" for number in range(1, 5001)), store=store)
    >>> tool = retrieve_tool(store, "anthropic")
    >>> tool.definition["name"]
    'tooltrim_retrieve'
    >>> tool({"ref": "A13S6NAG", "lines": "2500"})
    '[#a13s6nag: line 2,500 of 5,000]\\nstep 2500 ok\\n'

    ``format``: ``openai-chat``, ``openai-responses``, ``anthropic`` or ``gemini``. Arguments are read leniently. An answer has
    ``max_chars`` UTF-16 units at most.
    """
    own_name, own_description, own_schema = _words()
    name, description = name or own_name, description or own_description
    if not re.fullmatch(r"[\w-]{1,64}", name):
        raise wrong("name", name, "a name of 1 to 64 letters, digits, _ and -")
    if max_chars < 500:
        raise wrong("max_chars", max_chars, "a number of 500 or more")
    schema = json.loads(own_schema)
    about = {"name": name, "description": description}
    shapes: dict[str, Callable[[], dict[str, Any]]] = {
        "openai-chat": lambda: {"type": "function", "function": {**about, "parameters": schema}},
        "openai-responses": lambda: {"type": "function", **about, "parameters": schema, "strict": False},
        "anthropic": lambda: {**about, "input_schema": schema},
        "gemini": lambda: {**about, "parametersJsonSchema": schema},
    }
    if format not in shapes:
        raise TooltrimError("UNKNOWN_FORMAT", f"format: {format!r} is not one of {', '.join(shapes)}")
    return RetrieveTool(name, description, shapes[format](), store, max_chars)
