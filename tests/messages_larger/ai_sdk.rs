use serde_json::json;
use tooltrim::MessageFormat::AiSdk;

use super::{Conversation, conversation};

pub fn conversations() -> Vec<Conversation> {
    vec![
        conversation(
            "ai sdk in order",
            AiSdk,
            json!([
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": [{"type": "text", "text": "Look."}, {"type": "image", "image": "iVBORw0KGgo=", "mediaType": "image/png"}]},
                {"role": "assistant", "content": [
                    {"type": "reasoning", "text": "Two folders."},
                    {"type": "text", "text": "I shall look."},
                    {"type": "tool-call", "toolCallId": "c0", "toolName": "web_search", "input": {}, "providerExecuted": true},
                    {"type": "tool-result", "toolCallId": "c0", "toolName": "web_search", "output": {"type": "json", "value": [1, null]}},
                    {"type": "tool-call", "toolCallId": "c1", "toolName": "list_dir", "input": {"path": "src"}},
                    {"type": "tool-call", "toolCallId": "c2", "toolName": "screenshot", "input": null},
                    {"type": "tool-call", "toolCallId": "c3", "toolName": "rm", "input": {"path": "/"}},
                ]},
                {"role": "tool", "content": [
                    {"type": "tool-result", "toolCallId": "c2", "toolName": "screenshot", "output": {"type": "content", "value": [
                        {"type": "text", "text": "Here:"}, {"type": "media", "data": "iVBORw0KGgo=", "mediaType": "image/png"},
                    ]}},
                    {"type": "tool-result", "toolCallId": "c1", "toolName": "list_dir", "output": {"type": "error-text", "value": "ENOENT"}},
                ]},
                {"role": "tool", "content": [
                    {"type": "tool-result", "toolCallId": "c3", "toolName": "rm", "output": {"type": "execution-denied", "reason": "No."}},
                ]},
                {"role": "assistant", "content": "Nothing."},
                {"role": "user", "content": "Then write."},
                {"role": "assistant", "content": [
                    {"type": "tool-call", "toolCallId": "c4", "toolName": "write", "input": {"path": "a"}},
                    {"type": "tool-approval-request", "approvalId": "a1", "toolCallId": "c4"},
                ]},
                {"role": "tool", "content": [{"type": "tool-approval-response", "approvalId": "a1", "approved": true}]},
            ]),
        ),
        conversation(
            "ai sdk in many ways broken",
            AiSdk,
            json!([
                {"role": "user", "content": "Go."},
                {"role": "assistant", "content": [
                    null,
                    {"type": "tool-call", "toolCallId": "c1", "toolName": "ls", "input": {}},
                    {"type": "tool-call", "toolCallId": "c1", "toolName": "cat", "input": "lib.rs"},
                    {"type": "tool-call", "toolCallId": "", "toolName": "", "input": {}},
                    {"type": "tool-approval-request", "approvalId": "a1", "toolCallId": "c1"},
                ]},
                {"role": "user", "content": "Wait."},
                {"role": "tool", "content": [
                    {"type": "tool-result", "toolCallId": "c1", "toolName": "", "output": "bare"},
                    {"type": "tool-result", "toolCallId": "c9", "toolName": "ls", "output": {"type": "text", "value": "nine"}},
                    {"type": "tool-approval-response", "approvalId": "a9", "approved": true},
                ]},
                {"role": "tool", "content": "text"},
                {"role": "assistant"},
                {"role": "assistant", "content": [{"type": "tool-call", "toolCallId": "c2", "toolName": "ls", "input": {}}]},
                {"role": "tool", "content": [
                    {"type": "tool-result", "toolCallId": "c2", "toolName": "ls", "output": {"n": 1}},
                    {"type": "tool-result", "toolCallId": "c2", "toolName": "ls", "output": {"type": "text", "value": "again"}},
                ]},
            ]),
        ),
        conversation(
            "ui messages",
            AiSdk,
            json!([
                {"id": "1", "role": "user", "parts": [{"type": "text", "text": "Go."}]},
                {"id": "2", "role": "assistant", "metadata": {"model": "x"}, "parts": [
                    {"type": "step-start"},
                    {"type": "reasoning", "text": "Hm.", "state": "done"},
                    {"type": "tool-ls", "toolCallId": "c1", "state": "output-available", "input": {"path": "src"}, "output": {"files": ["lib.rs"]}},
                    {"type": "tool-ls", "toolCallId": "c2", "state": "output-error", "input": {}, "errorText": "ENOENT"},
                    {"type": "tool-rm", "toolCallId": "c3", "state": "approval-requested", "input": {}, "approval": {"id": "a1"}},
                    {"type": "dynamic-tool", "toolName": "cat", "toolCallId": "c4", "state": "input-available", "input": {"path": "a"}},
                    {"type": "text", "text": "Done.", "state": "done"},
                ]},
                {"id": "3", "role": "user", "parts": [{"type": "text", "text": "And?"}]},
            ]),
        ),
    ]
}
