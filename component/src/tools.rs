//! The interface `tools`: what a tool answers, as text within limits.

use serde_json::Value;
use tooltrim::tools::{
    ContractFailures, NO_RESULT, ToolText, shorten_places, tool_description, tool_failure, tool_words,
};
use tooltrim::{ErrorKind, TrimOptions, Trimmer, presets};

use crate::Component;
use crate::bindings::exports::tooltrim::core::tools as wit;
use crate::events::report;
use crate::messages::json;
use crate::options::{read, with};
use crate::text::trimmed;

impl wit::Guest for Component {
    type ToolOutput = ToolOutput;

    fn result_text(json: Option<String>) -> Result<String, wit::Error> {
        text_of(json)
    }

    fn bytes_text(bytes: Vec<u8>) -> String {
        bytes.into_tool_text()
    }

    fn failure_text(message: String, traces: Vec<String>) -> String {
        tool_failure(&message, &traces)
    }

    fn bad_input_text(message: String) -> String {
        tool_failure::<&str>(&(word("badInput").to_owned() + &message), &[])
    }

    fn contract_text(broken: Vec<wit::BrokenContract>, after_call: bool) -> String {
        contracts(&broken, after_call)
    }

    fn shorten_places(text: String, folder: String) -> String {
        shorten_places(&text, &folder).into_owned()
    }

    fn tool_description(name: String) -> String {
        tool_description(&name)
    }

    fn words() -> Vec<(String, String)> {
        tool_words().iter().map(|(name, word)| ((*name).to_owned(), (*word).to_owned())).collect()
    }
}

/// The limits of a tool.
pub(crate) struct ToolOutput(Trimmer);

impl wit::GuestToolOutput for ToolOutput {
    fn create(name: Option<String>, output: Option<wit::TrimOptions>) -> Result<wit::ToolOutput, wit::Error> {
        let is_labelled = output.as_ref().is_some_and(|output| output.label.is_some());
        let output = output.map_or_else(|| presets::toolify().rescue(true), read).on_truncate(report);
        let output = with(output, name.filter(|_| !is_labelled), TrimOptions::label);
        Ok(wit::ToolOutput::new(Self(Trimmer::new(output)?)))
    }

    fn text(&self, text: String) -> wit::Answer {
        // Never cut, as in each other host.
        if text == NO_RESULT {
            return wit::Answer { text, truncated: false, events: Vec::new() };
        }
        let trimmed = trimmed(text, &self.0);
        wit::Answer { text: trimmed.text, truncated: trimmed.truncated, events: trimmed.events }
    }

    fn json(&self, json: Option<String>) -> Result<wit::Answer, wit::Error> {
        Ok(self.text(text_of(json)?))
    }

    fn bytes(&self, bytes: Vec<u8>) -> wit::Answer {
        self.text(bytes.into_tool_text())
    }

    fn failure(&self, message: String, traces: Vec<String>) -> wit::Answer {
        self.text(tool_failure(&message, &traces))
    }

    fn bad_input(&self, message: String) -> wit::Answer {
        self.text(<Component as wit::Guest>::bad_input_text(message))
    }

    fn contracts(&self, broken: Vec<wit::BrokenContract>, after_call: bool, failure: Option<String>) -> wit::Answer {
        let mut text = contracts(&broken, after_call);
        for line in failure.iter().flat_map(|failure| ["\n", failure]) {
            text.push_str(line);
        }
        self.text(text)
    }
}

fn text_of(result: Option<String>) -> Result<String, wit::Error> {
    let Some(result) = result else { return Ok(NO_RESULT.to_owned()) };
    let value: Value = json(&result, "json", ErrorKind::InvalidOption)?;
    Ok(value.into_tool_text())
}

fn contracts(broken: &[wit::BrokenContract], ran: bool) -> String {
    let of = |kind: wit::ContractKind| -> Vec<String> {
        let of_kind = broken.iter().filter(|contract| contract.kind == kind);
        of_kind.map(message).collect()
    };
    let [preconditions, postconditions, invariants] =
        [wit::ContractKind::Precondition, wit::ContractKind::Postcondition, wit::ContractKind::Invariant].map(of);
    let (preconditions, postconditions, invariants) = (&*preconditions, &*postconditions, &*invariants);
    ContractFailures { preconditions, postconditions, invariants, ran }.text()
}

fn message(contract: &wit::BrokenContract) -> String {
    if !contract.message.trim().is_empty() {
        return contract.message.clone();
    }
    let kind = match contract.kind {
        wit::ContractKind::Precondition => "precondition",
        wit::ContractKind::Postcondition => "postcondition",
        wit::ContractKind::Invariant => "invariant",
    };
    format!("{}{}{}", word(kind), contract.number, word("doesNotHold"))
}

fn word(name: &str) -> &'static str {
    tool_words().iter().find(|(known, _)| *known == name).map_or("", |(_, word)| word)
}
