//! LangChain's messages: a result is written in the envelope of its call.

use serde_json::{Value, json};

use super::NO_RESULT;

fn class(name: &str, kwargs: impl Into<Value>) -> Value {
    json!({"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", name], "kwargs": kwargs.into()})
}

fn calling(args: impl Into<Value>) -> Value {
    json!({"content": "", "tool_calls": [{"name": "ls", "args": args.into(), "id": "c1", "type": "tool_call"}]})
}

fn raw(arguments: &str) -> Value {
    let function = json!({"name": "ls", "arguments": arguments});
    json!({"content": "", "tool_calls": [{"id": "c1", "type": "function", "function": function}]})
}

/// LangChain found no call of its own in it.
fn answered(arguments: &str) -> Value {
    let mut held = raw(arguments);
    let calls = held["tool_calls"].take();
    held["tool_calls"] = json!([]);
    held["additional_kwargs"] = json!({"tool_calls": calls});
    held
}

fn tool() -> Value {
    class("ToolMessage", result())
}

fn typed(kind: &str, mut message: Value) -> Value {
    message["type"] = json!(kind);
    message
}

fn data(kind: &str, data: impl Into<Value>) -> Value {
    json!({"type": kind, "data": data.into()})
}

fn no_result() -> Value {
    json!({"content": NO_RESULT, "tool_call_id": "c1", "name": "ls", "status": "error"})
}

fn result() -> Value {
    json!({"content": "lib.rs", "tool_call_id": "c1", "name": "ls", "status": "success"})
}

fn content(assistant: &str) -> Value {
    json!({"content": assistant})
}

cases! {
    OpenAiChat

    call_without_result_of_langchain: CallWithoutResult at ["/1/tool_calls/0"]
    messages [typed("human", content("Go.")), typed("ai", calling(json!({}))), typed("human", content("Wait."))]
    valid [typed("human", content("Go.")), typed("ai", calling(json!({}))), typed("tool", result())]
    repaired [
        typed("human", content("Go.")),
        typed("ai", calling(json!({}))),
        typed("tool", no_result()),
        typed("human", content("Wait."))
    ]

    call_without_result_of_langchain_as_data: CallWithoutResult at ["/1/data/tool_calls/0"]
    messages [data("human", content("Go.")), data("ai", calling(json!({}))), data("human", content("Wait."))]
    valid [data("human", content("Go.")), data("ai", calling(json!({}))), data("tool", result())]
    repaired [
        data("human", content("Go.")),
        data("ai", calling(json!({}))),
        data("tool", no_result()),
        data("human", content("Wait."))
    ]

    call_without_result_of_langchain_as_classes: CallWithoutResult at ["/1/kwargs/tool_calls/0"]
    messages [
        class("HumanMessage", content("Go.")),
        class("AIMessage", calling(json!({}))),
        class("HumanMessage", content("Wait."))
    ]
    valid [
        class("HumanMessage", content("Go.")),
        class("AIMessage", calling(json!({}))),
        class("ToolMessage", result())
    ]
    repaired [
        class("HumanMessage", content("Go.")),
        class("AIMessage", calling(json!({}))),
        class("ToolMessage", no_result()),
        class("HumanMessage", content("Wait."))
    ]

    result_without_call_of_langchain: ResultWithoutCall at ["/1/kwargs"]
    messages [class("HumanMessage", content("Go.")), class("ToolMessage", result())]
    valid [
        class("HumanMessage", content("Go.")),
        class("AIMessageChunk", calling(json!({}))),
        class("ToolMessage", result())
    ]
    repaired [class("HumanMessage", content("Go."))]

    // A class says who speaks: it cannot become another.
    arguments_type_of_langchain: ArgumentsType at ["/1/kwargs/tool_calls/0/function/arguments"]
    messages [class("HumanMessage", content("Go.")), class("AIMessage", raw("{\"path\": \"src\", \"all")), tool()]
    valid [class("HumanMessage", content("Go.")), class("AIMessage", raw("{}")), tool()]
    repaired [class("HumanMessage", content("Go.")), class("AIMessage", raw("{\"path\": \"src\"}")), tool()]

    arguments_type_of_langchain_as_the_api_answered: ArgumentsType at [
        "/1/kwargs/additional_kwargs/tool_calls/0/function/arguments"
    ]
    messages [class("HumanMessage", content("Go.")), class("AIMessage", answered("{\"path\": \"src\", \"all"))]
    valid [class("HumanMessage", content("Go.")), class("AIMessage", answered("{\"path\": \"src\"}"))]
    repaired [class("HumanMessage", content("Go.")), class("AIMessage", answered("{\"path\": \"src\"}"))]

    unknown_role_of_langchain: UnknownRole at ["/1/kwargs/role"]
    messages [class("HumanMessage", content("Go.")), class("FunctionMessage", content("lib.rs"))]
    valid [class("HumanMessage", content("Go.")), class("AIMessage", content("lib.rs"))]
    repaired [class("HumanMessage", content("Go.")), class("FunctionMessage", content("lib.rs"))]
}
