//! Trajectories of SWE-agent and mini-swe-agent: a history of chat messages, with actions in members or in the text.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;

use super::Log;
use super::at::At;
use super::chat::{Turn, content, say};
use super::out::Out;
use super::plain;
use super::write::{Json, quote};
use crate::format::MessageFormat;

pub(super) fn finds(entry: At<'_>) -> bool {
    if entry.list("trajectory").is_some() {
        return entry.has("history") || entry.has("info") || entry.has("environment") || is_mini(entry);
    }
    entry.list("messages").is_some() && is_mini(entry)
}

fn is_mini(entry: At<'_>) -> bool {
    let info = |info: At<'_>| info.has("mini_version") || info.has("exit_status") || info.has("model_stats");
    entry.has_text("trajectory_format") || entry.object("info").is_some_and(info)
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
        let history = entry.list("history").or_else(|| entry.list("messages")).filter(|history| !history.is_empty());
        // The history of mini-swe-agent may be called a trajectory.
        let is_history = |steps: &At<'_>| steps.items().any(plain::is_message);
        match history.or_else(|| steps.filter(is_history)) {
            Some(history) => history.items().for_each(|message| self.message(message, out)),
            None => steps.into_iter().flat_map(At::items).for_each(|step| self.step(step, out)),
        }
        // The last action ends the session: what it printed is in the steps alone.
        let last = steps.and_then(|steps| steps.items().next_back());
        if let (Some(id), Some(seen)) = (self.open.take(), last.and_then(|step| step.get("observation"))) {
            self.turn.result(&id, &content(Some(seen)));
        }
        self.turn.end(out);
        for attempt in entry.list("attempts").into_iter().flat_map(At::items) {
            out.omit(attempt, "an attempt, of which the chosen one is the conversation");
        }
    }
}

impl SweAgent {
    fn message(&mut self, message: At<'_>, out: &mut Out) {
        if message.is("object", "response") || message.has_text("type") {
            self.has_items = true;
            let items = message.list("output").into_iter().flat_map(At::items);
            for item in items.chain(Some(message).filter(|message| message.has_text("type"))) {
                let members = item.members().filter(|(name, _)| *name != "\"extra\"");
                let json = members
                    .fold(Json(String::from("{")), |json, (name, value)| json.copy(name.trim_matches('"'), value));
                out.message(json.end());
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
            let ids = message.list("tool_call_ids").and_then(|ids| ids.items().next()).and_then(At::decoded);
            let id = ids.or_else(|| message.text("tool_call_id"));
            self.turn.result(&id.unwrap_or_default(), &text);
            self.open = None;
            return;
        }
        if message.is("role", "user")
            && let Some(id) = self.open.take()
        {
            return self.turn.result(&id, &text);
        }
        self.turn.end(out);
        match message.text("role") {
            Some(role) if ["user", "system", "developer"].contains(&&*role) => say(&role, &text, out),
            // The last message of mini-swe-agent says how the session ended.
            Some(role) if role == "exit" => {}
            _ => out.skip_type(message, "role"),
        }
    }

    fn assistant(&mut self, message: At<'_>, text: String) {
        self.turn.content = text;
        if let Some(calls) = message.list("tool_calls").filter(|calls| !calls.is_empty()) {
            for call in calls.items() {
                self.turn.copy_call(call);
                self.open = call.text("id").map(alloc::borrow::Cow::into_owned);
            }
            return;
        }
        self.action(message);
    }

    /// A step, where there is no history.
    fn step(&mut self, step: At<'_>, out: &mut Out) {
        self.turn.end(out);
        self.turn.content = content(step.get("response"));
        self.open = None;
        self.action(step);
        if let (Some(id), Some(seen)) = (self.open.take(), step.get("observation")) {
            self.turn.result(&id, &content(Some(seen)));
        }
    }

    /// The command of an answer that is text: its words, and a call of a shell.
    fn action(&mut self, message: At<'_>) {
        let Some(action) = message.get("action").filter(|action| action.is_text() && !action.is_empty()) else {
            return;
        };
        if let Some(thought) = message.get("thought").filter(|thought| thought.is_text()) {
            self.turn.content.clear();
            thought.write(&mut self.turn.content);
        }
        self.actions += 1;
        let id = format!("call_{}", self.actions);
        let mut arguments = String::new();
        quote(&Json(String::from("{")).copy("command", action).end(), &mut arguments);
        self.turn.call(&id, "bash", &arguments);
        self.open = Some(id);
    }
}
