//! Values that become others where they stand.

use super::{Action, Mending};
use crate::format::check::Finding;
use crate::format::down;
use crate::format::pair::part_mut;
use crate::format::prelude::*;

impl<T: Tree> Mending<'_, T> {
    /// Applies fixes that change a value in place.
    pub(super) fn set(&mut self, finding: &Finding) {
        let Some(place) = self.place(finding) else { return };
        let path = || pointer(place, &finding.steps);
        let value = match &finding.fix {
            Fix::Set(value) => New::Text(value.clone()),
            Fix::Json(json) => New::Json(json.clone()),
            Fix::Number(number) => New::Number(*number),
            Fix::List => New::List(vec![New::Original(path(), Vec::new())]),
            Fix::TextPart => self.writer.rules().text_of(New::Original(path(), Vec::new()), self.speaker(finding)),
            Fix::Function(name) => {
                self.put_setting(place, vec![Step::Key(Key::Type)], New::Text("function".into()));
                object(vec![("name", text(name.clone())), ("arguments", self.own_arguments(place))])
            }
            Fix::Write => New::Written(path()),
            Fix::Parse => New::Parsed(path()),
            Fix::Wrap => self.wrapped(place, finding),
            Fix::DropMember => {
                self.note(finding, Action::Changed);
                self.put_drop(place, finding.steps.clone());
                return;
            }
            _ => return,
        };
        self.note(finding, Action::Changed);
        self.set_copy(finding, &value);
        self.put_setting(place, finding.steps.clone(), value);
        let moved = finding.fix == Fix::Wrap && finding.rule == Rule::ResultType;
        if moved && part_node(self.root, place).is_some_and(|node| node.has(Key::Result) && !node.has(Key::Output)) {
            self.put_drop(place, vec![Step::Key(Key::Result)]);
        }
        // An output of another kind has ids of its own.
        let retyped = finding.rule == Rule::ResultType && finding.steps == [Step::Key(Key::Type)];
        if retyped && part_node(self.root, place).is_some_and(|node| node.has(Key::Id)) {
            self.put_drop(place, vec![Step::Key(Key::Id)]);
        }
        self.read_again(finding);
    }

    /// Sets the same in the copy of a call.
    fn set_copy(&mut self, finding: &Finding, value: &New) {
        let Subject::Part(at) = finding.subject else { return };
        let Some(copy) = part_mut(&mut self.now.messages, at).and_then(|part| part.copy_place()) else { return };
        let value = match value {
            New::Text(json) if finding.rule == Rule::ArgumentsType => New::Json(json.clone()),
            value => value.clone(),
        };
        let key = match finding.rule {
            Rule::InvalidToolName | Rule::MissingToolName => Key::Name,
            Rule::ArgumentsType | Rule::LoneSurrogate => Key::Input,
            _ => return,
        };
        self.put_setting(copy, vec![Step::Key(key)], value);
    }

    /// Returns the role of the message of a finding.
    fn speaker(&self, finding: &Finding) -> Role {
        let (Subject::Message(at) | Subject::Part(PartAt { message: at, .. })) = finding.subject;
        self.now.messages.get(at).map_or(Role::Unknown, |message| message.role)
    }

    /// The arguments of a call that has them beside its name.
    fn own_arguments(&self, place: Place) -> New {
        let node = part_node(self.root, place);
        let there = node.is_some_and(|node| matches!(node.shape(Key::Arguments), Shape::Text(_)));
        if there { New::Original(pointer(place, &[Step::Key(Key::Arguments)]), Vec::new()) } else { text("{}") }
    }

    /// Updates the neutral form after a value was set.
    fn read_again(&mut self, finding: &Finding) {
        if let (Fix::TextPart, Subject::Part(at)) = (&finding.fix, finding.subject)
            && let Some(part) = part_mut(&mut self.now.messages, at)
        {
            part.kind = PartKind::Text;
            // It has more than white space.
            part.units = 1;
        }
        let value = match &finding.fix {
            Fix::Set(value) | Fix::Function(value) => value,
            Fix::Number(2) => "assistant",
            Fix::Number(_) => "user",
            _ => return,
        };
        match (finding.rule, finding.subject) {
            (Rule::MissingToolName | Rule::InvalidToolName, Subject::Part(at)) => {
                let name = self.now.words.add(value);
                if let Some(part) = part_mut(&mut self.now.messages, at) {
                    part.name = name;
                }
            }
            (Rule::UnknownRole, Subject::Message(at)) => {
                if let Some(message) = self.now.messages.get_mut(at) {
                    message.role = match value {
                        "assistant" | "model" => Role::Assistant,
                        "tool" => Role::Tool,
                        _ => Role::User,
                    };
                }
            }
            _ => {}
        }
    }

    /// An object that holds what was there.
    fn wrapped(&self, place: Place, finding: &Finding) -> New {
        let part = part_node(self.root, place);
        let held = if finding.steps.is_empty() { part } else { part.and_then(|part| down(&part, &finding.steps)) };
        let own = part_node(self.root, place).and_then(|node| Some((node.child(Key::Result)?, Key::Result)));
        if let (None, Some((held, key)), Rule::ResultType) = (held, own, finding.rule) {
            // Older versions of the AI SDK name the result differently.
            let kind = if matches!(held.shape(Key::This), Shape::Text(_)) { "text" } else { "json" };
            let what = New::Original(pointer(place, &[Step::Key(key)]), Vec::new());
            return object(vec![("type", text(kind)), ("value", what)]);
        }
        let rules = self.writer.rules();
        let Some(held) = held else {
            let typed = finding.rule == Rule::ResultType;
            return if typed { rules.wrapped(text(""), true) } else { object(Vec::new()) };
        };
        let what = New::Original(pointer(place, &finding.steps), Vec::new());
        match finding.rule {
            Rule::ResultType => rules.wrapped(what, matches!(held.shape(Key::This), Shape::Text(_))),
            _ => object(vec![("input", what)]),
        }
    }
}
