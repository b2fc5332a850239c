//! Where the arguments of a call and the texts of a result are.

use alloc::vec;
use alloc::vec::Vec;

use super::MessageFormat;
use super::gemini::{either, text_member};
use super::shared::{holds_text, is_mark, is_media};
use crate::history::conversation::{Flags, Part, PartKind};
use crate::tree::{Key, Shape, Tag, Tree};

/// A step down from a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(Key),
    At(usize),
}

/// What is at the end of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeafKind {
    /// A text.
    Text,
    /// Any JSON value.
    Json,
    /// Bytes that hold a text.
    Bytes,
    /// An image, a file.
    Media,
}

/// A piece of a result, or the arguments of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    pub(crate) steps: Vec<Step>,
    pub(crate) kind: LeafKind,
}

fn leaf(steps: Vec<Step>, kind: LeafKind) -> Leaf {
    Leaf { steps, kind }
}

/// The arguments of a call, from the part on: JSON, or a text that is JSON or free.
pub(crate) fn arguments<T: Tree>(node: &T, format: MessageFormat, part: &Part) -> Leaf {
    let steps = match format {
        MessageFormat::OpenAiChat => {
            if node.child(Key::Function).is_some() {
                vec![Key::Function, Key::Arguments]
            } else if node.child(Key::CustomMember).is_some() {
                vec![Key::CustomMember, Key::Input]
            } else if node.has(Key::Args) {
                vec![Key::Args]
            } else {
                vec![Key::Arguments]
            }
        }
        MessageFormat::OpenAiResponses => match node.tag(Key::Type) {
            Tag::CustomToolCall => vec![Key::Input],
            Tag::ApplyPatchCall => vec![Key::Operation],
            Tag::LocalShellCall | Tag::ShellCall | Tag::ComputerCall => vec![Key::Action],
            Tag::Program => vec![Key::Code],
            _ => vec![Key::Arguments],
        },
        MessageFormat::Anthropic | MessageFormat::VsCode | MessageFormat::AiSdk => vec![Key::Input],
        MessageFormat::Gemini => match function_call(node) {
            Some((member, _)) => vec![member, Key::Args],
            None if node.has(Key::ToolCall) => vec![Key::ToolCall, Key::Args],
            None => {
                let camel = node.has(Key::ExecutableCode);
                let member = if camel { Key::ExecutableCode } else { Key::ExecutableCodeSnake };
                let steps = [member, Key::Code].into_iter().map(Step::Key).collect();
                return leaf(steps, LeafKind::Text);
            }
        },
    };
    let text = part.has(Flags::WRITTEN) || part.has(Flags::FREE);
    leaf(steps.into_iter().map(Step::Key).collect(), if text { LeafKind::Text } else { LeafKind::Json })
}

/// The member of a Gemini part that is its call, and the call.
pub(crate) fn function_call<T: Tree>(node: &T) -> Option<(Key, T)> {
    [Key::FunctionCall, Key::FunctionCallSnake].into_iter().find_map(|key| Some((key, node.child(key)?)))
}

/// The member of a Gemini part that is its response, and that.
pub(crate) fn function_response<T: Tree>(node: &T) -> Option<(Key, T)> {
    [Key::FunctionResponse, Key::FunctionResponseSnake].into_iter().find_map(|key| Some((key, node.child(key)?)))
}

/// The pieces of a result, in order, from the part on.
pub(crate) fn result<T: Tree>(node: &T, format: MessageFormat, part: &Part) -> Vec<Leaf> {
    if part.has(Flags::OPAQUE) {
        return Vec::new();
    }
    match format {
        MessageFormat::OpenAiChat | MessageFormat::Anthropic | MessageFormat::VsCode => pieces(node, &[], Key::Content),
        MessageFormat::OpenAiResponses => {
            let failed = part.kind == PartKind::Exchange && part.has(Flags::ERROR);
            pieces(node, &[], if failed { Key::Error } else { Key::Output })
        }
        MessageFormat::Gemini => response(node),
        MessageFormat::AiSdk if part.kind == PartKind::Exchange => {
            let member = if part.has(Flags::ERROR) { Key::ErrorText } else { Key::Output };
            match node.shape(member) {
                Shape::Absent => Vec::new(),
                Shape::Text(_) => vec![leaf(vec![Step::Key(member)], LeafKind::Text)],
                _ => vec![leaf(vec![Step::Key(member)], LeafKind::Json)],
            }
        }
        MessageFormat::AiSdk => match node.child(Key::Output) {
            None => pieces(node, &[], Key::Result),
            Some(output) => {
                let steps = [Step::Key(Key::Output)];
                match output.tag(Key::Type) {
                    Tag::ExecutionDenied => pieces(&output, &steps, Key::Reason),
                    Tag::Json | Tag::ErrorJson if !matches!(output.shape(Key::Value), Shape::Text(_)) => {
                        vec![leaf(vec![steps[0], Step::Key(Key::Value)], LeafKind::Json)]
                    }
                    _ => pieces(&output, &steps, Key::Value),
                }
            }
        },
    }
}

fn response<T: Tree>(node: &T) -> Vec<Leaf> {
    let Some((member, response)) = function_response(node) else {
        let executed = either(node, Key::CodeExecutionResult, Key::CodeExecutionResultSnake);
        let Some(executed) = executed else { return Vec::new() };
        let snake = node.has(Key::CodeExecutionResultSnake);
        let member = if snake { Key::CodeExecutionResultSnake } else { Key::CodeExecutionResult };
        return pieces(&executed, &[Step::Key(member)], Key::Output);
    };
    let steps = [Step::Key(member), Step::Key(Key::Response)];
    match response.child(Key::Response) {
        None => Vec::new(),
        Some(held) => match text_member(&held) {
            Some(text) => vec![leaf(vec![steps[0], steps[1], Step::Key(text)], LeafKind::Text)],
            None => vec![leaf(steps.to_vec(), LeafKind::Json)],
        },
    }
}

/// A text, a list of blocks, or any JSON value at a member.
fn pieces<T: Tree>(node: &T, before: &[Step], member: Key) -> Vec<Leaf> {
    let at = |more: &[Step]| before.iter().copied().chain([Step::Key(member)]).chain(more.iter().copied()).collect();
    match node.shape(member) {
        Shape::Absent | Shape::Null => Vec::new(),
        Shape::Text(_) => vec![leaf(at(&[]), LeafKind::Text)],
        Shape::List(count) => (0..count)
            .filter_map(|index| {
                let block = node.item(member, index)?;
                let here = Step::At(index);
                if is_mark(&block) {
                    return None;
                }
                Some(match text_of(&block) {
                    Some(Key::This) => leaf(at(&[here]), LeafKind::Text),
                    Some(key) => leaf(at(&[here, Step::Key(key)]), LeafKind::Text),
                    None if holds_text(&block) => leaf(at(&[here, Step::Key(Key::Data)]), LeafKind::Bytes),
                    None => leaf(at(&[here]), if is_media(&block) { LeafKind::Media } else { LeafKind::Json }),
                })
            })
            .collect(),
        Shape::Object if node.child(member).is_some_and(|held| matches!(held.shape(Key::Text), Shape::Text(_))) => {
            vec![leaf(at(&[Step::Key(Key::Text)]), LeafKind::Text)]
        }
        _ => vec![leaf(at(&[]), LeafKind::Json)],
    }
}

/// The member of a block that is its text.
fn text_of<T: Tree>(block: &T) -> Option<Key> {
    [Key::Text, Key::Value, Key::This].into_iter().find(|key| matches!(block.shape(*key), Shape::Text(_)))
}
