//! Source code of any language: what a line declares, by the words it begins with.

use super::assigned::{is_function, value_of};
use super::line::{cut, ends_in, holds, indented, starts, starts_in, trim_start};
use super::markup;
use super::named::{creates, declares_function, declares_type, imports, names_test};
use super::sets::{KEY, LETTER, NAME, begins, is, is_capital, split, word};
use super::signature;
use super::words::{Word, meaning};

pub(super) fn weight(line: &str) -> u8 {
    let (columns, text) = indented(line);
    let place = Place { columns };
    match text.as_bytes().first() {
        Some(&byte) if is(byte, LETTER) || matches!(byte, b'_' | b'$') => declared(text, place),
        Some(b'@') => annotated(text, place),
        Some(b'<') => markup::tag(text),
        Some(b'#' | b'.' | b':' | b'&' | b'>' | b'*') => markup::selector(text, place),
        Some(b'[') if columns == 0 => markup::section(text),
        Some(b'-') => markup::item(text, place),
        Some(b'(') if columns == 0 => u8::from(starts(text, &["(def", "(ns "])) * 3,
        None | Some(_) => 0,
    }
}

/// Where a line stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) columns: usize,
}

impl Place {
    pub(super) fn is_top(self) -> bool {
        self.columns == 0
    }

    /// What is declared here: at the top, in something, deep in something.
    pub(super) fn declared(self) -> u8 {
        match self.columns {
            0 => 3,
            1..=12 => 2,
            _ => 1,
        }
    }

    /// What may be a local matter: less so at the first level.
    pub(super) fn local(self) -> u8 {
        match self.columns {
            0 => 3,
            1..=4 => 2,
            _ => 1,
        }
    }
}

/// `@Override public void run() {`: what an annotation stands before, on the same line.
fn annotated(text: &str, place: Place) -> u8 {
    if starts(text, &["@interface ", "@implementation ", "@protocol "]) {
        return 3;
    }
    if starts(text, &["@import ", "@use ", "@forward "]) {
        return 1;
    }
    if text.ends_with('{') && starts(text, &["@media", "@supports", "@keyframes", "@layer", "@container", "@mixin"]) {
        return place.declared().min(2);
    }
    let mut rest = text;
    for _ in 0..WORDS {
        let Some(name) = rest.strip_prefix('@') else { break };
        let (_, after) = split(name, KEY);
        let after = signature::without_parens(after).unwrap_or_default();
        rest = trim_start(after);
        if rest.len() == after.len() {
            return 0;
        }
    }
    if begins(rest, NAME) { declared(rest, place) } else { 0 }
}

/// Words before what is declared that are taken off.
const WORDS: usize = 8;

/// What the words before it say about a declaration.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    /// It is seen elsewhere.
    pub(super) exported: bool,
    /// Something is declared.
    pub(super) access: bool,
}

fn declared(text: &str, place: Place) -> u8 {
    let mut marks = Marks::default();
    let mut rest = text;
    let mut said = None;
    for _ in 0..WORDS {
        let (name, after) = word(rest);
        said = meaning(name);
        let (true, Some(next)) = (stands_before(said, name, after), after_mark(after)) else { break };
        marks.exported |= name == "export" || name == "pub" || name == "public";
        marks.access |= said == Some(Word::Access);
        rest = next;
    }
    let (name, after) = word(rest);
    match said {
        Some(Word::Type | Word::WeakType) if declares_type(name, after) => place.declared(),
        Some(Word::Function) if declares_function(name, after) => place.declared(),
        Some(Word::Value) => value(rest, after, place, marks),
        Some(Word::Import | Word::WeakImport) if imports(said, name, after) => 1,
        Some(Word::Suite) if names_test(after) => place.declared(),
        Some(Word::Case) if names_test(after) => place.declared().min(2),
        Some(Word::Create) if creates(after) => 3,
        Some(Word::Alter) if creates(after) => 2,
        Some(Word::From | Word::Entry | Word::Step) if place.is_top() && after.starts_with(' ') => match said {
            Some(Word::From) => 3,
            Some(Word::Entry) => 2,
            _ => 1,
        },
        Some(Word::Control) => 0,
        _ => other(rest, place, marks),
    }
}

/// True for a word that stands before what is declared: a word follows it.
fn stands_before(said: Option<Word>, name: &str, after: &str) -> bool {
    match said {
        Some(Word::Access) => true,
        Some(Word::Before) => starts_in(after, b" \t"),
        // Scala.
        Some(Word::Control) => name == "case" && starts(after, &[" class ", " object "]),
        _ => false,
    }
}

/// What follows a word that stands before: `pub(crate) fn`, `extern "C" fn`.
fn after_mark(after: &str) -> Option<&str> {
    let after = if starts(after, &["(crate)", "(super)", "(in "]) { signature::without_parens(after)? } else { after };
    let rest = trim_start(after);
    let rest = match rest.strip_prefix("\"C") {
        Some(rest) => cut(rest, "\"").map_or("", |(_, rest)| trim_start(rest)),
        None => rest,
    };
    (rest.len() < after.len()).then_some(rest)
}

/// `const LIMIT = 3`, `let handler = () => {`, `const fn new()`, `var body: some View {`.
fn value(rest: &str, after: &str, place: Place, marks: Marks) -> u8 {
    let name = trim_start(after);
    if name.len() == after.len() {
        return 0;
    }
    let (next, beyond) = word(name);
    match meaning(next) {
        Some(Word::Function) if declares_function(next, beyond) => return place.declared(),
        Some(Word::Type) if declares_type(next, beyond) => return place.declared(),
        _ => {}
    }
    if signature::declares(name, place, Marks { access: true, ..marks }) && !holds(rest, "= ") {
        return if rest.ends_with(';') { place.declared().min(2) } else { place.declared() };
    }
    let value = value_of(name);
    if value.is_some_and(is_function) {
        return place.local();
    }
    let capital = is_capital(next) && starts_in(beyond, b": ") && !beyond.starts_with(" *");
    match place.columns {
        0 if value.is_some_and(|value| holds(value, "require(") || holds(value, "import(")) => 1,
        0 if marks.exported => 3,
        0 => 2,
        _ if marks.exported || (value.is_none() && rest.ends_with('{') && !holds(rest, ")")) => 2,
        _ => u8::from(marks.access || capital),
    }
}

/// A line that begins with no word that declares: what it is, its first mark tells.
fn other(text: &str, place: Place, marks: Marks) -> u8 {
    if marks.exported && place.is_top() && starts(text, &["{", "*", "type {"]) {
        return 2;
    }
    if text.starts_with('{') {
        return 0;
    }
    let bytes = text.as_bytes();
    let mut stops = bytes.iter().enumerate().filter(|&(at, &byte)| match byte {
        b'(' | b'{' | b'=' => true,
        // `::` is a part of a name.
        b':' => bytes.get(at + 1) != Some(&b':') && (at == 0 || bytes.get(at - 1) != Some(&b':')),
        _ => false,
    });
    let found = match stops.next() {
        Some((at, b'(')) => signature::weight(text, at, place, marks),
        Some((_, b'=')) => assigned(text, place),
        Some((at, b':')) => markup::key(text, at, place),
        Some((_, _)) => markup::block(text, place),
        None if place.is_top() && holds(text, " :: ") => 3,
        None => 0,
    };
    let field = marks.access && (ends_in(text, b";,{}") || holds(text, " = ") || holds(text, ": "));
    let exported = marks.exported && place.is_top() && field;
    found.max(u8::from(field)).max(if exported { 2 } else { 0 })
}

/// `NAME = 3`, `exports.run = `, `Buffer.prototype.read = function (`.
fn assigned(text: &str, place: Place) -> u8 {
    let Some(value) = value_of(text) else { return 0 };
    if value != "(" && is_function(value) {
        return place.local();
    }
    if !place.is_top() {
        return 0;
    }
    if starts(text, &["module.exports", "exports."]) {
        return 3;
    }
    let (name, _) = split(text, KEY);
    1 + u8::from(is_capital(name))
}
