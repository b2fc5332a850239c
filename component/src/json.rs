//! JSON text as hosts write it.

use serde_json::{Error, Value};
use tooltrim::host::{NamedOption, OptionValue, well_formed};
use tooltrim::{Error as Wrong, ErrorKind};

use crate::bindings::exports::tooltrim::core::text as wit;
use crate::messages::{failed, json};

/// Sets options by the members of a JSON object; errors name it `name`.
pub(crate) fn set_options(
    name: &str,
    text: &str,
    mut set: impl FnMut(&NamedOption<'_>) -> Result<(), Wrong>,
) -> Result<(), wit::Error> {
    let given = json(text, name, ErrorKind::InvalidOption)?;
    let Value::Object(members) = given else {
        return Err(failed(ErrorKind::InvalidOption, format!("{name}: {given} is not an object")));
    };
    for (name, value) in members {
        let shown = value.to_string();
        let value = serde_json::from_value(value).unwrap_or(OptionValue::Other);
        set(&NamedOption { name: &name, shown: &shown, value })?;
    }
    Ok(())
}

/// The value of a text. A lone surrogate is no reason to refuse all of it: a tool that cuts an emoji in two makes one,
/// and hosts write it as an escape that no Rust string can hold.
pub(crate) fn parse(text: &str) -> Result<Value, Error> {
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&well_formed(text)))
}
