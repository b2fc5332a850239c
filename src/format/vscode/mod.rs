//! VS Code's chat messages: parts are classes, known by what they hold, and roles are numbers. As plain data each part
//! has a `kind`.

mod check;
mod read;
mod write;

use super::prelude::*;

pub(super) struct Format;

pub(super) const FACTS: Facts = Facts {
    name: "vscode",
    providers: &["vscode"],
    quirks: &[Quirk::ResultsFirst, Quirk::PartsOnly, Quirk::NumberedRoles, Quirk::ObjectArguments],
    ..Facts::COMMON
};
