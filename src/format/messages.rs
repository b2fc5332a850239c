//! The verbs on messages, for hosts of any kind: over a [`Tree`]. For `serde_json` values see `json`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::change::Change;
use super::check::Asked;
use super::foreign::{Foreign, foreign};
use super::problem::Problem;
use super::repair::{Repair, problems, repair};
use super::{Conversation, MessageFormat, Thinking, detect, read};
use crate::error::{Error, ErrorKind};
use crate::tree::{Key, Tree};

/// The format of messages, by their shape; none when no format knows any of them.
#[must_use]
pub fn detect_format_of<T: Tree>(messages: &T) -> Option<MessageFormat> {
    detect(messages)
}

/// Options of validation and repair. A format alone converts into them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageOptions {
    /// The format; by default it is found by shape.
    pub format: Option<MessageFormat>,
    /// Binding of thinking. With [`Thinking::Calls`], thinking without a signature is no problem and stays.
    pub thinking: Option<Thinking>,
    /// A repair replaces halves of surrogate pairs in texts of the user and of the system, too.
    pub repair_user_texts: bool,
    /// The model does not go on from a last message of the assistant.
    pub no_prefill: bool,
}

impl MessageOptions {
    /// The defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Names the format.
    #[must_use]
    pub fn format(self, format: MessageFormat) -> Self {
        Self { format: Some(format), ..self }
    }

    /// Names the binding of thinking.
    #[must_use]
    pub fn thinking(self, thinking: Thinking) -> Self {
        Self { thinking: Some(thinking), ..self }
    }

    /// Sets `repair_user_texts`.
    #[must_use]
    pub fn repair_user_texts(self, repairs: bool) -> Self {
        Self { repair_user_texts: repairs, ..self }
    }

    /// Sets `no_prefill`.
    #[must_use]
    pub fn no_prefill(self, refuses: bool) -> Self {
        Self { no_prefill: refuses, ..self }
    }
}

impl From<Option<MessageFormat>> for MessageOptions {
    fn from(format: Option<MessageFormat>) -> Self {
        Self { format, ..Self::default() }
    }
}

impl From<MessageFormat> for MessageOptions {
    fn from(format: MessageFormat) -> Self {
        Some(format).into()
    }
}

/// Plan of a repair.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RepairPlan {
    /// Changes to make; empty if no rule is broken.
    pub changes: Vec<Change>,
    /// Repairs, in the order of the rules.
    pub repairs: Vec<Repair>,
    /// Problems that remain.
    pub problems: Vec<Problem>,
}

pub(crate) fn read_as<T: Tree>(messages: &T, format: Option<MessageFormat>) -> Result<Option<Conversation<T>>, Error> {
    if super::count_of(messages)? == 0 {
        return Ok(None);
    }
    let Some(format) = format else {
        let format = detect(messages).map_or_else(|| Err(unknown(messages, None)), Ok)?;
        let conversation = read(messages, format)?;
        // Some shapes show only in one of their parts.
        return match conversation.foreign {
            Some(foreign) => Err(unknown(messages, Some(foreign))),
            None => Ok(Some(conversation)),
        };
    };
    read(messages, format).map(Some)
}

/// Invalid messages are reported before an unknown format.
fn unknown<T: Tree>(messages: &T, known: Option<&Foreign>) -> Error {
    let count = super::count_of(messages).unwrap_or_default();
    let each = |at| foreign(&messages.item(Key::This, at)?);
    let rule = match known.or_else(|| (0..count).find_map(each)) {
        Some(Foreign { name, way_out }) => {
            format!(
                "messages: they look like {name}'s, which no format here reads; {way_out}, or name the nearest `format`"
            )
        }
        None => String::from("messages: no known format looks like these; `format` can name it"),
    };
    let unknown = || Error::new(ErrorKind::UnknownFormat, rule);
    read(messages, MessageFormat::OpenAiChat).err().unwrap_or_else(unknown)
}

/// The rules that messages break, in the order of the messages.
///
/// # Errors
/// [`ErrorKind::InvalidMessages`] for what is no list of objects, [`ErrorKind::UnknownFormat`] when no format is given
/// and none is found.
pub fn validate_messages_of<T: Tree>(messages: &T, options: impl Into<MessageOptions>) -> Result<Vec<Problem>, Error> {
    let options = options.into();
    let read = read_as(messages, options.format)?;
    let asked = Asked::from(options);
    Ok(read.map(|conversation| problems(messages, &conversation, asked)).unwrap_or_default())
}

/// Plans the repair of messages. `creates`: the host can create objects of classes that the messages do not contain.
///
/// # Errors
/// As [`validate_messages_of`].
pub fn repair_messages_of<T: Tree>(
    messages: &T,
    options: impl Into<MessageOptions>,
    creates: bool,
) -> Result<RepairPlan, Error> {
    let options = options.into();
    let Some(conversation) = read_as(messages, options.format)? else {
        return Ok(RepairPlan::default());
    };
    Ok(repair(messages, conversation, options.into(), creates))
}
