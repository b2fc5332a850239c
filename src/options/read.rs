//! Values of options from any format that serde reads.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::OptionValue;

impl<'de> Deserialize<'de> for OptionValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = OptionValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of an option")
    }

    fn visit_bool<E>(self, on: bool) -> Result<OptionValue, E> {
        Ok(OptionValue::Bool(on))
    }

    fn visit_i64<E>(self, number: i64) -> Result<OptionValue, E> {
        Ok(OptionValue::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<OptionValue, E> {
        Ok(OptionValue::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<OptionValue, E> {
        Ok(OptionValue::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<OptionValue, E> {
        Ok(OptionValue::Text(text.to_string()))
    }

    fn visit_unit<E>(self) -> Result<OptionValue, E> {
        Ok(OptionValue::Null)
    }

    fn visit_none<E>(self) -> Result<OptionValue, E> {
        Ok(OptionValue::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<OptionValue, D::Error> {
        OptionValue::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<OptionValue, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(OptionValue::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<OptionValue, A::Error> {
        let mut object = Vec::new();
        while let Some(member) = members.next_entry::<String, OptionValue>()? {
            object.push(member);
        }
        Ok(OptionValue::Object(object))
    }
}
