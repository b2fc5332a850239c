"""Python gives the results that Rust wrote down, byte for byte."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest
from golden import build, error_of, golden, options_for, outcome

import tooltrim_core
from tooltrim_core import history, messages
from tooltrim_core.errors import snake
from tooltrim_core.tools import toolify


def present(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


@pytest.mark.parametrize("name", ["trim.json", "rescue.json"])
def test_texts_are_trimmed_as_rust_trims_them(name: str) -> None:
    file = golden(name)
    wrong = []
    for case in file["cases"]:
        text = build(file["texts"][case["text"]])

        def call(text: str = text, case: Any = case) -> Any:
            trimmed = tooltrim_core.trim(text, **options_for(case["options"]))
            found = {"text": trimmed.text, "truncated": trimmed.truncated, "omitted": present(asdict(trimmed.omitted))}
            return {**found, "cleaned": asdict(trimmed.cleaned)} if trimmed.cleaned else found

        if "error" in case:
            expected = error_of(case)
        else:
            result = dict(case["result"])
            # `null` is a text that fits.
            result["text"] = text if result["text"] is None else result["text"]
            expected = {"result": result}
        if outcome(call) != expected:
            wrong.append((case["text"], case["options"], outcome(call), expected))
    assert wrong == []
    assert len(file["cases"]) > 50


def test_texts_are_cleaned_as_rust_cleans_them() -> None:
    file = golden("clean.json")
    for case in file["cases"]:
        text = build(file["texts"][case["text"]])
        expected = case["result"]["text"]
        assert tooltrim_core.clean(text, options_for(case["options"])) == (text if expected is None else expected), case


def test_texts_are_measured_as_rust_measures_them() -> None:
    file = golden("measure.json")
    for case in file["cases"]:
        text = build(file["texts"][case["text"]])
        assert asdict(tooltrim_core.measure(text)) == case["measures"]
        assert tooltrim_core.estimate_tokens(text) == case["measures"]["tokens"]


def test_values_are_bounded_as_rust_bounds_them() -> None:
    file = golden("values.json")
    for case in file["cases"]:
        value = file["values"][case["name"]]

        def call(value: Any = value, case: Any = case) -> Any:
            options = options_for(case["options"])
            schema = case.get("schema")
            if schema is None:
                trimmed = tooltrim_core.trim_value(value, **options)
            else:
                trimmed = tooltrim_core.cap_to_schema(value, schema, **options)
            found = {
                "value": trimmed.value,
                "truncated": trimmed.truncated,
                "cuts": [asdict(cut) for cut in trimmed.cuts],
            }
            return json.dumps(found)

        if "error" in case:
            assert outcome(call) == error_of(case), case
        else:
            result = dict(case["result"])
            result["value"] = result["value"] if result["truncated"] else value
            # As texts: the order of keys counts.
            assert outcome(call) == {"result": json.dumps(result)}, case
    for case in file["texts"]:
        trimmed = tooltrim_core.trim(case["text"], **options_for(case["options"]))
        assert trimmed.text == case["result"]["text"], case


def test_options_of_checks_are_those_of_rust() -> None:
    for case in golden("validated.json")["cases"]:
        given, options = case["messages"], case["options"]

        def call(given: Any = given, options: Any = options) -> Any:
            return [_problem(each) for each in messages.validate_messages(given, **options)]

        expected = error_of(case) if "error" in case else {"result": case["problems"]}
        assert outcome(call) == expected, case["name"]
        if "repaired" in case:
            assert messages.repair_messages(given, **options).messages == case["repaired"], case["name"]


def test_conversations_are_checked_as_rust_checks_them() -> None:
    for case in golden("messages.json")["cases"]:
        given, format = case["messages"], case["options"].get("format")
        before = json.dumps(given)

        def call(given: Any = given, format: Any = format) -> Any:
            repaired = messages.repair_messages(given, format)
            calls = [asdict(found) for found in messages.extract_tool_calls(given, format)]
            return {
                "format": messages.detect_format(given),
                "problems": [_problem(each) for each in messages.validate_messages(given, format)],
                "calls": calls,
                "repaired": {
                    "messages": repaired.messages,
                    "edits": list(repaired.edits),
                    "repairs": [asdict(each) for each in repaired.repairs],
                    "problems": [_problem(each) for each in repaired.problems],
                },
                "asText": messages.render_as_text(given, format),
                "patch": messages.to_json_patch(repaired.edits),
            }

        if "error" in case:
            assert outcome(call) == error_of(case), case["name"]
            continue
        expected = json.loads(json.dumps(case["result"]))
        for found in expected["calls"]:
            for name in list(found):
                found[snake(name)] = found.pop(name)
        actual = outcome(call)
        assert actual == {"result": expected}, case["name"]
        # The edits are applied here, and nothing of the original is changed.
        assert json.dumps(given) == before


def _problem(found: Any) -> dict[str, Any]:
    return {**asdict(found), "providers": list(found.providers)}


def test_conversations_are_inspected_as_rust_inspects_them() -> None:
    conversations = golden("compaction.json")["conversations"]
    for case in golden("inspection.json")["cases"]:
        actual = outcome(lambda: messages.inspect_messages(conversations[case["conversation"]]))  # noqa: B023
        assert actual == (error_of(case) if "error" in case else {"result": case["result"]})


@pytest.mark.parametrize("case", golden("compaction.json")["cases"], ids=lambda case: str(case["name"]))
def test_conversations_are_compacted_as_rust_compacts_them(case: dict[str, Any]) -> None:
    given = golden("compaction.json")["conversations"][case["conversation"]]
    before = json.dumps(given)
    if "error" in case:
        actual = outcome(lambda: tooltrim_core.compact_messages(given, **options_for(case["options"])))
        expected = error_of(case)
        assert actual == expected
        return
    if case.get("requests"):
        compactor = tooltrim_core.Compactor(**options_for(case["options"]))
        results, end = [], 0
        for request in case["requests"]:
            if "observe" in request:
                tokens = results[-1][0].report.after.tokens
                compactor.observe(input_tokens=tokens * request["observe"])
                continue
            end = request.get("to", end)
            if request.get("undo"):
                compaction = compactor.undo()
            else:
                options = {snake(name): value for name, value in request.items() if name != "to"}
                compaction = compactor.next(given[:end], **options)
            results.append((compaction, given[:end]))
        for (compaction, original), expected in zip(results, case["result"], strict=True):
            check_compaction(compaction, expected, original)
    else:
        check_compaction(tooltrim_core.compact_messages(given, **options_for(case["options"])), case["result"], given)
    assert json.dumps(given) == before


def check_compaction(compaction: Any, expected: dict[str, Any], given: list[Any]) -> None:
    assert compaction.messages == expected["messages"]
    assert compaction.changed == expected["changed"]
    assert compaction.notice == expected["notice"]
    assert list(compaction.edits) == expected["edits"]
    assert json.loads(compaction.state) == expected["state"]
    report = expected["report"]
    assert asdict(compaction.report.after) == report["after"]
    assert asdict(compaction.report.before) == report["before"]
    assert compaction.report.fits == report["fits"]
    assert [each.rung for each in compaction.report.exchanges] == [each["rung"] for each in report["exchanges"]]
    assert list(compaction.report.open_failures) == report["openFailures"]
    # What no edit names is the same object.
    own = {id(message) for message in given}
    assert sum(id(message) in own for message in compaction.messages) >= len(given) - len(compaction.edits)


def test_histories_are_truncated_as_rust_truncates_them() -> None:
    file = golden("calls.json")
    seen = 0
    for case in file["cases"]:
        if case.get("reference"):
            continue
        named = [{snake(name): value for name, value in call.items()} for call in file["histories"][case["calls"]]]
        calls = [{**call, "result": build(call["result"])} for call in named]
        config = {snake(name): value for name, value in case["config"].items()}

        def call(calls: Any = calls, config: Any = config) -> Any:
            done = history.compute_truncation(calls, **config)
            ids = [sorted(done.recent_call_ids), sorted(done.truncated_call_ids)]
            recent, truncated = (len(each) if len(each) > 25 else each for each in ids)
            return {
                "shouldTruncate": done.should_truncate,
                "summary": done.summary,
                "recentCallIds": recent,
                "truncatedCallIds": truncated,
                "tokensSaved": done.tokens_saved,
                "notice": done.notice,
            }

        expected = error_of(case) if "error" in case else {"result": case["result"]}
        assert outcome(call) == expected, case["config"]
        seen += 1
    assert seen > 100


def test_tools_are_categorized_by_name() -> None:
    for names in golden("categories.json").values():
        for name, category in names.items():
            assert history.categorize_tool_call(name) == category, name


def test_tools_answer_as_rust_answers() -> None:
    file = golden("tools.json")
    inputs = file["inputs"]
    for case in file["cases"]:
        output = options_for(case["output"]) or None
        if "result" in case:
            result = inputs["results"][case["result"]]
            assert toolify(lambda result=result: result, output=output)() == case["text"], case["result"]
        elif "contracts" in case:
            before, after = inputs["contracts"][case["contracts"]]
            tool = toolify(
                lambda: "it ran",
                output=output,
                preconditions=[lambda message=message: (False, message) for message in before],
                postconditions=[lambda message=message: (False, message) for message in after],
            )
            assert tool() == case["text"], case["contracts"]


def test_session_logs_are_read_as_rust_reads_them() -> None:
    for case in golden("logs.json")["cases"]:
        if "error" in case:
            assert "error" in outcome(lambda text=case["text"]: messages.read_session_log(text))
            continue
        log = messages.read_session_log(case["text"])
        assert log.messages == case["result"]["messages"], case["name"]
        assert log.format == case["result"]["format"]


def test_stores_answer_as_rust_answers() -> None:
    file = golden("store.json")
    texts = file["texts"]
    for case in file["cases"]:
        store = tooltrim_core.OutputStore(case["maxBytes"])
        for step in case["steps"]:
            actual = outcome(lambda step=step, store=store: _store_step(store, texts, step))
            expected = error_of(step) if "error" in step else {"result": step["result"]}
            if "retrieve" in step and "result" in step:
                expected["result"]["omitted"].pop("utf16")
            assert actual == expected, (case["name"], step)


def _store_step(store: tooltrim_core.OutputStore, texts: dict[str, str], step: dict[str, Any]) -> Any:
    if "put" in step:
        return store.put(texts[step["put"]])
    if "trim" in step:
        trimmed = tooltrim_core.trim(texts[step["trim"]], store=store, **options_for(step["options"]))
        found = {"text": trimmed.text, "truncated": trimmed.truncated, "omitted": present(asdict(trimmed.omitted))}
        if trimmed.cleaned:
            found["cleaned"] = asdict(trimmed.cleaned)
        return {**found, "ref": trimmed.ref} if trimmed.ref else found
    if "get" in step:
        return store.get(step["get"])
    if "retrieve" in step:
        part = store.retrieve(step["retrieve"], **options_for(step["options"]))
        found = {name: value for name, value in asdict(part).items() if name != "omitted_chars"}
        return {**found, "omitted": {"chars": part.omitted_chars}}
    raise AssertionError(step)
