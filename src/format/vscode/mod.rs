//! VS Code's chat messages: parts are classes, known by what they hold, and roles are numbers. As plain data each part
//! has a `kind`.

mod check;
mod read;

use super::define::Facts;

pub(super) struct Format;

pub(super) const FACTS: Facts = Facts {
    name: "vscode",
    providers: &["vscode"],
    results_first: true,
    text_content: false,
    numbered_roles: true,
    ..Facts::COMMON
};
