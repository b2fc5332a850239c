//! Reads items.

use super::Format;
use crate::format::detect::of_blocks;
use crate::format::prelude::*;

impl<T: View> Sees<T> for Format {
    fn sees_message(&self, message: &T) -> Option<Seen> {
        let tag = message.tag(Key::Type);
        // Responses of the Messages API have the type `message`, too.
        let answered = || {
            message.item(Key::Content, 0).is_some() && of_blocks(message).is_some_and(|(seen, _)| seen == Seen::Only)
        };
        let is_item = match tag {
            Tag::Message => !answered(),
            Tag::None => false,
            _ => tag == Tag::McpListTools || kind_of(tag) != PartKind::Other,
        };
        is_item.then_some(Seen::Only)
    }

    fn sees_block(&self, block: &T) -> Option<Seen> {
        let tags = [Tag::InputText, Tag::OutputText, Tag::InputImage, Tag::InputFile];
        tags.contains(&block.tag(Key::Type)).then_some(Seen::Hint)
    }
}

impl<T: Tree> Reads<T> for Format {
    fn message(&self, node: &T, at: usize, reader: &mut Reader<T>) -> Message {
        let tag = node.tag(Key::Type);
        // A reference needs no more than an id.
        let refers = tag == Tag::None && !node.has(Key::Role) && node.has(Key::Id);
        if matches!(tag, Tag::Message | Tag::None) && !refers {
            return read_message(node, at, reader);
        }
        let mut message = Message::new(at, Role::Assistant);
        message.content = Content::Whole;
        // Asynchronous calls are answered in a later request.
        let calls = matches!(tag, Tag::FunctionCall | Tag::CustomToolCall | Tag::ShellCall | Tag::LocalShellCall);
        let later = calls && node.shape(Key::Async) == Shape::Flag(true);
        let mut part = Part::new(PartKind::Other, message.place(None, None));
        read_item(node, tag, &mut part, reader);
        part.flags = part.flags.when(later, Flags::ALONE);
        if matches!(part.kind, PartKind::Result | PartKind::ApprovalReply) && !part.has(Flags::HOSTED) {
            message.role = Role::Tool;
        }
        let part = reader.kept(*node, part);
        message.parts.push(part);
        message
    }

    fn arguments(&self, node: &T, part: &Part) -> Leaf {
        let key = match node.tag(Key::Type) {
            Tag::CustomToolCall => Key::Input,
            Tag::ApplyPatchCall => Key::Operation,
            Tag::LocalShellCall | Tag::ShellCall | Tag::ComputerCall | Tag::WebSearchCall => Key::Action,
            Tag::Program | Tag::CodeInterpreterCall => Key::Code,
            _ => Key::Arguments,
        };
        leaf_at(&[key], part)
    }

    fn result(&self, node: &T, part: &Part) -> Vec<Leaf> {
        let failed = part.kind == PartKind::Exchange && part.has(Flags::ERROR);
        pieces(node, &[], if failed { Key::Error } else { Key::Output })
    }

    fn is_shown(&self, node: &T) -> bool {
        match node.tag(Key::Type) {
            Tag::ComputerCallOutput | Tag::ComputerCallResult => node.child(Key::Output).is_some(),
            Tag::ImageGenerationCall => node.child(Key::Result).is_some(),
            _ => false,
        }
    }

    fn id(&self, node: &T, _part: &Part) -> Vec<Key> {
        let tag = node.tag(Key::Type);
        let key = if node.has(Key::CallId) {
            Key::CallId
        } else if tag == Tag::LocalShellCallOutput {
            Key::Id
        } else if tag == Tag::FunctionCallResult || node.has(Key::CallIdCamel) {
            Key::CallIdCamel
        } else {
            Key::CallId
        };
        vec![key]
    }
}

fn read_message<T: Tree>(node: &T, at: usize, reader: &mut Reader<T>) -> Message {
    let role = match node.tag(Key::Role) {
        Tag::Developer => Role::System,
        tag => speaker(tag),
    };
    let mut message = Message::new(at, role);
    read_content(node, Key::Content, &mut message, reader, |item, place, _| read_part(item, place));
    message
}

fn read_part<T: Tree>(item: &T, place: Place) -> Part {
    let kind = match item.tag(Key::Type) {
        Tag::InputText | Tag::OutputText | Tag::Text | Tag::SummaryText => PartKind::Text,
        _ if is_media(item) => PartKind::Media,
        _ => PartKind::Other,
    };
    let mut part = Part::new(kind, place);
    if kind == PartKind::Text {
        part.units = content_units(item, Key::Text);
    }
    part
}

fn call_id<T: Tree>(node: &T, reader: &mut Reader<T>) -> Option<Word> {
    node.word(Key::CallId, &mut reader.words).or_else(|| node.word(Key::CallIdCamel, &mut reader.words))
}

/// Returns the kind of an item.
#[allow(clippy::match_same_arms, reason = "families of items")]
fn kind_of(tag: Tag) -> PartKind {
    match tag {
        Tag::FunctionCall | Tag::CustomToolCall | Tag::ToolSearchCall | Tag::Program => PartKind::Call,
        Tag::LocalShellCall | Tag::ShellCall | Tag::ComputerCall | Tag::ApplyPatchCall => PartKind::Call,
        Tag::FunctionCallOutput | Tag::FunctionCallResult | Tag::CustomToolCallOutput => PartKind::Result,
        Tag::LocalShellCallOutput | Tag::ShellCallOutput | Tag::ApplyPatchCallOutput => PartKind::Result,
        Tag::ComputerCallOutput | Tag::ComputerCallResult | Tag::ToolSearchOutput | Tag::ProgramOutput => {
            PartKind::Result
        }
        Tag::McpCall | Tag::HostedToolCall | Tag::WebSearchCall | Tag::FileSearchCall => PartKind::Exchange,
        Tag::CodeInterpreterCall | Tag::ImageGenerationCall => PartKind::Exchange,
        Tag::Reasoning => PartKind::Thinking,
        Tag::McpApprovalRequest => PartKind::Approval,
        Tag::McpApprovalResponse => PartKind::ApprovalReply,
        Tag::ItemReference | Tag::None => PartKind::Reference,
        _ => PartKind::Other,
    }
}

fn read_item<T: Tree>(node: &T, tag: Tag, part: &mut Part, reader: &mut Reader<T>) {
    part.kind = kind_of(tag);
    match tag {
        Tag::FunctionCall | Tag::CustomToolCall => {
            part.id = call_id(node, reader);
            part.name = node.word(Key::Name, &mut reader.words);
            let written = tag == Tag::FunctionCall;
            part.flags = part.flags.with(if written { Flags::WRITTEN } else { Flags::FREE });
        }
        Tag::FunctionCallOutput | Tag::FunctionCallResult | Tag::CustomToolCallOutput => {
            part.id = call_id(node, reader);
            part.units = content_units(node, Key::Output);
        }
        Tag::LocalShellCall | Tag::ShellCall | Tag::ComputerCall | Tag::ApplyPatchCall => {
            part.id = call_id(node, reader);
            // A shell in a container of the provider's needs no answer.
            let environment = node.child(Key::Environment);
            let alone = environment.is_some_and(|held| held.tag(Key::Type) == Tag::ContainerReference);
            part.flags = part.flags.when(alone, Flags::ALONE);
            part.name = reader.words.add(match tag {
                Tag::LocalShellCall => "local_shell",
                Tag::ShellCall => "shell",
                Tag::ApplyPatchCall => "apply_patch",
                _ => "computer",
            });
        }
        Tag::LocalShellCallOutput
        | Tag::ShellCallOutput
        | Tag::ComputerCallOutput
        | Tag::ComputerCallResult
        | Tag::ApplyPatchCallOutput => {
            // The output of a local shell names its call by `id`.
            part.id = call_id(node, reader).or_else(|| node.word(Key::Id, &mut reader.words));
            part.flags = part.flags.when(node.tag(Key::Status) == Tag::Failed, Flags::ERROR);
            let screenshot = matches!(tag, Tag::ComputerCallOutput | Tag::ComputerCallResult);
            part.flags = part.flags.when(screenshot, Flags::OPAQUE);
            part.units = if screenshot { 0 } else { content_units(node, Key::Output) };
        }
        Tag::ToolSearchCall | Tag::ToolSearchOutput | Tag::Program | Tag::ProgramOutput => {
            part.id = call_id(node, reader);
            // A tool search names its executor; programs run at the provider.
            let searches = matches!(tag, Tag::ToolSearchCall | Tag::ToolSearchOutput);
            let hosted = !searches || node.tag(Key::Execution) == Tag::Server || part.id.is_none();
            part.flags = part.flags.when(hosted, Flags::HOSTED).with(Flags::OPAQUE);
            part.name = reader.words.add(if searches { "tool_search" } else { "program" });
        }
        Tag::McpCall | Tag::HostedToolCall => {
            part.flags = part.flags.with(Flags::HOSTED).with(Flags::WRITTEN);
            part.id = node.word(Key::Id, &mut reader.words);
            part.name = node.word(Key::Name, &mut reader.words);
            let failed = node.shape(Key::Error).is_there();
            part.flags = part.flags.when(failed, Flags::ERROR);
            part.units = content_units(node, if failed { Key::Error } else { Key::Output });
        }
        Tag::WebSearchCall | Tag::FileSearchCall | Tag::CodeInterpreterCall | Tag::ImageGenerationCall => {
            part.flags = part.flags.with(Flags::HOSTED).with(Flags::OPAQUE);
            part.flags = part.flags.when(tag == Tag::CodeInterpreterCall, Flags::FREE);
            part.id = node.word(Key::Id, &mut reader.words);
            part.name = node.text(Key::Type, 60).and_then(|name| reader.words.add(name.trim_end_matches("_call")));
        }
        Tag::Reasoning => {
            part.id = node.word(Key::Id, &mut reader.words);
            let encrypted = node.shape(Key::EncryptedContent).is_there();
            part.flags = part.flags.when(encrypted, Flags::SIGNED);
            part.units = summary_units(node);
        }
        Tag::McpApprovalResponse => {
            part.id = node.word(Key::ApprovalRequestId, &mut reader.words);
        }
        Tag::McpApprovalRequest | Tag::ItemReference | Tag::None => {
            part.id = node.word(Key::Id, &mut reader.words);
        }
        _ => {}
    }
}

fn summary_units<T: Tree>(node: &T) -> usize {
    let sum = |member| match node.shape(member) {
        Shape::List(_) => content_units(node, member),
        _ => 0,
    };
    sum(Key::Summary) + sum(Key::Content)
}
