//! Halves of surrogate pairs: a text that has one is no Unicode, and no JSON that a provider takes.

use crate::format::down;
use crate::format::leaf::{arguments, result};
use crate::format::prelude::*;
use crate::tree::well_formed;

const DETAIL: &str = "half a surrogate pair is no char";
const MOST: usize = usize::MAX >> 1;

impl<T: Tree> Check<'_, T> {
    pub(super) fn surrogates(&mut self) {
        // A scan of instances misses the texts behind their accessors.
        let anywhere = self.is_of_classes() || self.root.has_lone_surrogate(Key::This);
        for place in 0..self.nodes.len() {
            let Some((at, part, node)) = self.noded(place) else { continue };
            let is_call = matches!(part.kind, PartKind::Call | PartKind::Exchange);
            if !(anywhere || is_call && part.has(Flags::WRITTEN)) {
                continue;
            }
            let before = self.found.len();
            if is_call {
                let leaf = arguments(&node, self.format, part);
                self.torn(at, &node, leaf, part.has(Flags::WRITTEN), true);
            }
            if !anywhere {
                continue;
            }
            if matches!(part.kind, PartKind::Result | PartKind::Exchange) {
                for leaf in result(&node, self.format, part) {
                    self.torn(at, &node, leaf, false, true);
                }
            }
            let texts = [Key::This, Key::Text, Key::Value, Key::Thinking, Key::Reasoning];
            let text = texts.into_iter().find(|key| matches!(node.shape(*key), Shape::Text(_)));
            if let (PartKind::Text | PartKind::Thinking, Some(key)) = (part.kind, text) {
                let steps = Some(key).filter(|key| *key != Key::This).map(Step::Key);
                let role = self.messages.get(at.message).map(|message| message.role);
                let spoken = matches!(role, Some(Role::User | Role::System)) && !self.asked.repair_user_texts;
                // No other text has the signature.
                let may = !spoken && !part.has(Flags::SIGNED);
                self.torn(at, &node, leaf(steps.into_iter().collect(), LeafKind::Text), false, may);
            }
            // Instances of classes hold what they were made from beside what they show.
            let is_left = self.found.len() == before && !self.is_of_classes() && node.has_lone_surrogate(Key::This);
            if is_left && !(is_call && self.is_mended_name(part, &node)) {
                self.part(Rule::LoneSurrogate, at, &[], DETAIL, Fix::None);
            }
        }
    }

    /// Returns `true` if all halves of a call are in its name, and a repair has put another name in its place.
    fn is_mended_name(&self, part: &Part, node: &T) -> bool {
        if part.name.is_none_or(|name| !self.text_of(name).is_ascii()) {
            return false;
        }
        let steps: Vec<Step> = self.format.rules().name(node, part).into_iter().map(Step::Key).collect();
        let held = down(node, &steps).map_or(0, |held| halves(&held.json(Key::This)));
        held > 0 && held == halves(&node.json(Key::This))
    }

    /// Reports a text, or a value with texts; `written`: a text whose escapes count, too.
    fn torn(&mut self, at: PartAt, node: &T, leaf: Leaf, written: bool, may: bool) {
        let held = if leaf.steps.is_empty() { Some(*node) } else { down(node, &leaf.steps) };
        let Some(held) = held else { return };
        let is_torn = held.has_lone_surrogate(Key::This);
        let fix = match leaf.kind {
            LeafKind::Text | LeafKind::Written if is_torn || written => {
                // Halves cross as U+FFFD.
                let Some(text) = held.text(Key::This, MOST) else { return };
                let whole = if written { well_formed(&text) } else { (&*text).into() };
                if !is_torn && whole == text {
                    return;
                }
                Fix::Set(whole.into_owned())
            }
            LeafKind::Json if is_torn => Fix::Json(well_formed(&held.json(Key::This)).into_owned()),
            _ => return,
        };
        self.report(Rule::LoneSurrogate, Subject::Part(at), leaf.steps, DETAIL, if may { fix } else { Fix::None });
    }
}

/// The number of halves in a JSON text.
fn halves(json: &str) -> usize {
    const WHOLE: &str = "\\ufffd";
    well_formed(json).matches(WHOLE).count() - json.matches(WHOLE).count()
}

#[cfg(all(test, feature = "serde_json"))]
mod tests {
    use alloc::string::ToString;

    use serde_json::{Value, json};

    use super::*;
    use crate::format::build::edits;
    use crate::format::messages::{MessageOptions, repair_messages_of, validate_messages_of};
    use crate::format::verify::verify_of;
    use crate::format::{MessageFormat, apply_edits};
    use crate::source::StrSource;
    use crate::tree::{JsonTree, JsonWords, Reach, Unread};

    /// A char that no text has: half a pair, as JavaScript has them.
    const HALF: char = '\u{ffff}';

    fn crossed(text: &str) -> String {
        text.replace(HALF, "\u{fffd}")
    }

    fn is_torn(value: &Value) -> bool {
        value.to_string().contains(HALF)
    }

    /// A tree of a host whose texts may be torn.
    #[derive(Clone, Copy, Debug)]
    struct Torn<'a>(JsonTree<'a>);

    impl View for Torn<'_> {
        fn child(&self, key: Key) -> Option<Self> {
            self.0.child(key).map(Self)
        }
        fn item(&self, key: Key, at: usize) -> Option<Self> {
            self.0.item(key, at).map(Self)
        }
        fn shape(&self, key: Key) -> Shape {
            self.0.shape(key)
        }
        fn has(&self, key: Key) -> bool {
            self.0.has(key)
        }
        fn tag(&self, key: Key) -> Tag {
            self.0.tag(key)
        }
    }

    impl<'a> Tree for Torn<'a> {
        type Words = JsonWords;
        type Text = StrSource<'a>;

        fn number(&self, key: Key) -> Option<f64> {
            self.0.number(key)
        }
        fn word(&self, key: Key, words: &mut JsonWords) -> Option<Word> {
            self.0.word(key, words)
        }
        fn text(&self, key: Key, most: usize) -> Option<String> {
            self.0.text(key, most).map(|text| crossed(&text))
        }
        fn source(&self, key: Key) -> Option<StrSource<'a>> {
            self.0.source(key)
        }
        fn decoded(&self, key: Key) -> Option<String> {
            self.0.decoded(key)
        }
        fn is_blank(&self, key: Key) -> bool {
            self.0.is_blank(key)
        }
        fn ends_blank(&self, key: Key) -> bool {
            self.0.ends_blank(key)
        }
        fn json_units(&self, key: Key) -> usize {
            self.0.json_units(key)
        }
        fn unread(&self, reach: Reach) -> Vec<Unread> {
            self.0.unread(reach)
        }
        fn json(&self, key: Key) -> String {
            // `JSON.stringify` writes an escape.
            self.0.json(key).replace(HALF, "\\ud83d")
        }
        fn json_sample(&self, key: Key, most: usize) -> String {
            self.0.json_sample(key, most)
        }
        fn holds_object(&self, key: Key) -> bool {
            self.0.holds_object(key)
        }
        fn has_lone_surrogate(&self, key: Key) -> bool {
            match (self.0, key) {
                (JsonTree::Messages(messages), _) => messages.iter().any(is_torn),
                (JsonTree::Value(value), Key::This) => is_torn(value),
                (JsonTree::Value(value), key) => value.get(key.name()).is_some_and(is_torn),
            }
        }
        fn has_class(&self, key: Key) -> bool {
            self.0.has_class(key)
        }
        fn is_same(&self, other: &Self) -> bool {
            self.0.is_same(&other.0)
        }
    }

    fn repaired(messages: &Value, options: MessageOptions) -> (Vec<String>, Value) {
        let list = messages.as_array().unwrap();
        let tree = Torn(JsonTree::Messages(list));
        let problems = validate_messages_of(&tree, options).unwrap();
        assert!(problems.iter().all(|problem| problem.rule == Rule::LoneSurrogate), "{problems:?}");
        let plan = repair_messages_of(&tree, options, false).unwrap();
        let after = apply_edits(list, &edits(list, plan.changes)).unwrap();
        let verified = verify_of(&tree, &Torn(JsonTree::Messages(&after)), options, plan.problems.len()).unwrap();
        assert_eq!(verified, None);
        (problems.into_iter().map(|problem| problem.path).collect(), Value::Array(after))
    }

    fn with(half: &str, user: &str) -> Value {
        json!([
            {"role": "user", "content": format!("Go{user}.")},
            {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "Hm.", "signature": "c2ln"},
                {"type": "text", "text": format!("I see{half}.")},
                {"type": "tool_use", "id": "t1", "name": "ls", "input": {"paths": [format!("src{half}")], "n": 1}},
                {"type": "tool_use", "id": "t2", "name": "ls", "input": {}},
            ]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "t1", "content": format!("a{half}\nb")},
                {"type": "tool_result", "tool_use_id": "t2", "content": [{"type": "text", "text": format!("{half}b")}]},
            ]},
        ])
    }

    #[test]
    fn texts_become_unicode_and_those_of_users_if_asked() {
        let paths = [
            "/0/content",
            "/1/content/1/text",
            "/1/content/2/input",
            "/2/content/0/content",
            "/2/content/1/content/0/text",
        ];
        let (torn, whole) = ("\u{ffff}", "\u{fffd}");
        let messages = with(torn, torn);
        let options = MessageOptions::from(MessageFormat::Anthropic);
        assert_eq!(repaired(&messages, options), (paths.map(String::from).to_vec(), with(whole, torn)));
        let options = options.repair_user_texts(true);
        assert_eq!(repaired(&messages, options), (paths.map(String::from).to_vec(), with(whole, whole)));
        assert_eq!(repaired(&with("\u{1f600}", ""), options), (Vec::new(), with("\u{1f600}", "")));
    }

    #[test]
    fn a_name_that_was_mended_is_no_problem_any_more() {
        let call = |name: &str, more: &str| {
            let function = json!({"name": name, "arguments": "{}"});
            let call = json!({"id": "a", "type": "function", "function": function, "note": more});
            json!([
                {"role": "user", "content": "Go."},
                {"role": "assistant", "content": null, "tool_calls": [call]},
                {"role": "tool", "tool_call_id": "a", "content": "ok"},
            ])
        };
        let options = MessageOptions::from(MessageFormat::OpenAiChat);
        for (more, left) in [("", 0), ("\u{ffff}", 1)] {
            let messages = call("ls\u{ffff}", more);
            let list = messages.as_array().unwrap();
            let tree = Torn(JsonTree::Messages(list));
            assert!(
                validate_messages_of(&tree, options).unwrap().iter().any(|found| found.rule == Rule::LoneSurrogate)
            );
            let plan = repair_messages_of(&tree, options, false).unwrap();
            let after = apply_edits(list, &edits(list, plan.changes)).unwrap();
            assert_eq!((Value::Array(after), plan.problems.len()), (call("ls_", more), left), "{:?}", plan.problems);
        }
    }

    #[test]
    fn other_members_are_reported() {
        let messages = json!([
            {"role": "user", "content": "Go."},
            {"role": "assistant", "content": [{"type": "thinking", "thinking": "\u{ffff}", "signature": "c2ln"},
                {"type": "tool_use", "id": "t1", "name": "l\u{ffff}", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "a"}]},
        ]);
        let (paths, after) = repaired(&messages, MessageOptions::from(MessageFormat::Anthropic));
        assert_eq!(paths, ["/1/content/0/thinking", "/1/content/1"]);
        assert_eq!(after, messages);
    }
}
