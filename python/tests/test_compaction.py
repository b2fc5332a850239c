"""Conversations of dictionaries and of models."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tooltrim import Compactor, OutputStore, TooltrimError, compact_messages, repair_messages, validate_messages


def conversation(calls: int, size: int = 1000) -> list[Any]:
    messages: list[Any] = [{"role": "user", "content": "Make the tests pass."}]
    for number in range(calls):
        arguments = json.dumps({"command": f"pytest part{number}"})
        call = {"id": f"call_{number}", "type": "function", "function": {"name": "bash", "arguments": arguments}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"call_{number}", "content": ("ok\n" * size)[:size]})
    return messages


def test_a_request_that_failed_is_done_again_in_full() -> None:
    away = True

    def count(text: str) -> int:
        if away:
            raise ConnectionError("the tokenizer is away")
        return len(text) // 4

    compactor = Compactor(window={"tokens": 100_000}, tokens=count)
    away = False
    assert len(compactor.next(conversation(3)).messages) == 7
    away = True
    for _ in range(2):
        with pytest.raises(ConnectionError):
            compactor.next(conversation(9))
    away = False
    assert compactor.next(conversation(9)).messages == conversation(9)
    assert compactor.next(conversation(10)).messages == conversation(10)


def test_changes_in_place_are_noticed() -> None:
    messages: list[Any] = [{"role": "user", "content": [{"type": "text", "text": "a"}]}, *conversation(2)[1:]]
    compactor = Compactor(window={"chars": 100_000})
    before = compactor.next(messages).report.before.chars
    messages[0]["content"][0]["text"] = "b" * 100
    assert compactor.next(messages).report.before.chars == before + 99


def test_models_stay_models() -> None:
    pydantic = pytest.importorskip("pydantic")

    class Message(pydantic.BaseModel):  # type: ignore[misc, name-defined]
        role: str
        content: str
        tool_call_id: str

    messages = conversation(40)
    messages[2] = Message(**messages[2])
    compaction = compact_messages(messages, window={"chars": 40_000})
    assert isinstance(compaction.messages[2], Message)
    assert len(compaction.messages[2].content) < len(messages[2].content) == 1000
    assert compaction.messages[-1] is messages[-1]
    assert validate_messages(compaction.messages) == []


def test_a_store_keeps_what_facts_name() -> None:
    store = OutputStore()
    compactor = Compactor(window={"chars": 20_000}, store=store)
    compaction = compactor.next(conversation(40))
    result = conversation(1)[2]["content"]
    ref = OutputStore().put(result)
    assert f"{ref}]" in str(compaction.messages)
    assert store.get(str(ref)) == result


def test_redaction_reaches_all_that_is_quoted() -> None:
    messages = conversation(40)
    for message in messages[2::2]:
        message["content"] = "error: the key sk-proj-1234567890abcdefghijklmnop is wrong\n" * 30
    for redact in (True, lambda text: text.replace("sk-proj-1234567890abcdefghijklmnop", "[...]")):
        sent = compact_messages(messages, window={"chars": 20_000}, redact=redact, recent_calls_to_keep=0).messages
        assert sum("sk-proj" in str(message) for message in sent) < 10
    with pytest.raises(TypeError, match="redact returned int"):
        compact_messages(messages, window={"chars": 20_000}, redact=lambda text: 7)  # type: ignore[arg-type, return-value]


@pytest.mark.parametrize("messages", [None, "text", 5, {"role": "user"}, [1], [None], [["role"]]])
def test_what_is_no_conversation_is_refused(messages: Any) -> None:
    for call in (validate_messages, Compactor(window={"chars": 1000}).next):
        with pytest.raises(TooltrimError) as caught:
            call(messages)
        assert (caught.value.code, caught.value.field) == ("INVALID_MESSAGES", "messages")


@pytest.mark.parametrize("before", ["text", 5, {"role": "user"}, [1], [None], [["role"]]])
def test_an_earlier_request_that_is_none_is_refused(before: Any) -> None:
    for messages in (conversation(2), []):
        with pytest.raises(TooltrimError) as caught:
            validate_messages(messages, before=before)
        assert (caught.value.code, caught.value.field) == ("INVALID_OPTION", "before")


@pytest.mark.parametrize("thinking", ["all", "", 5])
def test_a_binding_of_thinking_that_is_none_is_refused(thinking: Any) -> None:
    for call in (validate_messages, repair_messages):
        with pytest.raises(TooltrimError, match='^thinking: .* is not one of "prefix", "loop", "calls"'):
            call(conversation(2), thinking=thinking)


def test_events_and_forced_steps() -> None:
    seen: list[Any] = []
    compactor = Compactor(window={"chars": 200_000}, on_event=seen.append)
    assert compactor.next(conversation(40)).changed is False
    forced = compactor.next(conversation(40), force=True, compact_to=0.05)
    assert forced.changed
    assert [event.notice for event in seen] == [forced.notice]
    assert compactor.undo().changed is False
    compactor.observe(input_tokens=10_000, outside=500)
    with pytest.raises(TooltrimError, match="input_tokens: "):
        compactor.observe(input_tokens=-1)


def test_tuples_and_other_sequences_are_conversations() -> None:
    messages = conversation(3)
    compactor = Compactor(window={"chars": 100_000})
    assert compactor.next(tuple(messages)).messages == messages
    assert compactor.next(messages).messages is messages


def test_a_state_of_an_earlier_version_is_refused() -> None:
    state = compact_messages(conversation(40), window={"chars": 40_000}).state
    with pytest.raises(TooltrimError, match="one of an earlier version; start a new compactor without it"):
        Compactor(window={"chars": 40_000}, state={**json.loads(state), "version": 2})
