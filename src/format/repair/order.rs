//! Repairs that drop or move messages other than results.

use super::{Action, Mending, made};
use crate::format::check::Finding;
use crate::format::conversation::Made;
use crate::format::pair::part_mut;
use crate::format::prelude::*;
use crate::format::write::NO_BEGINNING;

impl<T: Tree> Mending<'_, T> {
    pub(super) fn drop<'f>(&mut self, found: impl Iterator<Item = &'f Finding>) {
        for finding in found {
            self.note(finding, Action::Dropped);
            match finding.subject {
                Subject::Part(at) => {
                    if let Some(part) = part_mut(&mut self.now.messages, at) {
                        part.flags = part.flags.with(Flags::GONE);
                    }
                }
                Subject::Message(at) => {
                    if let Some(message) = self.now.messages.get_mut(at) {
                        message.content = Content::Taken;
                    }
                }
            }
        }
        for message in &mut self.now.messages {
            let before = message.parts.len();
            message.parts.retain(|part| !part.has(Flags::GONE));
            // A message without parts is dropped as well.
            if message.parts.is_empty() && before > 0 {
                message.content = Content::Taken;
            }
        }
        self.now.messages.retain(|message| message.content != Content::Taken);
    }

    /// Calls come to stand behind all else in their message.
    pub(super) fn reorder(&mut self, finding: &Finding) {
        let Subject::Part(at) = finding.subject else { return };
        self.note(finding, Action::Moved);
        let Some(message) = self.now.messages.get_mut(at.message) else { return };
        let first = message.parts.iter().position(Part::is_call).unwrap_or_default();
        let behind = message.parts.split_off(first);
        let (calls, others): (Vec<Part>, Vec<Part>) =
            behind.into_iter().partition(|part| part.is_call() || part.kind == PartKind::Other);
        message.parts.extend(others.into_iter().map(|part| Part { flags: part.flags.with(Flags::MOVED), ..part }));
        message.parts.extend(calls);
    }

    /// A turn of calls and the turn of the model before it become one.
    pub(super) fn join(&mut self, finding: &Finding) {
        let Subject::Message(at) = finding.subject else { return };
        let Some(before) = at.checked_sub(1) else { return };
        self.note(finding, Action::Moved);
        let mut parts = self.now.messages.remove(before).parts;
        if let Some(message) = self.now.messages.get_mut(before) {
            parts.append(&mut message.parts);
            message.parts = parts;
        }
    }

    /// The user speaks first.
    pub(super) fn lead(&mut self, finding: &Finding) {
        let Subject::Message(at) = finding.subject else { return };
        self.note(finding, Action::Inserted);
        self.now.messages.insert(at.min(self.now.messages.len()), stand_in(NO_BEGINNING));
    }
}

/// Creates a user message in place of a missing one.
pub(super) fn stand_in(text: &str) -> Message {
    made(Role::User, Content::Text, vec![Part::made(PartKind::Text, Made::Text(String::from(text)))])
}
