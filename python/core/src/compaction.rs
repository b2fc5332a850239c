//! Compaction. An instance of the module has one compactor: its messages, so that a request sends only new ones, and
//! its memory.

use std::cell::RefCell;

use serde_json::{Value, json};
use tooltrim::compaction::{Host, Request, Target};
use tooltrim::host::{
    JsonTree, Memory, arrives_of, changes_to_json, compact_messages_of, detect_format_of, grown_of, json_edits,
};
use tooltrim::messages::Edit;
use tooltrim::{CompactOptions, MessageFormat, Ref, redact_secrets};

use crate::answer::{Answer, Fault, text};
use crate::messages::list;
use crate::{host, options};

struct Compact {
    options: CompactOptions,
    /// With the reserve of the request at hand.
    now: CompactOptions,
    memory: Memory,
    /// Decisions of the last request, until they are sent.
    pending: Option<Memory>,
    messages: Vec<Value>,
    format: Option<MessageFormat>,
    goes_on: bool,
}

thread_local! {
    static COMPACT: RefCell<Option<Compact>> = const { RefCell::new(None) };
}

pub(crate) fn answer(operation: &str, given: &[&[u8]]) -> Option<Result<Answer, Fault>> {
    Some(match operation {
        "compact_new" => new(given),
        "compact_drop" => {
            COMPACT.set(None);
            Ok(Answer::default())
        }
        "compact_messages" => with(|compact| compact.take_messages(given)),
        "compact_reserve" => with(|compact| compact.reserve(given)),
        "compact_next" => with(|compact| compact.next(given)),
        "compact_commit" => with(|compact| Ok(compact.commit())),
        "compact_grown" => with(|compact| compact.grown(given)),
        "compact_undo" => with(|compact| Ok(Answer::default().json(&compact.memory.undo()))),
        "compact_observe" => with(|compact| compact.observe(given)),
        "compact_state" => with(|compact| Ok(Answer::default().text(compact.memory.to_json()))),
        _ => return None,
    })
}

fn with(call: impl FnOnce(&mut Compact) -> Result<Answer, Fault>) -> Result<Answer, Fault> {
    // Taken out, as a function of the caller's may ask this instance for something else.
    let mut compact = COMPACT.take().ok_or_else(|| Fault::internal("there is no compactor"))?;
    let answer = call(&mut compact);
    COMPACT.set(Some(compact));
    answer
}

/// Options, a state or nothing, and whether more requests follow.
fn new(given: &[&[u8]]) -> Result<Answer, Fault> {
    let options = options::read(CompactOptions::unset(), text(given, 0)?, CompactOptions::set)?;
    options.room()?;
    let state = text(given, 1)?;
    let memory = if state.is_empty() {
        Memory::new()
    } else {
        let wrong = |_| Fault::option("state: is not the state of a compactor".to_owned());
        Memory::read(&JsonTree::Value(&serde_json::from_str(state).map_err(wrong)?))?
    };
    let (now, goes_on) = (options.clone(), text(given, 2)? == "true");
    COMPACT.set(Some(Compact { options, now, memory, pending: None, messages: Vec::new(), format: None, goes_on }));
    Ok(Answer::default())
}

type Keep = dyn Fn(&str) -> Option<Ref>;

/// Functions that the caller gave.
#[derive(Default)]
pub(crate) struct Callbacks {
    pub(crate) count: Option<&'static dyn Fn(&str) -> u64>,
    pub(crate) redact: Option<&'static dyn Fn(&str) -> String>,
    keep: Option<&'static Keep>,
}

/// `{tokens: true, redact: true | "secrets", store: true}`.
pub(crate) fn callbacks(asked: &[(String, Value)]) -> Callbacks {
    let given = |name| asked.iter().find(|(given, _)| given == name).map(|(_, value)| value);
    let mut callbacks = Callbacks::default();
    if given("tokens").is_some() {
        callbacks.count = Some(&|text| host::count(text) as u64);
    }
    callbacks.redact = match given("redact") {
        Some(Value::String(_)) => Some(&|text| redact_secrets(text).into_owned()),
        Some(_) => Some(&host::redact),
        None => None,
    };
    if given("store").is_some() {
        callbacks.keep = Some(&host::keep);
    }
    callbacks
}

/// The text in place of exchanges that left, and where it stands, as in the state.
fn folding_of(memory: &Memory) -> Value {
    let mut state: Value = serde_json::from_str(&memory.to_json()).unwrap_or_default();
    state.get_mut("summary").map(Value::take).unwrap_or_default()
}

impl Compact {
    /// How many messages stay, and those that follow.
    fn take_messages(&mut self, given: &[&[u8]]) -> Result<Answer, Fault> {
        let keep = text(given, 0)?.parse().map_err(|_| Fault::internal("a count is not a number"))?;
        let added = list(text(given, 1)?)?;
        let last = self.messages.get(keep..).unwrap_or_default();
        self.memory.compare_lists(keep, last, &added);
        self.messages.truncate(keep);
        self.messages.extend(added);
        let found = detect_format_of(&JsonTree::Messages(&self.messages));
        Ok(Answer::default().json(&found.map(MessageFormat::name)))
    }

    fn reserve(&mut self, given: &[&[u8]]) -> Result<Answer, Fault> {
        let mut options = self.options.clone();
        for (name, value) in options::members(text(given, 0)?)? {
            options::with(&name, &value, |option| options.set(option))?;
        }
        options.room()?;
        self.now = options;
        Ok(Answer::default())
    }

    /// A request, and a summary of the caller's or nothing.
    fn next(&mut self, given: &[&[u8]]) -> Result<Answer, Fault> {
        let asked = options::members(text(given, 0)?)?;
        let mut request = Request::new();
        request.goes_on = self.goes_on;
        for (name, value) in &asked {
            match name.as_str() {
                "force" => request.force = value == &Value::Bool(true),
                "hold" => request.hold = value == &Value::Bool(true),
                "compactTo" => request.compact_to = Some(options::with(name, value, Target::read)?),
                _ => {}
            }
        }
        let Callbacks { count, redact, keep } = callbacks(&asked);
        let summary = text(given, 1)?;
        let mut host = Host::new();
        (host.count, host.redact, host.keep) = (count, redact, keep);
        host.summary = Some(summary).filter(|summary| !summary.is_empty());
        let mut memory = self.memory.clone();
        let tree = JsonTree::Messages(&self.messages);
        let plan = compact_messages_of(&tree, &self.now, &mut memory, request, host)?;
        // A summary that the core did not take is the one of the plan without it.
        let folding = asked.iter().any(|(name, _)| name == "tellSummary").then(|| folding_of(&memory));
        self.pending = Some(memory);
        self.format = plan.format;
        let about = json!({
            "notice": plan.notice,
            "size": plan.size,
            "stepped": plan.stepped,
            "format": plan.format.map(MessageFormat::name),
            "summary": folding,
        });
        // Text is quicker than values, which parts that are made like others need.
        let edits = changes_to_json(&plan.changes).unwrap_or_else(|| {
            let edits = json_edits(&self.messages, plan.changes);
            Value::Array(edits.iter().map(Edit::to_json).collect()).to_string()
        });
        Ok(Answer::default().json(&about).text(edits).text(plan.report.to_json()))
    }

    /// The decisions of the last request count from now on. Answers the state, and the one before if it changed.
    fn commit(&mut self) -> Answer {
        let before = self.memory.clone();
        if let Some(memory) = self.pending.take() {
            self.memory = memory;
        }
        let changed = before != self.memory;
        let answer = Answer::default().json(&json!({ "changed": changed, "billed": self.memory.billed() }));
        answer.text(if changed { before.to_json() } else { String::new() })
    }

    /// From which message on they are new, and whether the caller counts tokens: their size, and whether a conversation
    /// of `size` and these may stay as it is.
    fn grown(&mut self, given: &[&[u8]]) -> Result<Answer, Fault> {
        let number = |at| text(given, at)?.parse::<f64>().map_err(|_| Fault::internal("a size is not a number"));
        let (from, size) = (number(0)? as usize, number(1)?);
        let count: Option<&dyn Fn(&str) -> u64> =
            if text(given, 2)?.is_empty() { None } else { Some(&|text| host::count(text) as u64) };
        let (Some(format), Some(added)) = (self.format, self.messages.get(from..)) else {
            return Ok(Answer::default().json(&Value::Null));
        };
        let grown = grown_of(&JsonTree::Messages(added), &self.now, format, &self.memory, count)?;
        let size = size as u64 + grown.size;
        let is_below = self.memory.is_below(size, &self.now)
            && !arrives_of(&JsonTree::Messages(added), from, &self.now, format, &mut self.memory)?;
        Ok(Answer::default().json(&json!({ "size": size, "isBelow": is_below })))
    }

    fn observe(&mut self, given: &[&[u8]]) -> Result<Answer, Fault> {
        let number = |at| text(given, at)?.parse::<f64>().map_err(|_| Fault::internal("a size is not a number"));
        self.memory.observe(number(0)?, number(1)?);
        Ok(Answer::default().json(&self.memory.billed()))
    }
}
