//! The identity of a file: one form for all the ways to write its path. For comparison only; paths are shown as written.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::call::effect::Effect;
use crate::quick::{contains, percent_decoded};

/// Returns a path in one form: `/` between its names, no `.` and `..`, a drive letter in lower case, no `file:` URL.
///
/// Nothing is allocated for a path that already has that form.
pub(crate) fn identity(path: &str) -> Cow<'_, str> {
    if let Some(rest) = path.strip_prefix("file://") {
        return Cow::Owned(cleaned(&of_url(rest)));
    }
    let mut short = path;
    while let Some(rest) = short.strip_prefix("./") {
        short = rest;
    }
    short = short.strip_suffix('/').filter(|rest| !rest.is_empty()).unwrap_or(short);
    let names = short.strip_prefix('/').unwrap_or(short).split('/');
    let is_clean = !contains(short, "\\") && !has_drive(short) && names.clone().all(|name| !is_redundant(name));
    // The address of a page is no path.
    if is_clean || short.len() < 2 || contains(path, "://") { Cow::Borrowed(short) } else { Cow::Owned(cleaned(short)) }
}

/// Returns the identity of a path that is relative to a folder.
pub(crate) fn resolved<'p>(path: &'p str, folder: Option<&str>) -> Cow<'p, str> {
    match folder {
        Some(folder) if !is_rooted(path) => Cow::Owned(identity(&format!("{folder}/{path}")).into_owned()),
        _ => identity(path),
    }
}

/// Returns `true` for a path that no working directory changes.
pub(crate) fn is_rooted(path: &str) -> bool {
    path.starts_with(['/', '~', '$', '\\']) || has_drive(path) || contains(path, "://")
}

/// Returns the folder that relative paths of a conversation start from: the working directory that its calls name first,
/// or one around it that a later call names. `None` if no call names one.
pub(crate) fn base_of<'c>(effects: impl Iterator<Item = &'c Effect>) -> Option<String> {
    let mut base: Option<Cow<'_, str>> = None;
    let all = effects.flat_map(|effect| core::iter::once(effect).chain(effect.calls.iter().map(|call| &call.effect)));
    let named = all.filter(|effect| effect.is_folder_named).filter_map(|effect| effect.folder.as_deref());
    for folder in named.map(identity) {
        // A command that runs in `/` or `C:\` says nothing about the others.
        let is_place = (folder.starts_with('/') || has_drive(&folder)) && folder.len() > 3;
        let around = |base: &Cow<'_, str>| base.strip_prefix(&*folder).is_some_and(|rest| rest.starts_with('/'));
        if is_place && base.as_ref().is_none_or(around) {
            base = Some(folder);
        }
    }
    base.map(Cow::into_owned)
}

/// Returns a pattern with its path in one form; a `*` at its end stays.
pub(crate) fn pattern(pattern: &str, base: Option<&str>) -> String {
    let Some(start) = pattern.strip_suffix('*') else { return resolved(pattern, base).into_owned() };
    let mut written = resolved(start, base).into_owned();
    // The separator keeps `docs/*` from matching `docs-old/a.md`.
    if start.ends_with(['/', '\\']) && !written.is_empty() && !written.ends_with('/') {
        written.push('/');
    }
    written.push('*');
    written
}

fn is_redundant(name: &str) -> bool {
    matches!(name, "" | "." | "..")
}

/// Returns `true` for `C:\repo`, `C:/repo` and `C:`.
fn has_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':'] | [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic())
}

/// Returns the path of a `file:` URL (RFC 8089): `/c%3A/repo` is `c:/repo`.
fn of_url(rest: &str) -> String {
    let path = percent_decoded(rest.strip_prefix("localhost").filter(|path| path.starts_with('/')).unwrap_or(rest));
    match path.strip_prefix('/').filter(|path| has_drive(path)) {
        Some(path) => String::from(path),
        None => path,
    }
}

fn cleaned(path: &str) -> String {
    let path = path.replace('\\', "/");
    // The long form of a path in Windows.
    let path = path.strip_prefix("//?/").unwrap_or(&path);
    let (drive, rest) = if has_drive(path) { path.split_at(2) } else { ("", path) };
    let mut names: Vec<&str> = Vec::new();
    for name in rest.split('/') {
        match name {
            "" | "." => {}
            ".." if names.last().is_some_and(|last| *last != "..") => {
                names.pop();
            }
            // The folder above `/` is `/`.
            ".." if rest.starts_with('/') => {}
            name => names.push(name),
        }
    }
    let root = if rest.starts_with('/') { "/" } else { "" };
    [&drive.to_ascii_lowercase(), root, &names.join("/")].concat()
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::*;

    #[test]
    fn a_file_has_one_identity_however_it_is_written() {
        let windows = [
            r"C:\repo\src\a.ts",
            r"c:\repo\src\a.ts",
            "C:/repo/src/a.ts",
            "c:/repo/./src//a.ts",
            r"C:\repo\docs\..\src\a.ts",
            r"\\?\C:\repo\src\a.ts",
            "file:///c%3A/repo/src/a.ts",
            "file:///C:/repo/src/a.ts",
        ];
        for path in windows {
            assert_eq!(identity(path), "c:/repo/src/a.ts", "{path}");
        }
        for path in ["/repo/src/a b.ts", "file:///repo/src/a%20b.ts", "file://localhost/repo/src/a%20b.ts"] {
            assert_eq!(identity(path), "/repo/src/a b.ts", "{path}");
        }
        for path in ["src/a.ts", "./src/a.ts", "././src/a.ts", "src//a.ts", r".\src\a.ts", "src/b/../a.ts"] {
            assert_eq!(identity(path), "src/a.ts", "{path}");
        }
        for (path, same) in [("/", "/"), ("", ""), ("src/", "src"), ("../a", "../a"), ("/../a", "/a"), ("C:\\", "c:/")]
        {
            assert_eq!(identity(path), same, "{path}");
        }
    }

    #[test]
    fn other_files_stay_apart() {
        assert_ne!(identity(r"C:\repo\A.ts"), identity(r"C:\repo\a.ts"));
        assert_ne!(identity("/repo/a.ts"), identity("repo/a.ts"));
        assert_eq!(identity("https://example.org//a/../b/"), "https://example.org//a/../b");
        assert_eq!(identity("file:///repo/%zz"), "/repo/%zz");
    }

    #[test]
    fn a_usual_path_is_not_copied() {
        for path in ["src/a.ts", "./src/a.ts", "/repo/src/a.ts", "src/", "~/a", "https://example.org/a"] {
            assert!(matches!(identity(path), Cow::Borrowed(_)), "{path}");
        }
    }

    #[test]
    fn a_relative_path_starts_from_its_folder() {
        assert_eq!(resolved("./src/a.ts", Some(r"C:\repo")), "c:/repo/src/a.ts");
        assert_eq!(resolved("../b.ts", Some("/repo/src/")), "/repo/b.ts");
        for rooted in ["/a", "~/a", "$HOME/a", "c:/a", "https://example.org/a"] {
            assert_eq!(resolved(rooted, Some("/repo")), rooted);
        }
    }

    #[test]
    fn the_base_is_the_widest_folder_around_the_first() {
        let effect = |(folder, is_folder_named): (&str, bool)| Effect {
            folder: Some(folder.into()),
            is_folder_named,
            ..Effect::default()
        };
        let base = |folders: &[(&str, bool)]| base_of(folders.iter().copied().map(effect).collect::<Vec<_>>().iter());
        assert_eq!(
            base(&[("/tmp", false), ("/repo/a", true), ("/srv", true), ("/", true)]).as_deref(),
            Some("/repo/a")
        );
        assert_eq!(base(&[("/repo/a", true), ("/re", true), ("/repo", true)]).as_deref(), Some("/repo"));
        assert_eq!(base(&[("C:\\repo", true)]).as_deref(), Some("c:/repo"));
        assert_eq!(base(&[("src", true)]), None);
    }

    #[test]
    fn a_pattern_keeps_its_star_and_its_separator() {
        let one_form = |written| pattern(written, None);
        assert_eq!(one_form(r"C:\repo\docs\*"), "c:/repo/docs/*");
        assert_eq!(one_form("./docs/pl*"), "docs/pl*");
        assert_eq!([one_form("*"), one_form("./*"), one_form("/*")], ["*", "*", "/*"]);
        assert_eq!(pattern("docs/*", Some("/repo")), "/repo/docs/*");
        assert_eq!(pattern("*", Some("/repo")), "/repo*");
    }
}
