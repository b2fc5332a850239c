//! Binding of thinking: what a provider wants unchanged, or there at all, when a block of it is sent back.

use alloc::borrow::ToOwned;
use alloc::format;

use super::conversation::{Flags, Part, PartKind};
use super::{Conversation, MessageFormat};
use crate::error::Error;
use crate::options::{NamedOption, OptionValue};
use crate::tree::Tree;

/// Binding of thinking, by provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Thinking {
    /// To all messages before it: a step removes all thinking from the first changed message on (Claude since Fable 5.1).
    Prefix,
    /// To the running tool loop: older thinking is removed first, that of the last message never (earlier Claude, Gemini).
    Loop,
    /// To its calls: it is kept and removed together with them (`DeepSeek`, Kimi, GLM, `OpenAI`).
    Calls,
}

pub(crate) const THINKING: [(&str, Thinking); 3] =
    [("prefix", Thinking::Prefix), ("loop", Thinking::Loop), ("calls", Thinking::Calls)];

impl Thinking {
    /// Returns the default: by format, and by signatures in formats that carry messages of any provider.
    pub(crate) fn of<T: Tree>(conversation: &Conversation<T>) -> Self {
        let parts = || conversation.messages.iter().flat_map(|message| &message.parts);
        match conversation.format {
            MessageFormat::Anthropic => Self::Prefix,
            MessageFormat::Gemini => Self::Loop,
            MessageFormat::OpenAiResponses => Self::Calls,
            _ if parts().any(|part| part.kind == PartKind::Thinking && part.has(Flags::SIGNED)) => Self::Prefix,
            _ => Self::Calls,
        }
    }

    /// Reads an option.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] unless it is one of the names.
    pub fn read(option: &NamedOption<'_>) -> Result<Self, Error> {
        option.one_of(&THINKING)
    }

    /// The binding that an option names; none when it names none.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for a name that no binding has.
    pub fn given(name: Option<&str>) -> Result<Option<Self>, Error> {
        let Some(name) = name else { return Ok(None) };
        let value = OptionValue::Text(name.to_owned());
        Self::read(&NamedOption { name: "thinking", value, shown: &format!("{name:?}") }).map(Some)
    }

    pub(crate) fn name(self) -> &'static str {
        THINKING.iter().find(|(_, thinking)| *thinking == self).map_or("", |(name, _)| name)
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        THINKING.iter().find(|(known, _)| *known == name).map(|(_, thinking)| *thinking)
    }

    /// Returns `true` for a block of thinking that is bound to what stands before it; `asked` is the caller's choice.
    pub(crate) fn is_bound<T: Tree>(asked: Option<Self>, conversation: &Conversation<T>, part: &Part) -> bool {
        // Libraries pass the thinking of any model: that of Claude carries a signature.
        let is_claudes = || conversation.format == MessageFormat::Anthropic || part.has(Flags::SIGNED);
        part.kind == PartKind::Thinking && asked.map_or_else(is_claudes, |asked| asked == Self::Prefix)
    }
}
