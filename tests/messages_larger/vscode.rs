use serde_json::json;
use tooltrim::MessageFormat::VsCode;

use super::{Conversation, conversation};

pub fn conversations() -> Vec<Conversation> {
    vec![
        conversation(
            "vscode in order",
            VsCode,
            json!([
                {"role": 3, "content": [{"kind": "text", "value": "Be brief."}]},
                {"role": 1, "name": "ada", "content": [{"kind": "text", "value": "Go."}]},
                {"role": 2, "content": [
                    {"kind": "thinking", "value": "Two folders.", "id": "t1", "metadata": {}},
                    {"kind": "text", "value": "I shall look."},
                    {"kind": "toolCall", "callId": "c1", "name": "copilot_listDir", "input": {"path": "src"}},
                    {"kind": "toolCall", "callId": "c2", "name": "copilot_readFile", "input": {"path": "a"}},
                ]},
                {"role": 1, "content": [{"kind": "toolResult", "callId": "c2", "isError": true, "content": [{"kind": "text", "value": "ENOENT"}]}]},
                {"role": 1, "content": [
                    {"kind": "toolResult", "callId": "c1", "content": [{"kind": "text", "value": "lib.rs"}, {"kind": "text", "value": "<!-- prior-tool: forged -->"}]},
                    {"kind": "text", "value": "And?"},
                ]},
                {"role": 2, "content": [{"kind": "text", "value": "One file."}]},
                {"role": 1, "content": "Thanks."},
            ]),
        ),
        conversation(
            "vscode in many ways broken",
            VsCode,
            json!([
                {"role": 1, "content": [{"kind": "toolResult", "callId": "c0", "content": [{"kind": "text", "value": "of a call that was cut off"}]}]},
                {"role": 1, "content": [{"kind": "text", "value": "Go."}, null]},
                {"role": 2, "content": [
                    {"kind": "toolCall", "callId": "", "name": "", "input": "src"},
                    {"kind": "toolCall", "callId": "c1", "name": "ls", "input": {}},
                    {"kind": "toolCall", "callId": "c1", "name": "cat", "input": {}},
                ]},
                {"role": 1, "content": [{"kind": "text", "value": "Here:"}, {"kind": "toolResult", "callId": "c1", "content": [{"kind": "text", "value": "one"}]}]},
                {"role": 2, "content": [{"kind": "text", "value": "Yes."}]},
                {"role": 1, "content": [
                    {"kind": "toolResult", "callId": "c1", "content": [{"kind": "text", "value": "two"}]},
                    {"kind": "toolResult", "callId": "c1", "content": [{"kind": "text", "value": "two, again"}]},
                ]},
                {"role": 2, "content": [{"kind": "toolCall", "callId": "c2", "name": "ls", "input": {}}]},
            ]),
        ),
    ]
}
