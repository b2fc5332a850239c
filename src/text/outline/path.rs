//! Paths: what looks like one, and what a name says of what is inside.

use super::TextKind;
use super::line::{holds, is_one, starts};
use super::sets::{LETTER, NAME, NO_PATH, all, any, begins, is};

/// Bytes of a path: longer ones are data.
const LONG: usize = 260;

/// True for what may be a path: it has a folder, an extension or a name that builds know, and nothing that paths have
/// not.
pub(super) fn is_path(text: &str) -> bool {
    if text.len() > LONG {
        return false;
    }
    let rooted = starts(text, &["/", "./", "../", "~/"]) || text.get(1..3) == Some(":\\");
    let mut folder = false;
    for byte in text.bytes() {
        match byte {
            b'/' | b'\\' => folder = true,
            b' ' if !rooted => return false,
            // Some frameworks have `(group)` and `[id]` in their paths.
            b'(' | b')' | b'[' | b']' if !folder => return false,
            _ if is(byte, NO_PATH) => return false,
            _ => {}
        }
    }
    any(text, LETTER) && !holds(text, "://") && (folder || extension(text).is_some() || is_known(text))
}

fn is_known(name: &str) -> bool {
    is_one(name, &["Makefile", "Dockerfile", "Gemfile", "Rakefile", "Justfile", "Procfile", "Jenkinsfile"])
}

/// What follows the last of these bytes.
#[inline(never)]
pub(super) fn last_part<'a>(text: &'a str, marks: &[u8]) -> &'a str {
    let at = text.bytes().rposition(|byte| marks.contains(&byte)).map_or(0, |at| at + 1);
    text.get(at..).unwrap_or_default()
}

/// The extension of a name: `ts` of `src/a.test.ts`.
pub(super) fn extension(path: &str) -> Option<&str> {
    let extension = last_part(path, b"/\\.");
    let dot = path.len().checked_sub(extension.len() + 1).and_then(|at| path.as_bytes().get(at)) == Some(&b'.');
    let short = (1..=8).contains(&extension.len()) && extension.is_ascii() && all(extension, NAME);
    (dot && short && begins(extension, LETTER)).then_some(extension)
}

/// What a file holds, by its name.
pub(super) fn kind_by_name(path: &str) -> Option<TextKind> {
    const CODE: &str = " \
        ts tsx mts cts js jsx mjs cjs py pyi rs go java kt kts c h cc cpp cxx hpp hh cs rb php swift sh bash \
        zsh fish ps1 bat sql css scss sass less html htm xml vue svelte astro yaml yml toml ini cfg conf env \
        properties gradle scala sbt dart lua r jl ex exs erl hs ml clj pl pm m mm proto graphql gql tf hcl \
        nix zig d nim v vim cmake mk prisma sol wit ipynb dockerfile rake erb ru gemspec plist svg lock ";
    let name = last_part(path, b"/\\");
    if is_known(name) || starts(name, &["Dockerfile.", "Makefile."]) {
        return Some(TextKind::Code);
    }
    let extension = extension(path)?;
    let mut lower = [b' '; 10];
    let room = lower.get_mut(1..=extension.len())?;
    room.copy_from_slice(extension.as_bytes());
    room.make_ascii_lowercase();
    let lower = str::from_utf8(lower.get(..extension.len() + 2)?).ok()?;
    let kinds = [
        (CODE, TextKind::Code),
        (" json jsonl jsonc json5 map ndjson ", TextKind::Json),
        (" md mdx markdown mdc ", TextKind::Markdown),
        (" diff patch ", TextKind::Diff),
        (" log ", TextKind::Log),
    ];
    kinds.into_iter().find(|(names, _)| holds(names, lower)).map(|(_, kind)| kind)
}
