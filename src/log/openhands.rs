//! Trajectories of `OpenHands`: actions and observations, events of its SDK, and the requests that the SDK logs.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::Log;
use super::at::At;
use super::chat::{Turn, arguments, content, say, speaks};
use super::out::Out;
use super::plain;
use crate::format::MessageFormat;

/// Actions and observations that the model does not see.
const KNOWN: &[&str] = &[
    "agent_state_changed",
    "change_agent_state",
    "condensation",
    "condensation_request",
    "loop_recovery",
    "null",
    "pause",
    "recall",
    "resume",
    "start",
    "stop",
];

pub(super) fn finds(entry: At<'_>) -> bool {
    is_event(entry) || is_request(entry) || list_of(entry).is_some_and(|list| list.items().any(is_event))
}

fn list_of(entry: At<'_>) -> Option<At<'_>> {
    entry.list("history").or_else(|| entry.list("trajectory")).or_else(|| entry.list("events"))
}

fn is_event(entry: At<'_>) -> bool {
    let acts = entry.has_text("action") || entry.has_text("observation");
    (acts && (entry.has_text("source") || entry.has("cause")) && (entry.has("id") || entry.has("timestamp")))
        || (entry.has_text("kind") && entry.has_text("source") && entry.has("id"))
}

/// A request to a model, its response, and what it cost.
fn is_request(entry: At<'_>) -> bool {
    let asks = entry.list("messages").or_else(|| entry.list("input")).is_some();
    let cost = ["cost", "latency_sec", "llm_path", "kwargs", "context_window"];
    asks && entry.has("response") && cost.iter().any(|name| entry.has(name))
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(OpenHands { turn: Turn::default(), calls: Vec::new(), is_request: false })
}

struct OpenHands {
    turn: Turn,
    /// Ids of the calls of the turn.
    calls: Vec<String>,
    is_request: bool,
}

impl Log for OpenHands {
    fn format(&self) -> Option<MessageFormat> {
        if self.is_request { None } else { Some(MessageFormat::OpenAiChat) }
    }

    fn entry(&mut self, entry: At<'_>, out: &mut Out) {
        if is_request(entry) {
            if core::mem::replace(&mut self.is_request, true) || out.len() > 0 {
                return out.omit(entry, "a further request in the same file");
            }
            if let Some(list) = entry.list("messages").or_else(|| entry.list("input")) {
                plain::messages(list, out);
            }
            out.omit(entry, "the response to the request");
        } else if is_event(entry) {
            self.event(entry, out);
        } else if let Some(list) = list_of(entry) {
            list.items().for_each(|event| self.event(event, out));
        } else {
            out.skip(entry, "an entry that is no event");
        }
    }

    fn finish(&mut self, out: &mut Out) {
        self.end(out);
    }
}

impl OpenHands {
    fn end(&mut self, out: &mut Out) {
        self.calls.clear();
        self.turn.end(out);
    }

    /// Begins an answer, unless the one that goes on has the same id.
    fn answer(&mut self, id: &str, out: &mut Out) -> bool {
        if self.turn.id == id && !id.is_empty() {
            return false;
        }
        self.end(out);
        self.turn.id = id.to_string();
        true
    }

    fn call(&mut self, id: String, name: &str, arguments: &str) {
        if !self.calls.contains(&id) {
            self.turn.call(&id, name, arguments);
            self.calls.push(id);
        }
    }

    fn event(&mut self, event: At<'_>, out: &mut Out) {
        if event.has_text("kind") {
            return self.sdk_event(event, out);
        }
        if event.has_text("observation") {
            return self.observation(event, out);
        }
        let Some(action) = event.text("action") else { return out.skip_type(event, "action") };
        let given = event.object("args");
        let member = |name: &str| given.and_then(|given| given.get(name));
        if let Some(metadata) = event.object("tool_call_metadata") {
            return self.called(metadata, given, out);
        }
        let said = content(member("content").or_else(|| event.get("message")));
        match &*action {
            "message" | "system" => {
                self.end(out);
                let agent = if event.is("source", "agent") { "assistant" } else { "user" };
                if speaks(&said) {
                    say(if action == "system" { "system" } else { agent }, &said, out);
                }
            }
            "finish" | "reject" => {
                self.end(out);
                let thought = content(member("final_thought").or_else(|| member("thought")));
                let last = if speaks(&thought) { thought } else { content(event.get("message")) };
                if speaks(&last) {
                    say("assistant", &last, out);
                }
            }
            known if KNOWN.contains(&known) => {}
            name => {
                // A model without function calls: the action is its call.
                let id = event.get("id").map_or_else(String::new, |id| format!("event_{}", id.token()));
                self.answer(&id, out);
                let thought = content(member("thought"));
                if speaks(&thought) {
                    self.turn.content = thought;
                }
                self.call(id, name, &arguments(given));
            }
        }
    }

    /// A call, with the response of the model that it was in.
    fn called(&mut self, metadata: At<'_>, given: Option<At<'_>>, out: &mut Out) {
        let id = metadata.text("tool_call_id").unwrap_or_default().into_owned();
        let response = metadata.object("model_response");
        let message = response
            .and_then(|response| response.list("choices"))
            .and_then(|choices| choices.items().next())
            .and_then(|choice| choice.object("message"));
        let answer = response
            .and_then(|response| response.text("id"))
            .map_or_else(|| id.clone(), alloc::borrow::Cow::into_owned);
        let begins = self.answer(&answer, out);
        let Some(message) = message else {
            return self.call(id, &metadata.text("function_name").unwrap_or_default(), &arguments(given));
        };
        if begins {
            let said = content(message.get("content"));
            if speaks(&said) {
                self.turn.content = said;
            }
            for call in message.list("tool_calls").into_iter().flat_map(At::items) {
                let name = call.object("function").and_then(|function| function.text("name")).unwrap_or_default();
                let given = call.object("function").and_then(|function| function.get("arguments"));
                self.call(call.text("id").unwrap_or_default().into_owned(), &name, &arguments(given));
            }
        }
    }

    fn observation(&mut self, event: At<'_>, out: &mut Out) {
        let said = content(event.get("content"));
        let metadata = event.object("tool_call_metadata");
        let cause = event.get("cause").map(|cause| format!("event_{}", cause.token()));
        let id =
            metadata.and_then(|metadata| metadata.text("tool_call_id")).map(alloc::borrow::Cow::into_owned).or(cause);
        if let Some(id) = id.filter(|id| self.calls.contains(id)) {
            return self.turn.result(&id, &said);
        }
        if event.is_any("observation", KNOWN) || !speaks(&said) {
            return;
        }
        // What nobody called for, such as a command of the user.
        self.end(out);
        say("user", &said, out);
    }

    fn sdk_event(&mut self, event: At<'_>, out: &mut Out) {
        let kind = event.text("kind").unwrap_or_default();
        let call = event.text("tool_call_id").unwrap_or_default().into_owned();
        match &*kind {
            "SystemPromptEvent" => {
                let prompt = event.object("system_prompt").and_then(|prompt| prompt.get("text"));
                say("system", &content(prompt), out);
            }
            "MessageEvent" => {
                self.end(out);
                let Some(message) = event.object("llm_message") else {
                    return out.skip(event, "a message without text");
                };
                let said = content(message.get("content"));
                if speaks(&said) {
                    say(&message.text("role").unwrap_or("user".into()), &said, out);
                }
            }
            "ActionEvent" => {
                let answer = event.text("llm_response_id").unwrap_or_default();
                if self.answer(&answer, out) {
                    let thought = content(event.get("thought"));
                    if speaks(&thought) {
                        self.turn.content = thought;
                    }
                }
                let given = event.object("tool_call");
                let inner = given.and_then(|call| call.object("function")).or(given);
                let name = event.text("tool_name").or_else(|| inner?.text("name")).unwrap_or_default();
                let written = inner.and_then(|call| call.get("arguments")).or_else(|| event.get("action"));
                self.call(call, &name, &arguments(written));
            }
            "ObservationEvent" | "AgentErrorEvent" | "UserRejectObservation" => {
                let seen = event.object("observation");
                let text = seen.and_then(|seen| seen.get("content").or_else(|| seen.get("output")).or(Some(seen)));
                let text = text.or_else(|| event.get("error")).or_else(|| event.get("rejection_reason"));
                if self.calls.contains(&call) {
                    self.turn.result(&call, &content(text));
                } else {
                    out.skip(event, "a result without its call");
                }
            }
            known if known.starts_with("Condens") || known.ends_with("UpdateEvent") => {}
            "PauseEvent"
            | "TokenEvent"
            | "InterruptEvent"
            | "LLMCompletionLogEvent"
            | "ConversationErrorEvent"
            | "HookExecutionEvent"
            | "StreamingDeltaEvent" => {}
            _ => out.skip_type(event, "kind"),
        }
    }
}
