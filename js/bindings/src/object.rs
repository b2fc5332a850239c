//! The core's public types as plain JavaScript objects: `null` for what is missing, numbers for all integers.

use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt::{self, Display};

use serde::ser::{self, Impossible, Serialize};
use wasm_bindgen::JsValue;

use crate::js::{Array, Object};

/// A public type as the object that JavaScript knows it as.
pub(crate) fn plain_object(value: &impl Serialize) -> JsValue {
    // Our types hold nothing that is refused: one that did would be a fault of ours, and is said, not left out.
    let made = value.serialize(&Names::default());
    made.unwrap_or_else(|_| wasm_bindgen::throw_str("a type of the core has no form in JavaScript"))
}

/// Names of members, each made once: a list has the same ones in each of its items.
#[derive(Default)]
struct Names(RefCell<Vec<(&'static str, JsValue)>>);

impl Names {
    fn with(&self, name: &'static str, call: impl FnOnce(&JsValue)) {
        let mut known = self.0.borrow_mut();
        // Found by where it is: comparing texts would take longer than making one.
        let at = known.iter().position(|(each, _)| core::ptr::eq(*each, name)).unwrap_or_else(|| {
            known.push((name, JsValue::from_str(name)));
            known.len() - 1
        });
        if let Some((_, name)) = known.get(at) {
            call(name);
        }
    }
}

/// A type that is none of the core's public ones.
#[derive(Debug)]
struct Refused;

impl Display for Refused {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl core::error::Error for Refused {}

impl ser::Error for Refused {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

type Made<T = JsValue> = Result<T, Refused>;

/// A list in the making.
struct List<'a>(&'a Names, Array);

impl ser::SerializeSeq for List<'_> {
    type Ok = JsValue;
    type Error = Refused;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Made<()> {
        self.1.push(&value.serialize(self.0)?);
        Ok(())
    }

    fn end(self) -> Made {
        Ok(self.1.into())
    }
}

/// An object in the making.
struct Members<'a>(&'a Names, Object);

impl ser::SerializeStruct for Members<'_> {
    type Ok = JsValue;
    type Error = Refused;

    fn serialize_field<T: ?Sized + Serialize>(&mut self, name: &'static str, value: &T) -> Made<()> {
        let value = value.serialize(self.0)?;
        self.0.with(name, |name| self.1.set(name, &value));
        Ok(())
    }

    fn end(self) -> Made {
        Ok(self.1.into())
    }
}

macro_rules! numbers {
    ($($method:ident($number:ty);)*) => {$(
        fn $method(self, value: $number) -> Made {
            Ok(JsValue::from_f64(value as f64))
        }
    )*};
}

#[allow(clippy::cast_lossless, reason = "one rule for all numbers")]
impl<'a> ser::Serializer for &'a Names {
    type Ok = JsValue;
    type Error = Refused;
    type SerializeSeq = List<'a>;
    type SerializeTuple = Impossible<JsValue, Refused>;
    type SerializeTupleStruct = Impossible<JsValue, Refused>;
    type SerializeTupleVariant = Impossible<JsValue, Refused>;
    type SerializeMap = Impossible<JsValue, Refused>;
    type SerializeStruct = Members<'a>;
    type SerializeStructVariant = Impossible<JsValue, Refused>;

    numbers! {
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
    }

    fn serialize_bool(self, value: bool) -> Made {
        Ok(JsValue::from_bool(value))
    }

    fn serialize_str(self, value: &str) -> Made {
        Ok(JsValue::from_str(value))
    }

    fn serialize_none(self) -> Made {
        Ok(JsValue::NULL)
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Made {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(self, _: &'static str, value: &T) -> Made {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Made<List<'a>> {
        Ok(List(self, Array::new()))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Made<Members<'a>> {
        Ok(Members(self, Object::new()))
    }

    fn serialize_char(self, _: char) -> Made {
        Err(Refused)
    }

    fn serialize_bytes(self, _: &[u8]) -> Made {
        Err(Refused)
    }

    fn serialize_unit(self) -> Made {
        Err(Refused)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Made {
        Err(Refused)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, name: &'static str) -> Made {
        Ok(JsValue::from_str(name))
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Made {
        let mut members = Members(self, Object::new());
        ser::SerializeStruct::serialize_field(&mut members, name, value)?;
        Ok(members.1.into())
    }

    fn serialize_tuple(self, _: usize) -> Made<Self::SerializeTuple> {
        Err(Refused)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Made<Self::SerializeTupleStruct> {
        Err(Refused)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Made<Self::SerializeTupleVariant> {
        Err(Refused)
    }

    fn serialize_map(self, _: Option<usize>) -> Made<Self::SerializeMap> {
        Err(Refused)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Made<Self::SerializeStructVariant> {
        Err(Refused)
    }
}
