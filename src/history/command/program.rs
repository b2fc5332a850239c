//! What programs do, by their names.

use core::mem::take;

use super::act::{Act, Flow};
use super::arguments::{Arguments, among};
use super::folder::Folder;
use super::lines::Cut;
use super::test_runner::is_test;
use super::word::Word;
use super::wrapper::{is_assignment, name, options};
use super::{Deed, reader, search, writer};

/// What goes along with commands and does not count.
const ASIDES: &str = "cd chdir pushd popd set-location echo printf print write-output write-host true false : set export unset \
    local declare typeset readonly alias unalias source . shopt setopt trap ulimit umask wait exit return sleep clear pwd \
    date which where get-command hash id whoami uname hostname test [ [[ mkdir basename dirname realpath readlink nproc read \
    exec command shift eval let start-sleep get-location get-date";

/// What tells about texts or names, and does not count.
const COUNTERS: &str = "wc file stat du df measure-object measure test-path md5sum sha1sum sha256sum shasum cksum";

/// What makes another text of a text.
const FILTERS: &str = "jq yq sort uniq rev tac paste join comm column fmt xxd od hexdump base64 sort-object where-object \
    format-table format-list convertfrom-json convertto-json strings envsubst xmllint";

/// What shows lines otherwise, or parts of them.
const TRIMMERS: &str = "cut tr fold expand iconv column";

/// What a program does; `words` are its name and arguments, `input` is a file that it gets, `bodies` are the heredocs.
pub(super) fn act(words: &[Word<'_>], input: Option<&Word<'_>>, bodies: &[&str]) -> Act {
    let Some((first, rest)) = words.split_first() else { return Act::default() };
    let name = name(first);
    match &*name {
        _ if is_assignment(first) => Act::default(),
        _ if first.dynamic => Act::run(),
        "xargs" => {
            let valued = "-n -I -P -L -d -a -s -E --max-args --max-procs --max-lines --delimiter --arg-file --replace";
            given(rest.get(options(rest, 0, valued)..).unwrap_or_default())
        }
        "find" => find(rest, input),
        "git" => git(rest, input, bodies),
        _ => named(&name, words, input, bodies),
    }
}

fn named(name: &str, words: &[Word<'_>], input: Option<&Word<'_>>, bodies: &[&str]) -> Act {
    let rest = words.get(1..).unwrap_or_default();
    let known = reader::act(name, rest, input)
        .or_else(|| search::act(name, rest, input))
        .or_else(|| writer::act(name, rest, bodies));
    if let Some(act) = known {
        act
    } else if among(name, ASIDES) {
        Act::default()
    } else if among(name, COUNTERS) {
        Act::flowing(None, Flow::Names)
    } else if among(name, FILTERS) {
        Act::flowing(Some(Deed::Run), Flow::Names)
    } else if among(name, TRIMMERS) {
        Act::flowing(Some(Deed::Run), Flow::Cut(Cut::Part))
    } else {
        Act::new(Some(if is_test(words) { Deed::Test } else { Deed::Run }))
    }
}

/// What a program does with files whose names it gets from `xargs` or `find`.
fn given(words: &[Word<'_>]) -> Act {
    let Some(first) = words.first() else { return Act::flowing(None, Flow::Names) };
    let mut act = if first.dynamic { Act::run() } else { named(&name(first), words, None, &[]) };
    match (&act.flow, act.deed) {
        (Flow::Search { .. }, _) => act.flow = Flow::SearchFiles,
        (_, None | Some(Deed::List)) if !matches!(act.flow, Flow::Cut(_)) => act = Act::flowing(None, Flow::Names),
        _ => act = Act::run(),
    }
    act
}

/// `find places … -name x -exec …`
fn find(words: &[Word<'_>], input: Option<&Word<'_>>) -> Act {
    let mut act = search::find(words);
    let is_exec = |word: &Word<'_>| matches!(&*word.text, "-exec" | "-execdir" | "-ok" | "-okdir");
    if let Some(at) = words.iter().position(is_exec) {
        let command = words.get(at + 1..).unwrap_or_default();
        let end = command.iter().position(|word| matches!(&*word.text, ";" | "+")).unwrap_or(command.len());
        let mut inner = given(command.get(..end).unwrap_or_default());
        match inner.flow {
            Flow::SearchFiles => {
                act.said.query = take(&mut inner.said.query);
                act.deed = inner.deed;
            }
            Flow::Names => {}
            _ => act = inner,
        }
    } else if input.is_some() || words.iter().any(|word| matches!(&*word.text, "-delete" | "-fprint")) {
        act = Act::run();
    }
    act
}

fn git(words: &[Word<'_>], input: Option<&Word<'_>>, bodies: &[&str]) -> Act {
    let at = options(words, 0, "-C -c --git-dir --work-tree");
    let (before, after) = words.split_at(at.min(words.len()));
    let Some((command, rest)) = after.split_first() else { return Act::run() };
    let paths = rest.iter().position(|word| word.text == "--").and_then(|at| rest.get(at + 1..));
    let mut act = match &*command.text {
        "grep" => search::git_grep(rest, paths),
        "ls-files" => Act::search(Deed::List, None, Arguments::read(rest, "-x -X").operands.into_iter()),
        "ls-tree" => Act::new(Some(Deed::List)),
        "checkout" => Act::write(paths.unwrap_or_default().iter()),
        "restore" => writer::git_restore(rest),
        "mv" | "rm" => writer::act(&command.text, rest, bodies).unwrap_or_default(),
        "apply" => writer::patch(rest, input, bodies, "1"),
        _ => Act::run(),
    };
    // Where it runs: seen from there are paths.
    if let Some(at) = before.iter().position(|word| word.text == "-C") {
        let mut folder = Folder::default();
        folder.begin();
        folder.change(before.get(at + 1..at + 2).unwrap_or_default(), true);
        folder.resolve(&mut act.said);
        act.at_least(folder.here());
    }
    act
}
