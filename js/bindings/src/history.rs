//! Decisions about a history of calls, by position: JavaScript holds the calls and their ids.

use alloc::borrow::ToOwned;
use alloc::string::String;
use js_sys::Array;
use tooltrim::calls::Categories;
use tooltrim::{Budget, TruncationConfig};
use wasm_bindgen::prelude::*;

use crate::host::Failed;
use crate::options;
use crate::tree::Session;

/// A checked configuration. All methods take `&self`: a callback of the caller's may call them again.
#[wasm_bindgen]
#[derive(Debug)]
pub struct History {
    config: TruncationConfig,
}

#[wasm_bindgen]
impl History {
    /// Checks a configuration; `reference` is for the units and words of the module that an import swap replaces.
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`].
    #[wasm_bindgen(constructor)]
    pub fn new(config: &JsValue, reference: bool) -> Result<History, Failed> {
        let usual = if reference { TruncationConfig::reference() } else { TruncationConfig::new() };
        Ok(Self { config: options::read(usual, config, TruncationConfig::set)? })
    }

    /// `[position of the first recent call, summary or undefined, tokens saved, notice or undefined]`. With a `given`
    /// summary undefined if the core refuses it.
    #[must_use]
    #[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands over texts")]
    pub fn plan(&self, calls: &JsValue, given: Option<String>) -> Option<Array> {
        let plan = self.config.plan(Session::new(calls).root(), given.as_deref())?;
        let (from, saved) = (JsValue::from(plan.recent_from as u32), JsValue::from_f64(plan.tokens_saved));
        Some(Array::of4(&from, &text_or_undefined(plan.summary), &saved, &text_or_undefined(plan.notice)))
    }

    /// True when the calls are over the threshold.
    #[must_use]
    pub fn is_over(&self, calls: &JsValue) -> bool {
        self.config.is_over(Session::new(calls).root())
    }

    /// Tokens of the calls.
    #[must_use]
    pub fn tokens(&self, calls: &JsValue) -> f64 {
        self.config.tokens(Session::new(calls).root())
    }

    /// `[summary or undefined, notice or undefined, calls in the summary, then for each recent call its text, that of its
    /// result, and whether it failed]`. With a `given` summary undefined if the core refuses it.
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`] for a budget that is none.
    #[allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands over texts")]
    pub fn compacted(
        &self,
        calls: &JsValue,
        budget_tokens: &JsValue,
        given: Option<String>,
    ) -> Result<Option<Array>, Failed> {
        let size = |value| options::size("budgetTokens", value, 0);
        let budget =
            if budget_tokens.is_undefined() { None } else { Some(Budget::Tokens(size(budget_tokens)? as u64)) };
        let history = self.config.compacted(Session::new(calls).root(), budget, given.as_deref());
        Ok(history.map(|history| {
            let count = JsValue::from(history.truncated_count as u32);
            let answer = Array::of3(&text_or_undefined(history.summary), &text_or_undefined(history.notice), &count);
            for call in history.recent_calls {
                answer.push(&JsValue::from_str(&call.call_text));
                answer.push(&JsValue::from_str(&call.result_text));
                answer.push(&JsValue::from_bool(call.is_error));
            }
            answer
        }))
    }
}

fn text_or_undefined(text: Option<String>) -> JsValue {
    text.map_or(JsValue::UNDEFINED, JsValue::from)
}

/// The category of a tool by its name, the caller's own first.
///
/// # Errors
/// An `Error` with the `code` of [`tooltrim::ErrorKind`].
#[wasm_bindgen]
pub fn categorize(name: &str, own: &JsValue) -> Result<String, Failed> {
    let categories = if own.is_undefined() { Categories::default() } else { options::read_categories(own)? };
    Ok(categories.categorize(name).name().to_owned())
}
