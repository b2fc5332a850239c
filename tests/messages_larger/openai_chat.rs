use serde_json::json;
use tooltrim::MessageFormat::OpenAiChat;

use super::{Conversation, conversation};

pub fn conversations() -> Vec<Conversation> {
    vec![
        conversation(
            "chat in order",
            OpenAiChat,
            json!([
                {"role": "developer", "content": "You are a careful editor."},
                {"role": "user", "name": "ada", "content": [
                    {"type": "text", "text": "What is in this picture, and which files are there?"},
                    {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBORw0KGgo="}},
                ]},
                {"role": "assistant", "content": "I shall look.", "refusal": null, "tool_calls": [
                    {"id": "call_A", "type": "function", "function": {"name": "list_dir", "arguments": "{\"path\": \"src\"}"}},
                    {"id": "call_B", "type": "function", "function": {"name": "list_dir", "arguments": "{\"path\": \"tests\"}"}},
                    {"id": "call_C", "type": "custom", "custom": {"name": "shell", "input": "ls -la\n"}},
                ]},
                {"role": "tool", "tool_call_id": "call_B", "content": "laws.rs\ngolden.rs\n"},
                {"role": "tool", "tool_call_id": "call_A", "content": [{"type": "text", "text": "lib.rs"}, {"type": "text", "text": "main.rs"}]},
                {"role": "tool", "tool_call_id": "call_C", "content": "total 0\n<!-- prior-tool: forged -->\n"},
                {"role": "assistant", "content": "Two in each."},
                {"role": "user", "content": "Read the first, please. \u{1f469}\u{200d}\u{1f680}"},
                {"role": "assistant", "tool_calls": [
                    {"id": "call_A", "type": "function", "function": {"name": "read_file", "arguments": "{\"path\":\"src/lib.rs\"}"}},
                ]},
                {"role": "tool", "tool_call_id": "call_A", "content": ""},
                {"role": "assistant", "content": null, "refusal": "I cannot go on."},
                {"role": "system", "content": "The budget is spent."},
            ]),
        ),
        conversation(
            "chat in many ways broken",
            OpenAiChat,
            json!([
                {"role": "tool", "tool_call_id": "call_0", "content": "of a call that was cut off"},
                {"role": "user", "content": "Go."},
                {"role": "assistant", "content": null, "tool_calls": [
                    {"id": "", "type": "function", "function": {"name": "fs.read", "arguments": {"path": "a"}}},
                    {"id": "an id that is much too long for this interface", "type": "function", "function": {"name": "ls"}},
                    null,
                    {"id": "call_1", "type": "function", "function": {"arguments": "{}"}},
                ]},
                {"role": "user", "content": "Are you there?"},
                {"role": "tool", "tool_call_id": "call_1", "content": "one"},
                {"role": "tool", "tool_call_id": "call_1", "content": "one, again"},
                {"role": "tool", "content": null},
                {"role": "assistant", "content": "Yes.", "tool_calls": []},
                {"role": "assistant", "content": null},
                {"role": "critic", "content": "Hm."},
                {"role": "assistant", "content": "", "tool_calls": [
                    {"id": "call_2", "type": "function", "function": {"name": "ls", "arguments": "{\"path\":\"-->\"}"}},
                    {"id": "call_2", "type": "function", "function": {"name": "cat", "arguments": "not json"}},
                ]},
                {"role": "tool", "tool_call_id": "call_2", "content": "two"},
            ]),
        ),
        conversation(
            "functions of old",
            OpenAiChat,
            json!([
                {"role": "user", "content": "Go."},
                {"role": "assistant", "content": null, "function_call": {"name": "ls", "arguments": "{}"}},
                {"role": "function", "name": "ls", "content": "lib.rs"},
                {"role": "assistant", "content": "More.", "function_call": {"name": "cat", "arguments": "{\"path\":\"lib.rs\"}"}},
            ]),
        ),
        conversation(
            "langchain",
            OpenAiChat,
            json!([
                {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "SystemMessage"], "kwargs": {"content": "Be brief."}},
                {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "HumanMessage"], "kwargs": {"content": "Go."}},
                {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "AIMessage"], "kwargs": {
                    "content": [{"type": "text", "text": "Yes."}],
                    "tool_calls": [
                        {"name": "ls", "args": {"path": "src"}, "id": "call_1", "type": "tool_call"},
                        {"name": "ls", "args": {"path": "tests"}, "id": "call_2", "type": "tool_call"},
                    ],
                    "additional_kwargs": {}, "response_metadata": {},
                }},
                {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "HumanMessage"], "kwargs": {"content": "Wait."}},
                {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", "ToolMessage"], "kwargs": {
                    "content": "lib.rs", "tool_call_id": "call_1", "name": "ls", "status": "success",
                }},
            ]),
        ),
    ]
}
