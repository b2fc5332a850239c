//! JSON texts: `format: "json"` leaves JSON what is JSON, and reads as JSON what `serde_json` does.

use serde_json::Value;
use tooltrim::values::ValueTrimmer;
use tooltrim::{ErrorKind, Trimmer, ValueOptions};

use crate::built;
use crate::input::Input;
use crate::options::all_json;
use crate::support::Spec;
use crate::support::streams::owned;

/// Below this there may be no room for any JSON: a word of a list, a marker, brackets.
const ROOM: usize = 100;

/// Options first, then a text.
///
/// # Panics
/// When a law is broken.
pub fn check(data: &[u8]) {
    let mut input = Input::new(data);
    let is_built = input.up_to(3) == 0;
    let written = input.up_to(2);
    let all = all_json(&mut input);
    let text = if is_built {
        let value = built::value(input.body);
        if written == 0 { value.to_string() } else { serde_json::to_string_pretty(&value).expect("a value") }
    } else {
        input.text().into_owned()
    };
    let value = judged(&text);
    let within = match Trimmer::new(&all.options) {
        Ok(within) => within,
        Err(error) => return assert_eq!(error.kind(), ErrorKind::MarkerTooLong),
    };
    let trimmed = all.check(|text| owned(within.trim(text)), &text);
    let Some(value) = value.filter(|value| value.is_array() || value.is_object()) else { return };
    let Spec { chars, utf16, bytes, lines, tokens, marker, .. } = all.spec;
    let roomy = |limit: Option<usize>| limit.is_none_or(|limit| limit >= ROOM + 4 * marker.len());
    // A counter is asked too seldom to find a size that fits.
    if !all.has_counter() && [chars, utf16, bytes, tokens].into_iter().all(roomy) && lines != Some(0) {
        let left: Value = serde_json::from_str(&trimmed.text)
            .unwrap_or_else(|error| panic!("{error}: {:?} is no JSON any more: {:?}", trimmed.text, all.options));
        assert_eq!(left.is_array(), value.is_array(), "{left}");
        if !trimmed.truncated && trimmed.cleaned.is_none() {
            assert_eq!(left, value);
        }
    }
}

/// The value of a text, if it is JSON; the core must say the same.
fn judged(text: &str) -> Option<Value> {
    let ours = ValueTrimmer::new(&ValueOptions::new()).expect("no options").trim_json(text).is_ok();
    match serde_json::from_str(text) {
        Ok(value) => {
            assert!(ours, "JSON that is not read: {text:?}");
            Some(value)
        }
        Err(error) => {
            // Values of its own must hold what it reads: RFC 8259 allows more.
            let error = error.to_string();
            let own = ["out of range", "recursion limit", "surrogate", "hex escape"];
            assert!(!ours || own.iter().any(|own| error.contains(own)), "read though {error}: {text:?}");
            None
        }
    }
}
