"""Conversations in the formats of providers: check, repair, read.

Messages are the lists that you send: dictionaries, or the models of the official clients.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from . import _apply, _core, _json
from .errors import TooltrimError, snake, wrong

__all__ = [
    "ExtractedToolCall",
    "MessageFormat",
    "Problem",
    "Repair",
    "RepairedMessages",
    "SessionLog",
    "apply_edits",
    "detect_format",
    "extract_tool_calls",
    "inspect_messages",
    "read_session_log",
    "render_as_text",
    "repair_messages",
    "to_json_patch",
    "validate_messages",
]

MessageFormat = Literal["openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "vscode"]
#: What a provider binds the model's thinking to.
Thinking = Literal["prefix", "loop", "calls"]
M = TypeVar("M")
Edit = dict[str, Any]


@dataclass(frozen=True)
class Problem:
    """A rule that messages break, and the providers that refuse them for it."""

    path: str
    rule: str
    message: str
    providers: Sequence[str] = ()


@dataclass(frozen=True)
class Repair:
    """One repair: ``action`` is ``dropped``, ``inserted``, ``moved`` or ``changed``."""

    path: str
    rule: str
    action: str


@dataclass(frozen=True)
class RepairedMessages:
    """Messages that their provider takes, and how they became so."""

    messages: list[Any]
    changed: bool
    edits: Sequence[Edit]
    repairs: Sequence[Repair]
    problems: Sequence[Problem]
    reason: str | None


@dataclass(frozen=True)
class ExtractedToolCall:
    """A tool call with its result, and where both are."""

    call_id: str
    name: str
    args: Any
    result: str
    is_error: bool
    is_answered: bool
    is_hosted: bool
    group: int
    call_path: str
    result_path: str | None


def written(messages: object) -> bytes:
    """Messages as JSON text."""
    if isinstance(messages, (str, bytes)) or not isinstance(messages, Sequence):
        raise TooltrimError("INVALID_MESSAGES", "messages: is not a list of messages")
    return texts(list(messages))


def texts(messages: list[Any]) -> bytes:
    """A list as JSON text; lone surrogates become U+FFFD."""
    return _core.encode(_json.dumps(messages))


def detect_format(messages: Sequence[Any]) -> MessageFormat | None:
    """Returns the format of messages by their shape; ``None`` when no format knows them.

    >>> from tooltrim_core.messages import detect_format
    >>> detect_format([{"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "ls", "input": {}}]}])
    'anthropic'
    """
    found: MessageFormat | None = json.loads(_core.ask("full", "detect_format", written(messages))[0])
    return found


def validate_messages(
    messages: Sequence[Any],
    format: MessageFormat | None = None,
    *,
    before: Sequence[Any] | None = None,
    thinking: Thinking | None = None,
    prefill: bool = True,
) -> list[Problem]:
    """Returns the rules that messages break, each with its place and who refuses it; an empty list if there are none.

    >>> from tooltrim_core import validate_messages
    >>> call = {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    >>> messages = [{"role": "assistant", "tool_calls": [call]}, {"role": "user", "content": "Never mind."}]
    >>> [(problem.path, problem.rule) for problem in validate_messages(messages)]
    [('/0/tool_calls/0', 'call-without-result')]

    ``before``: the messages of an earlier request. Thinking in both lists is a problem (``thinking-after-change``) if
    anything before it changed since. ``thinking``: what the provider binds it to; with ``"calls"``, thinking without a
    signature is no problem. ``prefill``: ``False`` if the model does not go on from a last message of the assistant
    (``assistant-last``).

    Raises ``INVALID_MESSAGES`` for what is not a list of messages, ``UNKNOWN_FORMAT`` if no format is given or found,
    ``INVALID_OPTION`` if ``before`` is not a list of messages.
    """
    if before is not None and (isinstance(before, (str, bytes)) or not isinstance(before, Sequence)):
        raise wrong("before", before, "a list of messages")
    earlier = b"" if before is None else texts(list(before))
    answer = _core.ask(
        "full", "validate_messages", written(messages), format or "", chosen(thinking), earlier, going_on(prefill)
    )
    found = json.loads(answer[0])
    return [problem(each) for each in found]


def going_on(prefill: object) -> str:
    """Whether a model goes on from a last message of the assistant, as the core reads it."""
    if not isinstance(prefill, bool):
        raise wrong("prefill", prefill, "True or False")
    return "" if prefill else "no"


def problem(found: Mapping[str, Any]) -> Problem:
    """A problem as the core writes it."""
    return Problem(found["path"], found["rule"], found["message"], tuple(found["providers"]))


def chosen(thinking: object) -> str:
    """The binding of thinking as the core reads it."""
    if thinking is None:
        return ""
    if not isinstance(thinking, str) or not thinking:
        raise wrong("thinking", thinking, 'one of "prefix", "loop", "calls"')
    return thinking


def repair_messages(
    messages: Sequence[M],
    format: MessageFormat | None = None,
    *,
    thinking: Thinking | None = None,
    prefill: bool = True,
) -> RepairedMessages:
    """Repairs messages so that their provider takes them, with the fewest changes; all are reported.

    >>> from tooltrim_core.messages import repair_messages
    >>> call = {"id": "c1", "type": "function", "function": {"name": "ls", "arguments": "{}"}}
    >>> repaired = repair_messages([{"role": "user", "content": "Go."}, {"role": "assistant", "tool_calls": [call]}])
    >>> repaired.messages[2]["role"], repaired.repairs[0].action
    ('tool', 'inserted')

    ``thinking``: what the provider binds it to; with ``"calls"``, thinking without a signature stays. ``prefill``:
    ``False`` if the model does not go on from a last message of the assistant; then the user does.
    """
    asked = (format or "", chosen(thinking), "", going_on(prefill))
    found = json.loads(_core.ask("full", "repair_messages", written(messages), *asked)[0])
    edits = found["edits"]
    repaired = _apply.applied(messages, edits)
    repairs = tuple(Repair(each["path"], each["rule"], each["action"]) for each in found["repairs"])
    problems = tuple(problem(each) for each in found["problems"])
    return RepairedMessages(repaired, bool(edits), edits, repairs, problems, found["reason"])


def extract_tool_calls(messages: Sequence[Any], format: MessageFormat | None = None) -> list[ExtractedToolCall]:
    """Returns the tool calls of messages, each with its result; pairs are found by id and position."""
    found = json.loads(_core.ask("full", "extract_tool_calls", written(messages), format or "")[0])
    return [ExtractedToolCall(**{snake(name): value for name, value in each.items()}) for each in found]


def apply_edits(messages: Sequence[M], edits: Sequence[Edit]) -> list[M]:
    """Applies edits by their positions in the original; untouched messages are the same objects.

    Edits: ``{"text": pointer, "value": text}``, ``{"set": pointer, "value": any}``, ``{"drop": pointer}``,
    ``{"insert": index, "message": any}``, ``{"insert": pointer, "part": any}``. Raises ``INVALID_OPTION`` for what is
    no edit, or leads nowhere.
    """
    # The core checks them.
    _core.ask("full", "apply_edits", written(messages), _json.encoded(list(edits)))
    return _apply.applied(messages, edits)


def to_json_patch(edits: Sequence[Edit]) -> list[dict[str, Any]]:
    """Returns edits as a JSON Patch (RFC 6902)."""
    found: list[dict[str, Any]] = json.loads(_core.ask("full", "to_json_patch", _json.encoded(list(edits)))[0])
    return found


def render_as_text(
    messages: Sequence[Any],
    format: MessageFormat | None = None,
    *,
    rendering: Literal["comments", "brackets"] = "comments",
) -> list[Any]:
    """Returns messages without tool items, for gateways that take nothing else: calls and results become texts."""
    found: list[Any] = json.loads(_core.ask("full", "render_as_text", written(messages), format or "", rendering)[0])
    return found


def inspect_messages(
    messages: Sequence[Any],
    format: MessageFormat | None = None,
    *,
    tokens: Callable[[str], int] | None = None,
    redact: bool | Callable[[str], str] = False,
) -> dict[str, Any]:
    """Returns what takes the room of a conversation: sizes by kind, calls, files, failures."""
    asked, functions = callbacks(tokens, redact)
    options = _json.encoded(asked)
    answer = _core.ask("full", "inspect_messages", written(messages), format or "", options, functions=functions)
    found: dict[str, Any] = json.loads(answer[0])
    return found


def callbacks(tokens: object, redact: object) -> tuple[dict[str, Any], _core.Functions]:
    """The functions of the caller's as the core asks for them."""
    asked: dict[str, Any] = {}
    functions: _core.Functions = {}
    if tokens is not None:
        if not callable(tokens):
            raise wrong("tokens", tokens, "a function (text) -> int")
        asked["tokens"] = True
        functions[_core.COUNT] = tokens
    if redact is True:
        asked["redact"] = "secrets"
    elif redact:
        if not callable(redact):
            raise wrong("redact", redact, "True or a function (text) -> str")
        asked["redact"] = True
        functions[_core.REDACT] = redact
    return asked, functions


@dataclass(frozen=True)
class SessionLog:
    """The messages of a session log, and what was left out."""

    messages: list[Any]
    format: MessageFormat
    agent: str | None
    skipped: int
    reasons: Sequence[Mapping[str, Any]]


def read_session_log(log: str | bytes) -> SessionLog:
    """Reads a session log of a coding agent (Claude Code, Codex, Gemini CLI, Cline, opencode and others) as messages.

    >>> from tooltrim_core.messages import read_session_log
    >>> read_session_log('[{"role": "user", "content": "Go."}]').messages
    [{'role': 'user', 'content': 'Go.'}]
    """
    core = _core.Instance("full")
    core.ask("log_push", log)
    answer = core.ask("log_finish")
    end, messages = json.loads(answer[0]), _json.loads(answer[1])
    if end["path"] is not None:
        # The branch that the session went on with.
        messages = [messages[at] for at in end["path"]]
    return SessionLog(messages, end["format"], end["agent"], end["skipped"], tuple(end["reasons"]))
