//! Imports that the folders in `format` share.

pub(super) use alloc::format;
pub(super) use alloc::string::String;
pub(super) use alloc::vec;
pub(super) use alloc::vec::Vec;

pub(super) use super::as_text::Render;
pub(super) use super::change::{Change, New, NewObject, Pointer, object, text};
pub(super) use super::check::{
    Check, Fix, Limits, NO_JSON, NO_TEXT, Subject, as_json, as_object, cut_object, is_plain_char, place_of,
};
pub(super) use super::define::{Checks, Facts, Quirk, Reads, Sees, Writes};
pub(super) use super::detect::Seen;
pub(super) use super::leaf::{Leaf, LeafKind, Step, leaf, leaf_at, pieces};
pub(super) use super::problem::pointer;
pub(super) use super::rules::Rule;
pub(super) use super::shared::{
    content_units, first_part, is_mark, is_media, is_signed, read_content, run_end, speaker,
};
pub(super) use super::write::{Writer, plain, typed};
pub(super) use super::{Reader, Thinking, message_at, part_node};
pub(super) use crate::format::conversation::{Content, Flags, Message, Part, PartAt, PartKind, Place, Role};
pub(super) use crate::format::pair::Grouping;
pub(super) use crate::tree::{Key, Shape, Tag, Tree, View, Word, Words};
