//! Writes new messages and parts in the format of a conversation.

use super::MessageFormat;
use super::define::Rules;
use super::prelude::*;

/// Text of a missing result.
pub(crate) const NO_RESULT: &str = crate::forms::NO_RESULT.written;
/// Text of a failed result that has none.
pub(crate) const NO_ERROR: &str = "The call failed without a message.";
/// Text of the user behind a last message of the assistant.
pub(crate) const GO_ON: &str = "Continue.";
/// Text in place of dropped messages.
pub(crate) const NO_BEGINNING: &str = crate::forms::NO_BEGINNING.written;

/// Writes new parts and messages as those around them are written.
pub(crate) struct Writer<'a, T: Tree> {
    pub(crate) root: &'a T,
    pub(crate) format: MessageFormat,
    /// The original messages, with samples of each class.
    pub(crate) original: &'a [Message],
    /// True when the host makes objects of classes that are nowhere in the conversation.
    pub(crate) creates: bool,
}

impl<'a, T: Tree> Writer<'a, T> {
    pub(crate) fn new(root: &'a T, format: MessageFormat, original: &'a [Message], creates: bool) -> Self {
        Self { root, format, original, creates }
    }

    pub(crate) fn rules(&self) -> &'a dyn Rules<T> {
        self.format.rules()
    }

    pub(super) fn node(&self, part: &Part) -> Option<T> {
        part_node(self.root, part.place?)
    }

    /// True when a result for this call can be written.
    pub(crate) fn can_answer(&self, call: &Part) -> bool {
        self.node(call).is_some_and(|node| self.rules().can_answer(self, call, &node))
    }

    /// A result for a call, as a part or, where results are messages, as a message.
    pub(crate) fn result(&self, call: &Part, body: &str, words: &T::Words) -> New {
        let [id, name] = [call.id, call.name].map(|word| word.map(|word| words.text(word)).unwrap_or_default());
        self.rules().new_result(self, call, id, name, body)
    }
}

/// A message of one text.
pub(super) fn plain(speaker: Role, body: &str) -> New {
    let role = if speaker == Role::Assistant { "assistant" } else { "user" };
    object(vec![("role", text(role)), ("content", text(body))])
}

/// A text as a part of a type.
pub(super) fn typed(kind: &str, what: New) -> New {
    object(vec![("type", text(kind)), ("text", what)])
}

/// A pointer to what is there, to be kept.
pub(crate) fn original(place: Place) -> Pointer {
    pointer(place, &[])
}
