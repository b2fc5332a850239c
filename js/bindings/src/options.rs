//! Options objects and errors, in and out. What is allowed and how it is worded is the core's.

use alloc::format;
use alloc::string::String;
use js_sys::{Array, Object};
use tooltrim::calls::Categories;
use tooltrim::compaction::Target;
use tooltrim::host::{NamedOption, OptionValue};
use tooltrim::presets::Mode;
use tooltrim::values::ByteLimit;
use tooltrim::{CleanOptions, CompactOptions, Error};
use wasm_bindgen::{JsCast, JsValue};

use crate::host::{self, Failed};
use crate::out::object;

/// Reads a plain options object into `options`. A property that is undefined counts as absent.
pub(crate) fn read<O>(
    mut options: O,
    object: &JsValue,
    set: fn(&mut O, &NamedOption<'_>) -> Result<(), Error>,
) -> Result<O, Failed> {
    each(object, &mut |option| set(&mut options, option))?;
    Ok(options)
}

/// Compiled once, whatever the options are.
fn each(object: &JsValue, set: &mut dyn FnMut(&NamedOption<'_>) -> Result<(), Error>) -> Result<(), Failed> {
    for (name, value) in members(object) {
        if !value.is_undefined() {
            set(&NamedOption { name: &name, value: decode(&value, 0), shown: &host::show(&value) })?;
        }
    }
    Ok(())
}

/// Reads how a text is cut to bytes.
pub(crate) fn read_byte_limit(max_bytes: &JsValue, object: &JsValue) -> Result<ByteLimit, Failed> {
    let limit = read(ByteLimit::default(), object, ByteLimit::set)?;
    let most = size("maxBytes", max_bytes, limit.most())?;
    Ok(limit.max_bytes(most))
}

/// Sets the size outside the messages of a request; absent keeps the option.
pub(crate) fn for_request(options: &CompactOptions, given: [(&str, &JsValue); 3]) -> Result<CompactOptions, Failed> {
    let mut options = options.clone();
    for (name, value) in given.into_iter().filter(|(_, value)| !value.is_undefined()) {
        options.set(&NamedOption { name, value: decode(value, 0), shown: &host::show(value) })?;
    }
    options.room()?;
    Ok(options)
}

/// Reads the target of a request.
pub(crate) fn target(value: &JsValue) -> Result<Target, Failed> {
    let option = NamedOption { name: "compactTo", value: decode(value, 0), shown: &host::show(value) };
    Ok(Target::read(&option)?)
}

/// Reads what tools of the caller's own do.
pub(crate) fn read_categories(object: &JsValue) -> Result<Categories, Failed> {
    let option = NamedOption { name: "categories", value: decode(object, 0), shown: &host::show(object) };
    Ok(Categories::read(&option)?)
}

/// Reads what to clean; absent means all that loses nothing.
pub(crate) fn read_clean(value: &JsValue) -> Result<CleanOptions, Failed> {
    if value.is_undefined() {
        return Ok(CleanOptions::all());
    }
    let option = NamedOption { name: "options", value: decode(value, 0), shown: &host::show(value) };
    Ok(CleanOptions::read(&option)?)
}

fn members(object: &JsValue) -> impl Iterator<Item = (String, JsValue)> {
    Object::entries(object.unchecked_ref()).into_iter().map(|entry| {
        let entry: Array = entry.unchecked_into();
        (entry.get(0).as_string().unwrap_or_default(), entry.get(1))
    })
}

/// Options by name as a plain object.
pub(crate) fn write(options: &[(&str, OptionValue)]) -> JsValue {
    object(options.iter().map(|(name, value)| (*name, encode(value))))
}

/// The other way round than [`decode`].
fn encode(value: &OptionValue) -> JsValue {
    match value {
        OptionValue::Number(number) => JsValue::from_f64(*number),
        OptionValue::Text(text) => JsValue::from_str(text),
        OptionValue::Bool(on) => JsValue::from_bool(*on),
        OptionValue::List(items) => items.iter().map(encode).collect::<Array>().into(),
        OptionValue::Object(members) => object(members.iter().map(|(name, value)| (name.as_str(), encode(value)))),
        OptionValue::Null => JsValue::NULL,
        _ => JsValue::UNDEFINED,
    }
}

/// A size that a preset takes, or the usual one.
pub(crate) fn size(field: &str, value: &JsValue, usual: usize) -> Result<usize, Failed> {
    Ok(at_least(field, value, 0)?.map_or(usual, |size| usize::try_from(size).unwrap_or(usize::MAX)))
}

/// A size of `least` or more; `None` if it is absent.
pub(crate) fn at_least(field: &str, value: &JsValue, least: u64) -> Result<Option<u64>, Failed> {
    if value.is_undefined() {
        return Ok(None);
    }
    let option = NamedOption { name: field, value: decode(value, 0), shown: &host::show(value) };
    Ok(Some(option.at_least(least)?))
}

pub(crate) fn mode(name: &str) -> Result<Mode, Failed> {
    let shown = format!("\"{name}\"");
    let option = NamedOption { name: "mode", value: OptionValue::Text(name.into()), shown: &shown };
    Ok(option.mode()?)
}

/// Options are flat or nearly so; what lies deeper is no option of ours.
const DEPTH: u32 = 6;

pub(crate) fn decode(value: &JsValue, depth: u32) -> OptionValue {
    if let Some(number) = value.as_f64() {
        OptionValue::Number(number)
    } else if let Some(text) = value.as_string() {
        OptionValue::Text(text)
    } else if let Some(on) = value.as_bool() {
        OptionValue::Bool(on)
    } else if value.is_function() {
        OptionValue::Function
    } else if value.is_null() {
        OptionValue::Null
    } else if depth == DEPTH {
        OptionValue::Other
    } else if Array::is_array(value) {
        OptionValue::List(Array::from(value).iter().map(|item| decode(&item, depth + 1)).collect())
    } else if value.is_object() {
        let given = members(value).filter(|(_, value)| !value.is_undefined());
        OptionValue::Object(given.map(|(name, value)| (name, decode(&value, depth + 1))).collect())
    } else {
        OptionValue::Other
    }
}
