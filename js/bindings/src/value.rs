//! JavaScript values as the core walks them, and what changes in them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use js_sys::{Array, JsString};
use tooltrim::ValueOptions;
use tooltrim::host::{EasyLimits, Form, Member, NewText, Source, ValueEdit, ValuePlan, ValueSource};
use tooltrim::values::ValueTrimmer;
use wasm_bindgen::prelude::*;

use crate::host::Failed;
use crate::options;
use crate::text::JsText;

#[wasm_bindgen(module = "/src/value.js")]
extern "C" {
    fn open(value: &JsValue) -> u32;
    fn release(place: u32);
    fn rewritten(place: u32) -> JsValue;
    fn root(place: u32, into: &mut [f64]);
    fn members(place: u32, from: u32, most: u32, into: &mut [f64]) -> u32;
    fn name(place: u32, at: u32) -> String;
    fn plain(place: u32, at: u32) -> String;
    fn words(place: u32) -> Option<String>;
    fn position(place: u32, name: &str) -> i32;
    fn text(place: u32) -> JsValue;
    #[wasm_bindgen(js_name = jsonBytes)]
    fn json_bytes(place: u32, most: f64) -> f64;
    #[wasm_bindgen(js_name = pieceJsonBytes)]
    fn piece_json_bytes(place: u32, from: u32, to: u32) -> u32;
}

#[wasm_bindgen(module = "/src/value-scan.js")]
extern "C" {
    #[wasm_bindgen(js_name = holdsBase64)]
    fn holds_base64(place: u32, run: u32) -> bool;
    #[wasm_bindgen(js_name = isWithin)]
    #[allow(clippy::too_many_arguments, reason = "an object that crosses is slower")]
    fn is_within(
        place: u32,
        units: f64,
        bytes: f64,
        items: f64,
        keys: f64,
        name: f64,
        depth: f64,
        total: f64,
        base64: bool,
        shortest: u32,
        searched: u32,
        run: u32,
        beginning: u32,
    ) -> bool;
}

#[wasm_bindgen(module = "/src/value-change.js")]
extern "C" {
    fn change(value: &JsValue);
    fn enter(at: u32);
    fn leave(at: u32);
    #[wasm_bindgen(js_name = putText)]
    fn put_text(at: u32, text: &str);
    #[wasm_bindgen(js_name = putPieces)]
    fn put_pieces(at: u32, head: u32, between: &str, tail: u32);
    fn rename(at: u32, name: &str);
    fn stay(head: u32, from: u32, to: u32, late: &[u32], name: Option<&str>, text: Option<&str>);
    #[wasm_bindgen(js_name = putGap)]
    fn put_gap(before: u32, text: &str);
    fn flag(name: &str);
    fn changed() -> JsValue;
}

/// Numbers per member; see `ROW` in value.js.
const ROW: usize = 4;

/// Checked options for values.
#[wasm_bindgen]
#[derive(Debug)]
pub struct CompiledValue(ValueTrimmer);

#[wasm_bindgen]
impl CompiledValue {
    /// Checks options.
    ///
    /// # Errors
    /// An `Error` with the `code` of [`tooltrim::ErrorKind`].
    #[wasm_bindgen(constructor)]
    pub fn new(options: &JsValue) -> Result<CompiledValue, Failed> {
        let options = options::read(ValueOptions::new(), options, ValueOptions::set)?;
        Ok(Self(ValueTrimmer::new(&options)?))
    }

    /// Returns trimmers with the caps of a JSON Schema, given as JSON.
    ///
    /// # Errors
    /// As the constructor, and if `schema` is not a schema.
    pub fn with_schema(options: &JsValue, schema: &str) -> Result<CompiledValue, Failed> {
        let options = options::read(ValueOptions::new(), options, ValueOptions::set)?;
        Ok(Self(ValueTrimmer::with_schema(&options, schema)?))
    }

    /// Returns trimmers for values that still fit a JSON Schema, given as JSON.
    ///
    /// # Errors
    /// As [`CompiledValue::with_schema`].
    pub fn fitting(options: &JsValue, schema: &str) -> Result<CompiledValue, Failed> {
        let options = options::read(ValueOptions::new(), options, ValueOptions::set)?;
        Ok(Self(ValueTrimmer::fitting(&options, schema)?))
    }

    /// The value within its limits. `cuts` gets four values for each cut: path, kind, size before and after; with
    /// `report_cuts` also the limit and the label; it stays empty when nothing was cut, and then the value is the very input.
    ///
    /// # Errors
    /// An `Error` with the `code` `CYCLE`.
    pub fn trim(&self, value: &JsValue, cuts: &Array, report_cuts: bool) -> Result<JsValue, Failed> {
        let (value, plan) = planned(value, |source| self.0.plan(source))?;
        Ok(changed_value(&value, &plan, cuts, report_cuts))
    }

    /// Trims a value so that it still fits the schema; undefined if it cannot.
    ///
    /// # Errors
    /// As [`CompiledValue::trim`].
    pub fn fit(&self, value: &JsValue, cuts: &Array, report_cuts: bool) -> Result<JsValue, Failed> {
        let (value, plan) = planned(value, |source| self.0.fit(source))?;
        Ok(plan.map_or(JsValue::UNDEFINED, |plan| changed_value(&value, &plan, cuts, report_cuts)))
    }

    /// Trims a JSON text so that it still fits the schema; undefined if it cannot.
    ///
    /// # Errors
    /// An `Error` with the `code` `INVALID_OPTION` for invalid JSON.
    #[wasm_bindgen(js_name = fitJson)]
    pub fn fit_json(&self, json: &str) -> Result<Option<String>, Failed> {
        let fitting = self.0.fit_json(json)?;
        Ok(fitting.map(|fitting| fitting.json.into_owned()))
    }

    /// Returns the least size of each string, list and object of a JSON text under the schema, in the order of the
    /// text.
    ///
    /// # Errors
    /// As [`CompiledValue::fit_json`].
    #[wasm_bindgen(js_name = leastSizes)]
    pub fn least_sizes(&self, json: &str) -> Result<Vec<u32>, Failed> {
        let least = self.0.least_sizes(json)?;
        Ok(least.into_iter().map(|least| u32::try_from(least).unwrap_or(u32::MAX)).collect())
    }
}

/// Plans for a value; where it holds what JSON has no form for, for a copy with the contents of that, which then counts.
fn planned<T>(value: &JsValue, plan: impl Fn(&JsSource) -> Result<T, tooltrim::Error>) -> Result<(JsValue, T), Failed> {
    let source = JsSource { place: open(value) };
    let found = plan(&source)?;
    let copy = rewritten(source.place);
    drop(source);
    if copy.is_undefined() {
        return Ok((value.clone(), found));
    }
    let source = JsSource { place: open(&copy) };
    let found = plan(&source)?;
    Ok((copy, found))
}

fn changed_value(value: &JsValue, plan: &ValuePlan, cuts: &Array, report_cuts: bool) -> JsValue {
    for cut in &plan.cuts {
        cuts.push(&JsValue::from_str(&cut.path));
        cuts.push(&JsValue::from_str(cut.kind.name()));
        cuts.push(&JsValue::from_f64(cut.before as f64));
        cuts.push(&JsValue::from_f64(cut.after as f64));
        if report_cuts {
            cuts.push(&JsValue::from_f64(cut.limit as f64));
            cuts.push(&JsValue::from_str(&cut.label));
        }
    }
    if plan.edits.is_empty() { value.clone() } else { apply(value, &plan.edits) }
}

/// Returns the head of a text within `max_bytes` and its suffix, with the sizes before and after, or undefined if it
/// fits.
///
/// # Errors
/// An `Error` with the `code` of [`tooltrim::ErrorKind`].
#[wasm_bindgen]
pub fn truncate_to_bytes(text: &JsValue, max_bytes: &JsValue, options: &JsValue) -> Result<JsValue, Failed> {
    let limit = options::read_byte_limit(max_bytes, options)?;
    let units = text.unchecked_ref::<JsString>().length();
    let source = JsText::owned(text.clone(), units as usize);
    Ok(limit.plan(&source).map_or(JsValue::UNDEFINED, |(head, after)| {
        let before = source.bytes(0, source.len());
        let kept = source.bytes(0, head) + after.len();
        let numbers = [head, before, kept, limit.most()].map(|number| JsValue::from_f64(number as f64));
        numbers.into_iter().chain([JsValue::from_str(&after)]).collect::<Array>().into()
    }))
}

fn apply(value: &JsValue, edits: &[ValueEdit]) -> JsValue {
    change(value);
    let mut entered = Vec::new();
    for edit in edits {
        match edit {
            ValueEdit::Enter { at } => {
                entered.push(*at);
                enter(*at as u32);
            }
            ValueEdit::Leave => leave(entered.pop().unwrap_or_default() as u32),
            ValueEdit::Text { at, text: NewText::Whole(text) } => put_text(*at as u32, text),
            ValueEdit::Text { at, text: NewText::Pieces { head, between, tail } } => {
                put_pieces(*at as u32, *head as u32, between, *tail as u32);
            }
            ValueEdit::Rename { at, name } => rename(*at as u32, name),
            ValueEdit::Keep { head, from, to, late, marker } => {
                let marker = marker.as_ref();
                let name = marker.map(|(name, _)| name.as_str());
                let late: Vec<u32> = late.iter().map(|at| *at as u32).collect();
                let text = marker.map(|(_, text)| text.as_str());
                stay(*head as u32, *from as u32, *to as u32, &late, name, text);
            }
            ValueEdit::Gap { before, text } => put_gap(*before as u32, text),
            ValueEdit::Flag { name } => flag(name),
            _ => {}
        }
    }
    changed()
}

/// A value that stays in JavaScript, until this is dropped: then all that was found in it is forgotten.
#[derive(Debug)]
struct JsSource {
    place: u32,
}

impl Drop for JsSource {
    fn drop(&mut self) {
        release(self.place);
    }
}

fn member(row: &[f64]) -> Member {
    let [form, size, node, name] = *row else { return Member { node: 0, form: Form::Unreadable, name: 0 } };
    let size = size as usize;
    let form = match form as u32 {
        0 => Form::Nothing,
        1 => Form::Plain(size),
        2 => Form::Text(size),
        3 => Form::List(size),
        4 => Form::Object(size),
        5 => Form::Bytes(size),
        6 => Form::Digits,
        8 => Form::Cycle,
        _ => Form::Unreadable,
    };
    Member { node: node as u32, form, name: name as usize }
}

/// Limits that are none are infinite in JavaScript.
fn number(limit: usize) -> f64 {
    if limit == usize::MAX { f64::INFINITY } else { limit as f64 }
}

impl ValueSource for JsSource {
    fn root(&self) -> Member {
        let mut row = [0.0; ROW];
        root(self.place, &mut row);
        member(&row)
    }

    fn members(&self, node: u32, from: usize, most: usize, into: &mut Vec<Member>) {
        let mut rows = vec![0.0; most * ROW];
        let count = members(node, from as u32, most as u32, &mut rows) as usize;
        into.extend(rows.chunks_exact(ROW).take(count).map(member));
    }

    fn name(&self, node: u32, at: usize) -> String {
        name(node, at as u32)
    }

    fn plain(&self, container: u32, at: usize) -> String {
        plain(container, at as u32)
    }

    fn words(&self, container: u32) -> Option<Cow<'_, str>> {
        words(container).map(Cow::Owned)
    }

    fn position(&self, node: u32, name: &str) -> Option<usize> {
        usize::try_from(position(node, name)).ok()
    }

    fn text(&self, node: u32, then: &mut dyn FnMut(&dyn Source)) {
        let text = text(node);
        let units = text.unchecked_ref::<JsString>().length() as usize;
        then(&JsText::owned(text, units));
    }

    fn json_bytes(&self, node: u32, most: usize) -> usize {
        json_bytes(node, most as f64) as usize
    }

    fn piece_json_bytes(&self, node: u32, from: usize, to: usize) -> usize {
        piece_json_bytes(node, from as u32, to as u32) as usize
    }

    fn holds_base64(&self, node: u32, run: usize) -> bool {
        holds_base64(node, run as u32)
    }

    fn is_within(&self, limits: &EasyLimits) -> bool {
        let base64 = limits.base64.unwrap_or_default();
        is_within(
            self.place,
            number(limits.units),
            number(limits.bytes),
            number(limits.items),
            number(limits.keys),
            number(limits.name),
            number(limits.depth),
            number(limits.total),
            limits.base64.is_some(),
            base64.shortest as u32,
            base64.searched as u32,
            base64.run as u32,
            base64.beginning as u32,
        )
    }

    fn release(&self, node: u32) {
        release(node);
    }
}
