//! Edits as JSON Patch.

use alloc::vec::Vec;

use serde_json::{Value, json};

use super::edit::{Edit, Segment, segment};

/// Edits as a JSON Patch (RFC 6902), for tools that know nothing of ours.
///
/// ```
/// use serde_json::json;
/// use tooltrim::messages::{Edit, to_json_patch};
///
/// let edits = [Edit::Drop { path: "/1".into() }, Edit::InsertMessage { index: 1, message: json!({"role": "user"}) }];
/// assert_eq!(to_json_patch(&edits), json!([
///     {"op": "remove", "path": "/1"},
///     {"op": "add", "path": "/1", "value": {"role": "user"}},
/// ]));
/// ```
///
/// The operations of a patch come one after another, each on the result of the one before: so they are written from the
/// end of the messages to their beginning, where positions are still those of the original.
#[must_use]
pub fn to_json_patch(edits: &[Edit]) -> Value {
    let mut ordered: Vec<(Vec<Segment>, usize, &Edit)> = Vec::with_capacity(edits.len());
    for (at, edit) in edits.iter().enumerate() {
        if let Some(path) = edit.segments() {
            ordered.push((path.into_iter().map(segment).collect(), at, edit));
        }
    }
    // Behind comes first; of one place what happens in it, then to it, then what comes before it, the last first.
    ordered.sort_by(|(path, at, edit), (other_path, other_at, other)| {
        let shared = path.iter().zip(other_path).find(|(one, two)| one != two);
        match shared {
            Some((one, two)) => two.cmp(one),
            None => (other_path.len().cmp(&path.len()))
                .then(edit.is_insert().cmp(&other.is_insert()))
                .then(other_at.cmp(at)),
        }
    });
    let operation = |(path, _, edit): &(Vec<Segment>, usize, &Edit)| {
        let in_list = matches!(path.last(), Some(Segment::Index(_)));
        let operation = match edit {
            Edit::Drop { .. } => return json!({"op": "remove", "path": edit.path()}),
            // `add` replaces a member, and sets one that is not there; in a list it would insert.
            Edit::Text { .. } | Edit::Set { .. } if in_list => "replace",
            _ => "add",
        };
        json!({"op": operation, "path": edit.path(), "value": edit.value()})
    };
    Value::Array(ordered.iter().map(operation).collect())
}
