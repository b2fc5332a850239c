//! Texts, calls and results as each format writes them: for all tests in Rust that make conversations.

use serde_json::{Value, json};
use tooltrim::MessageFormat;

/// A call with its result.
#[derive(Clone, Debug)]
pub struct Call {
    pub name: String,
    pub args: Value,
    pub result: String,
    pub failed: bool,
}

/// How a conversation is written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    pub format: MessageFormat,
    /// Of formats that libraries write in another way, too: that one.
    pub other: bool,
}

/// A text of the user or the assistant.
pub fn text(style: Style, by_assistant: bool, assistant: &str) -> Value {
    let role = if by_assistant { "assistant" } else { "user" };
    match (style.format, style.other) {
        (MessageFormat::OpenAiChat, true) => {
            json!({"type": if by_assistant { "ai" } else { "human" }, "content": assistant})
        }
        (MessageFormat::OpenAiResponses, false) => {
            let kind = if by_assistant { "output_text" } else { "input_text" };
            json!({"type": "message", "role": role, "content": [{"type": kind, "text": assistant}]})
        }
        (MessageFormat::Anthropic, true) => json!({"role": role, "content": [{"type": "text", "text": assistant}]}),
        (MessageFormat::Gemini, _) => {
            json!({"role": if by_assistant { "model" } else { "user" }, "parts": [{"text": assistant}]})
        }
        (MessageFormat::AiSdk, true) => {
            json!({"id": "m", "role": role, "parts": [{"type": "text", "text": assistant}]})
        }
        (MessageFormat::VsCode, _) => {
            json!({"role": if by_assistant { 2 } else { 1 }, "content": [{"kind": "text", "value": assistant}]})
        }
        _ => json!({"role": role, "content": assistant}),
    }
}

/// A call as the assistant asks for it; in the AI SDK's UI messages with its result.
pub fn ask(Style { format, other }: Style, id: &str, call: &Call) -> Value {
    let Call { name, args, result, failed } = call;
    match (format, other) {
        (MessageFormat::OpenAiChat, false) => {
            json!({"id": id, "type": "function", "function": {"name": name, "arguments": args.to_string()}})
        }
        (MessageFormat::OpenAiChat, true) => json!({"id": id, "type": "tool_call", "name": name, "args": args}),
        (MessageFormat::OpenAiResponses, false) => {
            json!({"type": "function_call", "call_id": id, "name": name, "arguments": args.to_string()})
        }
        (MessageFormat::OpenAiResponses, true) => {
            json!({"type": "function_call", "callId": id, "name": name, "arguments": args.to_string()})
        }
        (MessageFormat::Anthropic, _) => json!({"type": "tool_use", "id": id, "name": name, "input": args}),
        (MessageFormat::Gemini, false) => json!({"functionCall": {"name": name, "args": args}}),
        (MessageFormat::Gemini, true) => json!({"function_call": {"id": id, "name": name, "args": args}}),
        (MessageFormat::AiSdk, false) => {
            json!({"type": "tool-call", "toolCallId": id, "toolName": name, "input": args})
        }
        (MessageFormat::AiSdk, true) => {
            let (state, member) = if *failed { ("output-error", "errorText") } else { ("output-available", "output") };
            json!({"type": format!("tool-{name}"), "toolCallId": id, "state": state, "input": args, member: result})
        }
        _ => json!({"kind": "toolCall", "callId": id, "name": name, "input": args}),
    }
}

/// The result of a call.
pub fn answer(Style { format, other }: Style, id: &str, call: &Call) -> Value {
    let Call { name, result, failed, .. } = call;
    match (format, other) {
        (MessageFormat::OpenAiChat, false) => json!({"role": "tool", "tool_call_id": id, "content": result}),
        (MessageFormat::OpenAiChat, true) => {
            let status = if *failed { "error" } else { "success" };
            json!({"type": "tool", "tool_call_id": id, "name": name, "content": result, "status": status})
        }
        (MessageFormat::OpenAiResponses, false) => {
            json!({"type": "function_call_output", "call_id": id, "output": result})
        }
        (MessageFormat::OpenAiResponses, true) => {
            json!({"type": "function_call_result", "callId": id, "name": name, "output": {"type": "text", "text": result}})
        }
        (MessageFormat::Anthropic, _) => {
            json!({"type": "tool_result", "tool_use_id": id, "content": result, "is_error": failed})
        }
        (MessageFormat::Gemini, other) => {
            let member = if *failed { "error" } else { "output" };
            let response = json!({member: result});
            if other {
                json!({"function_response": {"id": id, "name": name, "response": response}})
            } else {
                json!({"functionResponse": {"name": name, "response": response}})
            }
        }
        (MessageFormat::AiSdk, _) => {
            let kind = if *failed { "error-text" } else { "text" };
            json!({"type": "tool-result", "toolCallId": id, "toolName": name, "output": {"type": kind, "value": result}})
        }
        _ => {
            json!({"kind": "toolResult", "callId": id, "isError": failed, "content": [{"kind": "text", "value": result}]})
        }
    }
}
