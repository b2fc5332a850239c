//! The few builtins of JavaScript that are used. The crate `js-sys` has all of them, and brings 3 KB into each module:
//! functions that only its descriptions for wasm-bindgen refer to stay in the table of indirect calls.

use alloc::string::String;

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "Array<any>")]
    #[derive(Clone, Debug)]
    pub type Array;
    #[wasm_bindgen(constructor)]
    pub(crate) fn new() -> Array;
    #[wasm_bindgen(static_method_of = Array, js_name = isArray)]
    pub(crate) fn is_array(value: &JsValue) -> bool;
    #[wasm_bindgen(static_method_of = Array, js_name = from)]
    pub(crate) fn copy(list: &JsValue) -> Array;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn length(this: &Array) -> u32;
    #[wasm_bindgen(method, indexing_getter)]
    pub(crate) fn get(this: &Array, at: u32) -> JsValue;
    #[wasm_bindgen(method)]
    pub(crate) fn push(this: &Array, value: &JsValue) -> u32;

    #[wasm_bindgen(typescript_type = "object")]
    #[derive(Clone, Debug)]
    pub type Object;
    #[wasm_bindgen(constructor)]
    pub(crate) fn new() -> Object;
    #[wasm_bindgen(static_method_of = Object)]
    pub(crate) fn entries(of: &JsValue) -> Array;
    #[wasm_bindgen(static_method_of = Object, js_name = fromEntries)]
    pub(crate) fn from_entries(entries: &Array) -> Object;
    /// Of a new plain object, which takes every member.
    #[wasm_bindgen(method, indexing_setter)]
    pub(crate) fn set(this: &Object, name: &JsValue, value: &JsValue);

    #[wasm_bindgen(typescript_type = "Function")]
    #[derive(Clone, Debug)]
    pub type Function;
    #[wasm_bindgen(method, catch)]
    pub(crate) fn call(this: &Function, of: &JsValue, argument: &JsValue) -> Result<JsValue, JsValue>;

    pub(crate) type Error;
    #[wasm_bindgen(method, getter)]
    pub(crate) fn message(this: &Error) -> String;

    #[wasm_bindgen(js_name = String)]
    type Text;
    #[wasm_bindgen(method, getter, js_name = length)]
    fn units(this: &Text) -> u32;

    #[wasm_bindgen(catch, js_namespace = JSON, js_name = parse)]
    pub(crate) fn parse_json(text: &str) -> Result<JsValue, JsValue>;
}

impl Array {
    pub(crate) fn of<const N: usize>(items: [&JsValue; N]) -> Self {
        let list = Self::new();
        for item in items {
            list.push(item);
        }
        list
    }

    pub(crate) fn items(self) -> impl Iterator<Item = JsValue> {
        (0..self.length()).map(move |at| self.get(at))
    }
}

impl FromIterator<JsValue> for Array {
    fn from_iter<I: IntoIterator<Item = JsValue>>(items: I) -> Self {
        let list = Self::new();
        for item in items {
            list.push(&item);
        }
        list
    }
}

/// Returns the UTF-16 units of a string.
pub(crate) fn units_of(text: &JsValue) -> u32 {
    text.unchecked_ref::<Text>().units()
}
