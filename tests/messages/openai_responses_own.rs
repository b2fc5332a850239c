//! Items of OpenAI's Responses: ids of items, and reasoning.

use serde_json::{Value, json};

use super::openai_responses::{call, output, user};

fn reasoning(id: &str) -> Value {
    json!({"type": "reasoning", "id": id, "summary": []})
}

fn assistant(id: &str) -> Value {
    json!({"type": "message", "role": "assistant", "id": id, "content": [{"type": "output_text", "text": "Yes."}]})
}

fn said_without_id() -> Value {
    json!({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Yes."}]})
}

fn with_id(id: &str, mut item: Value) -> Value {
    item["id"] = json!(id);
    item
}

fn search(id: &str) -> Value {
    json!({"type": "web_search_call", "id": id, "status": "completed"})
}

fn approved() -> Value {
    json!({"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": true})
}

cases! {
    OpenAiResponses

    reasoning_without_item_of_openai_responses: ReasoningWithoutItem at ["/1"]
    messages [user("Go."), reasoning("rs_1"), user("And?")]
    valid [user("Go."), reasoning("rs_1"), reasoning("rs_2"), assistant("msg_1"), user("And?")]
    repaired [user("Go."), user("And?")]

    reasoning_without_item_of_openai_responses_at_the_end: ReasoningWithoutItem at ["/3"]
    messages [user("Go."), call("c1"), output("c1"), reasoning("rs_1")]
    valid [user("Go."), reasoning("rs_1"), call("c1"), output("c1")]
    repaired [user("Go."), call("c1"), output("c1")]

    reasoning_without_item_of_openai_responses_before_an_output: ReasoningWithoutItem at ["/2"]
    messages [user("Go."), call("c1"), reasoning("rs_1"), output("c1")]
    valid [user("Go."), call("c1"), json!({"type": "reasoning", "summary": []}), output("c1")]
    repaired [user("Go."), call("c1"), output("c1")]

    duplicate_item_id_of_openai_responses: DuplicateItemId at ["/3/id"]
    messages [user("Go."), assistant("msg_1"), user("And?"), assistant("msg_1")]
    valid [user("Go."), assistant("msg_1"), user("And?"), assistant("msg_2")]
    repaired [user("Go."), assistant("msg_1"), user("And?"), said_without_id()]

    duplicate_item_id_of_openai_responses_of_reasoning: DuplicateItemId at ["/2/id"]
    messages [user("Go."), reasoning("rs_1"), reasoning("rs_1"), assistant("msg_1")]
    valid [user("Go."), reasoning("rs_1"), reasoning("rs_2"), assistant("msg_1")]
    repaired [user("Go."), reasoning("rs_1"), assistant("msg_1")]

    duplicate_item_id_of_openai_responses_of_a_search: DuplicateItemId at ["/2/id"]
    messages [user("Go."), search("ws_1"), search("ws_1"), assistant("msg_1")]
    valid [user("Go."), search("ws_1"), search("ws_2"), assistant("msg_1")]
    repaired [user("Go."), search("ws_1"), search("ws_1_2"), assistant("msg_1")]

    invalid_item_id_of_openai_responses: InvalidItemId at ["/1/id"]
    messages [user("Go."), with_id("call_1", call("c1")), output("c1")]
    valid [user("Go."), with_id("fc_1", call("c1")), output("c1")]
    repaired [user("Go."), call("c1"), output("c1")]

    invalid_item_id_of_openai_responses_by_chars: InvalidItemId at ["/1/id"]
    messages [user("Go."), assistant("msg_1|x")]
    valid [user("Go."), assistant("msg_1-x")]
    repaired [user("Go."), said_without_id()]

    invalid_item_id_of_openai_responses_of_reasoning: InvalidItemId at ["/1/id"]
    messages [user("Go."), reasoning("thought_1"), assistant("msg_1")]
    valid [user("Go."), reasoning("rs_1"), assistant("msg_1")]
    repaired [user("Go."), assistant("msg_1")]

    invalid_item_id_of_openai_responses_of_a_search: InvalidItemId at ["/1/id"]
    messages [user("Go."), search("call:1")]
    valid [user("Go."), search("ws_1")]
    repaired [user("Go."), search("ws_call_1")]

    empty_message_of_openai_responses: EmptyMessage at ["/1/content"]
    messages [user("Go."), user(Value::Null), user("And?")]
    valid [user("Go."), user(""), user("And?")]
    repaired [user("Go."), user("And?")]

    approval_without_request_of_openai_responses: ApprovalWithoutRequest at ["/1"]
    messages [user("Go."), approved()]
    valid [
        user("Go."),
        json!({"type": "mcp_approval_request", "id": "mcpr_1", "server_label": "s", "name": "ls", "arguments": "{}"}),
        approved()
    ]
    repaired [user("Go.")]
}
