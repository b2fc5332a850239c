//! What VS Code refuses.

use super::Format;
use crate::format::check::{Check, Subject};
use crate::format::define::Checks;
use crate::history::conversation::Role;
use crate::tree::{Key, Tree};

impl<T: Tree> Checks<T> for Format {
    fn check(&self, check: &mut Check<'_, T>) {
        check.objects(&[Key::Input]);
        for (at, message) in check.messages.iter().enumerate() {
            if message.role == Role::Unknown {
                check.unknown_role(Subject::Message(at), message);
            }
        }
    }
}
