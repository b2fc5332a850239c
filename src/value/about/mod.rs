//! A total that is spent on what answers a question: values with its words, and what identifies them.
//!
//! One walk reads the value; of long lists of records, only those that could be kept (`choose`). A member's words count for those beside it, a name for what is below it, and an item
//! of a list for the items at the same place of lists of the same length. A chosen value brings its small record along.

mod choose;
mod evidence;
mod fill;

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::bounded::ValuePlan;
use super::rules::{Rules, Texts};
use super::share::Saying;
use super::texts::Change;
use super::walk::{Go, Leaf, NewName, Opened, Values, Visit, Walk};
use super::words;
use crate::error::Error;
use crate::order::ordered;
use crate::text::about::{Hit, Question, Wants, number};
use crate::tree::{Form, Member, ValueSource};
use evidence::Evidence;

/// Bytes of a text that are searched: of a longer one its beginning.
const SEARCHED: usize = 256 * 1024;

/// Number that means no node.
const NONE: u32 = u32::MAX;

/// A value, after its container.
#[derive(Debug)]
struct Node {
    member: Member,
    parent: u32,
    at: u32,
    /// The node after it and all that is in it.
    end: u32,
    /// Members that the walk visited, and all that it has.
    visited: u32,
    count: u32,
    /// Bytes as compact JSON, without its name, and those of its name with the colon.
    size: usize,
    name: usize,
    /// It was entered: all but values of one piece, and containers in whose place a text stands.
    is_open: bool,
    /// Position in `extras`, from 1.
    extra: u32,
    /// Terms in its value, and in its name.
    hits: Evidence,
    named: Evidence,
    /// It holds an answer of the wanted sort, and its number.
    answers: bool,
    number: Option<f64>,
    is_empty: bool,
    /// How much it is wanted.
    score: f64,
}

/// Attributes that few nodes have.
#[derive(Debug)]
struct Extra {
    change: Option<Change>,
    new_name: Option<NewName>,
    texts: Texts,
    says: Saying,
    most: usize,
}

/// Nodes of a value in document order.
#[derive(Debug)]
struct Outline {
    question: Arc<Question>,
    /// Bytes of compact JSON that may be kept.
    total: usize,
    nodes: Vec<Node>,
    /// Containers of which some members were passed over, in order.
    partial: Vec<u32>,
    extras: Vec<Extra>,
    open: Vec<u32>,
    /// Leaves, those with each term, and those with an answer of the wanted sort.
    leaves: f64,
    counts: Vec<f64>,
    answers: f64,
    /// Room for the terms of one text.
    room: Vec<Hit>,
}

/// A place that answers, by the positions that lead to it.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) path: Vec<usize>,
    /// The small record that it brings along, or the same path.
    pub(super) record: Vec<usize>,
    /// A text of which a part is of use.
    pub(super) in_part: bool,
}

/// A value in which the question found something.
#[derive(Debug)]
pub(super) struct Answered(Outline);

impl Answered {
    /// Reads a value; `None` without a question, or where it finds nothing.
    pub(super) fn of(source: &Values<'_>, rules: &Rules) -> Result<Option<Self>, Error> {
        let Some(question) = rules.about() else { return Ok(None) };
        let mut outline = Outline::read(question, source, rules)?;
        Ok(evidence::score(&mut outline).then_some(Self(outline)))
    }

    /// Plans the edits within `total` bytes; `None` where all of it fits, or nothing does.
    pub(super) fn plan(&self, source: &Values<'_>, rules: &Rules, total: usize) -> Option<ValuePlan> {
        let is_over = |root: &&Node| root.size > total || !self.0.partial.is_empty();
        let root = self.0.node(0).filter(|root| root.is_container()).filter(is_over)?;
        fill::fill(&self.0, root, source.0, rules, total)
    }

    /// Returns the places that answer, best first.
    pub(super) fn places(&self, total: usize) -> Vec<Place> {
        let (wanted, best) = self.0.wanted();
        let small = fill::small(total);
        let place = |at: u32| {
            let path = self.0.path(at);
            let mut record = path.clone();
            record.truncate((path.len() + 1).saturating_sub(self.0.with_record(at, small).len()));
            let node = self.0.node(at)?;
            let in_part = node.score * 2.0 >= best && matches!(node.member.form, Form::Text(_));
            Some(Place { path, record, in_part })
        };
        wanted.into_iter().filter_map(place).collect()
    }
}

impl Node {
    fn is_list(&self) -> bool {
        matches!(self.member.form, Form::List(_))
    }

    fn is_container(&self) -> bool {
        // One that is nested too deep has become a text, and has no members here.
        self.member.form.members().is_some() && self.is_open
    }
}

impl Outline {
    fn read(question: &Arc<Question>, source: &Values<'_>, rules: &Rules) -> Result<Self, Error> {
        let mut outline = Self {
            question: question.clone(),
            total: rules.total.unwrap_or(usize::MAX),
            nodes: Vec::new(),
            partial: Vec::new(),
            extras: Vec::new(),
            open: Vec::new(),
            leaves: 0.0,
            counts: alloc::vec![0.0; question.terms.len()],
            answers: 0.0,
            room: Vec::new(),
        };
        Walk::run(source, rules, rules.names, &mut outline)?;
        Ok(outline)
    }

    fn node(&self, at: u32) -> Option<&Node> {
        self.nodes.get(at as usize)
    }

    fn extra(&self, node: &Node) -> Option<&Extra> {
        self.extras.get((node.extra as usize).checked_sub(1)?)
    }

    /// Returns the values that answer, best first, and the score of the first one.
    fn wanted(&self) -> (Vec<u32>, f64) {
        let nodes = self.nodes.iter().enumerate();
        let wanted = nodes.filter(|(_, node)| !node.is_container() && node.score > 0.0).map(|(at, _)| at as u32);
        let score = |at: &u32| self.node(*at).map_or(0.0, |node| node.score);
        let wanted = ordered(wanted.collect(), |at| u64::MAX - (score(at) * 1e6) as u64);
        let best = wanted.first().map_or(0.0, score);
        (wanted, best)
    }

    /// Returns a value and the containers around it up to the largest of at most `small` bytes, but not the whole.
    fn with_record(&self, at: u32, small: usize) -> Vec<u32> {
        let mut path = Vec::from([at]);
        let mut here = at;
        while let Some(node) = self.node(here)
            && let Some(parent) = self.node(node.parent).filter(|parent| parent.size <= small && parent.parent != NONE)
        {
            // Capped members are not whole.
            if parent.visited < parent.count {
                break;
            }
            here = node.parent;
            path.push(here);
        }
        path
    }

    /// Returns the positions that lead to a node.
    fn path(&self, at: u32) -> Vec<usize> {
        let mut path = Vec::new();
        let mut here = at;
        while let Some(node) = self.node(here).filter(|node| node.parent != NONE) {
            path.push(node.at as usize);
            here = node.parent;
        }
        path.reverse();
        path
    }

    /// Returns the numbers of the nodes right before a node and after it in the same container.
    fn neighbors(&self, at: u32, node: &Node) -> (Option<u32>, Option<u32>) {
        let mut before = at - 1;
        while before > node.parent
            && let Some(other) = self.node(before).filter(|other| other.parent != node.parent)
        {
            before = other.parent;
        }
        let is = |other: u32, place: Option<u32>| {
            let there = self.node(other).filter(|other| other.parent == node.parent);
            there.filter(|other| Some(other.at) == place).map(|_| other)
        };
        (is(before, node.at.checked_sub(1)), is(node.end, node.at.checked_add(1)))
    }

    fn change(&self, node: &Node) -> Option<&Change> {
        self.extra(node)?.change.as_ref()
    }

    /// Members of a node, as numbers.
    fn children(&self, at: u32) -> impl Iterator<Item = u32> + '_ {
        // Each node comes after its container, and its own members come between it and the next one.
        let mut next = at + 1;
        core::iter::from_fn(move || {
            let node = self.node(next).filter(|node| node.parent == at)?;
            let here = next;
            next = node.end;
            Some(here)
        })
    }

    fn add(&mut self, walk: &Walk<'_>, (at, member): (usize, Member), size: usize, extra: Option<Extra>) -> u32 {
        let parent = self.open.last().copied().unwrap_or(NONE);
        let name = match extra.as_ref().and_then(|extra| extra.new_name.as_ref()) {
            Some(new) => words::json_len(&new.name) + 1,
            None if member.name > 0 => member.name + 1,
            None => 0,
        };
        let mut named = Evidence::default();
        if let Some(frame) = (member.name > 0)
            .then(|| {
                walk.frames
                    .iter()
                    .rev()
                    .find(|frame| Some(frame.node) == self.node(parent).map(|node| node.member.node))
            })
            .flatten()
        {
            named = self.found(&walk.source.0.name(frame.node, at), false);
        }
        let extra = extra.map_or(0, |extra| {
            self.extras.push(extra);
            self.extras.len() as u32
        });
        self.nodes.push(Node {
            member,
            parent,
            at: at as u32,
            end: self.nodes.len() as u32 + 1,
            visited: 0,
            count: 0,
            size,
            name,
            is_open: false,
            extra,
            hits: Evidence::default(),
            named,
            answers: false,
            number: None,
            is_empty: false,
            score: 0.0,
        });
        self.nodes.len() as u32 - 1
    }

    /// The terms of a text; those of values are counted.
    fn found(&mut self, text: &str, counts: bool) -> Evidence {
        let mut room = core::mem::take(&mut self.room);
        room.clear();
        self.question.find(text, &mut room);
        if counts {
            for hit in &room {
                if let Some(count) = self.counts.get_mut(usize::from(hit.term)) {
                    *count += 1.0;
                }
            }
        }
        let found = Evidence::of(&room);
        self.room = room;
        found
    }

    fn grow(&mut self, size: usize) {
        if let Some(parent) = self.open.last().and_then(|parent| self.nodes.get_mut(*parent as usize)) {
            parent.size = parent.size.saturating_add(size + usize::from(parent.visited > 0));
            parent.visited += 1;
        }
    }
}

impl Visit for Outline {
    fn leaf(&mut self, walk: &Walk<'_>, leaf: Leaf) {
        let Leaf { at, member, change, name, texts, .. } = leaf;
        let in_list = walk.frames.last().is_some_and(|frame| frame.is_list);
        let source = walk.source.0;
        let size = match (&change, member.form) {
            (Some(change), _) => change.json_bytes(source, &member),
            (None, Form::Plain(size)) => size,
            (None, Form::Text(_) | Form::Bytes(_)) => source.json_bytes(member.node, usize::MAX / 8),
            (None, _) if !in_list => return,
            (None, _) => 4,
        };
        let has_more = change.is_some() || name.is_some() || !matches!(texts, Texts::Free);
        let extra =
            has_more.then_some(Extra { change, new_name: name, texts, says: Saying::HowMany, most: usize::MAX });
        let node = self.add(walk, (at, member), size, extra);
        let mut text = String::new();
        match member.form {
            Form::Text(_) => source.text(member.node, &mut |whole| {
                let end = whole.align(whole.skip_utf16(0, whole.len(), SEARCHED));
                text = String::from(whole.read(0, end, &mut Vec::new()));
            }),
            Form::Plain(_) => {
                if let Some(frame) = walk.frames.last() {
                    text = source.plain(frame.node, at);
                }
            }
            _ => {}
        }
        self.leaves += 1.0;
        let hits = self.found(&text, true);
        let answers = self.question.wants != Wants::Anything && !text.is_empty() && {
            let frame = walk.frames.last().filter(|_| member.name > 0);
            let name = frame.map_or_else(String::new, |frame| source.name(frame.node, at));
            self.question.wants.is_in(&[&*name, " ", &text].concat())
        };
        self.answers += f64::from(u8::from(answers));
        let number = self.question.bound.and_then(|_| number(&text));
        if let Some(node) = self.nodes.get_mut(node as usize) {
            (node.hits, node.answers, node.number) = (hits, answers, number);
            node.is_empty = text.is_empty() || text == "null";
            let all = node.name + node.size;
            self.grow(all);
        }
    }

    fn open(&mut self, walk: &Walk<'_>, opened: Opened) {
        let Opened { at, member, name, count, kept, says, most, .. } = opened;
        let has_more = name.is_some() || says != Saying::HowMany || most != usize::MAX;
        let extra = has_more.then_some(Extra { change: None, new_name: name, texts: Texts::Free, says, most });
        let node = self.add(walk, (at, member), 2, extra);
        if let Some(node) = self.nodes.get_mut(node as usize) {
            (node.count, node.is_open) = (count as u32, true);
        }
        if kept.kept < count && most >= count {
            self.partial.push(node);
        }
        self.open.push(node);
    }

    fn close(&mut self, _: &Walk<'_>) {
        let Some(at) = self.open.pop() else { return };
        let end = self.nodes.len() as u32;
        if let Some(node) = self.nodes.get_mut(at as usize) {
            node.end = end;
        }
        let all = self.node(at).map_or(0, |node| node.name + node.size);
        self.grow(all);
    }

    fn choose(&mut self, source: &dyn ValueSource, container: &Member, count: usize) -> Option<Vec<usize>> {
        choose::records(self, source, container, count)
    }

    fn go(&self) -> Go {
        Go::On
    }

    fn forgets(&self) -> bool {
        false
    }
}
