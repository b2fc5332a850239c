//! Trajectories of `OpenHands`: actions and observations, events of its SDK, and the requests that the SDK logs.

use alloc::boxed::Box;
use alloc::string::{String, ToString};

use super::Log;
use super::at::At;
use super::chat::{Turn, arguments, content, say, spoken};
use super::out::Out;
use super::plain;
use crate::format::MessageFormat;
use crate::hash::{Table, hash};

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

/// Events of the SDK that the model does not see.
const KNOWN_EVENTS: &[&str] = &[
    "Condensation",
    "CondensationRequest",
    "CondensationSummaryEvent",
    "ConversationErrorEvent",
    "ConversationStateUpdateEvent",
    "HookExecutionEvent",
    "InterruptEvent",
    "LLMCompletionLogEvent",
    "PauseEvent",
    "StreamingDeltaEvent",
    "TokenEvent",
];

pub(super) fn finds(entry: At<'_>) -> bool {
    is_event(entry) || is_request(entry) || list_of(entry).items().any(|item| is_event(item) || is_event(item.first()))
}

fn list_of(entry: At<'_>) -> At<'_> {
    entry.list("history").or(entry.list("trajectory")).or(entry.list("events"))
}

fn is_event(entry: At<'_>) -> bool {
    let acts = entry.has_text("action") || entry.has_text("observation");
    (acts && entry.has_any(&["source", "cause"]) && entry.has_any(&["id", "timestamp"]))
        || (entry.has_text("kind") && entry.has_text("source") && entry.has("id"))
}

/// A request to a model, its response, and what it cost.
fn is_request(entry: At<'_>) -> bool {
    entry.has("response")
        && entry.list("messages").or(entry.list("input")).is_there()
        && entry.has_any(&["cost", "latency_sec", "llm_path", "kwargs", "context_window"])
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(OpenHands { turn: Turn::default(), calls: Table::new(), is_request: false, has_list: false })
}

struct OpenHands {
    turn: Turn,
    /// Ids of the calls of the turn.
    calls: Table,
    is_request: bool,
    has_list: bool,
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
            plain::messages(entry.list("messages").or(entry.list("input")), out);
            out.omit(entry, "the response to the request");
        } else if is_event(entry) {
            self.event(entry, out);
        } else if list_of(entry).is_there() {
            if core::mem::replace(&mut self.has_list, true) {
                return out.omit(entry, "a further session in the same file");
            }
            for item in list_of(entry).items() {
                // Before 2025 an action and its observation were a pair.
                if item.is_list() {
                    item.items().for_each(|event| self.event(event, out));
                } else {
                    self.event(item, out);
                }
            }
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
        self.calls = Table::new();
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

    fn call(&mut self, id: &str, name: At<'_>, arguments: &str) {
        if self.calls.insert(hash(id.as_bytes())) {
            self.turn.call(id, name, arguments);
        }
    }

    fn result(&mut self, id: &str, content: &str) -> bool {
        let known = self.calls.get(hash(id.as_bytes())).is_some();
        if known {
            self.turn.result(id, content);
        }
        known
    }

    fn event(&mut self, event: At<'_>, out: &mut Out) {
        if event.has_text("kind") {
            return self.sdk_event(event, out);
        }
        if event.has_text("observation") {
            return self.observation(event, out);
        }
        let (given, metadata, action) = (event.object("args"), event.object("tool_call_metadata"), event.get("action"));
        if !action.is_text() {
            return out.skip_type(event, "action");
        }
        if metadata.is_there() {
            return self.called(metadata, given, out);
        }
        if event.is_any("action", &["message", "system"]) {
            self.end(out);
            let speaker = if event.is("source", "agent") { "assistant" } else { "user" };
            let role = if event.is("action", "system") { "system" } else { speaker };
            say(role, &content(given.get("content").or(event.get("message"))), out);
        } else if event.is_any("action", &["finish", "reject"]) {
            self.end(out);
            let thought = given.get("final_thought").filled().or(given.get("thought").filled());
            say("assistant", &content(thought.or(event.get("message"))), out);
        } else if !event.is_any("action", KNOWN) {
            // A model without function calls: the action is its call.
            let id = event_id(event.get("id"));
            self.answer(&id, out);
            self.turn.content = spoken(given.get("thought"));
            self.call(&id, action, &arguments(given));
        }
    }

    /// A call, with the response of the model that it was in.
    fn called(&mut self, metadata: At<'_>, given: At<'_>, out: &mut Out) {
        let id = metadata.text("tool_call_id");
        let response = metadata.get("model_response");
        let message = response.get("choices").first().object("message");
        let answer = response.text("id");
        let begins = self.answer(if answer.is_empty() { &id } else { &answer }, out);
        if !message.is_there() {
            return self.call(&id, metadata.get("function_name"), &arguments(given));
        }
        if begins {
            self.turn.content = spoken(message.get("content"));
            for call in message.list("tool_calls").items() {
                let function = call.get("function");
                self.call(&call.text("id"), function.get("name"), &arguments(function.get("arguments")));
            }
        }
    }

    fn observation(&mut self, event: At<'_>, out: &mut Out) {
        let said = content(event.get("content"));
        let id = event.get("tool_call_metadata").get("tool_call_id");
        let id = if id.is_there() { id.decoded().into_owned() } else { event_id(event.get("cause")) };
        if !self.result(&id, &said) && !event.is_any("observation", KNOWN) {
            // What nobody called for, such as a command of the user.
            self.end(out);
            say("user", &said, out);
        }
    }

    fn sdk_event(&mut self, event: At<'_>, out: &mut Out) {
        let call = event.text("tool_call_id");
        if event.is("kind", "SystemPromptEvent") {
            say("system", &content(event.get("system_prompt").get("text")), out);
        } else if event.is("kind", "MessageEvent") {
            self.end(out);
            let message = event.get("llm_message");
            say(&message.text("role"), &content(message.get("content")), out);
        } else if event.is("kind", "ActionEvent") {
            if self.answer(&event.text("llm_response_id"), out) {
                self.turn.content = spoken(event.get("thought"));
            }
            let given = event.get("tool_call");
            let function = given.object("function").or(given);
            let written = function.get("arguments").or(event.get("action"));
            self.call(&call, event.get("tool_name").or(function.get("name")), &arguments(written));
        } else if event.is_any("kind", &["ObservationEvent", "AgentErrorEvent", "UserRejectObservation"]) {
            let seen = event.get("observation");
            let text = seen.get("content").or(seen.get("output")).or(seen);
            let text = text.or(event.get("error")).or(event.get("rejection_reason"));
            if !self.result(&call, &content(text)) {
                out.skip(event, "a result without its call");
            }
        } else if !event.is_any("kind", KNOWN_EVENTS) {
            out.skip_type(event, "kind");
        }
    }
}

/// The id of a call that has none.
fn event_id(id: At<'_>) -> String {
    ["event_", id.token()].concat()
}
