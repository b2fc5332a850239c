//! Options objects and errors, in and out. What is allowed and how it is worded is the core's.

use js_sys::{Array, Object, Reflect};
use tooltrim::presets::Mode;
use tooltrim::{Error, NamedOption, OptionValue, TrimOptions};
use wasm_bindgen::{JsCast, JsValue};

use crate::host;

/// Reads a plain options object; a property that is undefined counts as absent.
pub(crate) fn read(object: &JsValue) -> Result<TrimOptions, JsValue> {
    let mut options = TrimOptions::new();
    for entry in Object::entries(object.unchecked_ref()).iter() {
        let entry: Array = entry.unchecked_into();
        let (name, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
        if !value.is_undefined() {
            let option = NamedOption { name: &name, value: decode(&value), shown: &host::show(&value) };
            options.set(&option).map_err(|failed| error(&failed))?;
        }
    }
    Ok(options)
}

/// The options that differ from the defaults, as a plain object.
pub(crate) fn write(options: &TrimOptions) -> JsValue {
    let object = Object::new();
    for (name, value) in options.named() {
        let value = match value {
            OptionValue::Number(number) => JsValue::from_f64(number),
            OptionValue::Text(text) => JsValue::from_str(&text),
            OptionValue::Bool(on) => JsValue::from_bool(on),
            _ => continue,
        };
        // A new plain object takes every property.
        let _ = Reflect::set(&object, &JsValue::from_str(name), &value);
    }
    object.into()
}

/// A size that a preset takes, or the usual one.
pub(crate) fn size(field: &str, value: &JsValue, usual: usize) -> Result<usize, JsValue> {
    if value.is_undefined() {
        return Ok(usual);
    }
    let option = NamedOption { name: field, value: decode(value), shown: &host::show(value) };
    option.size().map(|size| usize::try_from(size).unwrap_or(usize::MAX)).map_err(|failed| error(&failed))
}

pub(crate) fn mode(name: &str) -> Result<Mode, JsValue> {
    let shown = format!("\"{name}\"");
    let option = NamedOption { name: "mode", value: OptionValue::Text(name.into()), shown: &shown };
    option.mode().map_err(|failed| error(&failed))
}

pub(crate) fn error(error: &Error) -> JsValue {
    host::fail(error.kind().code(), error.message())
}

fn decode(value: &JsValue) -> OptionValue {
    if let Some(number) = value.as_f64() {
        OptionValue::Number(number)
    } else if let Some(text) = value.as_string() {
        OptionValue::Text(text)
    } else if let Some(on) = value.as_bool() {
        OptionValue::Bool(on)
    } else if Array::is_array(value) {
        OptionValue::List(Array::from(value).iter().map(|item| decode(&item)).collect())
    } else if value.is_function() {
        OptionValue::Function
    } else {
        OptionValue::Other
    }
}
