//! Requests of a model for kept texts, as it writes them: read leniently, and answered within a limit.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::retrieve::invalid;
use super::{Ref, Retrieve};
use crate::error::Error;
use crate::forms;
use crate::options::{NamedOption, OptionValue};
use crate::source::utf16_len;

/// Name, description and JSON Schema of the arguments of a tool by which a model reads what was cut; [`Asked`] answers
/// its calls.
pub const RETRIEVE_TOOL: [&str; 3] = [
    "tooltrim_retrieve",
    "Reads the full text of a tool output that was shortened. Shortened outputs name it by a ref such as #k3f9a2bx. Ask for \
     the part that you need: by lines, by a text to search for, by a question, or page by page.",
    r#"{"type":"object","properties":{"ref":{"type":"string","description":"The ref that the shortened output names, such as #k3f9a2bx."},"lines":{"type":"string","description":"Only these lines, counted from 1: 120-180, 120- (to the end) or 120."},"pattern":{"type":"string","description":"Only lines that contain this text, each with its number. Literal text, not a regular expression."},"ignore_case":{"type":"boolean","description":"True to ignore case in the pattern."},"about":{"type":"string","description":"What you are looking for, in a few words: only lines that answer it, each with its number."},"context":{"type":"integer","description":"The number of lines around each match."},"page":{"type":"integer","description":"The page of an answer that is too long for one, from 1."}},"required":["ref"],"additionalProperties":false}"#,
];

/// Room for the line above the text, with a long pattern in it.
const HEADING: usize = 300;
/// The smallest limit of an answer.
const LEAST: usize = 500;
/// The smallest limit of a retrieval.
const LEAST_ROOM: usize = 200;

/// What a model asks for: the arguments of a call of [`RETRIEVE_TOOL`].
///
/// ```
/// use tooltrim::OutputStore;
/// use tooltrim::outputs::Asked;
///
/// let mut store = OutputStore::new();
/// let log = (1..=5000).map(|n| format!("step {n} ok\n")).collect::<String>();
/// store.put(&log);
///
/// let asked = Asked::read(r#"{"ref": "A13S6NAG", "lines": "2,500 to 2501"}"#)?;
/// let text = store.get(asked.reference())?;
/// assert_eq!(asked.answer(text, 20_000)?, "[#a13s6nag: lines 2,500-2,501 of 5,000]\nstep 2500 ok\nstep 2501 ok\n");
///
/// let error = Asked::read(r#"{"ref": "the log"}"#).unwrap_err();
/// assert_eq!(Asked::failure(error.message()), "Error: ref: is needed, such as #k3f9a2bx: the shortened output names it");
/// # Ok::<(), tooltrim::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Asked {
    reference: Ref,
    part: Retrieve,
}

impl Asked {
    /// Reads the arguments, which are JSON text, as [`Asked::of`] does.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`], with a message for the model: see [`Asked::failure`].
    #[cfg(feature = "serde_json")]
    pub fn read(arguments: &str) -> Result<Self, Error> {
        let given = serde_json::from_str(arguments);
        Self::of(&given.map_err(|_| invalid("the arguments are not JSON".to_string()))?)
    }

    /// Reads the arguments. Refs, lines and numbers are read as models write them: `[K3F9A2BX]`, `"120"`,
    /// `120-180` in many ways.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`], with a message for the model: see [`Asked::failure`].
    pub fn of(arguments: &OptionValue) -> Result<Self, Error> {
        let OptionValue::Object(given) = arguments else {
            let example = r##"{ "ref": "#k3f9a2bx", "lines": "1-50" }"##;
            return Err(invalid(format!("the arguments are not an object such as {example}")));
        };
        Ok(Self { reference: reference(given)?, part: part(given)? })
    }

    /// The ref of the text.
    #[must_use]
    pub fn reference(&self) -> Ref {
        self.reference
    }

    /// Returns the part of `text` below a line that says what it is: at most `max_utf16` UTF-16 units, 500 at least.
    ///
    /// # Errors
    /// As [`Retrieve::read`].
    pub fn answer(&self, text: &str, max_utf16: usize) -> Result<String, Error> {
        let most = max_utf16.max(LEAST);
        let room = most - HEADING;
        let mut answer = String::new();
        // Chars beyond 16 bits count twice. The half is the same for all pages.
        for room in [room, LEAST_ROOM.max(room / 2)] {
            let found = self.part.clone().max_chars(room).guarded().read(text)?;
            answer = forms::own_form("RETRIEVED", &[&self.reference.to_string(), &found.about]);
            answer.push('\n');
            answer.push_str(&found.text);
            if utf16_len(&answer) <= most {
                return Ok(answer);
            }
        }
        // A pattern that is a page itself, in the line above.
        Ok(within(answer, most))
    }

    /// Returns the message of an error as a text for the model, at most 500 UTF-16 units long.
    #[must_use]
    pub fn failure(message: &str) -> String {
        within(format!("Error: {message}"), LEAST)
    }
}

/// Shortens a text to `most` UTF-16 units; a cut text ends with three dots.
fn within(mut text: String, most: usize) -> String {
    if utf16_len(&text) > most {
        let mut units = 0;
        let fits = |c: &char| {
            units += c.len_utf16();
            units <= most - 3
        };
        text = text.chars().take_while(fits).collect();
        text.push_str("...");
    }
    text
}

/// An argument, unless it is missing.
fn argument<'a>(given: &'a [(String, OptionValue)], name: &str) -> Option<&'a OptionValue> {
    given.iter().find(|(known, _)| known == name).map(|(_, value)| value).filter(|value| **value != OptionValue::Null)
}

fn reference(given: &[(String, OptionValue)]) -> Result<Ref, Error> {
    let shown = argument(given, "ref").map(written).unwrap_or_default();
    shown.parse().map_err(|_| invalid("ref: is needed, such as #k3f9a2bx: the shortened output names it".to_string()))
}

fn part(given: &[(String, OptionValue)]) -> Result<Retrieve, Error> {
    // Models send placeholders for arguments that they leave out.
    let there = |name: &str| argument(given, name).filter(|value| **value != OptionValue::Text(String::new()));
    let mut part = Retrieve::new();
    if let Some(value) = there("lines") {
        let lines = lines(value)?;
        part.set(&NamedOption { name: "lines", shown: &lines, value: OptionValue::Text(lines.clone()) })?;
    }
    if let Some(pattern) = there("pattern") {
        let ignore_case = argument(given, "ignore_case").or_else(|| argument(given, "ignoreCase"));
        let ignore_case = ignore_case.map(written).is_some_and(|word| word == "1" || word.eq_ignore_ascii_case("true"));
        part = part.pattern(written(pattern).into_owned()).ignore_case(ignore_case);
        if let Some(lines) = there("context") {
            part = part.context(count("context", lines)?);
        }
    }
    if let Some(about) = there("about") {
        part = part.about(written(about).into_owned());
    }
    match there("page") {
        Some(page) => Ok(part.page(count("page", page)?)),
        None => Ok(part),
    }
}

/// A value as plain text.
fn written(value: &OptionValue) -> Cow<'_, str> {
    match value {
        OptionValue::Text(text) => Cow::Borrowed(text),
        OptionValue::Number(number) => Cow::Owned(decimal(*number)),
        OptionValue::Bool(on) => Cow::Owned(on.to_string()),
        OptionValue::List(items) => Cow::Owned(items.iter().map(written).collect::<Vec<_>>().join(",")),
        OptionValue::Null => Cow::Borrowed(""),
        _ => Cow::Borrowed("{}"),
    }
}

/// Prints a number with up to nine decimals, `120` or `1.5`: the standard formatter of floats is large for a small module.
fn decimal(number: f64) -> String {
    let whole = number.abs() as u64;
    let part = ((number.abs() - whole as f64) * 1e9 + 0.5) as u64;
    let text = format!("{whole}.{:09}", part.min(999_999_999));
    let digits = text.trim_end_matches('0').trim_end_matches('.');
    format!("{}{digits}", if number < 0.0 { "-" } else { "" })
}

/// A span of lines as [`Retrieve::set`] reads it.
fn lines(value: &OptionValue) -> Result<String, Error> {
    let wrong = || invalid("lines: not a line or a span of lines, counted from 1, such as 120 or 120-180".to_string());
    let given = match value {
        OptionValue::List(ends) => Cow::Owned(ends.iter().map(written).collect::<Vec<_>>().join("-")),
        other => written(other),
    };
    let text = without_commas(&given);
    let start = text.find(|c: char| c.is_ascii_digit() || c == '-').ok_or_else(wrong)?;
    let (first, rest) = number(text.get(start..).unwrap_or_default());
    if first.is_empty() {
        return Err(wrong());
    }
    let (last, rest) = match after_dash(rest.trim_start()) {
        Some(rest) => {
            let digit = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
            let (last, rest) = number(rest.get(digit..).unwrap_or_default());
            (Some(last), rest)
        }
        None => (None, rest),
    };
    if rest.contains(|c: char| c.is_ascii_digit()) {
        return Err(wrong());
    }
    Ok(last.map_or_else(|| first.to_string(), |last| format!("{first}-{last}")))
}

/// The digits that a text begins with, and the rest.
fn number(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

/// The text after a sign that stands between the ends of a span.
fn after_dash(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("..") {
        return Some(rest.trim_start_matches('.'));
    }
    let is_to = text.get(..2).is_some_and(|word| word.eq_ignore_ascii_case("to"));
    if is_to { text.get(2..) } else { text.strip_prefix(['-', '\u{2013}', ':', ',']) }
}

/// Models copy numbers as they are shown: `5,000`.
fn without_commas(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let groups = |at: usize| at > 0 && is_digit(at - 1) && (1..4).all(|next| is_digit(at + next)) && !is_digit(at + 4);
    text.char_indices().filter(|(at, c)| *c != ',' || !groups(*at)).map(|(_, c)| c).collect()
}

fn count(name: &str, value: &OptionValue) -> Result<u64, Error> {
    let counted = match value {
        OptionValue::Number(number) => Some(*number).filter(|number| number.is_finite() && *number >= 0.0),
        other => {
            let text = without_commas(&written(other));
            let text = text.trim();
            // `2.0`, as JSON of some languages.
            let whole = text.split_once('.').filter(|(_, part)| part.bytes().all(|byte| byte == b'0'));
            whole.map_or(text, |(whole, _)| whole).parse::<u32>().ok().map(f64::from)
        }
    };
    counted.map(|number| number as u64).ok_or_else(|| invalid(format!("{name}: not a number of 0 or more")))
}

#[cfg(all(test, feature = "serde_json"))]
mod tests {
    use serde_json::Value;

    use super::*;

    fn asked(arguments: &str) -> Result<Asked, String> {
        Asked::read(arguments).map_err(|error| Asked::failure(error.message()))
    }

    #[test]
    fn refs_are_read_as_models_write_them() {
        let reference = |given: &str| asked(&format!("{{\"ref\":{given}}}")).map(|asked| asked.reference().to_string());
        for text in ["#k3f9a2bx", "k3f9a2bx", "K3F9A2BX", "[#k3f9a2bx].", "'# k3f9a2bx'", "(#k3f9a2bx)"] {
            assert_eq!(reference(&format!("{text:?}")).as_deref(), Ok("#k3f9a2bx"), "{text}");
        }
        assert_eq!(reference("12345678").as_deref(), Ok("#12345678"));
        assert_eq!(reference(r#""O1234L7I""#).as_deref(), Ok("#01234171"));
        for text in ["null", "true", r#""""#, r##""#""##, r##""#R12""##, "7", "-1", "[]", "{}", r#""k3f9a2bx1""#] {
            assert!(reference(text).is_err(), "{text}");
        }
    }

    #[test]
    fn lines_are_read_as_models_write_them() {
        let log = (1..=2000).map(|n| n.to_string()).collect::<Vec<_>>().join("\n") + "\n";
        for (text, about) in [
            ("5", "line 5 of 2,000"),
            (r#""5""#, "line 5 of 2,000"),
            (r#""5-7""#, "lines 5-7 of 2,000"),
            (r#""L5 - L7""#, "lines 5-7 of 2,000"),
            (r#""5..7""#, "lines 5-7 of 2,000"),
            (r#""5 TO 7""#, "lines 5-7 of 2,000"),
            (r#""5:7""#, "lines 5-7 of 2,000"),
            (r#""5, 7""#, "lines 5-7 of 2,000"),
            (r#""lines 1,005\u20131,007""#, "lines 1,005-1,007 of 2,000"),
            ("[5, 7]", "lines 5-7 of 2,000"),
            (r#""1999-""#, "lines 1,999-2,000 of 2,000"),
            (r#""""#, "lines 1-2,000 of 2,000"),
            ("null", "lines 1-2,000 of 2,000"),
        ] {
            let asked = asked(&format!("{{\"ref\":\"k3f9a2bx\",\"lines\":{text}}}")).unwrap();
            let answer = asked.answer(&log, 20_000).unwrap();
            assert_eq!(answer.lines().next(), Some(&*format!("[#k3f9a2bx: {about}]")), "{text}");
        }
        for text in [r#""x""#, r#""1-2-3""#, r#""-5""#, "true", r#""5 7""#] {
            assert!(asked(&format!("{{\"ref\":\"k3f9a2bx\",\"lines\":{text}}}")).is_err(), "{text}");
        }
    }

    #[test]
    fn an_answer_is_within_its_limit() {
        let text = "\u{1f680}".repeat(5000);
        let asked = asked(r#"{"ref":"k3f9a2bx"}"#).unwrap();
        for limit in [0, 500, 800, 3000] {
            let answer = asked.answer(&text, limit).unwrap();
            assert!(utf16_len(&answer) <= limit.max(500), "{limit}");
            assert!(answer.starts_with("[#k3f9a2bx: line 1 of 1"), "{answer}");
        }
        let long = asked_pattern(&"needle ".repeat(200)).answer("text", 500).unwrap_err();
        assert!(utf16_len(&Asked::failure(long.message())) <= 500);
    }

    fn asked_pattern(pattern: &str) -> Asked {
        Asked::read(&serde_json::json!({"ref": "k3f9a2bx", "pattern": pattern, "page": 7}).to_string()).unwrap()
    }

    #[test]
    fn numbers_are_texts_as_they_are_written() {
        for (number, text) in [
            (0.0, "0"),
            (120.0, "120"),
            (-7.0, "-7"),
            (-0.5, "-0.5"),
            (1e19, "10000000000000000000"),
            (1.5, "1.5"),
            (0.29, "0.29"),
            (1e14, "100000000000000"),
        ] {
            assert_eq!(decimal(number), text);
        }
        for arguments in [r#""page":"2 ","context":"x""#, r#""page":"2.0""#, r#""pattern":"a","context":"1.00""#] {
            assert_eq!(asked(&format!(r#"{{"ref":"k3f9a2bx",{arguments}}}"#)).map(|_| ()), Ok(()), "{arguments}");
        }
        let any_case = asked(r#"{"ref":"k3f9a2bx","pattern":"NEEDLE","ignore_case":"True"}"#).unwrap();
        assert!(any_case.answer("a needle", 800).unwrap().contains("a needle"));
        assert!(asked(r#"{"ref":"k3f9a2bx","page":"2.5"}"#).is_err());
    }

    #[test]
    fn arguments_that_are_none_are_a_text_for_the_model() {
        let object = r##"Error: the arguments are not an object such as { "ref": "#k3f9a2bx", "lines": "1-50" }"##;
        assert_eq!(asked("{").unwrap_err(), "Error: the arguments are not JSON");
        for none in ["[]", "7", "null", r#""{}""#] {
            assert_eq!(asked(none).unwrap_err(), object);
        }
        assert_eq!(asked(r#"{"ref":"k3f9a2bx","page":"last"}"#).unwrap_err(), "Error: page: not a number of 0 or more");
        assert_eq!(asked(r#"{"ref":"k3f9a2bx","context":-1}"#).map(|_| ()), Ok(()));
    }

    #[test]
    fn the_schema_is_json() {
        let [name, _, schema] = RETRIEVE_TOOL;
        let schema: Value = serde_json::from_str(schema).unwrap();
        assert_eq!((name, &schema["required"][0]), ("tooltrim_retrieve", &Value::from("ref")));
    }
}
