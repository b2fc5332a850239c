//! Older exchanges leave, and a summary stands for them.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::call::ArgsKind;
use super::folding::units_left;
use super::options::{CompactOptions, KeepResult};
use super::rung::{Choice, Rung};
use super::told::Told;
use super::work::{Item, ItemKind, Work};
use super::write::Written;
use crate::format::MessageFormat;
use crate::format::change::{Change, Setting};
use crate::format::diff::{Draft, diff};
use crate::format::write::Writer;
use crate::history::conversation::{Content, Flags, Made, Message, Part, PartAt, PartKind, Role};
use crate::history::{HEAD, TruncationConfig, neutralise, summarize};
use crate::marker::REF;
use crate::source::utf16_len;
use crate::tree::Tree;

/// What the assistant answers to a summary.
pub(crate) const ACKNOWLEDGED: &str = "Acknowledged previous context.";

/// True when the assistant answers a summary: in Gemini no answer may stand in front of a turn of calls.
pub(crate) fn answers(options: &CompactOptions, format: MessageFormat) -> bool {
    options.acknowledge && !options.summary_by_assistant && format != MessageFormat::Gemini
}

/// What stands for exchanges that left.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Folding {
    /// In front of which message.
    pub(crate) before: u32,
    pub(crate) text: String,
}

/// Exchanges that leave so that the conversation is within `target`, the oldest first; none when there are none.
pub(crate) fn fold<T: Tree>(
    work: &Work<'_, T>,
    options: &CompactOptions,
    base: &[Option<Choice>],
    recent: &[bool],
    target: u64,
    given: Option<&str>,
) -> Option<(Vec<Option<Choice>>, Folding)> {
    let calls = &work.calls;
    let mut sizes: Vec<u64> = calls.iter().map(|call| utf16_len(&call.name) as u64).collect();
    let total = units_left(work, base);
    for (item, choice) in work.items.iter().zip(base) {
        let size = choice.as_ref().map_or(item.full, |choice| choice.units);
        if let ItemKind::Args(call) | ItemKind::Result(call) = item.kind
            && let Some(sum) = sizes.get_mut(call)
        {
            *sum += size;
        }
    }
    // The model speaks next, and not on from its own words.
    let last = work.conversation.messages.len().saturating_sub(1);
    let stays = |at: usize| {
        let call = &calls[at];
        recent.get(at) == Some(&true)
            || call.keep == KeepResult::Always
            || call.hosted
            || !call.writable
            || call.args_kind == ArgsKind::Fixed
            || call.result.is_none_or(|result| result.message == last)
    };
    let mut folded = vec![false; calls.len()];
    let mut over = (total + options.summary_tokens * 4).saturating_sub(target);
    let mut from = 0;
    while from < calls.len() {
        let end = from + calls[from..].iter().take_while(|call| call.group == calls[from].group).count();
        if (over > 0 || is_folded(work, base, from)) && !(from..end).any(stays) {
            folded[from..end].fill(true);
            over = over.saturating_sub(sizes[from..end].iter().sum());
        }
        from = end;
    }
    let first = folded.iter().position(|folded| *folded)?;
    let before = u32::try_from(calls[first].at.message).ok()?;
    let mut choices = base.to_vec();
    for (item, choice) in work.items.iter().zip(&mut choices) {
        let gone = match item.kind {
            ItemKind::Args(call) | ItemKind::Result(call) => folded[call],
            ItemKind::Thinking => thinks_of(work, item.at, &folded),
            _ => false,
        };
        if gone {
            *choice = Some(Choice { rung: Rung::Folded, text: None, units: 0 });
        }
    }
    let refs =
        Some(refs(work, &folded)).filter(|line| tokens_of(line) * 2 <= options.summary_tokens).unwrap_or_default();
    let text =
        given.and_then(|text| foreign(text, &refs, options)).unwrap_or_else(|| own(work, options, &folded, &refs));
    Some((choices, Folding { before, text }))
}

fn is_folded<T: Tree>(work: &Work<'_, T>, base: &[Option<Choice>], call: usize) -> bool {
    work.items.iter().zip(base).any(|(item, choice)| {
        item.kind == ItemKind::Result(call) && choice.as_ref().is_some_and(|choice| choice.rung == Rung::Folded)
    })
}

/// Thinking leaves with the calls that it led to.
fn thinks_of<T: Tree>(work: &Work<'_, T>, at: PartAt, folded: &[bool]) -> bool {
    let next = work.calls.iter().position(|call| call.at >= at);
    next.is_some_and(|next| folded[next])
}

/// Spans of refs that are named.
const SPANS: usize = 12;

/// The line that says where the results of exchanges that left can be read; empty when nothing keeps them.
fn refs<T: Tree>(work: &Work<'_, T>, folded: &[bool]) -> String {
    let left = work.calls.iter().zip(folded).filter(|(_, folded)| **folded);
    let mut kept: Vec<u64> = left.filter_map(|(call, _)| call.kept).collect();
    kept.sort_unstable();
    kept.dedup();
    let mut spans: Vec<(u64, u64)> = Vec::new();
    for number in kept {
        match spans.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => spans.push((number, number)),
        }
    }
    if spans.is_empty() {
        return String::new();
    }
    let span = |(first, last): &(u64, u64)| {
        if first == last { alloc::format!("{REF}{first}") } else { alloc::format!("{REF}{first}-{REF}{last}") }
    };
    let named: Vec<String> = spans.iter().take(SPANS).map(span).collect();
    let more = if spans.len() > SPANS { ", ..." } else { "" };
    alloc::format!("\n- Full results, in order: {}{more}", named.join(", "))
}

fn own<T: Tree>(work: &Work<'_, T>, options: &CompactOptions, folded: &[bool], refs: &str) -> String {
    let told = Told::new(work, folded);
    let positions: Vec<usize> = folded.iter().enumerate().filter(|(_, folded)| **folded).map(|(at, _)| at).collect();
    let config = TruncationConfig::new()
        .max_history_summary_tokens(options.summary_tokens.saturating_sub(tokens_of(refs)))
        .preserve_errors_verbatim(options.verbatim_errors);
    let recent_from = positions.last().map_or(0, |last| last + 1);
    let text = summarize(&told, &positions, recent_from, &config);
    if text.is_empty() || text == HEAD {
        return alloc::format!("{HEAD}\n- {} tool call(s){refs}", positions.len());
    }
    text + refs
}

fn tokens_of(text: &str) -> u64 {
    crate::measure::estimate_tokens(text) as u64
}

/// What a summariser wrote, below our own head line; none when it is too long.
fn foreign(text: &str, refs: &str, options: &CompactOptions) -> Option<String> {
    let text = alloc::format!("{HEAD}\n{}{refs}", neutralise(text.trim()));
    (tokens_of(&text) <= options.summary_tokens).then_some(text)
}

/// Parts that leave.
fn gone<T: Tree>(work: &Work<'_, T>, choices: &[Option<Choice>]) -> Vec<PartAt> {
    let mut gone: Vec<PartAt> = Vec::new();
    for (item, choice) in work.items.iter().zip(choices) {
        if choice.as_ref().is_some_and(|choice| choice.text.is_none()) {
            match item.kind {
                ItemKind::Args(call) | ItemKind::Result(call) => {
                    gone.push(work.calls[call].at);
                    gone.extend(work.calls[call].result);
                }
                _ => gone.push(item.at),
            }
        }
    }
    gone.sort_unstable();
    // An item of reasoning goes with all that it led to.
    if work.conversation.format == MessageFormat::OpenAiResponses {
        let messages = &work.conversation.messages;
        let thinks = |message: &Message| message.parts.first().is_some_and(|part| part.kind == PartKind::Thinking);
        let mut thoughts = Vec::new();
        for (number, _) in messages.iter().enumerate().filter(|(_, message)| thinks(message)) {
            let rest = messages.iter().enumerate().skip(number + 1);
            let mut led = rest.take_while(|(_, next)| next.role == Role::Assistant && !thinks(next)).peekable();
            let left = |(message, _): (usize, &Message)| gone.binary_search(&PartAt { message, part: 0 }).is_err();
            if led.peek().is_some() && !led.any(left) {
                thoughts.push(PartAt { message: number, part: 0 });
            }
        }
        gone.append(&mut thoughts);
        gone.sort_unstable();
    }
    gone
}

/// False of thoughts, and of a text without a word: alone they say nothing.
fn says(part: &Part) -> bool {
    part.kind != PartKind::Thinking && !(part.kind == PartKind::Text && part.units == 0)
}

/// How many calls and messages leave, and UTF-16 units that go with these although nothing was decided about them.
pub(crate) fn leaving<T: Tree>(work: &Work<'_, T>, choices: &[Option<Choice>]) -> (u64, u64, u64) {
    let folded = |(item, choice): &(&Item, &Option<Choice>)| {
        matches!(item.kind, ItemKind::Result(_)) && choice.as_ref().is_some_and(|choice| choice.rung == Rung::Folded)
    };
    let calls = work.items.iter().zip(choices).filter(folded).count() as u64;
    if calls == 0 {
        return (0, 0, 0);
    }
    let gone = gone(work, choices);
    let (mut messages, mut units) = (0, 0);
    for (number, message) in work.conversation.messages.iter().enumerate() {
        let left = |part: usize| gone.binary_search(&PartAt { message: number, part }).is_err();
        let parts = || message.parts.iter().enumerate().filter(|(part, _)| left(*part));
        if parts().count() < message.parts.len() && !parts().any(|(_, held)| says(held)) {
            messages += 1;
            units += parts().map(|(_, held)| held.units as u64).sum::<u64>();
        }
    }
    (calls, messages, units)
}

/// What has to change in the structure so that folded exchanges are gone and the summary is there.
pub(crate) fn insert<T: Tree>(
    work: &Work<'_, T>,
    writer: &Writer<'_, T>,
    options: &CompactOptions,
    choices: &[Option<Choice>],
    folding: &Folding,
    written: Vec<Written>,
) -> Vec<Change> {
    let gone = gone(work, choices);
    let mut messages: Vec<Message> = Vec::new();
    let merges = work.conversation.format == MessageFormat::Gemini;
    let mut parted = false;
    for (number, message) in work.conversation.messages.iter().enumerate() {
        if number == folding.before as usize {
            // Behind an answer of the model no turn of calls may come.
            let by_assistant = options.summary_by_assistant && !merges;
            messages.append(&mut said(&folding.text, by_assistant, answers(options, work.conversation.format)));
        }
        let mut kept = message.clone();
        let mut part = 0;
        kept.parts.retain(|_| {
            let at = PartAt { message: number, part };
            part += 1;
            gone.binary_search(&at).is_err()
        });
        let says = kept.parts.iter().any(says);
        let part_left = kept.parts.len() < message.parts.len();
        if part_left && !says {
            parted = true;
            continue;
        }
        // A turn of calls comes right behind one of the user's: what was said before it becomes part of it.
        let joins = merges && parted && kept.role == Role::Assistant && kept.has_calls();
        while joins
            && let Some(before) = messages.pop_if(|before| before.role == Role::Assistant && before.from.is_some())
        {
            let moved = before.parts.into_iter().map(|part| Part { flags: part.flags.with(Flags::MOVED), ..part });
            kept.parts.splice(0..0, moved);
        }
        parted = part_left || (parted && kept.role == Role::Assistant);
        messages.push(kept);
    }
    let (mut settings, mut dropped) = (Vec::new(), Vec::new());
    for (place, steps, new) in written {
        match new {
            Some(value) => settings.push(Setting { place, steps, value }),
            None => dropped.push((place, steps)),
        }
    }
    diff(writer, Draft { messages: &messages, words: &work.conversation.words }, &settings, &dropped)
}

fn said(text: &str, by_assistant: bool, answered: bool) -> Vec<Message> {
    let message = |role: Role, made: Made| Message {
        from: None,
        inner: None,
        role,
        content: Content::Text,
        parts: vec![Part::made(PartKind::Text, made)],
        moved: false,
        gave: false,
    };
    let text = String::from(text);
    if by_assistant {
        return vec![message(Role::Assistant, Made::Answer(text))];
    }
    let mut said = vec![message(Role::User, Made::Text(text))];
    if answered {
        said.push(message(Role::Assistant, Made::Answer(String::from(ACKNOWLEDGED))));
    }
    said
}
