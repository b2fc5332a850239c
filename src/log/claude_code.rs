//! Logs of Claude Code: one line for each block of an answer, and bookkeeping between them.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::Log;
use super::at::At;
use super::out::{NONE, Out};
use super::write::{Fill, fill, push_value};
use crate::format::MessageFormat;
use crate::hash::{Table, hash};

/// Entries that hold no message.
const KNOWN: &[&str] = &[
    "agent-color",
    "agent-name",
    "agent-setting",
    "ai-title",
    "attachment",
    "attribution-snapshot",
    "bridge-session",
    "content-replacement",
    "custom-title",
    "file-history-snapshot",
    "last-prompt",
    "marble-origami-commit",
    "marble-origami-snapshot",
    "mode",
    "permission-mode",
    "pr-link",
    "progress",
    "queue-operation",
    "rate_limit_event",
    "result",
    "saved_hook_context",
    "speculation-accept",
    "stream_event",
    "summary",
    "system",
    "tag",
    "task-summary",
    "worktree-state",
];

/// Why a message is left out.
const SUBAGENT: &str = "a message of a subagent, which is a conversation of its own";

pub(super) fn finds(entry: At<'_>) -> bool {
    if !entry.has_text("type") || entry.has_any(&["payload", "projectHash", "part", "messageId"]) {
        return entry.is("type", "file-history-snapshot");
    }
    if entry.is_any("type", &["user", "assistant"]) {
        return entry.get("message").has("role") && entry.get("message").has("content");
    }
    entry.has_text("sessionId")
        || (entry.has_text("session_id") && (entry.has_text("uuid") || entry.is("type", "system")))
        || (entry.is("type", "summary") && entry.has("leafUuid"))
}

pub(super) fn new() -> Box<dyn Log> {
    Box::new(ClaudeCode {
        turn: Turn::default(),
        seen: Table::new(),
        prompts: Table::new(),
        own: None,
        compacted: false,
    })
}

/// An answer and the results of its calls: the lines of both alternate.
#[derive(Default)]
struct Turn {
    id: String,
    blocks: String,
    calls: usize,
    results: String,
    answered: usize,
    /// Messages of the user that came while calls were open.
    later: Vec<String>,
}

struct ClaudeCode {
    turn: Turn,
    /// Lines by their `uuid`: a session that is resumed may repeat them.
    seen: Table,
    /// By the parent of a prompt, the message before it, plus 1: an edited prompt has the same parent.
    prompts: Table,
    /// The agent whose log this is: `None` before the first message, empty for the main one.
    own: Option<String>,
    compacted: bool,
}

impl Log for ClaudeCode {
    fn format(&self) -> Option<MessageFormat> {
        Some(MessageFormat::Anthropic)
    }

    fn entry(&mut self, entry: At<'_>, out: &mut Out) {
        let is_user = entry.is("type", "user");
        if !is_user && !entry.is("type", "assistant") {
            self.compacted |= entry.is("subtype", "compact_boundary");
            if !entry.is_any("type", KNOWN) {
                out.skip_type(entry, "type");
            }
            return;
        }
        let message = entry.object("message");
        if !message.has("content") {
            return out.skip(entry, "an entry without a message");
        }
        let uuid = entry.text("uuid");
        if !uuid.is_empty() && !self.seen.insert(hash(uuid.as_bytes())) {
            return out.omit(entry, "a line that is there a second time");
        }
        // Subagents have files of their own, in which all lines are marked; older versions wrote them into the main log.
        let side = entry.flag("isSidechain") || entry.has("parent_tool_use_id");
        let mut agent = if side { entry.text("agentId").into_owned() } else { String::new() };
        if side && agent.is_empty() {
            agent.push_str("subagent");
        }
        let own = self.own.get_or_insert_with(|| agent.clone());
        if *own != agent {
            if side {
                return out.omit(entry, SUBAGENT);
            }
            // A subagent came before the main conversation.
            self.end_turn(out);
            (0..out.len()).for_each(|_| out.count(SUBAGENT.into(), false, 1));
            out.go_back(NONE);
            self.own = Some(String::new());
        }
        if entry.flag("isApiErrorMessage") {
            return out.omit(entry, "an error of the API, which the model does not see");
        }
        if is_user { self.user(entry, message, out) } else { self.assistant(message, out) }
    }

    fn finish(&mut self, out: &mut Out) {
        self.end_turn(out);
    }
}

impl ClaudeCode {
    fn assistant(&mut self, message: At<'_>, out: &mut Out) {
        let id = message.text("id");
        if id != self.turn.id || id.is_empty() {
            self.end_turn(out);
            self.turn.id = id.into_owned();
        }
        let content = message.get("content");
        if !content.is_list() {
            self.end_turn(out);
            return out.message(fill(r#"{"role":"assistant","content":$}"#, &[Fill::At(content)]));
        }
        for block in content.items() {
            self.turn.calls += usize::from(block.is("type", "tool_use"));
            push_value(&mut self.turn.blocks, block);
        }
    }

    fn user(&mut self, entry: At<'_>, message: At<'_>, out: &mut Out) {
        let content = message.get("content");
        let is_result = |block: &At<'_>| block.is("type", "tool_result");
        let results = if content.is_list() { content.items().filter(is_result).count() } else { 0 };
        if results > 0 && self.turn.calls > 0 {
            self.turn.answered += results;
            // Results come first in their message.
            let mut rest = String::new();
            for block in content.items() {
                push_value(if is_result(&block) { &mut self.turn.results } else { &mut rest }, block);
            }
            if !rest.is_empty() {
                self.turn.later.push(user(Fill::Json(&rest), true));
            }
            return;
        }
        let whole = user(Fill::At(content), false);
        if self.turn.answered < self.turn.calls && entry.has_any(&["isMeta", "toolUseResult"]) {
            self.turn.later.push(whole);
            return;
        }
        self.end_turn(out);
        if results == 0 {
            self.prompt(entry, out);
        }
        out.message(whole);
    }

    /// Leaves the branch of an earlier prompt with the same parent: the user has edited it.
    fn prompt(&mut self, entry: At<'_>, out: &mut Out) {
        let summary = entry.flag("isCompactSummary");
        self.compacted |= summary;
        let parent = entry.text("parentUuid");
        if summary || entry.flag("isMeta") || !entry.has("uuid") || (parent.is_empty() && self.compacted) {
            return;
        }
        let key = hash(parent.as_bytes());
        match self.prompts.get(key) {
            Some(before) => out.go_back(before.wrapping_sub(1)),
            None => *self.prompts.entry(key, 0) = out.tail().wrapping_add(1),
        }
    }

    fn end_turn(&mut self, out: &mut Out) {
        let turn = core::mem::take(&mut self.turn);
        if !turn.blocks.is_empty() {
            out.message(fill(r#"{"role":"assistant","content":[$]}"#, &[Fill::Json(&turn.blocks)]));
        }
        if !turn.results.is_empty() {
            out.message(user(Fill::Json(&turn.results), true));
        }
        for message in turn.later {
            out.message(message);
        }
    }
}

fn user(content: Fill<'_>, is_list: bool) -> String {
    let template = if is_list { r#"{"role":"user","content":[$]}"# } else { r#"{"role":"user","content":$}"# };
    fill(template, &[content])
}
