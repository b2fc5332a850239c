//! The files that a patch names.

use super::Deed;
use super::act::{Act, Kind};
use super::arguments::trim;
use super::lines::WHOLE;

/// Lines without their ends.
fn lines(body: &[u8]) -> impl Iterator<Item = &[u8]> {
    body.split(|&byte| byte == b'\n')
}

/// Files of `*** Update File: src/a.rs` and its like.
pub(super) fn files(body: &[u8], act: &mut Act) {
    let mut updated: &[u8] = b"";
    for line in lines(body) {
        let Some(line) = line.strip_prefix(b"*** ") else { continue };
        let mut halves = line.splitn(2, |&byte| byte == b':');
        let (what, path) = (halves.next().unwrap_or_default(), trim(halves.next().unwrap_or_default()));
        let removed = match what {
            _ if path.is_empty() => continue,
            b"Add File" => b"",
            b"Update File" => {
                updated = path;
                b""
            }
            b"Delete File" => path,
            b"Move to" => updated,
            _ => continue,
        };
        act.claim(Kind::Write, path, WHOLE);
        if !removed.is_empty() {
            act.claim(Kind::Remove, removed, WHOLE);
        }
    }
}

/// Files of `--- a/src/a.rs` and `+++ b/src/a.rs`, less so many folders.
pub(super) fn files_of_diff(body: &[u8], folders: usize, act: &mut Act) {
    act.deed = Some(Deed::Write);
    let mut old: Option<&[u8]> = None;
    for line in lines(body) {
        if let (Some(old), Some(new)) = (old.take(), line.strip_prefix(b"+++ ")) {
            let removed = new.starts_with(b"/dev/null");
            let path = if removed { old } else { new };
            let path = path.split(|&byte| byte == b'\t').next().unwrap_or_default();
            let path = trim(path.splitn(folders + 1, |&byte| byte == b'/').nth(folders).unwrap_or_default());
            if !path.is_empty() {
                act.claim(Kind::Write, path, WHOLE);
                if removed {
                    act.claim(Kind::Remove, path, WHOLE);
                }
            }
        }
        old = line.strip_prefix(b"--- ");
    }
}
