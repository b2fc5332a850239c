//! The interface `compaction`: conversations, options and what was decided, all as JSON text.

use tooltrim::compaction::{Request, compact_messages_with};
use tooltrim::host::{JsonTree, Memory, NamedOption, OptionValue};
use tooltrim::{CompactOptions, Error, ErrorKind};

use crate::Component;
use crate::bindings::exports::tooltrim::core::compaction as wit;
use crate::compactor::{Compactor, answer, target};
use crate::json::set_options;
use crate::messages::{json, list};

impl wit::Guest for Component {
    type Compactor = Compactor;

    fn compact_messages(
        messages: String,
        options: String,
        state: Option<String>,
        request: Option<wit::Request>,
    ) -> Result<wit::Compaction, wit::Error> {
        let options = read_options(&options)?;
        options.room()?;
        let mut memory = state.map_or_else(|| Ok(Memory::new()), |state| read_state(&state))?;
        let request = request.map_or_else(|| Ok(Request::new()), |request| read_request(&request))?;
        let given = list(&messages)?;
        let done = compact_messages_with(&given, &options, &mut memory, request)?;
        Ok(answer(done, messages))
    }

    fn undo(state: String) -> Result<String, wit::Error> {
        let mut memory = read_state(&state)?;
        Ok(if memory.undo() { memory.to_json() } else { state })
    }

    fn observe(state: String, billed_tokens: f64, reported_tokens: f64) -> Result<String, wit::Error> {
        let mut memory = read_state(&state)?;
        let size = |name, size: f64| NamedOption { name, value: OptionValue::Number(size), shown: "this value" }.size();
        size("billedTokens", billed_tokens)?;
        size("reportedTokens", reported_tokens)?;
        // Reports speak of tokens as they are billed.
        memory.observe(billed_tokens, reported_tokens / memory.billed());
        Ok(memory.to_json())
    }
}

pub(crate) fn read_options(options: &str) -> Result<CompactOptions, wit::Error> {
    let mut given = CompactOptions::unset();
    set_options("options", options, |option| given.set(option))?;
    Ok(given)
}

fn read_request(given: &wit::Request) -> Result<Request, Error> {
    let mut request = Request::new();
    request.force = given.force.unwrap_or(false);
    request.goes_on = given.goes_on.unwrap_or(false);
    request.compact_to = given.compact_to.map(target).transpose()?;
    Ok(request)
}

fn read_state(state: &str) -> Result<Memory, wit::Error> {
    let state = json(state, "state", ErrorKind::InvalidOption)?;
    Ok(Memory::read(&JsonTree::Value(&state))?)
}
