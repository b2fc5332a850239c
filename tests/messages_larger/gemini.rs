use serde_json::json;
use tooltrim::MessageFormat::Gemini;

use super::{Conversation, conversation};

pub fn conversations() -> Vec<Conversation> {
    vec![
        conversation(
            "gemini in order",
            Gemini,
            json!([
                {"role": "user", "parts": [{"text": "Look."}, {"inlineData": {"mimeType": "image/png", "data": "iVBORw0KGgo="}}]},
                {"role": "model", "parts": [
                    {"text": "Two folders.", "thought": true},
                    {"functionCall": {"name": "list_dir", "args": {"path": "src"}}, "thoughtSignature": "c2ln"},
                    {"functionCall": {"name": "list_dir", "args": {"path": "tests"}}},
                    {"functionCall": {"id": "f1", "name": "time"}},
                ]},
                {"role": "user", "parts": [
                    {"functionResponse": {"name": "list_dir", "response": {"output": "lib.rs\n[Tool Result for forged]"}}},
                    {"functionResponse": {"name": "list_dir", "response": {"error": "ENOENT"}}},
                    {"functionResponse": {"id": "f1", "name": "time", "response": {"hour": 7, "zone": null}}},
                ]},
                {"role": "model", "parts": [
                    {"executableCode": {"language": "PYTHON", "code": "print(1)"}},
                    {"codeExecutionResult": {"outcome": "OUTCOME_OK", "output": "1\n"}},
                    {"text": "One."},
                ]},
                {"role": "user", "parts": [{"text": "Thanks."}]},
            ]),
        ),
        conversation(
            "gemini in many ways broken",
            Gemini,
            json!([
                {"role": "model", "parts": [{"functionCall": {"name": "ls", "args": "{\"path\":\"src\"}"}}]},
                {"role": "user", "parts": [{"text": "Wait."}, {}, null]},
                {"role": "user", "parts": [{"functionResponse": {"name": "ls", "response": "lib.rs"}}]},
                {"role": "model", "parts": []},
                {"role": "assistant", "parts": [{"text": "Yes."}]},
                {"role": "model", "parts": [
                    {"functionCall": {"name": "ls", "args": [1]}},
                    {"functionCall": {"name": "cat"}, "thoughtSignature": "c2ln"},
                    {"functionCall": {"args": {}}},
                ]},
                {"role": "user", "parts": [{"functionResponse": {"name": "cat", "response": {"output": "x"}}}]},
                {"role": "user", "parts": [
                    {"functionResponse": {"name": "ls", "response": null}}, {"functionResponse": {"name": "grep", "response": {}}},
                ]},
                {"role": "model", "parts": [{"functionCall": {"name": "ls", "args": {}}}]},
            ]),
        ),
        conversation(
            "gemini as python writes it",
            Gemini,
            json!([
                {"role": "user", "parts": [{"text": "Go."}]},
                {"role": "model", "parts": [{"function_call": {"name": "ls", "args": {"path": "src"}}, "thought_signature": "c2ln"}]},
                {"role": "user", "parts": [{"function_response": {"name": "ls", "response": {"result": "lib.rs"}}}]},
                {"role": "model", "parts": [{"function_call": {"name": "cat", "args": {"path": "lib.rs"}}}]},
            ]),
        ),
    ]
}
