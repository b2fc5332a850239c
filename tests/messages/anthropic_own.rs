//! Anthropic's Messages: texts, thinking, cache breakpoints and tools of the server.

use serde_json::{Value, json};

use super::NO_BEGINNING;
use super::anthropic::{assistant, call, result, text, user};

fn thinking(signature: Option<&str>) -> Value {
    match signature {
        Some(signature) => json!({"type": "thinking", "thinking": "Hm.", "signature": signature}),
        None => json!({"type": "thinking", "thinking": "Hm."}),
    }
}

fn marked(mut block: Value) -> Value {
    block["cache_control"] = json!({"type": "ephemeral"});
    block
}

fn search(id: &str) -> Value {
    json!({"type": "server_tool_use", "id": id, "name": "web_search", "input": {"query": "ls"}})
}

fn found(id: &str) -> Value {
    json!({"type": "web_search_tool_result", "tool_use_id": id, "content": []})
}

/// A result that failed, with any content.
fn failed(content: impl Into<Value>) -> Value {
    json!({"type": "tool_result", "tool_use_id": "t1", "content": content.into(), "is_error": true})
}

fn shown(content: impl Into<Value>) -> Value {
    json!({"type": "tool_result", "tool_use_id": "t1", "content": content.into()})
}

fn picture() -> Value {
    json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}})
}

fn compaction(content: impl Into<Value>) -> Value {
    json!({"type": "compaction", "content": content.into()})
}

cases! {
    Anthropic

    error_with_media_of_anthropic: ErrorWithMedia at ["/2/content/0/is_error"]
    messages [user("Go."), assistant([call("t1")]), user([failed(json!([text("No."), picture()]))])]
    valid [user("Go."), assistant([call("t1")]), user([failed(json!([text("No.")]))])]
    repaired [user("Go."), assistant([call("t1")]), user([shown(json!([text("No."), picture()]))])]

    error_without_text_of_anthropic: ErrorWithoutText at ["/2/content/0/content"]
    messages [user("Go."), assistant([call("t1")]), user([failed("")])]
    valid [user("Go."), assistant([call("t1")]), user([shown("")])]
    repaired [user("Go."), assistant([call("t1")]), user([failed("The call failed without a message.")])]

    error_without_text_of_anthropic_as_list: ErrorWithoutText at ["/2/content/0/content"]
    messages [user("Go."), assistant([call("t1")]), user([failed(json!([text("")]))])]
    valid [user("Go."), assistant([call("t1")]), user([shown(json!([]))])]
    repaired [user("Go."), assistant([call("t1")]), user([failed("The call failed without a message.")])]

    empty_part_of_anthropic_as_compaction: EmptyPart at ["/1/content/0/content"]
    messages [user("Go."), assistant([compaction(""), text("Done.")]), user("And?")]
    valid [user("Go."), assistant([compaction(Value::Null), text("Done.")]), user("And?")]
    repaired [user("Go."), assistant([text("Done.")]), user("And?")]

    empty_text_of_anthropic: EmptyText at ["/0/content/0/text"]
    messages [user([text(""), text("Go.")])]
    valid [user([text("Go.")])]
    repaired [user([text("Go.")])]

    blank_text_of_anthropic: BlankText at ["/1/content/0/text"]
    messages [user("Go."), assistant([text(" \n\u{a0}"), call("t1")]), user([result("t1")])]
    valid [user("Go."), assistant([text("\n."), call("t1")]), user([result("t1")])]
    repaired [user("Go."), assistant([call("t1")]), user([result("t1")])]

    blank_text_of_anthropic_as_message: BlankText at ["/1/content"]
    messages [user("Go."), user(" \t\n"), user("Now.")]
    valid [user("Go."), user("Now.")]
    repaired [user("Go."), user("Now.")]

    empty_message_of_anthropic: EmptyMessage at ["/1/content"]
    messages [user("Go."), assistant(""), user("Now.")]
    valid [user("Go."), user("Now."), assistant("")]
    repaired [user("Go."), user("Now.")]

    empty_message_of_anthropic_as_list: EmptyMessage at ["/1/content"]
    messages [user("Go."), user(json!([])), assistant("Yes.")]
    valid [user("Go."), assistant("Yes."), assistant(json!([]))]
    repaired [user("Go."), assistant("Yes.")]

    empty_part_of_anthropic: EmptyPart at ["/0/content/1"]
    messages [user([text("Go."), Value::Null])]
    valid [user([text("Go.")])]
    repaired [user([text("Go.")])]

    trailing_white_space_of_anthropic: TrailingWhiteSpace at ["/1/content"]
    messages [user("Go."), assistant("The answer is \n")]
    valid [user("Go."), assistant("The answer is \n"), user("What?")]
    repaired [user("Go."), assistant("The answer is")]

    trailing_white_space_of_anthropic_in_a_block: TrailingWhiteSpace at ["/1/content/1/text"]
    messages [user("Go."), assistant([text("Well "), text("it is ")])]
    valid [user("Go."), assistant([text("Well "), text("it is")])]
    repaired [user("Go."), assistant([text("Well "), text("it is")])]

    thinking_without_signature_of_anthropic: ThinkingWithoutSignature at ["/1/content/0/signature"]
    messages [user("Go."), assistant([thinking(None), text("Yes.")])]
    valid [user("Go."), assistant([thinking(Some("c2ln")), text("Yes.")])]
    repaired [user("Go."), assistant([text("Yes.")])]

    thinking_last_of_anthropic: ThinkingLast at ["/1/content/1"]
    messages [user("Go."), assistant([text("Yes."), thinking(Some("c2ln"))])]
    valid [user("Go."), assistant([text("Yes."), thinking(Some("c2ln"))]), user("And?")]
    repaired [user("Go."), assistant([text("Yes.")])]

    thinking_last_of_anthropic_alone: ThinkingLast at ["/1/content/0"]
    messages [user("Go."), assistant([thinking(Some("c2ln"))])]
    valid [user("Go."), assistant([thinking(Some("c2ln")), text("Yes.")])]
    repaired [user("Go.")]

    too_many_cache_breakpoints_of_anthropic: TooManyCacheBreakpoints at [
        "/0/content/0/cache_control", "/0/content/1/cache_control"
    ]
    messages [user(["1", "2", "3", "4", "5", "6"].map(|assistant| marked(text(assistant))))]
    valid [user(["1", "2", "3", "4"].map(|assistant| marked(text(assistant))))]
    repaired [user([
        text("1"), text("2"), marked(text("3")), marked(text("4")), marked(text("5")), marked(text("6"))
    ])]

    misplaced_cache_control_of_anthropic: MisplacedCacheControl at ["/1/content/0/cache_control"]
    messages [user("Go."), assistant([marked(thinking(Some("c2ln"))), text("Yes.")])]
    valid [user("Go."), assistant([thinking(Some("c2ln")), marked(text("Yes."))])]
    repaired [user("Go."), assistant([thinking(Some("c2ln")), text("Yes.")])]

    server_call_without_result_of_anthropic: ServerCallWithoutResult at ["/1/content/1"]
    messages [user("Go."), assistant([text("Yes."), search("srvtoolu_1")]), user("And?")]
    valid [user("Go."), assistant([text("Yes."), search("srvtoolu_1"), found("srvtoolu_1")]), user("And?")]
    repaired [user("Go."), assistant([text("Yes.")]), user("And?")]

    server_result_without_call_of_anthropic: ServerResultWithoutCall at ["/1/content/0"]
    messages [user("Go."), assistant([found("srvtoolu_1"), text("Yes.")])]
    valid [user("Go."), assistant([search("srvtoolu_1"), found("srvtoolu_1"), text("Yes.")])]
    repaired [user("Go."), assistant([text("Yes.")])]

    first_message_role_of_anthropic: FirstMessageRole at ["/0"]
    messages [assistant("Hello."), user("Go.")]
    valid [user("Hi."), assistant("Hello."), user("Go.")]
    repaired [user(NO_BEGINNING), assistant("Hello."), user("Go.")]

    content_type_of_anthropic: ContentType at ["/0/content"]
    messages [user(text("Go.")), assistant([call("t1")]), user([result("t1")])]
    valid [user([text("Go.")]), assistant([call("t1")]), user([result("t1")])]
    repaired [user([text("Go.")]), assistant([call("t1")]), user([result("t1")])]

    content_type_of_anthropic_as_number: ContentType at ["/0/content"]
    messages [user(7), assistant([call("t1")]), user([result("t1")])]
    valid [user("7"), assistant([call("t1")]), user([result("t1")])]
    repaired [user("7"), assistant([call("t1")]), user([result("t1")])]

    part_type_of_anthropic: PartType at ["/0/content/0", "/1/content/0"]
    messages [user(["Go."]), assistant([json!("Yes."), call("t1")]), user([result("t1")])]
    valid [user([text("Go.")]), assistant([text("Yes."), call("t1")]), user([result("t1")])]
    repaired [user([text("Go.")]), assistant([text("Yes."), call("t1")]), user([result("t1")])]
}
