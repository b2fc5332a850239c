//! Does a name follow the word that declares? Prose uses the same words.

use super::line::{cut, ends_in, holds, is_any, is_one, starts_in, trim_start};
use super::sets::{DIGIT, LETTER, LONG_NAME, LOWER, NAME, begins, split, word};
use super::words::Word;

/// Words that follow the name of a type.
#[rustfmt::skip]
const FOLLOW: [&str; 18] = [
    "extends", "implements", "where", "for", "struct", "interface", "func", "with", "is", "as", "derives", "final",
    "permits", "do", "in", "from", "map", "chan",
];

/// True when a type, a module or the like is declared.
pub(super) fn declares_type(said: &str, after: &str) -> bool {
    if said == "impl" {
        return starts_in(after, b" <");
    }
    if !starts_in(after, b" \t!") {
        return false;
    }
    let rest = trim_start(after.strip_prefix('!').unwrap_or(after));
    if rest.starts_with('{') {
        // Types that are exported, each of them known already.
        return said != "type";
    }
    if starts_in(rest, b"\"'") {
        return is_one(said, &["module", "namespace"]);
    }
    let (name, tail) = split(rest, LONG_NAME);
    let capital = begins(name, LETTER) && !begins(name, LOWER);
    let next = trim_start(tail);
    if name.ends_with(':') && capital {
        return true;
    }
    let follows = match next.as_bytes().first() {
        None => capital || !is_one(said, &["type", "message", "object", "record", "instance"]),
        Some(b'{' | b'(' | b'<' | b'[' | b'=' | b';' | b'|' | b'/' | b'#') => true,
        Some(b',' | b'*') => said == "typedef",
        Some(_) => {
            let (next, beyond) = word(next);
            // `struct stat info;`
            let variable = starts_in(beyond, b";[,)") || beyond.starts_with(" =");
            (capital && !variable) || said == "typedef" || is_one(next, &FOLLOW)
        }
    };
    !name.is_empty() && follows
}

/// True when a function is declared.
pub(super) fn declares_function(said: &str, after: &str) -> bool {
    match said {
        "constructor" => return after.starts_with('('),
        "init" | "deinit" => return starts_in(after, b"(?! <") && after.ends_with('{'),
        _ => {}
    }
    let after = after.strip_prefix('*').unwrap_or(after);
    let rest = trim_start(after);
    if rest.len() == after.len() {
        return false;
    }
    if rest.starts_with('(') {
        // Go: whose method it is.
        return said == "func" && cut(rest, ") ").is_some_and(|(_, name)| begins_name(name));
    }
    let rest = match rest.strip_prefix('<') {
        // Kotlin: `fun <T> List<T>.second()`.
        Some(generic) => cut(generic, "> ").map_or("", |(_, rest)| rest),
        None => rest,
    };
    let rest = trim_start(rest.trim_start_matches(['*', '&']));
    let (name, tail) = split(rest, LONG_NAME);
    let tail = trim_start(tail);
    let ends = tail.is_empty() || starts_in(tail, b"(<[{=;!?#~");
    begins_name(name) && ends || said == "def" && !name.is_empty() && tail.is_empty()
}

fn begins_name(text: &str) -> bool {
    begins(text, NAME) && !begins(text, DIGIT)
}

/// True when something is taken in from elsewhere.
pub(super) fn imports(said: Option<Word>, name: &str, after: &str) -> bool {
    let rest = trim_start(after);
    if rest.len() == after.len() && !(name == "require" && after.starts_with('(')) {
        return false;
    }
    let ends = ends_in(rest, b";{(\"'");
    match name {
        "from" => holds(rest, " import") || starts_in(rest, b"\"'"),
        "using" => ends && !rest.starts_with('('),
        "import" => ends || !holds(rest, " ") || [",", " as ", " from "].iter().any(|part| holds(rest, part)),
        _ if said == Some(Word::WeakImport) => ends || !holds(rest, " "),
        _ => true,
    }
}

/// `("adds numbers", () => {`, `.each(table)("...", `, ` "adds numbers" do`.
pub(super) fn names_test(after: &str) -> bool {
    let quoted = |text: &str| starts_in(text, b"\"'`");
    let rest = match after.strip_prefix('.') {
        Some(rest) => {
            let (how, rest) = word(rest);
            if !is_one(how, &["only", "skip", "each", "concurrent", "todo", "runIf", "skipIf", "describe"]) {
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
    #[rustfmt::skip]
    const OBJECTS: [&str; 14] = [
        "table", "view", "index", "function", "procedure", "trigger", "type", "schema", "database", "sequence",
        "extension", "role", "policy", "domain",
    ];
    const HOW: [&str; 9] =
        ["or", "replace", "unique", "temporary", "temp", "materialized", "if", "virtual", "unlogged"];
    let mut rest = after;
    for _ in 0..4 {
        let (said, more) = word(trim_start(rest));
        if !is_any(said, &HOW) {
            return is_any(said, &OBJECTS);
        }
        rest = more;
    }
    false
}
