//! Writes items.

use super::Format;
use crate::format::prelude::*;

impl<T: Tree> Writes<T> for Format {
    fn new_result(&self, writer: &Writer<'_, T>, call: &Part, id: String, name: String, body: &str) -> New {
        let Some(node) = writer.node(call) else { return object(Vec::new()) };
        let camel = node.has(Key::CallIdCamel) && !node.has(Key::CallId);
        let call_id = if camel { "callId" } else { "call_id" };
        let (id, body) = (text(id), text(body));
        let item = |kind, id_name, members: Vec<_>| {
            object([("type", text(kind)), (id_name, id)].into_iter().chain(members).collect())
        };
        match node.tag(Key::Type) {
            Tag::FunctionCall if camel => {
                let output = object(vec![("type", text("text")), ("text", body)]);
                let members = vec![("name", text(name)), ("status", text("incomplete")), ("output", output)];
                item("function_call_result", "callId", members)
            }
            Tag::LocalShellCall => item("local_shell_call_output", "id", vec![("output", body)]),
            Tag::ShellCall => {
                let code = if camel { "exitCode" } else { "exit_code" };
                let outcome = object(vec![("type", text("exit")), (code, New::Number(1))]);
                let content = object(vec![("stdout", text("")), ("stderr", body), ("outcome", outcome)]);
                item("shell_call_output", call_id, vec![("output", New::List(vec![content]))])
            }
            Tag::ApplyPatchCall => {
                item("apply_patch_call_output", call_id, vec![("status", text("failed")), ("output", body)])
            }
            Tag::CustomToolCall => item("custom_tool_call_output", "call_id", vec![("output", body)]),
            _ => item("function_call_output", "call_id", vec![("output", body)]),
        }
    }

    fn can_answer(&self, _writer: &Writer<'_, T>, _call: &Part, node: &T) -> bool {
        // A screenshot, and found tools, cannot be made up.
        !matches!(node.tag(Key::Type), Tag::ComputerCall | Tag::ToolSearchCall)
    }

    fn new_message(&self, _writer: &Writer<'_, T>, speaker: Role, body: &str) -> New {
        if speaker != Role::Assistant {
            return plain(speaker, body);
        }
        let content = New::List(vec![typed("output_text", text(body))]);
        object(vec![("type", text("message")), ("role", text("assistant")), ("content", content)])
    }

    fn text_of(&self, what: New, speaker: Role) -> New {
        typed(if speaker == Role::Assistant { "output_text" } else { "input_text" }, what)
    }

    /// Writes an item as a message of its author. Reasoning that led to calls is dropped with them.
    fn as_text(&self, render: &mut Render<'_, T>, message: &Message) {
        let Some(part) = message.parts.first().filter(|_| message.content == Content::Whole) else { return };
        let Some(place) = part.place else { return };
        let path = pointer(place, &[]);
        match part.kind {
            PartKind::Thinking | PartKind::Approval | PartKind::ApprovalReply => {
                render.changes.push(Change::Drop(path));
            }
            PartKind::Call | PartKind::Result | PartKind::Exchange => {
                let Some(body) = render.rendered(part) else { return };
                let camel = render.node(part).is_some_and(|node| node.has(Key::CallIdCamel));
                let by_user = part.kind == PartKind::Result && !part.has(Flags::HOSTED);
                let (role, kind) = if by_user { ("user", "input_text") } else { ("assistant", "output_text") };
                let mut members = vec![("type", text("message")), ("role", text(role))];
                if camel && !by_user {
                    members.push(("status", text("completed")));
                }
                members.push(("content", New::List(vec![typed(kind, text(body))])));
                render.changes.push(Change::Set(path, object(members)));
            }
            _ => {}
        }
    }
}
