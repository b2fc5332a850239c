//! What programs do.

use alloc::vec::Vec;

use super::Deed;
use super::act::{Act, Flow};
use super::arguments::{Arguments, among};
use super::folder::Folder;
use super::lines::Cut;
use super::programs::{GREP, PATCH, Program, lookup, name};
use super::test_runner::is_test;
use super::word::Word;
use super::wrapper::{is_assignment, options};
use super::{reader, search, writer};

/// What a program does; `words` are its name and arguments, `input` is a file that it gets, `bodies` are the heredocs; `given`:
/// `xargs` or `find` runs it.
pub(super) fn act(words: &[Word<'_>], input: Option<&Word<'_>>, bodies: &[&[u8]], given: bool, act: &mut Act) {
    let Some((first, rest)) = words.split_first() else { return };
    if is_assignment(first) {
        return;
    }
    if first.dynamic {
        return act.doubt();
    }
    let (program, valued) = lookup(name(first));
    let read = Arguments::read(rest, valued);
    let mut files: Vec<&Word<'_>> = read.operands.clone();
    // `less +10 f`, `cat -`
    files.retain(|file| !matches!(&*file.text, b"-" | [b'+', ..]));
    if files.is_empty() {
        files.extend(input);
    }
    match program {
        Program::Cat | Program::Head | Program::Tail => act.read(reader::cut(program, &read), &files),
        Program::Sed => reader::sed(&read, input, act),
        Program::Awk => reader::awk(&read, input, act),
        Program::GetContent | Program::Select => {
            // What is selected comes through a pipe.
            let files = if program == Program::Select { &[] } else { &*files };
            act.read(reader::cut_of_cmdlet(&read), files);
        }
        Program::Type => {
            files.retain(|file| reader::is_shown(&file.text));
            if !files.is_empty() {
                act.read(Cut::WHOLE, &files);
            }
        }
        Program::Grep => search::grep(&read, None, input, act),
        Program::Findstr => search::findstr(rest, &read, input, act),
        Program::SelectString => search::select_string(&read, act),
        Program::Fd => search::fd(&read, act),
        Program::List | Program::Dir => search::list(&read, act),
        Program::Find | Program::Xargs if given => act.doubt(),
        Program::Find => find(rest, act),
        Program::Xargs => self::given(rest.get(options(rest, 0, valued)..).unwrap_or_default(), act),
        Program::Git => git(rest, valued, input, bodies, act),
        Program::Copy | Program::Move => writer::copy(&read, program == Program::Move, act),
        Program::Remove => writer::remove(&read, act),
        Program::Write => writer::write(&read.operands, act),
        Program::SetContent => writer::set_content(&read, act),
        Program::Tee => {
            writer::write(&read.operands, act);
            act.flow = Flow::Copy;
        }
        Program::Perl => writer::perl(rest, act),
        Program::Patch => writer::patch(&read, None, bodies, None, act),
        Program::ApplyPatch => writer::apply_patch(rest, bodies, act),
        Program::Cd | Program::Popd | Program::Set | Program::Aside | Program::Command => {}
        Program::Counter => act.flow = Flow::Names,
        Program::Filter => act.run(Flow::Names),
        Program::Trimmer => act.run(Flow::Cut(Cut::PART)),
        _ => act.deed = Some(if is_test(words) { Deed::Test } else { Deed::Run }),
    }
}

/// What a program does with files whose names it gets from `xargs` or `find`.
fn given(words: &[Word<'_>], act: &mut Act) {
    self::act(words, None, &[], true, act);
    let lists = matches!(act.deed, None | Some(Deed::List));
    let flow = act.flow;
    if let Flow::Search { .. } = flow {
        act.flow = Flow::SearchFiles;
        return;
    }
    act.doubt();
    if lists && !matches!(flow, Flow::Cut(_)) {
        act.deed = None;
        act.flow = Flow::Names;
    }
}

/// `find places … -name x -exec …`
fn find(words: &[Word<'_>], act: &mut Act) {
    search::find(words, act);
    for (at, word) in words.iter().enumerate() {
        if among(&word.text, "-delete -fprint") {
            act.forget();
        }
        if among(&word.text, "-exec -execdir -ok -okdir") {
            let command = words.get(at + 1..).unwrap_or_default();
            let end = command.iter().position(|word| among(&word.text, "; +")).unwrap_or(command.len());
            let mut inner = Act::default();
            given(command.get(..end).unwrap_or_default(), &mut inner);
            match inner.flow {
                Flow::SearchFiles => (act.query, act.deed) = (inner.query, inner.deed),
                Flow::Names => {}
                _ => act.forget(),
            }
            return;
        }
    }
}

fn git(words: &[Word<'_>], valued: &str, input: Option<&Word<'_>>, bodies: &[&[u8]], act: &mut Act) {
    act.deed = Some(Deed::Run);
    let at = options(words, 0, valued);
    let Some(command) = words.get(at) else { return };
    let rest = words.get(at + 1..).unwrap_or_default();
    let dashes = rest.iter().position(|word| &*word.text == b"--").unwrap_or(rest.len());
    let (before, after) = rest.split_at(dashes);
    let paths: Vec<&Word<'_>> = after.iter().skip(1).collect();
    let valued = match &*command.text {
        b"grep" => GREP,
        b"ls-files" => "x X",
        b"restore" => "s --source",
        b"apply" => PATCH,
        _ => "",
    };
    let read = Arguments::read(rest, valued);
    match &*command.text {
        b"grep" => {
            let paths = Some(&*paths).filter(|_| dashes < rest.len());
            search::grep(&Arguments::read(before, valued), paths, None, act);
            act.flow = Flow::Other;
        }
        b"ls-files" => search::list(&read, act),
        b"ls-tree" => act.deed = Some(Deed::List),
        b"checkout" => writer::write(&paths, act),
        b"restore" if read.has("W --worktree") || !read.has("S --staged") => writer::write(&read.operands, act),
        b"mv" => writer::copy(&read, true, act),
        b"rm" => writer::remove(&read, act),
        b"apply" => writer::patch(&read, input, bodies, Some(1), act),
        _ => {}
    }
    // Where it runs: seen from there are paths.
    if let Some(at) = words.iter().take(at).position(|word| &*word.text == b"-C") {
        let mut folder = Folder::new();
        folder.started = true;
        folder.change(words.get(at + 1..at + 2).unwrap_or_default(), true);
        folder.resolve(act);
    }
}
