//! What changes files.

use super::Deed;
use super::act::{Act, Flow, Kind};
use super::arguments::{Arguments, number};
use super::folder::join;
use super::lines::WHOLE;
use super::patch::{files, files_of_diff};
use super::word::Word;

/// Changes the files.
#[inline(never)]
pub(super) fn write(files: &[&Word<'_>], act: &mut Act) {
    act.deed = Some(Deed::Write);
    act.claim_all(Kind::Write, files);
}

/// `cp a b`, `mv a b c/`
pub(super) fn copy(read: &Arguments<'_>, moved: bool, act: &mut Act) {
    act.deed = Some(Deed::Write);
    let given = read.value("t --target-directory");
    let (sources, target) = match (given, &*read.operands) {
        (None, [sources @ .., target]) => (sources, Some(&*target.text).filter(|_| target.is_file())),
        (given, sources) => (sources, given),
    };
    for source in sources {
        if let Some(target) = target {
            if (given.is_some() || sources.len() > 1 || is_folder(target)) && !is_folder(&source.text) {
                let path = source.text.strip_suffix(b"/").unwrap_or(&source.text);
                let name = path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
                let folder = target.strip_suffix(b"/").unwrap_or(target);
                let path = if folder == b"." { name.into() } else { join(folder, name) };
                if source.is_file() {
                    act.claim(Kind::Write, &path, WHOLE);
                }
            } else {
                act.claim(Kind::Write, target, WHOLE);
            }
        }
    }
    if moved {
        act.claim_all(Kind::Write, sources);
        act.claim_all(Kind::Remove, sources);
    }
}

/// Whether a path cannot be that of a file.
fn is_folder(path: &[u8]) -> bool {
    matches!(path.rsplit(|byte| matches!(byte, b'/' | b'\\')).next(), Some(b"" | b"." | b".."))
}

pub(super) fn remove(read: &Arguments<'_>, act: &mut Act) {
    act.deed = Some(Deed::Run);
    if !read.has("--cached --dry-run --help") {
        write(&read.operands, act);
        act.claim_all(Kind::Remove, &read.operands);
    }
}

/// `perl -pi -e '…' f`
pub(super) fn perl(words: &[Word<'_>], act: &mut Act) {
    act.run(Flow::Names);
    let mut in_place = false;
    let mut words = words.iter();
    while let Some(word) = words.as_slice().first().filter(|word| word.is_option()) {
        words.next();
        if !matches!(&*word.text, [_, b'M' | b'm' | b'I' | b'-', ..]) {
            in_place |= word.text.contains(&b'i');
            if let [.., b'e' | b'E'] = &*word.text {
                words.next();
            }
        }
    }
    if in_place {
        for file in words {
            write(&[file], act);
        }
    }
}

pub(super) fn set_content(read: &Arguments<'_>, act: &mut Act) {
    act.deed = Some(Deed::Run);
    let folder = read.value("itemtype").is_some_and(|kind| kind.eq_ignore_ascii_case(b"directory"));
    if !folder && !read.has("name") {
        write(read.operands.get(..1).unwrap_or_default(), act);
    }
}

/// `patch -p1` and `git apply`; `folders`: how many folders a path is less, where it is not said.
pub(super) fn patch(
    read: &Arguments<'_>,
    input: Option<&Word<'_>>,
    bodies: &[&[u8]],
    folders: Option<u32>,
    act: &mut Act,
) {
    act.deed = Some(Deed::Run);
    let elsewhere = "--dry-run --check --stat --numstat --summary --cached d o --directory --output";
    if read.has(elsewhere) || input.is_some() {
        return;
    }
    let operand = read.operands.iter().find(|operand| &*operand.text != b"-");
    let folders = read.value("p --strip").and_then(number).or(folders);
    match (operand, bodies.last(), folders) {
        (None, Some(body), Some(folders)) => files_of_diff(body, folders as usize, act),
        // The file that is patched, unless the operand is the patch.
        (Some(file), _, None) => write(&[file], act),
        _ => {}
    }
}

/// The patch is a heredoc, or a word.
pub(super) fn apply_patch(words: &[Word<'_>], bodies: &[&[u8]], act: &mut Act) {
    for body in bodies {
        files(body, act);
    }
    for word in words {
        files(word.raw, act);
    }
    act.deed = Some(Deed::Write);
}
