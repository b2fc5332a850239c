//! Plain JavaScript objects for what goes out.

use js_sys::{Array, Object};
#[cfg(feature = "full")]
use serde::Serialize;
#[cfg(feature = "full")]
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::JsValue;

#[cfg(feature = "full")]
use crate::host::Failed;

/// A public type of the core: `null` for what is missing, numbers for all integers.
#[cfg(feature = "full")]
pub(crate) fn plain_object(value: &impl Serialize) -> Result<JsValue, Failed> {
    value.serialize(&Serializer::json_compatible()).map_err(|error| Failed::from(JsValue::from(error)))
}

/// Members by name. `Object.fromEntries`, as one may be called `__proto__`.
pub(crate) fn object<'a>(members: impl IntoIterator<Item = (&'a str, JsValue)>) -> JsValue {
    let entries = members.into_iter().map(|(name, value)| Array::of2(&JsValue::from_str(name), &value));
    Object::from_entries(&entries.collect::<Array>()).map_or(JsValue::UNDEFINED, JsValue::from)
}
