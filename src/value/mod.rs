//! Limits a JSON-like value: single places, or the whole.
//!
//! `walk` visits a value, member by member, and `rules` hold the limits. Limits of single places become edits directly
//! (`bounded`). A total needs sizes first (`sketch`), distributes them (`share`, `fill`), and then becomes edits
//! (`total`). Each owner of a value applies the edits in its own way: `apply` for `serde_json`, `json` for JSON texts,
//! the binding for JavaScript. `trim_json` trims a JSON text.

#[cfg(feature = "serde_json")]
mod apply;
mod bounded;
mod cut;
mod edits;
mod fill;
mod fit;
mod frame;
mod json;
mod levels;
mod options;
mod path;
pub(crate) mod reference;
mod room;
mod rules;
mod schema;
mod share;
mod sketch;
mod texts;
mod total;
mod trim_json;
mod walk;
mod words;

#[cfg(feature = "serde_json")]
use alloc::borrow::Cow;
use alloc::vec::Vec;

#[cfg(feature = "serde_json")]
use serde_json::Value;

pub use bounded::ValuePlan;
pub use cut::{CutKind, ValueCut};
pub use edits::ValueEdit;
pub use fill::fair_share;
pub use json::TrimmedJson;
pub use options::{Limit, Strings, ValueOptions};
pub use reference::{ByteLimit, truncate_string_to_bytes};
pub use texts::NewText;

use crate::error::Error;
use crate::tree::{Form, ValueSource};
use bounded::Writer;
use rules::Rules;
use schema::Schema;
use walk::{Values, Walk};

/// Plans the changes that bring a value within its limits.
///
/// # Errors
/// [`crate::ErrorKind::InvalidOption`] and [`crate::ErrorKind::MarkerTooLong`] before the value is read, and
/// [`crate::ErrorKind::Cycle`] for a value that contains itself.
pub fn plan_value(source: &dyn ValueSource, options: &ValueOptions) -> Result<ValuePlan, Error> {
    ValueTrimmer::new(options)?.plan(source)
}

/// Options that are checked once, for many values.
///
/// ```
/// use serde_json::json;
/// use tooltrim::ValueOptions;
/// use tooltrim::values::ValueTrimmer;
///
/// let trimmer = ValueTrimmer::new(&ValueOptions::new().max_items(10))?;
/// assert!(!trimmer.trim(&json!([1, 2, 3]))?.truncated);
/// # Ok::<(), tooltrim::Error>(())
/// ```
#[derive(Debug)]
pub struct ValueTrimmer {
    rules: Rules,
}

impl ValueTrimmer {
    /// Creates a trimmer, and checks the options.
    ///
    /// # Errors
    /// As [`plan_value`], without those of a value.
    pub fn new(options: &ValueOptions) -> Result<Self, Error> {
        Ok(Self { rules: Rules::check(options, None)? })
    }

    /// Creates a trimmer that adds the caps of a JSON Schema, given as JSON.
    ///
    /// # Errors
    /// As [`plan_value`], and if `schema` is invalid.
    pub fn with_schema(options: &ValueOptions, schema: &str) -> Result<Self, Error> {
        Ok(Self { rules: Rules::check(options, Some(Schema::parse(schema)?))? })
    }

    /// Creates a trimmer whose values still fit a JSON Schema: see [`ValueTrimmer::fit`].
    ///
    /// # Errors
    /// As [`ValueTrimmer::with_schema`].
    pub fn fitting(options: &ValueOptions, schema: &str) -> Result<Self, Error> {
        Ok(Self { rules: Rules::check(options, Some(Schema::parse(schema)?))?.fitting() })
    }

    /// Plans the changes that bring a value within [`ValueOptions::max_total_bytes`] so that it still fits the schema
    /// of [`ValueTrimmer::fitting`]; `None` if the schema does not allow enough cuts.
    ///
    /// Strings with no rule but their length are cut, lists keep at least `minItems` of their first items, and objects
    /// their required or described members. Values with `enum`, `const`, `pattern`, `format` and the like stay
    /// unchanged, and so does everything below a keyword that couples places (`if`, `not`, `contains`, a `oneOf` of
    /// which a cut could make a second alternative fit).
    ///
    /// # Errors
    /// [`crate::ErrorKind::Cycle`].
    pub fn fit(&self, source: &dyn ValueSource) -> Result<Option<ValuePlan>, Error> {
        fit::plan(&Values(source), &self.rules, self.rules.total.unwrap_or(usize::MAX))
    }

    /// A JSON text by [`ValueTrimmer::fit`].
    ///
    /// ```
    /// use tooltrim::ValueOptions;
    /// use tooltrim::values::ValueTrimmer;
    ///
    /// let schema = r#"{"required": ["id"], "properties": {"id": {"pattern": "^a+$"}, "body": {"type": "string"}}}"#;
    /// let trimmer = ValueTrimmer::fitting(&ValueOptions::new().max_total_bytes(60)?, schema)?;
    /// let json = format!(r#"{{"body": "{}", "id": "aaa"}}"#, "It crashes. ".repeat(9));
    /// let fitting = trimmer.fit_json(&json)?.expect("the body may be cut");
    /// assert_eq!(fitting.json, r#"{"body":"It crashes. It crashes. It cr...","id":"aaa"}"#);
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for what is no JSON.
    pub fn fit_json<'a>(&self, json: &'a str) -> Result<Option<TrimmedJson<'a>>, Error> {
        json::changed_json(json, |source| self.fit(source))
    }

    /// Returns the least size of each string, list and object of a JSON text under the schema of
    /// [`ValueTrimmer::fitting`], in the order of the text: 0 if it must not change, else the fewest chars, items or
    /// members, plus 1.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for invalid JSON.
    pub fn least_sizes(&self, json: &str) -> Result<Vec<usize>, Error> {
        fit::least(&Values(&json::parsed(json)?), &self.rules)
    }

    /// Plans the changes of a value.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Cycle`].
    pub fn plan(&self, source: &dyn ValueSource) -> Result<ValuePlan, Error> {
        plan_by(source, &self.rules)
    }

    /// A JSON text within its limits, for who has no value of it. Numbers and escapes stay as they are written.
    ///
    /// ```
    /// use tooltrim::ValueOptions;
    /// use tooltrim::values::ValueTrimmer;
    ///
    /// let trimmer = ValueTrimmer::new(&ValueOptions::new().max_items(2))?;
    /// assert_eq!(trimmer.trim_json("[1.0, 12345678901234567890, 3]")?.json, "[1.0,12345678901234567890]");
    /// assert_eq!(trimmer.trim_json("[1.0, 2]")?.json, "[1.0, 2]");
    /// # Ok::<(), tooltrim::Error>(())
    /// ```
    /// A total counts compact JSON: a text that is within it comes back with its white space.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for what is no JSON.
    pub fn trim_json<'a>(&self, json: &'a str) -> Result<TrimmedJson<'a>, Error> {
        let changed = json::changed_json(json, |source| plan_by(source, &self.rules).map(Some))?;
        Ok(changed.unwrap_or_else(|| TrimmedJson::same(json)))
    }

    /// A value within its limits.
    ///
    /// # Errors
    /// None: a `serde_json` value holds no cycle.
    #[cfg(feature = "serde_json")]
    pub fn trim<'a>(&self, value: &'a Value) -> Result<TrimmedValue<'a>, Error> {
        trimmed_value(value, &self.rules)
    }
}

fn plan_by(source: &dyn ValueSource, rules: &Rules) -> Result<ValuePlan, Error> {
    if rules.easy().is_some_and(|easy| source.is_within(&easy)) {
        return Ok(ValuePlan::default());
    }
    let source = Values(source);
    if let Some(total) = rules.total {
        return total::plan(&source, rules, total);
    }
    let mut writer = Writer::default();
    Walk::run(&source, rules, rules.names, &mut writer)?;
    let mut plan = writer.plan;
    if rules.flag.is_some() {
        plan.set_flag(rules, matches!(source.0.root().form, Form::Object(_)));
    }
    Ok(plan)
}

/// A value within its limits, and what is missing.
#[cfg(feature = "serde_json")]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrimmedValue<'a> {
    /// The value: borrowed and the very input when nothing changed.
    pub value: Cow<'a, Value>,
    /// True when something was cut.
    pub truncated: bool,
    /// Cuts.
    pub cuts: Vec<ValueCut>,
}

/// Limits a value. The result is always valid JSON.
///
/// ```
/// use serde_json::json;
/// use tooltrim::{ValueOptions, trim_value};
///
/// let answer = json!({"id": 7, "title": "Crash on start", "body": "It crashes. ".repeat(500)});
/// let trimmed = trim_value(&answer, &ValueOptions::new())?;
/// assert_eq!(
///     trimmed.value["body"],
///     "value exceeds size limit (6000 bytes, max 2000) [content truncated for context limit]",
/// );
/// assert_eq!((trimmed.cuts[0].path.as_str(), trimmed.cuts[0].before), ("/body", 6000));
///
/// let trimmed = trim_value(&answer, &ValueOptions::new().max_total_bytes(200)?)?;
/// assert!(trimmed.value.to_string().len() <= 200);
/// assert_eq!(trimmed.value["title"], "Crash on start");
/// # Ok::<(), tooltrim::Error>(())
/// ```
/// Small values stay whole, strings over 2,000 bytes are replaced by a message. With [`ValueOptions::max_total_bytes`]
/// and no limit of their own, strings share the total instead; lists that must be shorter keep both ends, with `"[40
/// items omitted]"` between, and objects their first members. Trimming the result again with the same options returns
/// it unchanged.
///
/// The time for a total follows the limit, not the value; everything else reads the value once, but of texts only the
/// lengths.
///
/// # Errors
/// [`crate::ErrorKind::InvalidOption`] and [`crate::ErrorKind::MarkerTooLong`], before the value is read.
#[cfg(feature = "serde_json")]
pub fn trim_value<'a>(value: &'a Value, options: &ValueOptions) -> Result<TrimmedValue<'a>, Error> {
    trimmed_value(value, &Rules::check(options, None)?)
}

/// Caps a value to the sizes in a JSON Schema: `maxLength`, `maxItems` and `maxProperties` cut instead of rejecting.
///
/// ```
/// use serde_json::json;
/// use tooltrim::ValueOptions;
/// use tooltrim::values::cap_to_schema;
///
/// let schema = json!({"properties": {"title": {"maxLength": 20}, "tags": {"maxItems": 2}}});
/// let value = json!({"title": "A title that goes on and on", "tags": ["a", "b", "c"], "other": "stays as it is"});
/// let capped = cap_to_schema(&value, &schema, &ValueOptions::new())?;
/// assert_eq!(capped.value["title"], "A title that goes...");
/// assert_eq!(capped.value["tags"], json!(["a", "b"]));
/// # Ok::<(), tooltrim::Error>(())
/// ```
/// `maxLength` counts chars, markers included. Schemas are followed through `properties`, `items`, `prefixItems`,
/// `additionalProperties`, `$ref` within the schema, `allOf`, `anyOf` and `oneOf`; of alternatives the widest cap
/// counts. Elsewhere the options apply; strings have no limit unless they set one.
///
/// # Errors
/// As [`trim_value`], and [`crate::ErrorKind::InvalidOption`] for an invalid schema.
#[cfg(feature = "serde_json")]
pub fn cap_to_schema<'a>(value: &'a Value, schema: &Value, options: &ValueOptions) -> Result<TrimmedValue<'a>, Error> {
    ValueTrimmer::with_schema(options, &alloc::string::ToString::to_string(schema))?.trim(value)
}

#[cfg(feature = "serde_json")]
fn trimmed_value<'a>(value: &'a Value, rules: &Rules) -> Result<TrimmedValue<'a>, Error> {
    let plan = plan_by(&apply::JsonValues::new(value), rules)?;
    let value = apply::apply(value, &levels::Level::of(&plan.edits));
    Ok(TrimmedValue { value, truncated: !plan.cuts.is_empty(), cuts: plan.cuts })
}
