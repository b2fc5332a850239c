//! Stub.
use alloc::string::String;
use alloc::vec::Vec;
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Deed { Read, Search, List, Test, Write, #[default] Run }
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct View { pub(crate) path: String, pub(crate) first: Option<u32>, pub(crate) last: Option<u32> }
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Deeds { pub(crate) kind: Deed, pub(crate) reads: Vec<View>, pub(crate) writes: Vec<String>, pub(crate) query: Option<String>, pub(crate) places: Vec<String>, pub(crate) plain: String }
pub(crate) fn deeds(command: &str) -> Deeds { Deeds { plain: String::from(command), ..Deeds::default() } }
