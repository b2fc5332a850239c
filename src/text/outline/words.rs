//! The words with which lines of code begin, in all languages at once.

/// What a word says about the line that it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// Stands before what is declared, and says that something is: `public`, `static`.
    Access,
    /// Stands before what is declared, or means something else.
    Before,
    /// Declares a type, a module, a block of members.
    Type,
    /// The same, where a name and not prose follows.
    WeakType,
    Function,
    /// A constant, a variable.
    Value,
    Import,
    /// The same, where the line is short or ends as code does.
    WeakImport,
    /// A type of C and its kin.
    Primitive,
    /// A group of tests, and one.
    Suite,
    Case,
    /// Of SQL: something is made, changed.
    Create,
    Alter,
    /// Steps of a Dockerfile.
    From,
    Entry,
    Step,
    /// Begins a statement, or what looks like a key and is none.
    Control,
}

/// What a whole word says.
pub(super) fn meaning(word: &str) -> Option<Word> {
    let first = usize::from(*word.as_bytes().first()?);
    let (from, to) = (*FIRST.get(first)?, *FIRST.get(first + 1)?);
    let alike = WORDS.get(usize::from(from)..usize::from(to))?;
    alike.iter().find(|(known, _)| known.len() == word.len() && *known == word).map(|&(_, meaning)| meaning)
}

/// Where in [`WORDS`] those begin whose first byte is at least a given one.
static FIRST: [u8; 129] = {
    let mut first = [WORDS.len() as u8; 129];
    let mut index = WORDS.len();
    let mut byte = 128;
    while byte > 0 {
        byte -= 1;
        while index > 0 && WORDS[index - 1].0.as_bytes()[0] as usize >= byte {
            index -= 1;
        }
        first[byte] = index as u8;
    }
    first
};

use Word::{
    Access, Alter, Before, Case, Control, Create, Entry, From, Function, Import, Primitive, Step, Suite, Type, Value,
    WeakImport, WeakType,
};

#[rustfmt::skip]
const WORDS: &[(&str, Word)] = &[
    ("ADD", Step), ("ALTER", Alter), ("ARG", Step), ("Args", Control), ("CMD", Entry), ("COPY", Step),
    ("CREATE", Create), ("DELETE", Control), ("DROP", Step), ("ENTRYPOINT", Entry), ("ENV", Step), ("EXPOSE", Entry),
    ("Example", Control), ("Examples", Control), ("FROM", From), ("GRANT", Step), ("INSERT", Control),
    ("JOIN", Control), ("LABEL", Step), ("Note", Control), ("Notes", Control), ("Output", Control),
    ("Parameters", Control), ("RUN", Step), ("Raises", Control), ("Returns", Control), ("SELECT", Control),
    ("SET", Control), ("TODO", Control), ("UPDATE", Control), ("USER", Step), ("VALUES", Control), ("VOLUME", Step),
    ("WHERE", Control), ("WITH", Control), ("WORKDIR", Step), ("Yields", Control),
    ("abstract", Access), ("actor", WeakType), ("alias", WeakImport), ("alter", Alter), ("and", Control),
    ("annotation", Before), ("as", Control), ("assert", Control), ("async", Access), ("await", Control),
    ("base", Control), ("begin", Control), ("bench", Case), ("bool", Primitive), ("boolean", Primitive),
    ("break", Control), ("case", Control), ("catch", Control), ("char", Primitive), ("class", Type),
    ("companion", Before), ("const", Value), ("consteval", Access), ("constexpr", Access), ("constructor", Function),
    ("context", Suite), ("continue", Control), ("contract", WeakType), ("convenience", Before), ("crate", Import),
    ("create", Create), ("data", Before), ("declare", Access), ("def", Function), ("default", Before),
    ("defer", Control), ("defmacro", Function), ("defmodule", Type), ("defn", Function), ("defp", Function),
    ("deinit", Function), ("del", Control), ("delegate", WeakType), ("delete", Control), ("describe", Suite),
    ("do", Control), ("double", Primitive), ("echo", Control), ("elif", Control), ("else", Control),
    ("elseif", Control), ("elsif", Control), ("end", Control), ("ensure", Control), ("enum", Type),
    ("except", Control), ("exit", Control), ("expect", Control), ("explicit", Access), ("export", Access),
    ("extension", WeakType), ("extern", Before), ("fileprivate", Access), ("final", Access), ("finally", Control),
    ("float", Primitive), ("fn", Function), ("for", Control), ("foreach", Control), ("friend", Before),
    ("from", Import), ("fun", Function), ("func", Function), ("function", Function), ("get", Before),
    ("global", Control), ("go", Control), ("goto", Control), ("guard", Control), ("if", Control), ("impl", Type),
    ("import", Import), ("in", Control), ("include", WeakImport), ("include_once", Import), ("indirect", Before),
    ("infix", Before), ("init", Function), ("inline", Access), ("inner", Before), ("instance", WeakType),
    ("int", Primitive), ("interface", Type), ("internal", Access), ("is", Control), ("it", Case), ("lateinit", Before),
    ("lazy", Before), ("let", Value), ("library", WeakType), ("load", WeakImport), ("local", Before),
    ("lock", Control), ("long", Primitive), ("loop", Control), ("macro", Function), ("macro_rules", Type),
    ("match", Control), ("message", WeakType), ("mod", Type), ("module", WeakType), ("mutating", Access),
    ("namespace", Type), ("native", Before), ("new", Control), ("newtype", Type), ("not", Control),
    ("object", WeakType), ("open", Before), ("operator", Before), ("or", Control), ("override", Access),
    ("package", WeakImport), ("partial", Access), ("pass", Control), ("print", Control), ("private", Access),
    ("proc", Function), ("procedure", Function), ("protected", Access), ("protocol", WeakType), ("pub", Access),
    ("public", Access), ("puts", Control), ("raise", Control), ("readonly", Access), ("record", WeakType),
    ("repeat", Control), ("require", Import), ("require_once", Import), ("require_relative", Import),
    ("required", Before), ("rescue", Control), ("return", Control), ("rpc", Function), ("sealed", Access),
    ("select", Control), ("service", WeakType), ("set", Before), ("short", Primitive), ("signed", Primitive),
    ("size_t", Primitive), ("sizeof", Control), ("source", WeakImport), ("specify", Case), ("static", Access),
    ("string", Primitive), ("struct", Type), ("sub", Function), ("suite", Suite), ("super", Control),
    ("suspend", Access), ("switch", Control), ("synchronized", Before), ("tailrec", Before), ("template", Control),
    ("test", Case), ("then", Control), ("throw", Control), ("trait", Type), ("transient", Before),
    ("try", Control), ("type", WeakType), ("typealias", Type), ("typedef", Type), ("typeof", Control),
    ("union", WeakType), ("unless", Control), ("unsafe", Access), ("unsigned", Primitive), ("until", Control),
    ("use", WeakImport), ("using", Import), ("val", Value), ("value", Before), ("var", Value), ("virtual", Access),
    ("void", Primitive), ("volatile", Before), ("when", Control), ("where", Control), ("while", Control),
    ("with", Control), ("yield", Control),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_in_order_and_known() {
        assert!(WORDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(u8::try_from(WORDS.len()).is_ok());
        assert!(WORDS.iter().all(|&(word, said)| meaning(word) == Some(said)));
        assert_eq!((meaning(""), meaning("classes"), meaning("\u{e9}")), (None, None, None));
    }
}
