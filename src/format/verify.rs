//! Verifies messages after a change; if a rule is broken, the original is sent.

use alloc::vec::Vec;

use super::leaf::text_of;
use super::messages::{MessageOptions, read_as};
use super::repair::problems;
use super::{Conversation, MessageFormat, detect, read};
use crate::error::Error;
use crate::format::conversation::{PartKind, Role};
use crate::tree::{Key, Tree};

const CHANGED: &str = "a text of the user or of the system would change";
const OTHER_FORMAT: &str = "a text of the user or of the system would change: it is in another format than the messages \
    are read as; `format` may name the wrong one";

const OTHER_CALLS: &str = "a result would be lost to its call: it is in another format than the messages are read as; \
    `format` may name the wrong one";

/// Returns why messages cannot be sent after a repair; `None` if they can: all user and system texts are there,
/// unchanged and in order, and no more rules are broken than reported.
///
/// # Errors
/// As [`super::validate_messages_of`].
pub fn verify_of<T: Tree>(
    before: &T,
    after: &T,
    options: impl Into<MessageOptions>,
    known_problems: usize,
) -> Result<Option<&'static str>, Error> {
    let options = options.into();
    let Some(was) = read_as(before, options.format)? else { return Ok(None) };
    let format = was.format;
    let Some(is) = read_as(after, Some(format))? else {
        return Ok(Some("no message would be left"));
    };
    for reader in MessageFormat::ALL {
        // In messages of a wrong format, or of several, each reader recognizes its own. An unknown role may change to
        // another than that reader assumes: the text must be there.
        let (Ok(was), Ok(is)) = (read(before, reader), read(after, reader)) else { continue };
        let speech_before = speech(before, &was, |role| SPEAKERS.contains(&role));
        let speech_after = speech(after, &is, |role| reader != format || SPEAKERS.contains(&role));
        let mut later = speech_after.iter();
        if !speech_before
            .iter()
            .all(|text| later.any(|other| text.is_same(other) || (options.repair_user_texts && is_mended(text, other))))
        {
            return Ok(Some(if reader == format { CHANGED } else { OTHER_FORMAT }));
        }
    }
    // The reader that the messages were written for knows a call and its result where the given one sees parts of no
    // meaning.
    if let Some(other) = detect(before).filter(|other| *other != format)
        && let (Ok(was), Ok(is)) = (read(before, other), read(after, other))
        && answered(&is) < answered(&was)
    {
        return Ok(Some(OTHER_CALLS));
    }
    if problems(after, &is, options.into()).len() > known_problems {
        return Ok(Some("a rule would be broken"));
    }
    Ok(None)
}

/// Counts calls with a result.
fn answered<T: Tree>(conversation: &Conversation<T>) -> usize {
    conversation.pairs().exchanges.iter().filter(|exchange| exchange.result.is_some()).count()
}

/// Returns `true` if two texts differ in halves of surrogate pairs only, which are U+FFFD where they are read.
fn is_mended<T: Tree>(text: &T, other: &T) -> bool {
    let read = |text: &T| text.text(Key::This, usize::MAX >> 1);
    text.has_lone_surrogate(Key::This) && read(text) == read(other)
}

const SPEAKERS: [Role; 2] = [Role::User, Role::System];

/// Returns the texts by some roles, except blank ones.
fn speech<T: Tree>(root: &T, conversation: &Conversation<T>, by: impl Fn(Role) -> bool) -> Vec<T> {
    let spoken = conversation.messages.iter().filter(|message| by(message.role));
    let texts = spoken.flat_map(|message| &message.parts).filter(|part| part.kind == PartKind::Text);
    texts
        .filter_map(|part| {
            let node = conversation.node(root, part)?;
            let member = text_of(&node)?;
            (!node.is_blank(member)).then(|| node.child(member))?
        })
        .collect()
}
