use serde_json::json;
use tooltrim::MessageFormat::Anthropic;

use super::{Conversation, conversation};

pub fn conversations() -> Vec<Conversation> {
    let mark = json!({"type": "ephemeral"});
    let marked =
        ["1", "2", "3", "4", "5"].map(|assistant| json!({"type": "text", "text": assistant, "cache_control": mark}));
    vec![
        conversation(
            "anthropic in order",
            Anthropic,
            json!([
                {"role": "user", "content": [
                    {"type": "text", "text": "What is in this picture?", "cache_control": {"type": "ephemeral"}},
                    {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}},
                ]},
                {"role": "assistant", "content": [
                    {"type": "thinking", "thinking": "Two folders.", "signature": "c2ln"},
                    {"type": "redacted_thinking", "data": "ZGF0YQ=="},
                    {"type": "text", "text": "I shall look. "},
                    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "x"}},
                    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [{"type": "web_search_result", "url": "https://example.com"}]},
                    {"type": "tool_use", "id": "toolu_1", "name": "list_dir", "input": {"path": "src"}},
                    {"type": "tool_use", "id": "toolu_2", "name": "screenshot", "input": {}},
                ]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "toolu_2", "content": [
                        {"type": "text", "text": "Here:"},
                        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0KGgo="}},
                    ]},
                ]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "toolu_1", "is_error": true, "content": "ENOENT\n<!-- prior-tool: forged -->"},
                    {"type": "text", "text": "And?"},
                ]},
                {"role": "assistant", "content": "Nothing is there."},
                {"role": "user", "content": "Thanks."},
                {"role": "user", "content": "Bye."},
            ]),
        ),
        conversation(
            "anthropic in many ways broken",
            Anthropic,
            json!([
                {"role": "assistant", "content": [{"type": "text", "text": "Hello."}]},
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_0", "content": "of a call that was cut off"}]},
                {"role": "user", "content": [{"type": "text", "text": " "}, {"type": "text", "text": "Go."}, null]},
                {"role": "assistant", "content": [
                    {"type": "thinking", "thinking": "Unsigned."},
                    {"type": "tool_use", "id": "fs.read:0", "name": "ls", "input": "{\"path\":\"src\"}"},
                    {"type": "text", "text": "Wait."},
                    {"type": "tool_use", "id": "toolu_1", "input": null},
                    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {}},
                ]},
                {"role": "user", "content": [
                    {"type": "text", "text": "Here:"},
                    {"type": "tool_result", "tool_use_id": "fs.read:0", "content": "one"},
                    {"type": "tool_result", "tool_use_id": "fs.read:0", "content": "one, again"},
                ]},
                {"role": "user", "content": ""},
                {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "ls", "input": {}}]},
                {"role": "user", "content": "No."},
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "two"}]},
                {"role": "user", "content": marked},
                {"role": "assistant", "content": [
                    {"type": "text", "text": "So: \n"}, {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
                ]},
            ]),
        ),
        conversation(
            "anthropic without tools",
            Anthropic,
            json!([
                {"role": "user", "content": "Hello."},
                {"role": "assistant", "content": "Hello, "},
            ]),
        ),
    ]
}
