//! ATIF, the Agent Trajectory Interchange Format of Harbor: steps with calls and what they led to.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Log;
use super::at::At;
use super::chat::{Turn, arguments, content, say, spoken};
use super::out::Out;
use crate::format::MessageFormat;
use crate::hash::{Table, hash};

pub(super) fn finds(entry: At<'_>) -> bool {
    let steps = entry.list("steps");
    let is_step = |step: At<'_>| step.has("step_id") && step.has("source");
    steps.is_there() && (entry.text("schema_version").starts_with("ATIF") || steps.items().any(is_step))
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(Atif { has_steps: false })
}

struct Atif {
    has_steps: bool,
}

impl Log for Atif {
    fn format(&self) -> Option<MessageFormat> {
        Some(MessageFormat::OpenAiChat)
    }

    fn entry(&mut self, entry: At<'_>, out: &mut Out) {
        let steps = entry.list("steps");
        if !steps.is_there() {
            return out.skip(entry, "an entry without steps");
        }
        if core::mem::replace(&mut self.has_steps, true) {
            return out.omit(entry, "a further trajectory in the same file");
        }
        steps.items().enumerate().for_each(|(at, each)| step(each, at + 1, out));
        for subagent in entry.list("subagent_trajectories").items() {
            out.omit(subagent, SUBAGENT);
        }
    }
}

/// Why a step is left out.
const SUBAGENT: &str = "a step or a trajectory of a subagent, which is a conversation of its own";

fn step(step: At<'_>, number: usize, out: &mut Out) {
    if step.get("extra").flag("is_sidechain") {
        return out.omit(step, SUBAGENT);
    }
    let message = spoken(step.get("message"));
    let mut turn = Turn::default();
    if step.is("source", "agent") {
        turn.content = message;
    } else if step.is_any("source", &["user", "system"]) {
        say(&step.text("source"), &message, out);
    } else {
        return out.skip_type(step, "source");
    }
    // Calls by their ids, and the number of the first that may have no result yet.
    let (mut ids, mut numbers, mut first): (Vec<Option<String>>, _, _) = (Vec::new(), Table::new(), 0);
    for (at, call) in step.list("tool_calls").items().enumerate() {
        let mut id = call.text("tool_call_id").into_owned();
        if id.is_empty() {
            id = format!("call_{number}_{at}");
        }
        turn.call(&id, call.get("function_name"), &arguments(call.get("arguments")));
        numbers.entry(hash(id.as_bytes()), at as u32);
        ids.push(Some(id));
    }
    let mut said = Vec::new();
    for result in step.get("observation").list("results").items() {
        let source = result.text("source_call_id");
        let text = content(result.get("content"));
        while ids.get(first).is_some_and(Option::is_none) {
            first += 1;
        }
        // Without a name it is the result of the first that has none.
        let named = numbers.get(hash(source.as_bytes())).map_or(ids.len(), |at| at as usize);
        match ids.get_mut(if source.is_empty() { first } else { named }).and_then(Option::take) {
            Some(id) => turn.result(&id, &text),
            None => said.push(text),
        }
    }
    turn.end(out);
    // What the environment says without a call goes to the model as words of the user.
    for text in said {
        say("user", &text, out);
    }
}
