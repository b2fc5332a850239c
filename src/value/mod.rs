//! A JSON-like value within limits: of single places, or of the whole.
//!
//! `walk` goes through a value, member by member, and `rules` say what holds where. Limits of single places become
//! edits on the way (`bounded`). A total needs sizes first (`sketch`), shares them out (`share`, `fill`), and then
//! becomes edits (`total`). Each owner of a value follows the edits in its own way: `apply` for `serde_json`, `json`
//! for JSON texts, the binding for JavaScript. `trim_json` is what a text trimmer does with a JSON text.

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

/// What has to change in a value so that it is within its limits.
///
/// # Errors
/// [`crate::ErrorKind::InvalidOption`] and [`crate::ErrorKind::MarkerTooLong`] before the value is looked at, and
/// [`crate::ErrorKind::Cycle`] for one that holds itself.
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
    /// Checks the options.
    ///
    /// # Errors
    /// As [`plan_value`], before there is a value.
    pub fn new(options: &ValueOptions) -> Result<Self, Error> {
        Ok(Self { rules: Rules::check(options, None)? })
    }

    /// As [`ValueTrimmer::new`], and the caps of a JSON Schema, given as JSON.
    ///
    /// # Errors
    /// As [`plan_value`], and for what is no schema.
    pub fn with_schema(options: &ValueOptions, schema: &str) -> Result<Self, Error> {
        Ok(Self { rules: Rules::check(options, Some(Schema::parse(schema)?))? })
    }

    /// Options and a JSON Schema that values go on fitting: see [`ValueTrimmer::fit`].
    ///
    /// # Errors
    /// As [`ValueTrimmer::with_schema`].
    pub fn fitting(options: &ValueOptions, schema: &str) -> Result<Self, Error> {
        Ok(Self { rules: Rules::check(options, Some(Schema::parse(schema)?))?.fitting() })
    }

    /// What has to change in a value so that it is within [`ValueOptions::max_total_bytes`] and still fits the schema of
    /// [`ValueTrimmer::fitting`]; `None` if the schema leaves too little that may be cut.
    ///
    /// Strings of which the schema says nothing but their length are cut, lists keep at least `minItems` of their first
    /// items, and objects the members that are required or described. What has `enum`, `const`, `pattern`, `format` and
    /// the like stays as it is; so does all below a keyword that ties places to each other (`if`, `not`, `contains`, a
    /// `oneOf` of which a cut could make a second one fit).
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

    /// How much of each string, list and object of a JSON text the schema of [`ValueTrimmer::fitting`] leaves free, in the
    /// order of the text: 0 where nothing may change, else the fewest chars, items or members, plus 1.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidOption`] for what is no JSON.
    pub fn least_sizes(&self, json: &str) -> Result<Vec<usize>, Error> {
        fit::least(&Values(&json::parsed(json)?), &self.rules)
    }

    /// What has to change in a value.
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
    /// What was cut.
    pub cuts: Vec<ValueCut>,
}

/// A value within its limits, always valid JSON.
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
/// and no limit of their own strings share the total instead; lists that must be shorter keep both ends, with
/// `"[40 items omitted]"` between, and objects their first members. A value that is trimmed again with the same options
/// comes back as it is.
///
/// A total is found in time that follows the limit, not the value; all else reads the value once, but of texts only the
/// lengths.
///
/// # Errors
/// [`crate::ErrorKind::InvalidOption`] and [`crate::ErrorKind::MarkerTooLong`], before the value is looked at.
#[cfg(feature = "serde_json")]
pub fn trim_value<'a>(value: &'a Value, options: &ValueOptions) -> Result<TrimmedValue<'a>, Error> {
    trimmed_value(value, &Rules::check(options, None)?)
}

/// A value within the sizes that a JSON Schema names: `maxLength`, `maxItems` and `maxProperties` as caps, not
/// rejections.
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
/// `maxLength` counts chars, what is added included. Schemas are followed through `properties`, `items`, `prefixItems`,
/// `additionalProperties`, `$ref` within the schema, `allOf`, `anyOf` and `oneOf`; of alternatives the widest cap
/// holds. Where the schema says nothing, the options do; strings have no limit unless they give one.
///
/// # Errors
/// As [`trim_value`], and [`crate::ErrorKind::InvalidOption`] for what is no schema.
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
