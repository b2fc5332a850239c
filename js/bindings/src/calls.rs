//! An array of tool calls as the core reads it.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicBool, Ordering};

use tooltrim::calls::Category;
use tooltrim::host::Calls;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::*;

use crate::text::JsText;

#[wasm_bindgen(module = "/src/calls.js")]
extern "C" {
    fn categories(names: Vec<String>);
    fn rows(calls: &JsValue, into: &mut [f64]) -> Vec<String>;
    fn result(calls: &JsValue, at: u32) -> JsValue;
    fn id(calls: &JsValue, at: u32) -> String;
    fn repeated(calls: &JsValue, from: u32) -> Vec<u32>;
    fn json(calls: &JsValue, at: u32) -> String;
    fn jsons(calls: &JsValue, large: u32) -> String;
    #[wasm_bindgen(js_name = jsonSample)]
    fn json_sample(calls: &JsValue, at: u32, most: u32) -> String;
    #[wasm_bindgen(js_name = jsonUnits)]
    fn json_units(calls: &JsValue, at: u32) -> u32;
    #[wasm_bindgen(js_name = jsonUnitsOf)]
    fn json_units_of(calls: &JsValue, positions: Vec<u32>) -> f64;
}

/// Numbers per call; see `rows` in calls.js.
const ROW: usize = 5;

/// The helpers know the names of the categories.
static KNOWN: AtomicBool = AtomicBool::new(false);

/// Calls that stay in JavaScript. What is asked of each is read in one crossing for all.
pub(crate) struct JsCalls<'a> {
    calls: &'a JsValue,
    len: usize,
    names: Vec<String>,
    rows: Vec<f64>,
}

impl<'a> JsCalls<'a> {
    pub(crate) fn new(calls: &'a JsValue, len: u32) -> Self {
        let len = len as usize;
        let mut numbers = vec![0.0; len * ROW];
        if !KNOWN.swap(true, Ordering::Relaxed) {
            categories(Category::ALL.iter().map(|category| category.name().to_owned()).collect());
        }
        let names = rows(calls, &mut numbers);
        Self { calls, len, names, rows: numbers }
    }

    fn row(&self, at: usize, column: usize) -> f64 {
        self.rows.get(at * ROW + column).copied().unwrap_or_default()
    }
}

impl Calls for JsCalls<'_> {
    type Text<'b>
        = JsText<'b>
    where
        Self: 'b;

    fn len(&self) -> usize {
        self.len
    }

    fn id(&self, at: usize) -> Cow<'_, str> {
        Cow::Owned(id(self.calls, at as u32))
    }

    fn name(&self, at: usize) -> Cow<'_, str> {
        Cow::Borrowed(self.names.get(self.row(at, 0) as usize).map_or("", String::as_str))
    }

    fn is_error(&self, at: usize) -> bool {
        self.row(at, 2) > 0.0
    }

    fn token_count(&self, at: usize) -> Option<f64> {
        Some(self.row(at, 3)).filter(|count| !count.is_nan())
    }

    fn category(&self, at: usize) -> Option<Category> {
        let index = self.row(at, 4);
        if index < 0.0 { None } else { Category::ALL.get(index as usize).copied() }
    }

    fn result(&self, at: usize) -> JsText<'_> {
        JsText::owned(result(self.calls, at as u32), self.row(at, 1) as usize)
    }

    fn result_units(&self, at: usize) -> usize {
        self.row(at, 1) as usize
    }

    fn json(&self, at: usize) -> String {
        json(self.calls, at as u32)
    }

    fn jsons(&self, large: usize) -> Vec<String> {
        let mut jsons: Vec<String> = jsons(self.calls, large as u32).split('\n').map(str::to_owned).collect();
        jsons.resize(self.len, String::new());
        jsons
    }

    fn json_units(&self, at: usize) -> usize {
        json_units(self.calls, at as u32) as usize
    }

    fn json_units_of(&self, positions: &[usize]) -> f64 {
        json_units_of(self.calls, positions.iter().map(|at| *at as u32).collect())
    }

    fn json_sample(&self, at: usize, most: usize) -> String {
        json_sample(self.calls, at as u32, most as u32)
    }

    fn repeated(&self, from: usize) -> Vec<usize> {
        repeated(self.calls, from as u32).into_iter().map(|at| at as usize).collect()
    }
}
