//! A total that is spent on what answers a question: values with its words, and what identifies them.
//!
//! One walk reads the value; of long lists of records, only those that could be kept (`choose`). A member's words count for those beside it, a name for what is below it, and an item
//! of a list for the items at the same place of lists of the same length. A chosen value brings its small record along.

mod choose;
mod evidence;
mod fill;
mod names;

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
use crate::failure::Known;
use crate::text::about::{Hit, Question, Wants, best_first};
use crate::tree::{Form, Member, ValueSource};
use evidence::Evidence;
use names::Name;

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
    /// Members that the walk visited, those of them that it entered, and all that it has.
    visited: u32,
    containers: u32,
    count: u32,
    /// Bytes as compact JSON, without its name, and those of its name with the colon.
    size: usize,
    name: usize,
    /// The most bytes that its marker takes.
    marker: usize,
    /// It was entered: all but values of one piece, and containers in whose place a text stands.
    is_open: bool,
    /// Position in `extras`, from 1.
    extra: u32,
    /// Terms in its value, and in its name.
    hits: Evidence,
    named: Evidence,
    /// Position of its name among those that are remembered, from 1.
    label: u8,
    /// Of a container the terms inside as they count for what is beside it, and those that count for its members.
    near: Evidence,
    around: Evidence,
    /// It holds an answer of the wanted sort, and its number.
    answers: bool,
    number: Option<f64>,
    holds: Holds,
    /// How much it is wanted; of a container, how much the best around its members is.
    score: f64,
    best: f64,
}

/// What a value holds beside its words: an error is what a text begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Something,
    Nothing,
    /// A word that the question rules out.
    Unwanted,
    Error,
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
    /// The highest score.
    best: f64,
    /// Texts that were read for an error.
    known: Known,
    /// Room for the terms of one text.
    room: Vec<Hit>,
    /// Names: records repeat them in the same order, so the next one is looked at first.
    names: Vec<Name>,
    next: usize,
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
pub(super) struct Answered {
    outline: Outline,
    /// Values, best first.
    wanted: Vec<usize>,
}

impl Answered {
    /// Reads a value; `None` without a question, or where it finds nothing.
    pub(super) fn of(source: &Values<'_>, rules: &Rules) -> Result<Option<Self>, Error> {
        let Some(question) = rules.about() else { return Ok(None) };
        let mut outline = Outline::read(question, source, rules)?;
        Ok(evidence::score(&mut outline, source.0).then(|| Self { wanted: outline.wanted(), outline }))
    }

    /// Plans the edits within `total` bytes; `None` where all of it fits, or nothing does.
    pub(super) fn plan(&self, source: &Values<'_>, rules: &Rules, total: usize) -> Option<ValuePlan> {
        let is_over = |root: &&Node| root.size > total || !self.outline.partial.is_empty();
        let root = self.outline.node(0).filter(|root| root.is_container()).filter(is_over)?;
        fill::fill(&self.outline, &self.wanted, root, source.0, (rules, total))
    }

    /// Returns one of the places that answer, counted from the best, with its record in this total.
    pub(super) fn place(&self, number: usize, total: usize) -> Option<Place> {
        let at = *self.wanted.get(number)? as u32;
        let (outline, path) = (&self.outline, self.outline.path(at));
        let mut record = path.clone();
        record.truncate((path.len() + 1).saturating_sub(outline.with_record(at, fill::small(total)).len()));
        let node = outline.node(at)?;
        let in_part = node.score * 2.0 >= outline.best && matches!(node.member.form, Form::Text(_));
        Some(Place { path, record, in_part })
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
            best: 0.0,
            known: Known::default(),
            room: Vec::new(),
            names: Vec::new(),
            next: 0,
        };
        Walk::run(source, rules, rules.names, &mut outline)?;
        Ok(outline)
    }

    fn node(&self, at: u32) -> Option<&Node> {
        self.nodes.get(at as usize)
    }

    fn parent(&self, at: u32) -> Option<u32> {
        self.node(at).map(|node| node.parent).filter(|parent| *parent != NONE)
    }

    fn extra(&self, node: &Node) -> Option<&Extra> {
        self.extras.get((node.extra as usize).checked_sub(1)?)
    }

    /// Returns the values that answer, best first.
    fn wanted(&self) -> Vec<usize> {
        let score = |at: usize| self.nodes.get(at).map_or(0.0, |node| node.score);
        let values = (0..self.nodes.len()).filter(|at| score(*at) > 0.0);
        best_first(values, &score)
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
        let (mut path, mut here) = (Vec::new(), at);
        while let Some(parent) = self.parent(here) {
            path.extend(self.node(here).map(|node| node.at as usize));
            here = parent;
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
        let own = self.name(walk.source.0, parent, at, &member);
        let (named, label) = if own.is_empty() { (Evidence::default(), 0) } else { self.named(&own) };
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
            containers: 0,
            count: 0,
            size,
            name,
            marker: 0,
            is_open: false,
            extra,
            hits: Evidence::default(),
            named,
            label,
            near: Evidence::default(),
            around: Evidence::default(),
            answers: false,
            number: None,
            holds: Holds::Something,
            score: 0.0,
            best: 0.0,
        });
        self.nodes.len() as u32 - 1
    }

    /// The name of a member; empty in lists.
    fn name(&self, source: &dyn ValueSource, parent: u32, at: usize, member: &Member) -> String {
        let object = self.node(parent).filter(|_| member.name > 0);
        object.map_or_else(String::new, |object| source.name(object.member.node, at))
    }

    /// Reads the text of a value.
    fn read_leaf(&mut self, at: u32, text: &str, name: &str) {
        let hits = self.found(text, true);
        let wants = self.question.wants;
        let answers = wants != Wants::Anything && !text.is_empty() && wants.is_in(&[name, " ", text].concat());
        self.answers += f64::from(u8::from(answers));
        let number = self.question.bound.and_then(|bound| bound.number_of(text));
        if let Some(node) = self.nodes.get_mut(at as usize) {
            (node.hits, node.answers, node.number) = (hits, answers, number);
            node.holds = match node.member.form {
                _ if text.is_empty() || text == "null" => Holds::Nothing,
                Form::Text(_) if self.question.rules_out(text) => Holds::Unwanted,
                // `crashed: false` says that it did not, unless that is asked for.
                Form::Plain(_) if text == "false" && hits.is_empty() => Holds::Unwanted,
                Form::Text(_) if choose::has_failed(text, &mut self.known) => Holds::Error,
                _ => Holds::Something,
            };
        }
    }

    /// The terms of a text; those of values are counted.
    fn found(&mut self, text: &str, counts: bool) -> Evidence {
        let mut room = core::mem::take(&mut self.room);
        room.clear();
        if counts {
            self.question.find(text, &mut room);
            for hit in &room {
                if let Some(count) = self.counts.get_mut(usize::from(hit.term)) {
                    *count += 1.0;
                }
            }
        } else {
            self.question.find_name(text, &mut room);
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

/// The most bytes that the marker of a container takes.
fn marker(container: &Member, count: usize, says: Saying) -> usize {
    let is_list = matches!(container.form, Form::List(_));
    let text = match says {
        Saying::Nothing => return 0,
        Saying::ThatSome => words::MORE.len(),
        Saying::HowMany if is_list => words::items_omitted(count).len(),
        Saying::HowMany => words::keys_omitted(count).len(),
    };
    // Quotes, comma, and in objects a name that is free.
    text + 3 + if is_list { 0 } else { words::MORE.len() + 4 }
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
        self.leaves += 1.0;
        let parent = self.node(node).map_or(NONE, |node| node.parent);
        let name = match self.question.wants {
            Wants::Anything => String::new(),
            _ => self.name(source, parent, at, &member),
        };
        match (member.form, self.node(parent)) {
            (Form::Text(_), _) => source.text(member.node, &mut |whole| {
                let end = whole.align(whole.skip_utf16(0, whole.len(), SEARCHED));
                self.read_leaf(node, whole.read(0, end, &mut Vec::new()), &name);
            }),
            (Form::Plain(_), Some(container)) => {
                let text = source.plain(container.member.node, at);
                self.read_leaf(node, &text, &name);
            }
            _ => self.read_leaf(node, "", &name),
        }
        let all = self.node(node).map_or(0, |node| node.name + node.size);
        self.grow(all);
    }

    fn open(&mut self, walk: &Walk<'_>, opened: Opened) {
        let Opened { at, member, name, count, kept, says, most, .. } = opened;
        let has_more = name.is_some() || says != Saying::HowMany || most != usize::MAX;
        let extra = has_more.then_some(Extra { change: None, new_name: name, texts: Texts::Free, says, most });
        let node = self.add(walk, (at, member), 2, extra);
        if let Some(node) = self.nodes.get_mut(node as usize) {
            (node.count, node.marker, node.is_open) = (count as u32, marker(&member, count, says), true);
        }
        if kept.kept < count && most >= count {
            self.partial.push(node);
        }
        if let Some(parent) = self.open.last().and_then(|parent| self.nodes.get_mut(*parent as usize)) {
            parent.containers += 1;
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
