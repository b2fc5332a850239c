//! Programs that look for something, and those that list files.

use alloc::string::String;
use alloc::vec::Vec;

use super::Deed;
use super::act::{Act, Flow};
use super::arguments::Arguments;
use super::lines::Cut;
use super::word::Word;

/// What a program looks for or lists, when it does.
pub(super) fn act(name: &str, words: &[Word<'_>], input: Option<&Word<'_>>) -> Option<Act> {
    Some(match name {
        "grep" | "egrep" | "fgrep" | "zgrep" => grep(words, None, input, GREP),
        "rg" | "ripgrep" => grep(words, None, input, RG),
        "ag" | "ack" => grep(words, None, input, "A B C G m --ignore --ignore-dir --depth --type"),
        "findstr" => findstr(words, input),
        "select-string" | "sls" => select_string(words),
        "fd" | "fdfind" => fd(words),
        "ls" => list(words, "I w --ignore --hide"),
        "tree" => list(words, "L I P o --filelimit --sort"),
        "exa" | "eza" | "lsd" => list(words, "L I s --level --ignore-glob --sort"),
        "dir" | "get-childitem" | "gci" => {
            let valued = "filter include exclude depth name attributes";
            let read = Arguments::of_cmdlet(words, valued);
            let query = read.value("filter include").map(String::from);
            let deed = if query.is_some() { Deed::Search } else { Deed::List };
            Act::search(deed, query, read.from(0).filter(|place| !place.is_switch()))
        }
        _ => return None,
    })
}

const GREP: &str = "e f m A B C D d --regexp --file --include --exclude --exclude-dir --max-count --after-context \
    --before-context --context --label --binary-files --directories";
const RG: &str = "e f g t T m A B C M j r E d --regexp --file --glob --iglob --type --type-not --max-count --after-context \
    --before-context --context --replace --sort --sortr --max-depth --max-filesize --colors --color --engine --encoding \
    --threads --max-columns --ignore-file --pre";

/// `paths`: those after `--`, where only they are paths for sure.
fn grep(words: &[Word<'_>], paths: Option<&[Word<'_>]>, input: Option<&Word<'_>>, valued: &str) -> Act {
    let read = Arguments::read(words, valued);
    if read.has("--files") {
        return Act::search(Deed::List, None, read.operands.into_iter());
    }
    let given = read.has("e f --regexp --file");
    let query = if given {
        let mut listed = read.values("e f --regexp --file");
        let mut patterns = String::new();
        let known = listed.all(|pattern| {
            join(&mut patterns, pattern.unwrap_or_default());
            pattern.is_some()
        });
        Some(patterns).filter(|_| known && !read.has("f --file"))
    } else {
        let Some(pattern) = read.operands.first() else { return Act::run() };
        Some(pattern.text.clone()).filter(|_| !pattern.dynamic)
    };
    let after = paths.unwrap_or_default().iter();
    let places: Vec<&Word<'_>> =
        read.from(usize::from(!given)).filter(|_| paths.is_none()).chain(after).chain(input).collect();
    let counts = "c l L o r R v m --count --files-with-matches --only-matching --recursive --invert-match --max-count";
    if query.as_deref().is_some_and(|query| matches!(query, "" | "^" | ".*")) && !read.has(counts) {
        return Act::read(Cut::Whole, places.into_iter(), None);
    }
    let mut act = Act::search(Deed::Search, query, places.iter().copied());
    if places.is_empty() {
        act.flow = Flow::Search { inverted: read.has("v --invert-match"), files: false };
    }
    act
}

pub(super) fn git_grep(words: &[Word<'_>], paths: Option<&[Word<'_>]>) -> Act {
    let before = words.len() - paths.map_or(0, |paths| paths.len() + 1);
    let mut act = grep(words.get(..before).unwrap_or_default(), paths, None, GREP);
    act.flow = Flow::Other;
    act
}

/// `findstr /s /c:"two words" *.ts`
fn findstr(words: &[Word<'_>], input: Option<&Word<'_>>) -> Act {
    let literal = words.iter().find_map(|word| word.text.strip_prefix("/c:").or_else(|| word.text.strip_prefix("/C:")));
    let mut operands = words.iter().filter(|word| !word.is_switch());
    let query = literal.or_else(|| operands.next().map(|word| &*word.text)).map(String::from);
    let mut act = Act::search(Deed::Search, query, operands.chain(input));
    if act.said.places.is_empty() {
        let inverted = words.iter().any(|word| word.text.eq_ignore_ascii_case("/v"));
        act.flow = Flow::Search { inverted, files: false };
    }
    act
}

fn select_string(words: &[Word<'_>]) -> Act {
    let read = Arguments::of_cmdlet(words, "pattern context include exclude encoding");
    let given = read.has("pattern");
    let first = read.operands.first().filter(|pattern| !given && !pattern.dynamic).map(|pattern| &*pattern.text);
    let query = read.value("pattern").or(first).map(String::from);
    let mut act = Act::search(Deed::Search, query, read.from(usize::from(!given)));
    if act.said.places.is_empty() {
        act.flow = Flow::Search { inverted: read.has("NotMatch"), files: true };
    }
    act
}

fn fd(words: &[Word<'_>]) -> Act {
    let valued = "e t E d S j --extension --type --exclude --max-depth --min-depth --size --threads --max-results";
    let read = Arguments::read(words, valued);
    if read.has("x X --exec --exec-batch") {
        return Act::run();
    }
    let query = read.operands.first().filter(|pattern| !matches!(&*pattern.text, "." | ""));
    let deed = if query.is_some() { Deed::Search } else { Deed::List };
    let query = query.filter(|pattern| !pattern.dynamic).map(|pattern| pattern.text.clone());
    Act::search(deed, query, read.from(1))
}

fn list(words: &[Word<'_>], valued: &str) -> Act {
    Act::search(Deed::List, None, Arguments::read(words, valued).operands.into_iter())
}

/// Names that `find` looks for, and where; what it does with them is another question.
pub(super) fn find(words: &[Word<'_>]) -> Act {
    let starts =
        |word: &&Word<'_>| word.text.starts_with(['-', '(', '!']) && !matches!(&*word.text, "-L" | "-H" | "-P");
    let end = words.iter().position(|word| starts(&word)).unwrap_or(words.len());
    let (places, tests) = words.split_at(end);
    let mut names = String::new();
    let (mut known, mut negated) = (true, false);
    let mut tests = tests.iter();
    while let Some(test) = tests.next() {
        match &*test.text {
            "-name" | "-iname" | "-path" | "-ipath" | "-wholename" | "-iwholename" | "-regex" | "-iregex" => {
                if let Some(name) = tests.next().filter(|_| !negated) {
                    known &= !name.dynamic;
                    join(&mut names, &name.text);
                }
            }
            // What was before is left out.
            "-prune" => names.clear(),
            "-exec" | "-execdir" | "-ok" | "-okdir" => break,
            _ => {}
        }
        negated = matches!(&*test.text, "!" | "-not");
    }
    let deed = if names.is_empty() { Deed::List } else { Deed::Search };
    let query = Some(names).filter(|names| known && !names.is_empty());
    Act::search(deed, query, places.iter().filter(|place| !place.text.starts_with('-')))
}

/// Adds one of several patterns.
fn join(patterns: &mut String, pattern: &str) {
    patterns.push_str(if patterns.is_empty() { "" } else { "|" });
    patterns.push_str(pattern);
}
