//! JSON-like values within limits: of single places, or of the whole value.
//!
//! `walk` visits a value member by member, and `rules` determine the limits of each place. Limits of single places
//! become edits during the walk (`bounded`). A total needs sizes first (`sketch`), is shared out (`share`, `fill`), and
//! then becomes edits (`total`). Each owner of a value applies the edits in its own way: `apply` for `serde_json`,
//! `json` for JSON texts, the binding for JavaScript. `trim` is the way in for texts: those that are JSON, too.

mod about;
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
mod trim;
mod unique;
mod walk;
mod wishes;
mod words;

#[cfg(feature = "serde_json")]
use alloc::borrow::Cow;
use alloc::vec::Vec;

#[cfg(feature = "serde_json")]
use serde_json::Value;

pub use bounded::ValuePlan;
pub use cut::{Cut, CutKind};
pub use edits::ValueEdit;
pub use fill::fair_share;
pub use json::TrimmedJson;
pub use options::{Limit, Strings, ValueOptions};
pub use reference::{ByteLimit, truncate_string_to_bytes};
pub use texts::NewText;
pub use trim::trim;

use crate::error::Error;
use crate::plain::ONLY_JSON_TEXTS;
use crate::tree::{Form, ValueSource};
use bounded::Writer;
use rules::Rules;
use schema::Schema;
use walk::{Values, Walk};

/// Plans the edits that bring a value within its limits.
///
/// # Errors
/// [`crate::ErrorKind::InvalidOption`] and [`crate::ErrorKind::MarkerTooLong`] before the value is read, and
/// [`crate::ErrorKind::Cycle`] for a value that contains itself.
pub fn plan_value(source: &dyn ValueSource, options: &ValueOptions) -> Result<ValuePlan, Error> {
    ValueTrimmer::new(options)?.plan(source)
}

/// Options checked once, for many values.
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
    /// Checks the options.
    ///
    /// # Errors
    /// Option errors of [`plan_value`].
    pub fn new(options: &ValueOptions) -> Result<Self, Error> {
        Ok(Self { rules: Rules::check(options, None)? })
    }

    /// Checks the options and reads the caps of a JSON Schema, given as JSON. With [`ValueOptions::max_total_bytes`],
    /// values keep fitting the schema, as by [`ValueTrimmer::fit`].
    ///
    /// # Errors
    /// Option errors of [`plan_value`], and [`crate::ErrorKind::InvalidOption`] for text that is not a schema.
    pub fn with_schema(options: &ValueOptions, schema: &str) -> Result<Self, Error> {
        let rules = Rules::check(options, Some(Schema::parse(schema)?))?;
        Ok(Self { rules: if rules.total.is_some() { rules.fitting() } else { rules } })
    }

    /// Checks the options and reads a JSON Schema that values keep fitting: see [`ValueTrimmer::fit`].
    ///
    /// # Errors
    /// Same as [`ValueTrimmer::with_schema`].
    pub fn fitting(options: &ValueOptions, schema: &str) -> Result<Self, Error> {
        Ok(Self { rules: Rules::check(options, Some(Schema::parse(schema)?))?.fitting() })
    }

    /// Plans the edits that bring a value within [`ValueOptions::max_total_bytes`] while it still fits the schema of
    /// [`ValueTrimmer::fitting`]; `None` if the schema leaves too little to cut.
    ///
    /// Cuts strings that the schema constrains only by length. Lists keep at least their first `minItems` items,
    /// objects their required and described members. Values under `enum`, `const`, `pattern`, `format` and similar
    /// keywords stay unchanged, as does everything below a keyword that couples places (`if`, `not`, `contains`, a
    /// `oneOf` in which a cut could make a second alternative fit). Items under `uniqueItems` are cut to their own caps only.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Cycle`].
    pub fn fit(&self, source: &dyn ValueSource) -> Result<Option<ValuePlan>, Error> {
        fit::plan(&Values(source), &self.rules, self.rules.total.unwrap_or(usize::MAX))
    }

    /// Fits a JSON text, as [`ValueTrimmer::fit`] does.
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
    /// [`crate::ErrorKind::InvalidOption`] for text that is not JSON.
    pub fn fit_json<'a>(&self, json: &'a str) -> Result<Option<TrimmedJson<'a>>, Error> {
        json::changed_json(json, |source| self.fit(source))
    }

    /// Returns the least size that the schema of [`ValueTrimmer::fitting`] allows each string, list and object of a
    /// JSON text, in the order of the text: 0 where nothing may change, else 1 more than the fewest chars, items or
    /// members.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for text that is not JSON.
    pub fn least_sizes(&self, json: &str) -> Result<Vec<usize>, Error> {
        fit::least(&Values(&json::parsed(json)?), &self.rules)
    }

    /// Plans the edits that bring a value within its limits.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Cycle`], and [`crate::ErrorKind::InvalidOption`] for a value that its schema does not let
    /// become so small.
    pub fn plan(&self, source: &dyn ValueSource) -> Result<ValuePlan, Error> {
        plan_by(source, &self.rules)
    }

    /// Trims a JSON text to its limits, for callers that hold JSON text. Numbers and escapes stay as they are written.
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
    /// A total counts compact JSON: a text within it keeps its white space.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for text that is not JSON.
    pub fn trim_json<'a>(&self, json: &'a str) -> Result<TrimmedJson<'a>, Error> {
        let changed = json::changed_json(json, |source| plan_by(source, &self.rules).map(Some))?;
        Ok(changed.unwrap_or_else(|| TrimmedJson::same(json)))
    }

    /// Trims a value to its limits.
    ///
    /// # Errors
    /// As [`ValueTrimmer::plan`]; a `serde_json` value has no cycles.
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
    if !ONLY_JSON_TEXTS && rules.is_fitting() {
        return fitted(&source, rules);
    }
    if let Some(total) = rules.total
        && let Some(plan) =
            about::Answered::of(&source, rules)?.and_then(|answered| answered.plan(&source, rules, total))
    {
        return Ok(plan);
    }
    if ONLY_JSON_TEXTS || rules.total.is_some() {
        return total::plan(&source, rules, rules.total.unwrap_or(usize::MAX));
    }
    let mut writer = Writer::default();
    Walk::run(&source, rules, rules.names, &mut writer)?;
    let mut plan = writer.plan;
    if !plan.cuts.is_empty()
        && let Some(error) = unique::refusal(&source, rules)?
    {
        return Err(error);
    }
    if rules.flag().is_some() {
        plan.set_flag(rules, matches!(source.0.root().form, Form::Object(_)));
    }
    Ok(plan)
}

fn fitted(source: &Values<'_>, rules: &Rules) -> Result<ValuePlan, Error> {
    let total = rules.total.unwrap_or(usize::MAX);
    let plan = |total| fit::plan(source, rules, total)?.map_or_else(|| Err(fit::refusal(source, rules, total)?), Ok);
    let whole = plan(total)?;
    let Some(flag) = rules.flag().filter(|_| !whole.cuts.is_empty()) else { return Ok(whole) };
    let mut flagged = plan(total.saturating_sub(words::json_len(flag) + 6))?;
    flagged.set_flag(rules, matches!(source.0.root().form, Form::Object(_)));
    Ok(flagged)
}

/// A value within its limits, and its cuts.
#[cfg(feature = "serde_json")]
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[non_exhaustive]
pub struct TrimmedValue<'a> {
    /// The value; borrows the input if nothing changed.
    pub value: Cow<'a, Value>,
    /// `true` if something was cut.
    pub truncated: bool,
    /// The cuts.
    pub cuts: Vec<Cut>,
}

/// Trims a value to its limits; the result is always valid JSON.
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
/// Small values stay whole, and a message replaces each string over 2,000 bytes. The whole has at most 50,000 bytes. With
/// another [`ValueOptions::max_total_bytes`] and no limit of their own, strings share the total instead; lists that must be shorter keep both ends, with
/// `"[40 items omitted]"` between, and objects keep their first members. Trimming the result again with the same
/// options changes nothing.
///
/// The time for a total depends on the limit, not on the size of the value; other limits read the value once, and only
/// the lengths of its texts.
///
/// # Errors
/// [`crate::ErrorKind::InvalidOption`] and [`crate::ErrorKind::MarkerTooLong`], before the value is read.
#[cfg(feature = "serde_json")]
pub fn trim_value<'a>(value: &'a Value, options: &ValueOptions) -> Result<TrimmedValue<'a>, Error> {
    trimmed_value(value, &Rules::check(options, None)?)
}

/// Caps a value at the sizes in a JSON Schema: `maxLength`, `maxItems` and `maxProperties` cut instead of rejecting.
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
/// `maxLength` counts chars, marker included. Schemas are followed through `properties`, `items`, `prefixItems`,
/// `additionalProperties`, `$ref` within the schema, `allOf`, `anyOf` and `oneOf`; among alternatives the widest cap
/// applies. Where the schema has no cap, the options apply; strings have no limit unless the options set one.
///
/// With [`ValueOptions::max_total_bytes`] the result has at most that many bytes and still fits the schema:
///
/// ```
/// use serde_json::json;
/// use tooltrim::ValueOptions;
/// use tooltrim::values::cap_to_schema;
///
/// let schema = json!({"items": {"required": ["id"], "properties": {"id": {"type": "integer"}}}});
/// let rows = json!((0..1000).map(|id| json!({"id": id, "note": "a note"})).collect::<Vec<_>>());
/// let capped = cap_to_schema(&rows, &schema, &ValueOptions::new().max_total_bytes(300)?)?;
/// assert_eq!(capped.value[0], json!({"id": 0, "note": "a note"}));
/// assert!(capped.value.to_string().len() <= 300);
/// # Ok::<(), tooltrim::Error>(())
/// ```
///
/// With [`ValueOptions::about`], answers to the question are kept before the first items and members.
///
/// # Errors
/// Errors of [`trim_value`], and [`crate::ErrorKind::InvalidOption`] for a value that is not a schema, and for a total
/// that is less than the schema requires, and for a list of distinct items (`uniqueItems`) of which cuts would make two
/// equal.
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
