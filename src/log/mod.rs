//! Session logs that coding agents write on disk, read into messages of a format.
//!
//! A log is a list of entries: the lines of a JSON Lines file, the items of a JSON list, or one document. The first
//! entry that an agent of the table below recognises decides; its reader then gets all entries, in order. A reader
//! copies values as they are written and never decodes the text of a result.

mod at;
mod atif;
mod chat;
mod claude_code;
mod cline;
mod codex;
mod entries;
mod error;
mod gemini_cli;
#[cfg(feature = "serde_json")]
mod json;
mod opencode;
mod openhands;
mod out;
mod parts;
mod pi;
mod plain;
mod reader;
mod swe_agent;
mod write;

use alloc::boxed::Box;

use at::At;
pub use entries::LogEnd;
#[cfg(feature = "serde_json")]
pub use json::{SessionLog, SessionLogReader, read_session_log};
pub use out::LeftOut;
use out::Out;
pub use reader::LogReader;

use crate::format::MessageFormat;

/// Reads the entries of one kind of log.
trait Log: Send + Sync {
    /// Reads the next entry.
    fn entry(&mut self, entry: At<'_>, out: &mut Out);

    /// Writes what was held back.
    fn finish(&mut self, _out: &mut Out) {}

    /// The format of the messages; `None` if their shape decides.
    fn format(&self) -> Option<MessageFormat>;
}

/// A kind of log.
struct Kind {
    agent: Option<LogAgent>,
    /// Returns `true` for an entry that only this kind has.
    finds: fn(At<'_>) -> bool,
    new: fn() -> Box<dyn Log>,
}

macro_rules! agents {
    ($($(#[$doc:meta])* $name:ident = $folder:ident, $text:literal;)*) => {
        /// An agent that writes session logs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum LogAgent { $($(#[$doc])* $name,)* }

        impl LogAgent {
            /// The name, such as `claude-code`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }

        /// The kinds of logs, in the order in which they are asked. Messages alone come last: logs have them inside.
        const KINDS: &[Kind] = &[
            $(Kind { agent: Some(LogAgent::$name), finds: $folder::finds, new: $folder::new },)*
            Kind { agent: None, finds: plain::finds, new: plain::new },
        ];
    };
}

agents! {
    /// Claude Code.
    ClaudeCode = claude_code, "claude-code";
    /// The Codex CLI.
    Codex = codex, "codex";
    /// opencode.
    OpenCode = opencode, "opencode";
    /// The Gemini CLI.
    GeminiCli = gemini_cli, "gemini-cli";
    /// pi.
    Pi = pi, "pi";
    /// ATIF, the trajectory format of Harbor.
    Atif = atif, "atif";
    /// `OpenHands`.
    OpenHands = openhands, "openhands";
    /// SWE-agent and mini-swe-agent.
    SweAgent = swe_agent, "swe-agent";
    /// Cline.
    Cline = cline, "cline";
}

#[cfg(feature = "serde")]
impl serde::Serialize for LogAgent {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
