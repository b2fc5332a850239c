//! ATIF, the Agent Trajectory Interchange Format of Harbor: steps with calls and what they led to.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Log;
use super::at::At;
use super::chat::{Turn, arguments, content, say, speaks};
use super::out::Out;
use crate::format::MessageFormat;

pub(super) fn finds(entry: At<'_>) -> bool {
    let Some(steps) = entry.list("steps") else { return false };
    let named = entry.text("schema_version").is_some_and(|version| version.starts_with("ATIF"));
    named || (entry.object("agent").is_some() && steps.items().any(|step| step.has("step_id") && step.has("source")))
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
        let Some(steps) = entry.list("steps") else {
            return out.skip(entry, "an entry without steps");
        };
        if core::mem::replace(&mut self.has_steps, true) {
            return out.omit(entry, "a further trajectory in the same file");
        }
        steps.items().enumerate().for_each(|(at, each)| step(each, at + 1, out));
        for subagent in entry.list("subagent_trajectories").into_iter().flat_map(At::items) {
            out.omit(subagent, "a trajectory of a subagent, which is a conversation of its own");
        }
    }
}

fn step(step: At<'_>, number: usize, out: &mut Out) {
    if step.object("extra").is_some_and(|extra| extra.flag("is_sidechain")) {
        return out.omit(step, "a step of a subagent, which is a conversation of its own");
    }
    let message = content(step.get("message"));
    let is_agent = step.is("source", "agent");
    if !is_agent && !step.is_any("source", &["user", "system"]) {
        return out.skip_type(step, "source");
    }
    let mut turn = Turn::default();
    if is_agent {
        if speaks(&message) {
            turn.content = message;
        }
    } else if speaks(&message) {
        say(if step.is("source", "user") { "user" } else { "system" }, &message, out);
    }
    // Calls that no result names yet.
    let mut open = Vec::new();
    for (at, call) in step.list("tool_calls").into_iter().flat_map(At::items).enumerate() {
        let given = call.text("tool_call_id").filter(|id| !id.is_empty());
        let id = given.map_or_else(|| format!("call_{number}_{at}"), alloc::borrow::Cow::into_owned);
        turn.call(&id, &call.text("function_name").unwrap_or_default(), &arguments(call.get("arguments")));
        open.push(id);
    }
    let mut said = Vec::new();
    for result in step.object("observation").and_then(|seen| seen.list("results")).into_iter().flat_map(At::items) {
        let source = result.text("source_call_id").filter(|id| !id.is_empty());
        let position = source.map_or(if open.is_empty() { None } else { Some(0) }, |source| {
            open.iter().position(|id: &String| **id == *source)
        });
        let text = content(result.get("content"));
        match position {
            Some(position) => turn.result(&open.remove(position), &text),
            None if speaks(&text) => said.push(text),
            None => {}
        }
    }
    turn.end(out);
    // What the environment says without a call goes to the model as words of the user.
    said.iter().for_each(|text| say("user", text, out));
}
