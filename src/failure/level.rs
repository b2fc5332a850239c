//! The level that a log record states: what its words say is no worse.

use super::classify::Severity;
use super::terms::Kind;
use super::token::Token;
use crate::quick::starts_with_any;

/// Names of the field in structured logs: zap, logrus, slog, winston and pino (`level`), Google Cloud and Python
/// (`severity`, `levelname`), Serilog (`@l`).
const FIELDS: [&str; 5] = ["level", "severity", "levelname", "lvl", "@l"];

/// Words of a line among which a level stands outside a field.
const WORDS: usize = 8;

/// Returns the level that a line states at its start: klog (`E0304 10:22:33.1`), npm (`npm warn`).
pub(super) fn leading(text: &str) -> Option<Severity> {
    if starts_with_any(text, &["npm warn ", "npm WARN "]) {
        return Some(Severity::Warning);
    }
    let [letter, digits @ .., b' '] = text.as_bytes().first_chunk::<6>()? else { return None };
    let time = text.as_bytes().get(6..9).is_some_and(|time| matches!(time, [b'0'..=b'9', b'0'..=b'9', b':']));
    let severity = match letter {
        b'I' => Severity::None,
        b'W' => Severity::Warning,
        b'E' => Severity::Error,
        b'F' => Severity::Fatal,
        _ => return None,
    };
    (time && digits.iter().all(u8::is_ascii_digit)).then_some(severity)
}

/// Returns the level that a word is the value of: `"level":"warn"`, `level=error`, `"level":50` (pino).
pub(super) fn in_field(token: &Token<'_>, kind: Option<Kind>) -> Option<Severity> {
    let severity = match (kind, token.bytes()) {
        (Some(Kind::Fatal), _) | (None, b"60") => Severity::Fatal,
        (Some(Kind::Error), _) | (None, b"50") => Severity::Error,
        (Some(Kind::Warning), _) | (None, b"40") => Severity::Warning,
        (Some(Kind::Level), _) | (None, b"30" | b"20" | b"10") => Severity::None,
        _ => return None,
    };
    if kind.is_none() {
        return token.before().ends_with("\"level\":").then_some(severity);
    }
    if !matches!(token.byte_before(), Some(b'"' | b'\'' | b'=' | b':' | b' ')) {
        return None;
    }
    let before = token.before().trim_end_matches(['"', '\'', ' ']);
    let name = before.strip_suffix([':', '='])?.trim_end_matches(['"', '\'', ' ']);
    let is_field = FIELDS.iter().any(|field| {
        let before = name.strip_suffix(field).map(|before| before.as_bytes().last().copied());
        before.is_some_and(|last| !last.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
    });
    is_field.then_some(severity)
}

/// Returns `true` if a word for a warning is the level of its line: `WARN`, `[warn]`, `warning:`.
pub(super) fn warns(token: &Token<'_>, index: usize) -> bool {
    let tag = token.byte_before() == Some(b'[') && token.byte_after() == Some(b']') || token.byte_after() == Some(b':');
    index < WORDS && !token.is_joined() && (token.is_upper() || tag)
}
