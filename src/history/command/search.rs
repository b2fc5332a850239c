//! What is looked for, and lists.

use alloc::vec::Vec;

use super::Deed;
use super::act::{Act, Flow, Kind};
use super::arguments::{Arguments, among};
use super::lines::Cut;
use super::word::Word;

/// `paths`: those after `--`, where only they are paths for sure.
pub(super) fn grep(read: &Arguments<'_>, paths: Option<&[&Word<'_>]>, input: Option<&Word<'_>>, act: &mut Act) {
    act.deed = Some(Deed::Run);
    if read.has("--files") {
        return list(read, act);
    }
    let given = read.has("e f --regexp --file");
    let mut query = Vec::new();
    let mut known = !read.has("f --file");
    for pattern in read.values("e --regexp") {
        known &= pattern.is_some();
        join(&mut query, pattern.unwrap_or_default());
    }
    if !given {
        let Some(pattern) = read.operands.first() else { return };
        known = !pattern.dynamic;
        query.clone_from(&pattern.text);
    }
    let mut places = Vec::from(paths.unwrap_or(read.from(usize::from(!given))));
    places.extend(input);
    let counts = "c l L o r R v m --count --files-with-matches --only-matching --recursive --invert-match --max-count";
    if known && matches!(&*query, b"" | b"^" | b".*") && !read.has(counts) {
        return act.read(Cut::WHOLE, &places);
    }
    look(act, Some(query).filter(|_| known), &places);
    if places.is_empty() {
        act.flow = Flow::Search { inverted: read.has("v --invert-match"), files: false };
    }
}

/// Looks for something in places.
#[inline(never)]
fn look(act: &mut Act, query: Option<Vec<u8>>, places: &[&Word<'_>]) {
    act.deed = Some(Deed::Search);
    act.query = query;
    act.claim_all(Kind::Place, places);
}

/// Adds one of several patterns.
#[inline(never)]
fn join(patterns: &mut Vec<u8>, pattern: &[u8]) {
    if !patterns.is_empty() {
        patterns.push(b'|');
    }
    patterns.extend_from_slice(pattern);
}

/// `findstr /s /c:"two words" *.ts`
pub(super) fn findstr(words: &[Word<'_>], read: &Arguments<'_>, input: Option<&Word<'_>>, act: &mut Act) {
    let literal = words.iter().find(|word| matches!(&*word.text, [b'/', b'c' | b'C', b':', ..]));
    let query = literal.map(|word| word.text.get(3..).unwrap_or_default());
    let first = read.operands.first().map(|word| &*word.text);
    let mut places = Vec::from(read.from(usize::from(query.is_none())));
    places.extend(input);
    look(act, query.or(first).map(Vec::from), &places);
    if places.is_empty() {
        let inverted = words.iter().any(|word| matches!(&*word.text, b"/v" | b"/V"));
        act.flow = Flow::Search { inverted, files: false };
    }
}

pub(super) fn select_string(read: &Arguments<'_>, act: &mut Act) {
    let given = read.has("pattern");
    let first = read.operands.first().filter(|pattern| !given && !pattern.dynamic).map(|pattern| &*pattern.text);
    let places = read.from(usize::from(!given));
    look(act, read.value("pattern").or(first).map(Vec::from), places);
    if places.is_empty() {
        act.flow = Flow::Search { inverted: read.has("NotMatch"), files: true };
    }
}

pub(super) fn fd(read: &Arguments<'_>, act: &mut Act) {
    let query = read.operands.first().filter(|pattern| !matches!(&*pattern.text, b"." | b""));
    look(act, query.filter(|pattern| !pattern.dynamic).map(|pattern| pattern.text.clone()), read.from(1));
    if query.is_none() {
        act.deed = Some(Deed::List);
    }
    if read.has("x X --exec --exec-batch") {
        act.forget();
    }
}

/// Lists what is in places, or in Windows what has a name.
pub(super) fn list(read: &Arguments<'_>, act: &mut Act) {
    look(act, read.value("filter include").map(Vec::from), &read.operands);
    if act.query.is_none() {
        act.deed = Some(Deed::List);
    }
}

/// Names that `find` looks for, and where; what it does with them is another question.
pub(super) fn find(words: &[Word<'_>], act: &mut Act) {
    let mut places = Vec::new();
    let mut names = Vec::new();
    let (mut known, mut negated, mut tested) = (true, false, false);
    let mut before: &[u8] = b"";
    for word in words {
        let text = &*word.text;
        tested |= matches!(text, [b'-' | b'(' | b'!', ..]) && !among(text, "-L -H -P");
        if among(before, "-name -iname -path -ipath -wholename -iwholename -regex -iregex") {
            if !negated {
                known &= !word.dynamic;
                join(&mut names, text);
            }
            negated = false;
        } else if !tested && !word.is_option() {
            places.push(word);
        }
        negated |= among(text, "! -not");
        if text == b"-prune" {
            // What was before is left out.
            names.clear();
        } else if among(text, "-exec -execdir -ok -okdir") {
            break;
        }
        before = text;
    }
    let found = !names.is_empty();
    look(act, Some(names).filter(|_| found && known), &places);
    if !found {
        act.deed = Some(Deed::List);
    }
}
