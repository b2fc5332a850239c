//! Trajectories of SWE-agent and mini-swe-agent: a history of chat messages, with actions in members or in the text.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use super::Log;
use super::at::At;
use super::chat::{Turn, content, say};
use super::cline::without;
use super::out::Out;
use super::plain;
use super::write::{Fill, fill, quoted};
use crate::format::MessageFormat;

pub(super) fn finds(entry: At<'_>) -> bool {
    let is_mini = entry.has_text("trajectory_format")
        || entry.get("info").has_any(&["mini_version", "exit_status", "model_stats"]);
    let steps = entry.list("trajectory").is_there();
    (steps || entry.list("messages").is_there()) && (is_mini || (steps && entry.has_any(&["history", "environment"])))
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(SweAgent { turn: Turn::default(), actions: 0, open: None, has_items: false, has_history: false })
}

struct SweAgent {
    turn: Turn,
    /// Actions so far.
    actions: usize,
    /// The id of a call that has no result yet.
    open: Option<String>,
    /// The model was one of the Responses API.
    has_items: bool,
    has_history: bool,
}

impl Log for SweAgent {
    fn format(&self) -> Option<MessageFormat> {
        Some(if self.has_items { MessageFormat::OpenAiResponses } else { MessageFormat::OpenAiChat })
    }

    fn entry(&mut self, entry: At<'_>, out: &mut Out) {
        if core::mem::replace(&mut self.has_history, true) {
            return out.omit(entry, "a further trajectory in the same file");
        }
        let steps = entry.list("trajectory");
        let mut history = entry.list("history").filled().or(entry.list("messages").filled());
        // mini-swe-agent's may be called a trajectory.
        if !history.is_there() && steps.items().any(plain::is_message) {
            history = steps;
        }
        if history.is_there() {
            history.items().for_each(|message| self.message(message, out));
        } else {
            steps.items().for_each(|step| self.step(step, out));
        }
        // The last action ends the session: what it printed is in the steps alone.
        let seen = steps.items().next_back().map(|step| step.string("observation"));
        if let (Some(id), Some(seen)) = (self.open.take(), seen.filter(|seen| seen.is_there())) {
            self.turn.result(&id, &content(seen));
        }
        self.turn.end(out);
        for attempt in entry.list("attempts").items() {
            out.omit(attempt, "an attempt, of which the chosen one is the conversation");
        }
    }
}

impl SweAgent {
    fn message(&mut self, message: At<'_>, out: &mut Out) {
        let is_item = message.has_text("type");
        if message.is("object", "response") || is_item {
            self.has_items = true;
            for item in message.list("output").items() {
                out.message(item.json());
            }
            if is_item {
                out.message(without(message, "\"extra\""));
            }
            return;
        }
        let text = content(message.get("content"));
        if message.is("role", "assistant") {
            self.turn.end(out);
            self.open = None;
            return self.assistant(message, text);
        }
        if message.is("role", "tool") {
            let id = message.list("tool_call_ids").first().or(message.get("tool_call_id"));
            self.open = None;
            return self.turn.result(&id.decoded(), &text);
        }
        if message.is("role", "user")
            && let Some(id) = self.open.take()
        {
            return self.turn.result(&id, &text);
        }
        self.turn.end(out);
        if message.is_any("role", &["user", "system", "developer"]) {
            say(&message.text("role"), &text, out);
        } else if !message.is("role", "exit") {
            // The last message of mini-swe-agent says how the session ended.
            out.skip_type(message, "role");
        }
    }

    fn assistant(&mut self, message: At<'_>, text: String) {
        self.turn.content = text;
        let calls = message.list("tool_calls").filled();
        if !calls.is_there() {
            return self.action(message);
        }
        for call in calls.items() {
            self.turn.copy_call(call);
            self.open = Some(call.text("id").into_owned());
        }
    }

    /// A step, where there is no history.
    fn step(&mut self, step: At<'_>, out: &mut Out) {
        self.turn.end(out);
        self.turn.content = content(step.get("response"));
        self.open = None;
        self.action(step);
        if let Some(id) = self.open.take() {
            self.turn.result(&id, &content(step.get("observation")));
        }
    }

    /// The command of an answer that is text: its words, and a call of a shell.
    fn action(&mut self, message: At<'_>) {
        let action = message.string("action").filled();
        if !action.is_there() {
            return;
        }
        if message.has_text("thought") {
            self.turn.content = message.get("thought").json();
        }
        self.actions += 1;
        let id = format!("call_{}", self.actions);
        let arguments = quoted(&fill(r#"{"command":$}"#, &[Fill::At(action)]));
        self.turn.call_of(&id, "\"bash\"", &arguments);
        self.open = Some(id);
    }
}
