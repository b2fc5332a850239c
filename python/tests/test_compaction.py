"""Conversations of dictionaries and of models."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from tooltrim_core import Compactor, OutputStore, TooltrimError, compact_messages, repair_messages, validate_messages


def conversation(calls: int, size: int = 1000) -> list[Any]:
    messages: list[Any] = [{"role": "user", "content": "Make the tests pass."}]
    for number in range(calls):
        arguments = json.dumps({"command": f"pytest part{number}"})
        call = {"id": f"call_{number}", "type": "function", "function": {"name": "bash", "arguments": arguments}}
        messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        messages.append({"role": "tool", "tool_call_id": f"call_{number}", "content": (f"{number} ok\n" * size)[:size]})
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


def test_results_that_arrive_name_what_stands_above() -> None:
    text = "".join(f"rate {number} is {number * 7919} of the tariff\n" for number in range(60))
    messages = conversation(4)
    messages[2]["content"], messages[6]["content"], messages[8]["content"] = text, f"again\n{text}", text
    compactor = Compactor(window={"chars": 1_000_000}, repeats="reference")
    before: list[Any] = []
    for end in range(1, len(messages) + 1, 2):
        compaction = compactor.next(messages[:end])
        assert compaction.messages[: len(before)] == before
        assert (compaction.notice, compaction.report.first_changed_message) == (None, None)
        before = list(compaction.messages)
    assert before[6]["content"] == "again\n[\u2026 lines 1\u201360 as in the output of `pytest part0` above \u2026]\n"
    assert compaction.changed and compaction.report.repeats == 2
    assert [one is other for one, other in zip(before, messages, strict=True)].count(False) == 2
    restored = Compactor(window={"chars": 1_000_000}, repeats="reference", state=compactor.state())
    assert restored.next(messages).messages == before
    once = compact_messages(messages, window={"chars": 1_000_000}, repeats="reference")
    assert once.messages is messages or not once.changed


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
    compaction = compactor.next(conversation(24))
    result = conversation(1)[2]["content"]
    ref = OutputStore().put(result)
    assert f"{ref})]" in str(compaction.messages)
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


def test_a_copy_of_a_compactor_goes_on_by_itself() -> None:
    events: list[object] = []
    compactor = Compactor(window={"chars": 20_000}, on_event=events.append)
    history: list[Any] = [{"role": "user", "content": "Read them all."}]

    def grow(history: list[Any], number: int) -> list[Any]:
        function = {"name": "read_file", "arguments": f'{{"path": "src/{number}.py"}}'}
        call = {"id": f"call_{number}", "type": "function", "function": function}
        result = {"role": "tool", "tool_call_id": f"call_{number}", "content": f"line {number}\n" * 150}
        return [*history, {"role": "assistant", "content": None, "tool_calls": [call]}, result]

    for number in range(30):
        history = grow(history, number)
        compactor.next(history)
    for other in (copy.deepcopy(compactor), copy.copy(compactor), copy.deepcopy({"fit": compactor})["fit"]):
        assert other.next(history).messages == compactor.next(history).messages
        elsewhere = history
        for number in range(100, 130):
            elsewhere = grow(elsewhere, number)
            other.next(elsewhere)
        assert compactor.next(grow(history, 30)).changed
        assert "src/100.py" not in compactor.state()
