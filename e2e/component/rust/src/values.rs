//! Values between JSON, as JavaScript has them, and the types of the component.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use wasmtime::component::{ResourceAny, Type, Val};
use wasmtime::{Error, Result};

type Resources = HashMap<u64, ResourceAny>;

/// A value of a type.
pub fn give(kind: &Type, value: &Value, resources: &Resources) -> Result<Val> {
    let list = || value.as_array().map(Vec::as_slice).unwrap_or_default();
    let text = || value.as_str().unwrap_or_default().to_owned();
    let number = || value.as_f64().unwrap_or_default();
    Ok(match kind {
        Type::Bool => Val::Bool(value.as_bool().unwrap_or_default()),
        Type::U8 => Val::U8(number() as u8),
        Type::U32 => Val::U32(number() as u32),
        Type::U64 => Val::U64(number() as u64),
        Type::Float64 => Val::Float64(number()),
        Type::String => Val::String(text()),
        Type::Enum(_) => Val::Enum(text()),
        Type::Option(_) if value.is_null() => Val::Option(None),
        Type::Option(option) => Val::Option(Some(Box::new(give(&option.ty(), value, resources)?))),
        Type::List(items) => {
            let kind = items.ty();
            Val::List(list().iter().map(|item| give(&kind, item, resources)).collect::<Result<_>>()?)
        }
        Type::Tuple(parts) => Val::Tuple(
            parts.types().zip(list()).map(|(kind, item)| give(&kind, item, resources)).collect::<Result<_>>()?,
        ),
        Type::Record(record) => {
            let fields = record.fields().map(|field| {
                let value = value.get(camel(field.name)).unwrap_or(&Value::Null);
                Ok((field.name.to_owned(), give(&field.ty, value, resources)?))
            });
            Val::Record(fields.collect::<Result<_>>()?)
        }
        Type::Variant(variant) => {
            let tag = value["tag"].as_str().unwrap_or_default();
            let case = variant.cases().find(|case| case.name == tag);
            let case = case.ok_or_else(|| Error::msg(format!("there is no case {tag}")))?;
            let content = case.ty.map(|kind| give(&kind, &value["val"], resources)).transpose()?;
            Val::Variant(tag.to_owned(), content.map(Box::new))
        }
        Type::Own(_) | Type::Borrow(_) => {
            let known = value["$"].as_u64().and_then(|number| resources.get(&number));
            Val::Resource(*known.ok_or_else(|| Error::msg(format!("there is no resource {value}")))?)
        }
        other => return Err(Error::msg(format!("no value here has the type {other:?}"))),
    })
}

/// A value as JavaScript has it; a resource is known by the number that it had there.
pub fn take(value: Val, expected: &Value, resources: &mut Resources) -> Value {
    let mut inner = |value: Val| take(value, &Value::Null, resources);
    match value {
        Val::Bool(value) => json!(value),
        Val::U8(value) => json!(value),
        Val::U32(value) => json!(value),
        Val::U64(value) => json!(value),
        Val::Float64(value) => json!(value),
        Val::String(text) | Val::Enum(text) => json!(text),
        Val::Option(None) => Value::Null,
        Val::Option(Some(value)) => take(*value, expected, resources),
        Val::List(items) | Val::Tuple(items) => items.into_iter().map(inner).collect(),
        Val::Record(fields) => {
            let fields = fields.into_iter().map(|(name, value)| (camel(&name), inner(value)));
            Value::Object(fields.filter(|(_, value)| !value.is_null()).collect::<Map<_, _>>())
        }
        Val::Resource(resource) => {
            resources.insert(expected["$"].as_u64().unwrap_or_default(), resource);
            expected.clone()
        }
        other => json!(format!("{other:?}")),
    }
}

/// Whether two values are equal: in JavaScript 1 and 1.0 are.
pub fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(name, value)| other.get(name).is_some_and(|other| is_same(value, other)))
        }
        _ => one == other,
    }
}

fn camel(name: &str) -> String {
    let mut words = name.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |all, word| {
        let mut letters = word.chars();
        all + &letters.next().map(|letter| letter.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    })
}
