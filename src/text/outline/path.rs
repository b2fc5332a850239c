//! Paths: what looks like one, and what a name says of what is inside.

use super::TextKind;
use super::line::starts;

/// Bytes of a path: longer ones are data.
const LONG: usize = 260;

/// True for what may be a path: it has a folder, an extension or a name that builds know, and nothing that paths have not.
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
            b'"' | b'\'' | b';' | b'=' | b'{' | b'}' | b',' | b'<' | b'>' | b'|' | b'`' | b'*' | b'\t' | b'!'
            | b'?' => {
                return false;
            }
            _ => {}
        }
    }
    let name = text.bytes().any(|byte| byte.is_ascii_alphabetic() || !byte.is_ascii());
    name && !text.contains("://") && (folder || extension(text).is_some() || is_known(text))
}

fn is_known(name: &str) -> bool {
    ["Makefile", "Dockerfile", "Gemfile", "Rakefile", "Justfile", "Procfile", "Jenkinsfile"].contains(&name)
}

/// The extension of a name: `ts` of `src/a.test.ts`.
pub(super) fn extension(path: &str) -> Option<&str> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let (before, extension) = name.rsplit_once('.')?;
    let short = (1..=8).contains(&extension.len()) && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let letter = extension.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    (short && letter && (!before.is_empty() || name.len() > 1)).then_some(extension)
}

/// What a file holds, by its name.
pub(super) fn kind_by_name(path: &str) -> Option<TextKind> {
    const CODE: &str = " ts tsx mts cts js jsx mjs cjs py pyi rs go java kt kts c h cc cpp cxx hpp hh cs rb php swift sh bash \
                        zsh fish ps1 bat sql css scss sass less html htm xml vue svelte astro yaml yml toml ini cfg conf env \
                        properties gradle scala sbt dart lua r jl ex exs erl hs ml clj pl pm m mm proto graphql gql tf hcl nix \
                        zig d nim v vim cmake mk prisma sol wit ipynb dockerfile rake erb ru gemspec plist svg ";
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    if is_known(name) || starts(name, &["Dockerfile.", "Makefile."]) {
        return Some(TextKind::Code);
    }
    let extension = extension(path)?;
    let mut lower = [b' '; 10];
    let room = lower.get_mut(1..=extension.len())?;
    room.copy_from_slice(extension.as_bytes());
    room.make_ascii_lowercase();
    let lower = str::from_utf8(lower.get(..extension.len() + 2)?).ok()?;
    match lower {
        " json " | " jsonl " | " jsonc " | " json5 " | " map " | " ndjson " | " lock " => Some(TextKind::Json),
        " md " | " mdx " | " markdown " | " mdc " => Some(TextKind::Markdown),
        " diff " | " patch " => Some(TextKind::Diff),
        " log " => Some(TextKind::Log),
        _ => super::line::holds(CODE, lower).then_some(TextKind::Code),
    }
}
