//! Helpers that readers share.

use alloc::string::String;

use super::Reader;
use super::leaf::{document_text, text_of};
use crate::format::conversation::{Content, Message, Part, PartKind, Place, Role};
use crate::tree::{Key, Shape, Tag, Tree, View};

/// Maximum number of parts in a message: a longer list is a fault, or an attack.
const MOST_PARTS: usize = 1_000_000;
/// Lists may say that they are longer than they are.
pub(super) const ROOM: usize = 4096;

/// The end of a run of messages from `from` on; those that were taken out belong to it.
pub(super) fn run_end(messages: &[Message], from: usize, goes_on: impl Fn(&Message) -> bool) -> usize {
    let rest = messages.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|message| message.content == Content::Taken || goes_on(message)).count()
}

/// The role that most formats have for this word.
pub(super) fn speaker(tag: Tag) -> Role {
    match tag {
        Tag::User => Role::User,
        Tag::Assistant => Role::Assistant,
        Tag::System => Role::System,
        _ => Role::Unknown,
    }
}

/// Returns `true` for thinking with a signature of its provider, or encrypted by it.
pub(super) fn is_signed<T: Tree>(holder: &T) -> bool {
    let text = |key| matches!(holder.shape(key), Shape::Text(units) if units > 0);
    text(Key::Signature) || text(Key::RedactedData) || holder.has(Key::Data)
}

/// The first of the `parts` of a message.
pub(super) fn first_part<T: View>(message: &T) -> Option<T> {
    let Shape::List(count) = message.shape(Key::Parts) else { return None };
    (0..count.min(ROOM)).find_map(|at| message.item(Key::Parts, at))
}

/// Reads what a message holds at `member`: one text, or a list of which `part` reads each item.
pub(super) fn read_content<T: Tree>(
    node: &T,
    member: Key,
    message: &mut Message,
    reader: &mut Reader<T>,
    mut part: impl FnMut(&T, Place, &mut Reader<T>) -> Part,
) {
    match node.shape(member) {
        Shape::Text(units) => {
            message.content = Content::Text;
            let mut text = Part::new(PartKind::Text, message.place(Some(member), None));
            text.units = units;
            message.parts.push(text);
        }
        Shape::List(count) => {
            message.content = Content::List;
            if count > MOST_PARTS {
                reader.too_many = true;
                return;
            }
            message.parts.reserve(count.min(ROOM));
            for at in 0..count {
                let place = message.place(Some(member), Some(at));
                let read = match node.item(member, at) {
                    Some(item) => {
                        let part = part(&item, place, reader);
                        reader.kept(item, part)
                    }
                    None => Part::new(PartKind::Other, place),
                };
                message.parts.push(read);
            }
        }
        Shape::Absent | Shape::Null => {}
        _ => message.content = Content::Odd,
    }
}

/// UTF-16 units of a text, or of the texts in a list of blocks; of anything else those of its JSON.
pub(super) fn content_units<T: Tree>(node: &T, member: Key) -> usize {
    match node.shape(member) {
        Shape::Text(units) => units,
        Shape::List(count) => (0..count).filter_map(|at| node.item(member, at)).map(|item| block_units(&item)).sum(),
        Shape::Absent | Shape::Null => 0,
        _ => match node.child(member).map(|held| held.shape(Key::Text)) {
            Some(Shape::Text(units)) => units,
            _ => node.json_units(member),
        },
    }
}

fn block_units<T: Tree>(block: &T) -> usize {
    if let Some(Shape::Text(units)) = text_of(block).map(|key| block.shape(key)) {
        return units;
    }
    if let Some(key) = document_text(block) {
        return block.child(Key::Source).map_or(0, |source| content_units(&source, key));
    }
    if let (Shape::Bytes(bytes), true) = (block.shape(Key::Data), holds_text(block)) {
        return bytes;
    }
    // The provider determines the size of media, not their encoding.
    if is_media(block) || is_mark(block) { 0 } else { block.json_units(Key::This) }
}

/// True of an image, a file and the like, in any format.
pub(super) fn is_media<T: Tree>(block: &T) -> bool {
    let by_tag = matches!(
        block.tag(Key::Type),
        Tag::Image
            | Tag::ImageType
            | Tag::ImageUrlPart
            | Tag::ImageData
            | Tag::ImageFileId
            | Tag::InputImage
            | Tag::InputFile
            | Tag::InputAudio
            | Tag::Document
            | Tag::File
            | Tag::FileData
            | Tag::FileId
            | Tag::FileUrl
            | Tag::Media
            | Tag::Audio
            | Tag::Video
            | Tag::ContainerUpload
            | Tag::ReasoningFile
            | Tag::ComputerScreenshot
    );
    by_tag
        || block.tag(Key::Kind) == Tag::DataKind
        || matches!(block.shape(Key::Data), Shape::Bytes(_))
        || block.child(Key::InlineData).is_some()
        || block.child(Key::InlineDataSnake).is_some()
}

/// Returns `true` for data that a client adds for a provider, such as `cache_control` in VS Code: it has no media type
/// and no content.
pub(super) fn is_mark<T: Tree>(block: &T) -> bool {
    block.has(Key::Data)
        && !block.has(Key::Type)
        && block.text(Key::MimeType, 100).is_some_and(|mime| !mime.is_empty() && !mime.contains('/'))
}

/// True of bytes that are a text by their type, as VS Code's data parts may be.
pub(super) fn holds_text<T: Tree>(block: &T) -> bool {
    let mime = block.text(Key::MimeType, 100).unwrap_or_default();
    let textual = mime.starts_with("text/") || mime == "application/json" || mime.ends_with("+json");
    textual && matches!(block.shape(Key::Data), Shape::Bytes(_))
}

/// What a file holds, in any format: the holder, and which of these members it has.
fn content_of<T: Tree>(file: &T, members: &'static [Key]) -> impl Iterator<Item = (T, Key)> {
    // AI SDK 7 wraps what a file holds: `data: { type: "data", data }`.
    let within = [Key::Source, Key::InlineData, Key::InlineDataSnake, Key::File, Key::Data, Key::ImageUrl];
    let holders = within.into_iter().filter_map(|key| file.child(key)).chain([*file]);
    holders.flat_map(|holder| members.iter().map(move |key| (holder, *key)))
}

const FILE_MEMBERS: &[Key] = &[Key::Data, Key::Image, Key::FileDataSnake, Key::Content];
/// The same with members that hold an address, which may be a data URL.
const HELD: &[Key] = &[Key::Data, Key::Image, Key::FileDataSnake, Key::Content, Key::ImageUrl, Key::Url];

/// UTF-16 units that are read of a text to tell a data URL or another address from base64.
const HEAD: usize = 256;

/// Bytes in a text of a file: base64, or the data of a URL; none for another address.
fn data_bytes<T: Tree>(holder: &T, key: Key, units: usize) -> Option<usize> {
    let begins = holder.text(key, HEAD)?;
    let head = if begins.starts_with("data:") { begins.find(',')? + 1 } else { 0 };
    (head > 0 || !begins.contains("://")).then_some((units - head) / 4 * 3)
}

/// The type that a data URL in a file names.
pub(super) fn data_type<T: Tree>(file: &T) -> Option<String> {
    content_of(file, HELD).find_map(|(holder, key)| {
        let begins = Some(holder).filter(|holder| matches!(holder.shape(key), Shape::Text(_)))?.text(key, HEAD)?;
        let named = begins.strip_prefix("data:")?;
        named.find([';', ',']).and_then(|end| named.get(..end)).map(String::from)
    })
}

/// UTF-16 units of a file that is a text: of base64 three quarters, whatever it decodes to.
pub(crate) fn text_in_file<T: Tree>(file: &T) -> Option<usize> {
    let source = file.child(Key::Source);
    match source.map(|source| source.tag(Key::Type)) {
        Some(Tag::Text) => return Some(content_units(&source?, Key::Data)),
        Some(Tag::Content) => return Some(content_units(&source?, Key::Content)),
        _ => {}
    }
    if file.tag(Key::Type) == Tag::SearchResult {
        return Some(content_units(file, Key::Content));
    }
    if let Some(data) = file.child(Key::Data).filter(|data| data.tag(Key::Type) == Tag::Text) {
        return Some(content_units(&data, Key::Text));
    }
    let is_text = super::extract::mime_type(file).is_some_and(|mime| mime.starts_with("text/"));
    content_of(file, FILE_MEMBERS).find_map(|(holder, key)| match holder.shape(key) {
        Shape::Bytes(bytes) if is_text => Some(bytes),
        Shape::Text(units) => {
            let begins = holder.text(key, 10).unwrap_or_default();
            (is_text || begins.starts_with("data:text/")).then_some(units / 4 * 3)
        }
        _ => None,
    })
}

/// Bytes of a file, if it is there.
pub(crate) fn file_bytes<T: Tree>(file: &T) -> Option<usize> {
    text_in_file(file).or_else(|| {
        content_of(file, HELD).find_map(|(holder, key)| match holder.shape(key) {
            Shape::Bytes(bytes) => Some(bytes),
            Shape::Text(units) => data_bytes(&holder, key, units),
            _ => None,
        })
    })
}

/// The title or name of a file.
pub(crate) fn file_title<T: Tree>(file: &T) -> Option<String> {
    let holders = [Some(*file), file.child(Key::File)].into_iter().flatten();
    let named = |holder: T| [Key::Title, Key::Filename, Key::Name].into_iter().find_map(|key| holder.text(key, 120));
    holders.filter_map(named).find(|title| !title.is_empty())
}
