//! Splits a command line into words, operators, redirections and heredoc bodies.

use alloc::string::String;
use alloc::vec::Vec;

/// A word without its quotes.
#[derive(Debug, Default)]
pub(super) struct Word {
    pub(super) text: String,
    /// The word as written, with its quotes.
    pub(super) written: String,
    /// It contains a variable, a substitution or a glob, so that its value is unknown.
    open: bool,
}

impl Word {
    /// Returns the file that it names.
    pub(super) fn path(&self) -> Option<String> {
        let names = !self.open && !self.text.is_empty() && self.text != "-" && !self.text.starts_with("/dev/");
        names.then(|| self.text.clone())
    }
}

#[derive(Debug)]
pub(super) enum Token<'t> {
    Word(Word),
    /// `|`, `|&`, `&&` or `;`. Other operators and line ends become `;`.
    Operator(&'t str),
    /// A file that output is written to.
    Into(Word),
}

#[derive(Debug)]
pub(super) struct Script<'t> {
    pub(super) tokens: Vec<Token<'t>>,
    /// The bodies of its heredocs.
    pub(super) bodies: Vec<&'t str>,
    /// `true` if it has no substitution, no subshell, no `||`, and all its quotes are closed.
    pub(super) certain: bool,
}

pub(super) fn tokens(text: &str) -> Script<'_> {
    let mut script = Script { tokens: Vec::new(), bodies: Vec::new(), certain: true };
    let mut ends: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let operator =
            BEGIN.contains(&first).then(|| OPERATORS.into_iter().find(|operator| rest.starts_with(operator)));
        let operator = operator.flatten();
        match operator {
            Some("\\\n") => rest = after(rest, 2),
            Some(input @ ("<<<" | "<")) => {
                rest = word(after(rest, input.len()).trim_start_matches(' '), &mut script.certain).1;
            }
            Some("<<") => {
                let (end, left) = word(after(rest, 2).trim_start_matches(['-', ' ']), &mut script.certain);
                ends.push(end.text);
                rest = left;
            }
            Some("\n") => {
                rest = after(rest, 1);
                for end in core::mem::take(&mut ends) {
                    let (body, left) = body(rest, &end);
                    script.bodies.push(body);
                    rest = left;
                }
                script.tokens.push(Token::Operator(";"));
            }
            Some(sign @ (">" | ">>" | ">|" | "&>" | "&>>" | "1>" | "2>" | "1>>" | "2>>")) => {
                let left = after(rest, sign.len()).trim_start_matches(' ');
                // `2>&1` names a stream, not a file.
                let (file, left) = word(left.strip_prefix('&').unwrap_or(left), &mut script.certain);
                if !file.text.bytes().all(|byte| byte.is_ascii_digit()) {
                    script.tokens.push(Token::Into(file));
                }
                rest = left;
            }
            Some(operator) => {
                script.certain &= !matches!(operator, "||" | "(" | ")");
                let end = if matches!(operator, "&&" | "|" | "|&") { operator } else { ";" };
                script.tokens.push(Token::Operator(end));
                rest = after(rest, operator.len());
            }
            None if first.is_whitespace() => rest = after(rest, first.len_utf8()),
            None if first == '#' => rest = after(rest, rest.find('\n').unwrap_or(rest.len())),
            None => {
                let (found, left) = word(rest, &mut script.certain);
                rest = left;
                script.tokens.push(Token::Word(found));
            }
        }
    }
    script
}

/// The chars that operators begin with.
const BEGIN: [char; 11] = ['\\', '\n', '1', '2', '&', '<', '>', '|', ';', '(', ')'];
/// Operators, longer ones first.
const OPERATORS: [&str; 23] = [
    "\\\n", "1>>", "2>>", "&>>", "<<<", "1>", "2>", "&>", ">>", ">|", "<<", "&&", "||", "|&", ";;", ">", "<", "|", "&",
    ";", "(", ")", "\n",
];

fn after(text: &str, bytes: usize) -> &str {
    text.get(bytes..).unwrap_or_default()
}

/// Returns the word at the start of a text, and the rest.
fn word<'t>(text: &'t str, certain: &mut bool) -> (Word, &'t str) {
    let mut word = Word::default();
    let mut quote = None;
    let mut chars = text.char_indices();
    let mut end = text.len();
    while let Some((at, char)) = chars.next() {
        match (quote, char) {
            (Some(open), _) if open == char => quote = None,
            (Some('\''), _) => word.text.push(char),
            (None, '\'' | '"') => quote = Some(char),
            (_, '\\') => word.text.extend(chars.next().map(|(_, char)| char).filter(|char| *char != '\n')),
            (None, ' ' | '\t' | '\n' | '\r' | ';' | '&' | '|' | '<' | '>' | '(' | ')') => {
                end = at;
                break;
            }
            (_, '$' | '`') => {
                word.open = true;
                *certain &= char == '$' && !after(text, at + 1).starts_with('(');
                word.text.push(char);
            }
            (None, '*' | '?' | '[' | '{') => {
                word.open = true;
                word.text.push(char);
            }
            _ => word.text.push(char),
        }
    }
    *certain &= quote.is_none();
    // There is no operator here either: skip a char that cannot be read.
    if end == 0 {
        end = text.chars().next().map_or(0, char::len_utf8);
    }
    word.written = text.get(..end).unwrap_or_default().into();
    (word, after(text, end))
}

/// Returns the text before a line equal to `end`, and the text after that line.
fn body<'t>(text: &'t str, end: &str) -> (&'t str, &'t str) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim() == end {
            return (text.get(..at).unwrap_or_default(), after(text, at + line.len()));
        }
        at += line.len();
    }
    (text, "")
}
