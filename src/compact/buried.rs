//! Compaction by the provider: it ignores all history before its newest summary, which is dead here, too.

use crate::format::conversation::{Part, PartAt, PartKind};
use crate::format::{Conversation, MessageFormat};
use crate::tree::{Key, Shape, Tag, Tree};

/// Part of a conversation that the provider still reads.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Live {
    /// First live part: the provider's newest summary, or the start.
    pub(crate) from: PartAt,
    /// First message that may change: the summary and the message after it never do.
    pub(crate) free: usize,
}

impl Live {
    /// Returns `true` if the provider compacted.
    pub(crate) const fn is_some(self) -> bool {
        self.free > 0
    }

    pub(crate) fn of<T: Tree>(root: &T, conversation: &Conversation<T>) -> Self {
        for (message, held) in conversation.messages.iter().enumerate().rev() {
            let is_summary = |part: &Part| is_summary(root, conversation, part);
            if let Some(part) = held.parts.iter().rposition(is_summary) {
                let is_last = part + 1 == held.parts.len();
                return Self { from: PartAt { message, part }, free: message + 1 + usize::from(is_last) };
            }
        }
        Self::default()
    }
}

/// Returns `true` for a summary of the provider that is not empty: Anthropic's block, the item of OpenAI, xAI and
/// `OpenRouter`, and these as the AI SDK holds them.
fn is_summary<T: Tree>(root: &T, conversation: &Conversation<T>, part: &Part) -> bool {
    let may = match part.kind {
        PartKind::Other => true,
        PartKind::Text => conversation.format == MessageFormat::AiSdk && part.node.is_some(),
        _ => false,
    };
    let Some(node) = Some(part).filter(|_| may).and_then(|part| conversation.node(root, part)) else { return false };
    let says = |key| match node.shape(key) {
        Shape::Text(units) => units > 0,
        Shape::List(count) => count > 0,
        _ => false,
    };
    let of_sdk = || {
        let options = [Key::ProviderOptions, Key::ProviderMetadata].into_iter().filter_map(|key| node.child(key));
        let mut own = options.filter_map(|options| options.child(Key::AnthropicMember));
        own.any(|own| own.tag(Key::Type) == Tag::Compaction)
    };
    match part.kind {
        PartKind::Text => part.units > 0 && of_sdk(),
        _ if node.tag(Key::Kind) == Tag::OpenAiCompaction => true,
        _ => node.tag(Key::Type) == Tag::Compaction && (says(Key::Content) || says(Key::EncryptedContent)),
    }
}
