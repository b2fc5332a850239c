//! Reads `ModelMessage` and `UIMessage`.

use super::Format;
use crate::format::foreign::AI_SDK_4;
use crate::format::prelude::*;

/// No tool has a longer name.
const LONGEST_NAME: usize = 300;

impl<T: View> Sees<T> for Format {
    fn sees_message(&self, message: &T) -> Option<Seen> {
        if message.tag(Key::Role) == Tag::Model || !matches!(message.shape(Key::Parts), Shape::List(_)) {
            return None;
        }
        match first_part(message) {
            None => Some(Seen::Hint),
            Some(part) => part.has(Key::Type).then_some(Seen::Only),
        }
    }

    fn sees_block(&self, block: &T) -> Option<Seen> {
        let hint = match block.tag(Key::Type) {
            Tag::ToolCallPart | Tag::ToolResultPart | Tag::ToolApprovalRequest | Tag::ToolApprovalResponse => {
                return Some(Seen::Only);
            }
            Tag::Image => block.has(Key::Image) && block.child(Key::Source).is_none(),
            Tag::File => block.has(Key::MediaType),
            tag => tag == Tag::Reasoning,
        };
        hint.then_some(Seen::Hint)
    }
}

impl<T: Tree> Reads<T> for Format {
    fn message(&self, node: &T, at: usize, reader: &mut Reader<T>) -> Message {
        let role = match node.tag(Key::Role) {
            Tag::Tool => Role::Tool,
            tag => speaker(tag),
        };
        let mut message = Message::new(at, role);
        if self.content(node) == Key::Parts {
            read_content(node, Key::Parts, &mut message, reader, read_ui_part);
        } else {
            read_content(node, Key::Content, &mut message, reader, |item, place, reader| {
                read_part(item, place, role, reader)
            });
            own_results(&mut message);
        }
        message
    }

    fn result(&self, node: &T, part: &Part) -> Vec<Leaf> {
        if part.kind == PartKind::Exchange {
            let member = if part.has(Flags::ERROR) { Key::ErrorText } else { Key::Output };
            let kind = match node.shape(member) {
                Shape::Absent => return Vec::new(),
                Shape::Text(_) => LeafKind::Text,
                _ => LeafKind::Json,
            };
            return vec![leaf(vec![Step::Key(member)], kind)];
        }
        let Some(output) = node.child(Key::Output) else { return pieces(node, &[], Key::Result) };
        let held = Step::Key(Key::Output);
        match output.tag(Key::Type) {
            Tag::ExecutionDenied => pieces(&output, &[held], Key::Reason),
            Tag::Json | Tag::ErrorJson if !matches!(output.shape(Key::Value), Shape::Text(_)) => {
                vec![leaf(vec![held, Step::Key(Key::Value)], LeafKind::Json)]
            }
            _ => pieces(&output, &[held], Key::Value),
        }
    }

    fn is_sent(&self, node: &T) -> bool {
        // Parts of the user interface, which `convertToModelMessages` leaves out.
        let kind = node.text(Key::Type, LONGEST_NAME).unwrap_or_default();
        !(kind == "step-start" || kind.starts_with("source-") || kind.starts_with("data-"))
    }

    fn id(&self, _node: &T, _part: &Part) -> Vec<Key> {
        vec![Key::ToolCallIdCamel]
    }

    fn name(&self, _node: &T, _part: &Part) -> Vec<Key> {
        vec![Key::ToolName]
    }

    fn content(&self, node: &T) -> Key {
        if node.shape(Key::Parts).is_there() { Key::Parts } else { Key::Content }
    }
}

/// A result beside a call that the agent runs is the agent's, although it should not stand there.
fn own_results(message: &mut Message) {
    if message.role != Role::Assistant {
        return;
    }
    let own: Vec<Word> = message.calls().filter_map(|call| call.id).collect();
    for part in message.parts.iter_mut().filter(|part| part.kind == PartKind::Result) {
        if part.id.is_some_and(|id| own.contains(&id)) {
            part.flags = part.flags.without(Flags::HOSTED);
        }
    }
}

fn read_part<T: Tree>(item: &T, place: Place, role: Role, reader: &mut Reader<T>) -> Part {
    let kind = match item.tag(Key::Type) {
        Tag::Text => PartKind::Text,
        Tag::Reasoning => PartKind::Thinking,
        Tag::ToolCallPart => PartKind::Call,
        Tag::ToolResultPart => PartKind::Result,
        Tag::ToolApprovalRequest => PartKind::Approval,
        Tag::ToolApprovalResponse => PartKind::ApprovalReply,
        _ if is_media(item) => PartKind::Media,
        _ => PartKind::Other,
    };
    let mut part = Part::new(kind, place);
    match kind {
        PartKind::Text | PartKind::Thinking => {
            part.units = content_units(item, Key::Text);
            part.flags = part.flags.when(kind == PartKind::Thinking && is_claudes(item), Flags::SIGNED);
        }
        PartKind::Call => {
            part.id = item.word(Key::ToolCallIdCamel, &mut reader.words);
            part.name = item.word(Key::ToolName, &mut reader.words);
            part.flags = part.flags.when(item.shape(Key::ProviderExecuted) == Shape::Flag(true), Flags::HOSTED);
        }
        PartKind::Result => {
            part.id = item.word(Key::ToolCallIdCamel, &mut reader.words);
            part.name = item.word(Key::ToolName, &mut reader.words);
            part.flags = part.flags.when(role == Role::Assistant, Flags::HOSTED);
            read_output(item, &mut part);
        }
        PartKind::Approval | PartKind::ApprovalReply => {
            part.id = item.word(Key::ApprovalId, &mut reader.words);
            part.name = item.word(Key::ToolCallIdCamel, &mut reader.words);
        }
        _ => {}
    }
    part
}

fn read_output<T: Tree>(item: &T, part: &mut Part) {
    let Some(output) = item.child(Key::Output) else {
        part.units = content_units(item, Key::Result);
        return;
    };
    let tag = output.tag(Key::Type);
    part.flags = part.flags.when(matches!(tag, Tag::ErrorText | Tag::ErrorJson | Tag::ExecutionDenied), Flags::ERROR);
    part.units = match tag {
        Tag::ExecutionDenied => content_units(&output, Key::Reason),
        Tag::Json | Tag::ErrorJson if !matches!(output.shape(Key::Value), Shape::Text(_)) => {
            output.json_units(Key::Value)
        }
        _ => content_units(&output, Key::Value),
    };
}

fn read_ui_part<T: Tree>(item: &T, place: Place, reader: &mut Reader<T>) -> Part {
    let tag = item.tag(Key::Type);
    let name = match tag {
        Tag::DynamicTool => item.word(Key::ToolName, &mut reader.words),
        Tag::Other => tool_name(item).and_then(|name| reader.words.add(&name)),
        _ => None,
    };
    if name.is_some() || tag == Tag::DynamicTool {
        let mut part = Part::new(PartKind::Exchange, place);
        part.name = name;
        part.id = item.word(Key::ToolCallIdCamel, &mut reader.words);
        let state = item.tag(Key::State);
        let (open, failed) = match state {
            Tag::OutputError | Tag::OutputDenied => (false, true),
            Tag::OutputAvailable => (false, false),
            _ => (true, false),
        };
        part.flags = part.flags.when(state == Tag::ApprovalResponded, Flags::APPROVED);
        // Conversion omits calls that are still streaming, as if they did not exist.
        part.flags = part.flags.when(state == Tag::InputStreaming, Flags::ALONE);
        part.flags = part.flags.when(state == Tag::ApprovalRequested, Flags::ASKING);
        let hosted = item.shape(Key::ProviderExecuted) == Shape::Flag(true);
        part.flags = part.flags.when(open, Flags::OPEN).when(failed, Flags::ERROR).when(hosted, Flags::HOSTED);
        let output = if failed { Key::ErrorText } else { Key::Output };
        part.units = match item.shape(output) {
            Shape::Text(units) => units,
            _ => item.json_units(output),
        };
        return part;
    }
    if tag == Tag::ToolInvocation {
        reader.foreign = Some(&AI_SDK_4);
    }
    let kind = match tag {
        Tag::Text => PartKind::Text,
        Tag::Reasoning => PartKind::Thinking,
        Tag::File => PartKind::Media,
        _ => PartKind::Other,
    };
    let mut part = Part::new(kind, place);
    if matches!(kind, PartKind::Text | PartKind::Thinking) {
        part.units = content_units(item, Key::Text);
        part.flags = part.flags.when(kind == PartKind::Thinking && is_claudes(item), Flags::SIGNED);
    }
    part
}

/// Returns `true` for reasoning with a signature of Anthropic.
fn is_claudes<T: Tree>(item: &T) -> bool {
    [Key::ProviderOptions, Key::ProviderMetadata]
        .into_iter()
        .filter_map(|key| item.child(key)?.child(Key::AnthropicMember))
        .any(|own| is_signed(&own))
}

/// The name in a part of the type `tool-NAME`.
fn tool_name<T: Tree>(item: &T) -> Option<String> {
    item.text(Key::Type, LONGEST_NAME)?.strip_prefix("tool-").map(String::from)
}
