//! What of the conversation goes out with a request. **Copy this one.**

use std::cell::RefCell;

use serde_json::Value;
use tooltrim::compaction::{Host, Request};
use tooltrim::{Budget, CompactOptions, Compactor, OutputStore, estimate_tokens, redact_secrets};

use crate::model::{Failure, Model};
use crate::settings::Settings;

/// How far a step goes after a refusal, one after another, as shares of the window.
const AFTER_REFUSALS: [f64; 3] = [0.5, 0.25, 0.1];

pub struct Context {
    compactor: Compactor,
    /// Tokens of the definitions of tools, which each request carries beside its messages.
    tools: u64,
    answer: u64,
}

impl Context {
    pub fn new(settings: &Settings, tools: &[Value]) -> Result<Self, String> {
        let options = CompactOptions::new(Budget::Tokens(settings.window));
        let compactor = Compactor::new(options).map_err(|error| error.to_string())?;
        let tools = estimate_tokens(&Value::from(tools).to_string()) as u64;
        Ok(Self { compactor, tools, answer: settings.answer })
    }

    /// Asks the model with as much of the history as fits; what a step takes out is in the store.
    pub async fn ask(
        &mut self,
        model: &Model,
        history: &[Value],
        store: &RefCell<OutputStore>,
    ) -> Result<Value, String> {
        let mut harder = AFTER_REFUSALS.into_iter();
        let mut target = None;
        loop {
            let (messages, tokens) = self.next(history, store, target)?;
            match model.ask(&messages).await {
                Ok(answer) => {
                    if let Some(billed) = answer.input_tokens {
                        // The messages' share of the bill corrects the estimate.
                        self.compactor.observe((billed * tokens / (tokens + self.tools as f64)) as u64);
                    }
                    return Ok(answer.message);
                }
                // The window is smaller than we were told, or the estimate was far off.
                Err(Failure::TooLong(message)) => match harder.next() {
                    Some(share) => target = Some(share),
                    None => return Err(message),
                },
                Err(Failure::Other(message)) => return Err(message),
            }
        }
    }

    fn next(
        &mut self,
        history: &[Value],
        store: &RefCell<OutputStore>,
        target: Option<f64>,
    ) -> Result<(Vec<Value>, f64), String> {
        let mut request = Request::new();
        request.reserve = Some(Budget::Tokens(self.tools + self.answer));
        request.force = target.is_some();
        request.compact_to = target.map(Into::into);
        let keep = |text: &str| store.borrow_mut().put(text);
        let redact = |text: &str| redact_secrets(text).into_owned();
        let mut host = Host::new();
        host.keep = Some(&keep);
        host.redact = Some(&redact);
        let compaction = self.compactor.next_with(history, request, host).map_err(|error| error.to_string())?;
        if let Some(notice) = &compaction.notice {
            println!("  {notice}");
        }
        Ok((compaction.messages, compaction.report.after.tokens as f64))
    }
}
