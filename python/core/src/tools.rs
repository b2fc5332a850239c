//! The words of tools.

use tooltrim::tools::{ContractFailures, shorten_places, tool_failure, tool_words};

use crate::answer::{Answer, Fault, text};

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "tool_words" => {
            let words: Vec<[&str; 2]> = tool_words().iter().map(|(name, word)| [*name, *word]).collect();
            Ok(Answer::default().json(&words))
        }
        "shorten_places" => shorten(given),
        "contract_failure" => contracts(given),
        "tool_failure" => failure(given),
        _ => return None,
    })
}

fn shorten(given: &[&[u8]]) -> Result<Answer, Fault> {
    Ok(Answer::default().text(shorten_places(text(given, 0)?, text(given, 1)?)))
}

/// Messages of preconditions, postconditions and invariants as JSON lists, and whether the tool ran.
fn contracts(given: &[&[u8]]) -> Result<Answer, Fault> {
    let list = |at| -> Result<Vec<String>, Fault> {
        serde_json::from_str(text(given, at)?).map_err(|_| Fault::internal("messages are not a list"))
    };
    let (preconditions, postconditions, invariants) = (list(0)?, list(1)?, list(2)?);
    let failures = ContractFailures {
        preconditions: &preconditions,
        postconditions: &postconditions,
        invariants: &invariants,
        ran: text(given, 3)? == "true",
    };
    Ok(Answer::default().text(failures.text()))
}

/// The message, then the traces.
fn failure(given: &[&[u8]]) -> Result<Answer, Fault> {
    let traces = (1..given.len()).map(|at| text(given, at)).collect::<Result<Vec<_>, _>>()?;
    Ok(Answer::default().text(tool_failure(text(given, 0)?, &traces)))
}
