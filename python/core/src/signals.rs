//! Log line, metrics and disclaimer of cuts. An instance of the module has one set of metrics.

use std::cell::RefCell;

use serde_json::{Value, json};
use tooltrim::signals::{self, CutSizes, CutUnit, Metrics};

use crate::answer::{Answer, Fault, text};

thread_local! {
    static METRICS: RefCell<Metrics> = RefCell::new(Metrics::new());
}

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "truncation_log" => cut(given).map(|cut| Answer::default().text(signals::format_truncation_log(cut))),
        "signal_words" => Ok(Answer::default().json(&json!({
            "disclaimer": signals::DISCLAIMER,
            "flag": signals::TRUNCATION_FLAG,
            "warnBytes": signals::SESSION_WARN_BYTES,
            "signs": signals::TRUNCATION_SIGNS,
        }))),
        "metrics_record" => record(given),
        "metrics_prometheus" => Ok(Answer::default().text(METRICS.with_borrow(Metrics::prometheus))),
        "metrics_snapshot" => Ok(Answer::default().text(METRICS.with_borrow(Metrics::to_json))),
        _ => return None,
    })
}

fn number(given: &[&[u8]], at: usize) -> Result<u64, Fault> {
    text(given, at)?.parse().map_err(|_| Fault::internal("a size is not a number"))
}

/// Label, unit, size before and after.
fn cut<'a>(given: &[&'a [u8]]) -> Result<CutSizes<'a>, Fault> {
    let unit = CutUnit::from_name(text(given, 1)?).ok_or_else(|| Fault::internal("there is no such unit"))?;
    Ok(CutSizes::new(text(given, 0)?, unit, number(given, 2)?, number(given, 3)?))
}

/// A JSON list of what happened since the last time.
fn record(given: &[&[u8]]) -> Result<Answer, Fault> {
    let list: Vec<Value> =
        serde_json::from_str(text(given, 0)?).map_err(|_| Fault::internal("events are not a list"))?;
    METRICS.with_borrow_mut(|metrics| {
        for event in list {
            let word = |name: &str| event[name].as_str().unwrap_or_default();
            let number = |name: &str| event[name].as_u64().unwrap_or_default();
            match word("kind") {
                "checks" => metrics.check(number("count")),
                "session" => metrics.session(word("name"), number("bytes")),
                "violation" => metrics.violation(word("tool"), word("contract")),
                _ => {
                    if let Some(unit) = CutUnit::from_name(word("unit")) {
                        metrics.record(CutSizes::new(word("label"), unit, number("before"), number("after")));
                    }
                }
            }
        }
    });
    Ok(Answer::default())
}
