//! Does a name follow the word that declares? Prose uses the same words.

use super::line::{holds, is_name, split, word};
use super::words::Word;

/// Words that follow the name of a type.
const FOLLOW: [&str; 18] = [
    "extends",
    "implements",
    "where",
    "for",
    "struct",
    "interface",
    "func",
    "with",
    "is",
    "as",
    "derives",
    "final",
    "permits",
    "do",
    "in",
    "from",
    "map",
    "chan",
];

/// True when a type, a module or the like is declared.
pub(super) fn declares_type(said: &str, after: &str) -> bool {
    if said == "impl" {
        return after.starts_with([' ', '<']);
    }
    let Some(rest) = after.strip_prefix([' ', '\t', '!']) else { return false };
    let rest = rest.trim_ascii_start();
    if rest.starts_with('{') {
        // Types that are exported, each of them known already.
        return said != "type";
    }
    if let Some(quoted) = rest.strip_prefix(['"', '\'']) {
        return matches!(said, "module" | "namespace") && !quoted.is_empty();
    }
    let (name, tail) = split(rest, |byte| is_name(byte) || matches!(byte, b'.' | b':' | b'\\' | b'-' | b'&'));
    let capital = name.bytes().next().is_some_and(|byte| byte.is_ascii_uppercase() || !byte.is_ascii());
    let next = tail.trim_ascii_start();
    if name.ends_with(':') && capital {
        return true;
    }
    let follows = match next.as_bytes().first() {
        None => capital || !matches!(said, "type" | "message" | "object" | "record" | "instance"),
        Some(b'{' | b'(' | b'<' | b'[' | b'=' | b';' | b'|' | b'/' | b'#') => true,
        Some(b',' | b'*') => said == "typedef",
        Some(_) => {
            let (next, beyond) = word(next);
            // `struct stat info;`
            let variable = beyond.starts_with([';', '[', ',', ')']) || beyond.starts_with(" =");
            (capital && !variable) || said == "typedef" || FOLLOW.contains(&next)
        }
    };
    !name.is_empty() && follows
}

/// True when a function is declared.
pub(super) fn declares_function(said: &str, after: &str) -> bool {
    match said {
        "constructor" => return after.starts_with('('),
        "init" | "deinit" => return after.starts_with(['(', '?', '!', ' ', '<']) && after.ends_with('{'),
        _ => {}
    }
    let after = after.strip_prefix('*').unwrap_or(after);
    let rest = after.trim_ascii_start();
    if rest.len() == after.len() {
        return false;
    }
    if rest.starts_with('(') {
        // Go: whose method it is.
        return said == "func" && rest.split_once(") ").is_some_and(|(_, name)| begins_name(name));
    }
    let rest = match rest.strip_prefix('<') {
        // Kotlin: `fun <T> List<T>.second()`.
        Some(generic) => generic.split_once("> ").map_or("", |(_, rest)| rest),
        None => rest,
    };
    let rest = rest.trim_start_matches(['*', '&', ' ']);
    let (name, tail) = split(rest, |byte| is_name(byte) || matches!(byte, b'.' | b':' | b'-' | b'\'' | b'/'));
    let tail = tail.trim_ascii_start();
    let ends = tail.is_empty() || tail.starts_with(['(', '<', '[', '{', '=', ';', '!', '?', '#', '~']);
    begins_name(name) && ends || said == "def" && !name.is_empty() && tail.is_empty()
}

fn begins_name(text: &str) -> bool {
    text.bytes().next().is_some_and(|byte| is_name(byte) && !byte.is_ascii_digit())
}

/// True when something is taken in from elsewhere.
pub(super) fn imports(said: Option<Word>, name: &str, after: &str) -> bool {
    let rest = after.trim_ascii_start();
    if rest.len() == after.len() && !(name == "require" && after.starts_with('(')) {
        return false;
    }
    let ends = rest.ends_with([';', '{', '(', '"', '\'']);
    match name {
        "from" => holds(rest, " import") || rest.starts_with(['"', '\'']),
        "using" => ends && !rest.starts_with('('),
        "import" => ends || !holds(rest, " ") || holds(rest, ",") || holds(rest, " as ") || holds(rest, " from "),
        _ if said == Some(Word::WeakImport) => ends || !holds(rest, " "),
        _ => true,
    }
}

/// `("adds numbers", () => {`, `.each(table)("...", `, ` "adds numbers" do`.
pub(super) fn names_test(after: &str) -> bool {
    let quoted = |text: &str| text.starts_with(['"', '\'', '`']);
    let rest = match after.strip_prefix('.') {
        Some(rest) => {
            let (how, rest) = word(rest);
            if !["only", "skip", "each", "concurrent", "todo", "runIf", "skipIf", "describe"].contains(&how) {
                return false;
            }
            if rest.starts_with('(') && !rest.get(1..).is_some_and(quoted) {
                return true;
            }
            rest
        }
        None => after,
    };
    rest.strip_prefix('(').is_some_and(quoted)
        || rest.strip_prefix(' ').is_some_and(quoted) && (rest.ends_with(" do") || rest.ends_with('{'))
}

/// What SQL makes, after the words that say how.
pub(super) fn creates(after: &str) -> bool {
    const OBJECTS: [&str; 14] = [
        "table",
        "view",
        "index",
        "function",
        "procedure",
        "trigger",
        "type",
        "schema",
        "database",
        "sequence",
        "extension",
        "role",
        "policy",
        "domain",
    ];
    const HOW: [&str; 9] =
        ["or", "replace", "unique", "temporary", "temp", "materialized", "if", "virtual", "unlogged"];
    let is = |word: &str, among: &[&str]| among.iter().any(|known| known.eq_ignore_ascii_case(word));
    let words = after.split_ascii_whitespace();
    words.take(4).find(|word| !is(word, &HOW)).is_some_and(|word| is(word, &OBJECTS))
}
