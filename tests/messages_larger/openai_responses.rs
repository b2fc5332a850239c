use serde_json::json;
use tooltrim::MessageFormat::OpenAiResponses;

use super::{Conversation, conversation};

pub fn conversations() -> Vec<Conversation> {
    vec![
        conversation(
            "responses in order",
            OpenAiResponses,
            json!([
                {"role": "developer", "content": "You are a careful editor."},
                {"type": "message", "role": "user", "content": [
                    {"type": "input_text", "text": "Look."}, {"type": "input_image", "image_url": "data:image/png;base64,iVBORw0KGgo="},
                ]},
                {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Two folders."}], "encrypted_content": "gAAA"},
                {"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "list_dir", "arguments": "{\"path\":\"src\"}", "status": "completed"},
                {"type": "function_call", "id": "fc_2", "call_id": "call_2", "name": "list_dir", "arguments": "{\"path\":\"tests\"}", "status": "completed"},
                {"type": "function_call_output", "call_id": "call_2", "output": "laws.rs\n"},
                {"type": "function_call_output", "call_id": "call_1", "output": [
                    {"type": "input_text", "text": "lib.rs"}, {"type": "input_image", "image_url": "data:,"},
                ]},
                {"type": "mcp_list_tools", "id": "mcpl_1", "server_label": "s", "tools": []},
                {"type": "mcp_call", "id": "mcp_1", "server_label": "s", "name": "echo", "arguments": "{\"a\":1}", "output": "1"},
                {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"type": "search", "query": "x"}},
                {"type": "custom_tool_call", "id": "ctc_1", "call_id": "call_3", "name": "shell", "input": "ls\n"},
                {"type": "custom_tool_call_output", "call_id": "call_3", "output": "lib.rs"},
                {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [
                    {"type": "output_text", "text": "Done.", "annotations": []},
                ]},
                {"type": "mcp_approval_request", "id": "mcpr_1", "server_label": "s", "name": "echo", "arguments": "{}"},
                {"type": "mcp_approval_response", "approval_request_id": "mcpr_1", "approve": true},
            ]),
        ),
        conversation(
            "responses in many ways broken",
            OpenAiResponses,
            json!([
                {"type": "function_call_output", "call_id": "call_0", "output": "of a call that was cut off"},
                {"role": "user", "content": "Go."},
                {"type": "reasoning", "id": "rs_1", "summary": []},
                {"type": "message", "role": "user", "content": "Are you there?"},
                {"type": "reasoning", "id": "rs_2", "summary": []},
                {"type": "function_call", "id": "call_1", "call_id": "call_1", "name": "fs/read", "arguments": {"path": "a"}},
                {"type": "function_call", "id": "fc_2", "call_id": "call_1", "name": "ls"},
                {"type": "local_shell_call", "id": "lsh_1", "call_id": "call_3", "action": {"type": "exec", "command": ["ls"]}},
                {"type": "computer_call", "id": "cu_1", "call_id": "call_4", "action": {"type": "screenshot"}},
                {"type": "function_call_output", "call_id": "call_1", "output": {"n": 1}},
                {"type": "function_call_output", "call_id": "call_9", "output": "nine"},
                {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "Yes."}, null]},
                {"type": "message", "id": "msg_1", "role": "assistant", "content": [{"type": "output_text", "text": "Yes!"}]},
                {"type": "custom_tool_call", "name": "shell", "input": "ls"},
            ]),
        ),
        conversation(
            "agents",
            OpenAiResponses,
            json!([
                {"type": "message", "role": "user", "content": "Go."},
                {"type": "function_call", "id": "fc_1", "callId": "call_1", "name": "ls", "arguments": "{}", "status": "completed"},
                {"type": "function_call", "callId": "call_2", "name": "ls", "arguments": "{}", "status": "completed"},
                {"type": "function_call_result", "callId": "call_2", "name": "ls", "status": "completed", "output": {"type": "text", "text": "lib.rs"}},
                {"type": "hosted_tool_call", "name": "web_search_call", "id": "ws_1", "status": "completed", "output": "found"},
                {"type": "shell_call", "callId": "call_3", "action": {"commands": ["ls"]}},
                {"type": "message", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": "Done."}]},
            ]),
        ),
    ]
}
