//! What must hold of messages after a change: if it does not, the original goes out.

use alloc::vec::Vec;

use super::messages::read_as;
use super::repair::problems;
use super::{Conversation, MessageFormat};
use crate::error::Error;
use crate::history::conversation::{PartKind, Role};
use crate::tree::{Key, Shape, Tree};

/// Why messages after a repair cannot go out; none when they can: all that a user or the system said is there, unchanged and in
/// order, and no more rules are broken than it is known of.
///
/// # Errors
/// As [`super::validate_messages_of`].
pub fn verify_of<T: Tree>(
    before: &T,
    after: &T,
    format: Option<MessageFormat>,
    known_problems: usize,
) -> Result<Option<&'static str>, Error> {
    let Some(was) = read_as(before, format)? else { return Ok(None) };
    let Some(is) = read_as(after, Some(was.format))? else {
        return Ok(Some("no message would be left"));
    };
    let (said_before, said_after) = (said(before, &was), said(after, &is));
    let mut later = said_after.iter();
    if !said_before.iter().all(|text| later.any(|other| text.is_same(other))) {
        return Ok(Some("a text of the user or of the system would change"));
    }
    if problems(after, &is).len() > known_problems {
        return Ok(Some("a rule would be broken"));
    }
    Ok(None)
}

/// What the user and the system said: texts with more than white space.
fn said<T: Tree>(root: &T, conversation: &Conversation<T>) -> Vec<T> {
    let spoken = conversation.messages.iter().filter(|message| matches!(message.role, Role::User | Role::System));
    let texts = spoken.flat_map(|message| &message.parts).filter(|part| part.kind == PartKind::Text);
    texts
        .filter_map(|part| {
            let node = conversation.node(root, part)?;
            let member = [Key::This, Key::Text, Key::Value]
                .into_iter()
                .find(|key| matches!(node.shape(*key), Shape::Text(_)))?;
            (!node.is_blank(member)).then(|| node.child(member))?
        })
        .collect()
}
