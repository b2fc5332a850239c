//! The [`ToolCall`] type and its [`Calls`] implementation, for Rust callers.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value;

use super::calls::Calls;
use super::category::Category;
use crate::source::{Source, StrSource, utf16_len};
use crate::tree::json_units;

/// A tool call with its result.
///
/// ```
/// use tooltrim::ToolCall;
///
/// let call = ToolCall::new("call_1", "run_in_terminal", "FAIL src/foo.test.ts").arg("command", "npm test").failed();
/// assert!(call.is_error);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase", default))]
#[non_exhaustive]
pub struct ToolCall {
    /// The id that links the result to its call.
    pub call_id: String,
    /// The name of the tool.
    pub name: String,
    /// The arguments: an object, or null. A text that is a JSON object, as OpenAI sends `function.arguments`, counts as
    /// that object.
    pub args: Value,
    /// The result as text.
    pub result: String,
    /// `true` if the call failed. A command also failed if its result states an exit code other than 0.
    pub is_error: bool,
    /// The token count of the call, if known; otherwise it is estimated.
    pub token_count: Option<f64>,
    /// The category, if known; otherwise it is derived from the name.
    pub category: Option<Category>,
}

impl ToolCall {
    /// Creates a successful call without arguments.
    pub fn new(call_id: impl Into<String>, name: impl Into<String>, result: impl Into<String>) -> Self {
        Self { call_id: call_id.into(), name: name.into(), result: result.into(), ..Self::default() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(mut self, name: &str, value: impl Into<Value>) -> Self {
        if let Value::Object(members) = &mut self.args {
            members.insert(name.to_owned(), value.into());
        } else {
            self.args = Value::Object(core::iter::once((name.to_owned(), value.into())).collect());
        }
        self
    }

    /// Sets all arguments.
    #[must_use]
    pub fn args(mut self, args: Value) -> Self {
        self.args = args;
        self
    }

    /// Marks the call as failed.
    #[must_use]
    pub fn failed(mut self) -> Self {
        self.is_error = true;
        self
    }

    /// Returns the arguments, out of their JSON text where they are one.
    fn arguments(&self) -> Cow<'_, Value> {
        let parsed = self.args.as_str().and_then(|text| serde_json::from_str(text).ok()).filter(Value::is_object);
        parsed.map_or(Cow::Borrowed(&self.args), Cow::Owned)
    }
}

/// Implemented for slices, arrays and vectors.
impl<T: AsRef<[ToolCall]> + ?Sized> Calls for T {
    type Text<'a>
        = StrSource<'a>
    where
        Self: 'a;

    fn len(&self) -> usize {
        self.as_ref().len()
    }

    fn id(&self, at: usize) -> Cow<'_, str> {
        self.as_ref().get(at).map_or(Cow::Borrowed(""), |call| Cow::Borrowed(&call.call_id))
    }

    fn name(&self, at: usize) -> Cow<'_, str> {
        self.as_ref().get(at).map_or(Cow::Borrowed(""), |call| Cow::Borrowed(&call.name))
    }

    fn is_error(&self, at: usize) -> bool {
        self.as_ref().get(at).is_some_and(|call| call.is_error)
    }

    fn token_count(&self, at: usize) -> Option<f64> {
        self.as_ref().get(at)?.token_count.filter(|count| count.is_finite() && *count >= 0.0)
    }

    fn category(&self, at: usize) -> Option<Category> {
        self.as_ref().get(at)?.category
    }

    fn result(&self, at: usize) -> StrSource<'_> {
        StrSource(self.as_ref().get(at).map_or("", |call| &call.result))
    }

    fn json(&self, at: usize) -> String {
        self.as_ref().get(at).map_or_else(String::new, |call| call.arguments().to_string())
    }

    fn json_units(&self, at: usize) -> usize {
        self.as_ref().get(at).map_or(0, |call| json_units(&call.arguments(), 0))
    }

    fn json_sample(&self, at: usize, most: usize) -> String {
        self.as_ref().get(at).map_or_else(String::new, |call| sample(&call.arguments(), most).to_string())
    }

    fn repeated(&self, from: usize) -> Vec<usize> {
        let recent: BTreeSet<&str> = self.as_ref().iter().skip(from).map(|call| &*call.call_id).collect();
        let ids = self.as_ref().iter().take(from).enumerate();
        ids.filter(|(_, call)| recent.contains(&*call.call_id)).map(|(at, _)| at).collect()
    }
}

/// Returns the value with long strings and lists reduced to their ends.
fn sample(value: &Value, most: usize) -> Value {
    match value {
        Value::String(text) if utf16_len(text) > most => {
            let source = StrSource(text);
            let head = source.skip_utf16(0, text.len(), most / 2);
            let tail = source.skip_utf16_back(0, text.len(), most / 2);
            Value::String([text.get(..head), text.get(tail..)].into_iter().flatten().collect())
        }
        Value::Array(items) if items.len() > 64 => {
            let ends = items.iter().take(32).chain(items.iter().skip(items.len() - 32));
            ends.map(|item| sample(item, most)).collect()
        }
        Value::Array(items) => items.iter().map(|item| sample(item, most)).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), sample(value, most))).collect(),
        other => other.clone(),
    }
}
