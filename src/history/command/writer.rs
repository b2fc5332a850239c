//! Programs that change files.

use alloc::format;
use alloc::string::String;

use super::Deed;
use super::act::{Act, Flow, note};
use super::arguments::Arguments;
use super::patch::{files, files_of_diff};
use super::word::Word;

/// What a program changes, when it is one that changes the files it names.
pub(super) fn act(name: &str, words: &[Word<'_>], bodies: &[&str]) -> Option<Act> {
    Some(match name {
        "cp" | "mv" => copy(&Arguments::read(words, "t S --target-directory --suffix"), name == "mv"),
        "copy-item" | "move-item" => {
            let read = Arguments::of_cmdlet(words, "filter include exclude");
            copy(&read, name == "move-item")
        }
        "rm" | "unlink" => remove(Arguments::read(words, "")),
        "remove-item" => remove(Arguments::of_cmdlet(words, "filter include exclude")),
        "del" | "erase" => remove(Arguments::of_windows(words)),
        "copy" | "move" => copy(&Arguments::of_windows(words), name == "move"),
        "touch" => Act::write(Arguments::read(words, "d r t --date --reference").operands.into_iter()),
        "truncate" => Act::write(Arguments::read(words, "s r --size --reference").operands.into_iter()),
        "tee" | "tee-object" | "sponge" => {
            let mut act = Act::write(Arguments::read(words, "").operands.into_iter());
            act.flow = Flow::Copy;
            act
        }
        "ed" => Act::write(Arguments::read(words, "p").operands.into_iter()),
        "perl" => perl(words),
        "patch" => patch(words, None, bodies, ""),
        "apply_patch" | "applypatch" | "apply-patch" => {
            let mut act = Act::new(Some(Deed::Write));
            bodies.iter().copied().chain(words.iter().map(|word| word.raw)).for_each(|body| files(body, &mut act));
            act
        }
        "set-content" | "add-content" | "out-file" | "clear-content" | "new-item" => {
            let read = Arguments::of_cmdlet(words, "value encoding itemtype width inputobject name");
            if read.has("name") || read.value("itemtype").is_some_and(|kind| kind.eq_ignore_ascii_case("directory")) {
                Act::run()
            } else {
                Act::write(read.from(0).take(1))
            }
        }
        _ => return None,
    })
}

/// `cp a b`, `mv a b c/`
fn copy(read: &Arguments<'_>, moved: bool) -> Act {
    let mut act = Act::new(Some(Deed::Write));
    let given = read.has("t --target-directory");
    let count = read.operands.len() - usize::from(!given && !read.operands.is_empty());
    let (sources, rest) = read.operands.split_at(count);
    let target = rest.first().filter(|target| target.is_file()).map(|target| &*target.text);
    let target = if given { read.value("t --target-directory") } else { target };
    let is_inside = |target: &str| given || sources.len() > 1 || is_folder(target);
    for source in sources {
        match target {
            Some(target) if is_inside(target) => {
                let name = source.text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
                let folder = target.trim_end_matches('/');
                let path = if folder == "." { String::from(name) } else { format!("{folder}/{name}") };
                if is_folder(&source.text) {
                    note(&mut act.said.writes, target);
                } else if source.is_file() {
                    note(&mut act.said.writes, &path);
                }
            }
            Some(target) => note(&mut act.said.writes, target),
            None => {}
        }
        if moved && source.is_file() {
            note(&mut act.said.writes, &source.text);
            note(&mut act.said.removed, &source.text);
        }
    }
    act
}

/// Whether a path cannot be that of a file.
fn is_folder(path: &str) -> bool {
    matches!(path.rsplit(['/', '\\']).next(), Some("" | "." | ".."))
}

fn remove(read: Arguments<'_>) -> Act {
    if read.has("--cached --dry-run --help") {
        return Act::run();
    }
    let mut act = Act::write(read.operands.into_iter());
    act.said.removed.clone_from(&act.said.writes);
    act
}

/// `perl -pi -e '…' f`
fn perl(words: &[Word<'_>]) -> Act {
    let mut in_place = false;
    let mut at = 0;
    while let Some(letters) = words.get(at).and_then(|word| word.text.strip_prefix('-')) {
        at += 1;
        if !letters.starts_with(['M', 'm', 'I', '-']) {
            in_place |= letters.contains('i');
            at += usize::from(letters.ends_with(['e', 'E']));
        }
    }
    if in_place {
        Act::write(words.get(at..).unwrap_or_default().iter())
    } else {
        Act::flowing(Some(Deed::Run), Flow::Names)
    }
}

/// `git restore f`
pub(super) fn git_restore(words: &[Word<'_>]) -> Act {
    let read = Arguments::read(words, "s --source");
    if read.has("S --staged") && !read.has("W --worktree") {
        return Act::run();
    }
    Act::write(read.operands.into_iter())
}

/// `patch -p1` and `git apply`; `folders`: how many folders a path is less, where it is not said.
pub(super) fn patch(words: &[Word<'_>], input: Option<&Word<'_>>, bodies: &[&str], folders: &str) -> Act {
    let read = Arguments::read(words, "p i d D B z F o r --input --directory --strip");
    let elsewhere = "--dry-run --check --stat --numstat --summary --cached d o --directory --output";
    if read.has(elsewhere) || input.is_some() {
        return Act::run();
    }
    let operand = read.from(0).find(|operand| operand.text != "-");
    let folders = read.value("p --strip").unwrap_or(folders).parse().ok();
    match (operand, bodies.last(), folders) {
        (None, Some(body), Some(folders)) => {
            let mut act = Act::default();
            files_of_diff(body, folders, &mut act);
            act
        }
        // The file that is patched, unless the operand is the patch.
        (Some(file), ..) if folders.is_none() => Act::write([file].into_iter()),
        _ => Act::run(),
    }
}
