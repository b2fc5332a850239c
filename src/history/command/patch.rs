//! The files that a patch names.

use alloc::string::String;

use super::Deed;
use super::act::{Act, note};

/// Files of `*** Update File: src/a.rs` and its like.
pub(super) fn files(body: &str, act: &mut Act) {
    let mut updated = "";
    for line in body.lines() {
        let Some((what, path)) = line.strip_prefix("*** ").and_then(|line| line.split_once(": ")) else { continue };
        let path = path.trim();
        let removed = match what {
            "Add File" => "",
            "Update File" => {
                updated = path;
                ""
            }
            "Delete File" => path,
            "Move to" => updated,
            _ => continue,
        };
        for (paths, path) in [(&mut act.said.writes, path), (&mut act.said.removed, removed)] {
            if !path.is_empty() {
                note(paths, path);
            }
        }
    }
    act.deed = Some(Deed::Write);
}

/// Files of `--- a/src/a.rs` and `+++ b/src/a.rs`, less so many folders.
pub(super) fn files_of_diff(body: &str, folders: usize, act: &mut Act) {
    let path = |line: &str| -> Option<String> {
        let path = line.split('\t').next()?.trim_end();
        let path = path.splitn(folders + 1, '/').nth(folders)?;
        (path != "dev/null" && path != "/dev/null" && !path.is_empty()).then(|| path.into())
    };
    let mut before = None;
    for line in body.lines() {
        let (old, new) = (before.take(), line.strip_prefix("+++ "));
        match (old, new) {
            (Some(old), Some(new)) => match (path(old), path(new)) {
                (_, Some(new)) if !new.is_empty() => note(&mut act.said.writes, &new),
                (Some(old), None) => {
                    note(&mut act.said.writes, &old);
                    note(&mut act.said.removed, &old);
                }
                _ => {}
            },
            _ => before = line.strip_prefix("--- "),
        }
    }
    act.deed = Some(Deed::Write);
}
