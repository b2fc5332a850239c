//! Walks a value member by member and applies the limits of each place.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::cut::{CutKind, Path, Reduction};
pub(super) use super::frame::{Frame, Go, NewName, Stays};
use super::rules::{Caps, Matcher, Rules, Spot, Texts, To};
use super::schema::{Demand, Held, Names};
use super::share::Saying;
use super::texts::{self, Change};
use super::wishes::{Extent, Wish};
use super::words;
use crate::error::{Error, ErrorKind};
use crate::order::ascending;
use crate::tree::{Form, Member, ValueSource};

/// Longest text, in the owner's units, that can distinguish alternatives of a schema.
const NAME: usize = 200;
/// A value that is not a container, and its change.
#[derive(Debug)]
pub(super) struct Leaf {
    pub(super) at: usize,
    pub(super) member: Member,
    pub(super) change: Option<Change>,
    pub(super) name: Option<NewName>,
    /// Limit of a string there.
    pub(super) texts: Texts,
    /// Demand of the schema on a string there.
    pub(super) demand: Demand,
}

/// A container that the walk enters.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) at: usize,
    pub(super) member: Member,
    pub(super) name: Option<NewName>,
    pub(super) count: usize,
    pub(super) kept: Stays,
    /// Most detailed marker for missing members that its limits allow.
    pub(super) says: Saying,
    /// Number of members that may stay, not counting the flag.
    pub(super) most: usize,
    /// Rules apply to its items by position, so only a beginning of it may stay.
    pub(super) by_place: bool,
    /// Demand of the schema on it.
    pub(super) demand: Demand,
}

/// Members of a container that answer a question.
struct Wished {
    /// Their positions, in order.
    at: Vec<usize>,
    /// Rules apply to the items by position.
    by_place: bool,
    /// Number of items that may stay.
    most: usize,
}

/// Selects members by position, and as many of the first ones as leave room for them.
fn some(chosen: Vec<usize>, most: usize, flag: Option<usize>) -> Stays {
    let mut late = ascending(chosen);
    late.dedup();
    let (mut head, mut passed) = (0, 0);
    loop {
        if late.get(passed) == Some(&head) {
            passed += 1;
        } else if head + late.len() - passed >= most {
            break;
        }
        head += 1;
    }
    late.drain(..passed);
    Stays { kept: head + late.len(), late, flag }
}

/// Receiver of a walk's events.
pub(super) trait Visit {
    fn leaf(&mut self, walk: &Walk<'_>, leaf: Leaf);
    /// Called when the container is already the innermost frame.
    fn open(&mut self, walk: &Walk<'_>, opened: Opened);
    /// Called while the container is still the innermost frame.
    fn close(&mut self, walk: &Walk<'_>);
    /// Returns the positions of the members to visit; `None` for all of them.
    fn choose(&mut self, _source: &dyn ValueSource, _container: &Member, _count: usize) -> Option<Vec<usize>> {
        None
    }
    /// Returns how the innermost container continues.
    fn go(&self) -> Go;
    /// Returns `true` if a container's members are not needed after it was closed.
    fn forgets(&self) -> bool;
}

/// A walk through a value.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) source: &'a Values<'a>,
    pub(super) rules: &'a Rules,
    names: usize,
    matcher: Matcher<'a>,
    pub(super) frames: Vec<Frame>,
}

/// A value source that implements `Debug`.
pub(super) struct Values<'a>(pub(super) &'a dyn ValueSource);

impl core::fmt::Debug for Values<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Values")
    }
}

impl<'a> Walk<'a> {
    /// Walks a value and reports to the visitor; fails on a cycle.
    ///
    /// Names are shortened to `names` bytes.
    pub(super) fn run(
        source: &'a Values<'a>,
        rules: &'a Rules,
        names: usize,
        visitor: &mut dyn Visit,
    ) -> Result<(), Error> {
        let mut walk = Self { source, rules, names, matcher: Matcher::new(rules), frames: Vec::new() };
        let start = walk.matcher.start();
        walk.member(0, source.0.root(), start, None, visitor)?;
        while let Some(frame) = walk.frames.last_mut() {
            if let Some((at, member)) = frame.next(source.0, visitor.go()) {
                walk.step(at, member, visitor)?;
            } else {
                visitor.close(&walk);
                if let Some(frame) = walk.frames.pop()
                    && let Some(first) = frame.first_node
                    && visitor.forgets()
                {
                    source.0.release(first);
                }
            }
        }
        Ok(())
    }

    /// Visits a member of the innermost container.
    fn step(&mut self, at: usize, member: Member, visitor: &mut dyn Visit) -> Result<(), Error> {
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (node, is_list, from) = (frame.node, frame.is_list, frame.spot);
        let long = member.name > self.names;
        // In a uniform spot, a step of any kind leads to the same one.
        let name = (!is_list && (long || !from.is_uniform())).then(|| self.source.0.name(node, at));
        let spot = match &name {
            Some(name) => self.matcher.step(from, To::Name(name)),
            None => self.matcher.step(from, To::Item(at)),
        };
        let is_too_long = |name: &String| {
            long && name.len() > self.names && self.rules.flag() != Some(name) && !self.rules.declares(name)
        };
        let new_name = name.filter(is_too_long).map(|name| NewName {
            name: self
                .frames
                .last_mut()
                .map_or_else(String::new, |frame| frame.new_name(self.source.0, &name, self.names)),
            was: name.len(),
            limit: self.names,
        });
        // Use the spot of the new name, as the next trim would.
        let spot = match &new_name {
            Some(new) => self.matcher.step(from, To::Name(&new.name)),
            None => spot,
        };
        self.member(at, member, spot, new_name, visitor)
    }

    fn member(
        &mut self,
        at: usize,
        member: Member,
        spot: Spot,
        name: Option<NewName>,
        visitor: &mut dyn Visit,
    ) -> Result<(), Error> {
        let spot = if matches!(member.form, Form::Object(_)) { self.object(&member, spot) } else { spot };
        let wish = self.wish(at);
        let caps = self.matcher.caps(spot, wish.extent);
        let (is_list, count, most) = match member.form {
            Form::Cycle => return Err(self.cycle(at)),
            Form::List(count) => (true, count, caps.items),
            Form::Object(count) => (false, count, caps.keys),
            _ => {
                let change = texts::change(self.source.0, &member, caps, self.rules);
                let (texts, demand) = (caps.texts.clone(), caps.demands()[0]);
                visitor.leaf(self, Leaf { at, member, change, name, texts, demand });
                return Ok(());
            }
        };
        // An empty container has nothing to leave out.
        if self.frames.len() >= self.rules.depth && count > 0 {
            let most = self.longer_than(&member, words::too_deep(self.rules.depth, |_| true).len());
            let text = words::too_deep(self.rules.depth, |text| text.len() + 2 <= most && texts::fits(text, caps));
            let cut = Some(Reduction { kind: CutKind::Depth, before: count, after: 0, limit: self.rules.depth });
            let change = Some(Change { text: super::texts::NewText::Whole(text), ours: true, cut });
            let (texts, demand) = (caps.texts.clone(), caps.demands()[0]);
            visitor.leaf(self, Leaf { at, member, change, name, texts, demand });
            return Ok(());
        }
        let whole = Stays { kept: count, ..Stays::default() };
        let wished = self.matcher.wishes().map_or_else(Vec::new, |wishes| wishes.members(wish));
        let by_place = is_list && !wished.is_empty() && !self.matcher.places(spot).is_empty();
        let caps = self.matcher.caps(spot, wish.extent);
        let kept = if count > most {
            let wished = Wished { at: wished, by_place, most: self.matcher.caps(spot, Extent::Whole).items };
            self.stays(&member, count, caps, wished)
        } else {
            let chosen = visitor.choose(self.source.0, &member, count);
            chosen.map_or(whole, |late| Stays { kept: late.len(), late, flag: None })
        };
        let demand = if is_list { caps.demands()[1] } else { self.demand(&member, caps) };
        let (says, by_place) =
            if visitor.forgets() { (Saying::Nothing, false) } else { self.says(is_list, count, spot) };
        self.frames.push(Frame::new(&member, at, count, &kept, name.clone(), (spot, wish)));
        visitor.open(self, Opened { at, member, name, count, kept, says, most, by_place, demand });
        Ok(())
    }

    /// Returns the wish for a member of the innermost container.
    fn wish(&self, at: usize) -> Wish {
        let Some(wishes) = self.matcher.wishes() else { return Wish::default() };
        self.frames.last().map_or_else(|| wishes.root(), |frame| wishes.member(frame.wish, at))
    }

    /// Returns the spot of an object, narrowed by its members.
    fn object(&mut self, object: &Member, spot: Spot) -> Spot {
        let source = self.source.0;
        self.matcher.of_object(spot, &|name| {
            let Some(at) = source.position(object.node, name) else { return Held::Nothing };
            let mut found = Vec::new();
            source.members(object.node, at, 1, &mut found);
            let mut held = Held::Other;
            if let Some(member) =
                found.first().filter(|member| matches!(member.form, Form::Text(units) if units <= NAME))
            {
                source.text(member.node, &mut |source| held = Held::Text(texts::whole(source)));
            }
            held
        })
    }

    /// Returns the most detailed marker within the limit of a string in the container: generated texts are no
    /// exception, or the next trim would cut them. In a list with rules by position, the marker fits at each of these
    /// positions, and the second value is `true`.
    fn says(&mut self, is_list: bool, count: usize, spot: Spot) -> (Saying, bool) {
        if !is_list {
            return (self.says_at(spot, To::Name(words::MORE), &words::keys_omitted(count)), false);
        }
        let mut places = self.matcher.places(spot);
        places.retain(|at| *at < count);
        let text = words::items_omitted(count);
        let usual = self.says_at(spot, To::Item(usize::MAX), &text);
        let says = places.iter().map(|at| self.says_at(spot, To::Item(*at), &text)).fold(usual, Saying::min);
        (says, !places.is_empty())
    }

    fn says_at(&mut self, spot: Spot, to: To<'_>, text: &str) -> Saying {
        let inner = self.matcher.step(spot, to);
        let caps = self.matcher.caps(inner, Extent::Usual);
        match (texts::fits(text, caps), texts::fits(words::MORE, caps)) {
            (true, _) => Saying::HowMany,
            (_, true) => Saying::ThatSome,
            _ => Saying::Nothing,
        }
    }

    /// Returns the demand on an object: one that lacks a required member must not change.
    fn demand(&self, object: &Member, caps: &Caps) -> Demand {
        let is_there = |name: &String| self.source.0.position(object.node, name).is_some();
        let is_whole = |names: &Arc<Names>| names.required.iter().all(is_there);
        let [.., members] = caps.demands();
        let is_fit = !self.rules.is_fitting() || caps.names().is_none_or(is_whole);
        if is_fit { members } else { Demand::Unchanged }
    }

    /// Selects the members that stay if there are more than the limit. The flag is generated and does not count.
    fn stays(&self, member: &Member, count: usize, caps: &Caps, mut wished: Wished) -> Stays {
        if matches!(member.form, Form::List(_)) {
            let Some(last) = wished.at.last().copied() else { return Stays { kept: caps.items, ..Stays::default() } };
            if wished.by_place {
                // Only a beginning of it may stay.
                return Stays { kept: (last + 1).max(caps.items).min(wished.most), ..Stays::default() };
            }
            wished.at.truncate(wished.most);
            let most = wished.at.len().max(caps.items);
            return some(wished.at, most, None);
        }
        let position = |name: &String| self.source.0.position(member.node, name);
        let flag = self.rules.flag().filter(|_| self.frames.is_empty()).and_then(position);
        let none = Arc::default();
        let Some(names) = caps.names().or((!wished.at.is_empty()).then_some(&none)) else {
            let most = caps.keys;
            return match flag {
                Some(at) if at <= most => Stays { kept: most + 1, flag: Some(at), late: Vec::new() },
                _ => Stays { kept: most, ..Stays::default() },
            };
        };
        let mut first: Vec<usize> = names.required.iter().chain(&names.described).filter_map(position).collect();
        let mut most = caps.keys;
        if self.rules.is_fitting() {
            let known = first.len();
            wished.at.retain(|at| !first.get(..known).unwrap_or_default().contains(at));
            first.append(&mut wished.at);
            let [.., members] = caps.demands();
            let least = if let Demand::Least(least) = members { least } else { count };
            first.truncate(caps.members);
            most = most.saturating_add(first.len()).max(least).min(caps.members);
        } else {
            first.truncate(most);
        }
        first.extend(flag);
        most = most.saturating_add(usize::from(flag.is_some())).min(count);
        some(first, most, flag)
    }

    /// Returns `true` if the schema demands that no two items of the innermost container are equal.
    pub(super) fn is_unique(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.is_list && self.matcher.is_unique(frame.spot))
    }

    /// Returns the JSON size of a container, measured no further than needed to see that it exceeds a message.
    fn longer_than(&self, member: &Member, message: usize) -> usize {
        let (mut stack, mut size) = (Vec::from([*member]), 0);
        let mut members = Vec::new();
        while size <= message + 2
            && let Some(member) = stack.pop()
        {
            size += match member.form {
                Form::List(count) | Form::Object(count) => {
                    self.source.0.members(member.node, 0, message.min(count), &mut members);
                    let names: usize = members.iter().map(|member| member.name + usize::from(member.name > 0)).sum();
                    stack.append(&mut members);
                    2 + names + count.saturating_sub(1)
                }
                Form::Plain(size) => size,
                Form::Text(_) | Form::Bytes(_) => self.source.0.json_bytes(member.node, message),
                Form::Nothing => 4,
                _ => 2,
            };
        }
        size
    }

    fn cycle(&self, at: usize) -> Error {
        let path = self.path(at, None).pointer;
        let message = alloc::format!("value: the value at \"{path}\" contains itself, which JSON cannot represent");
        Error::new(ErrorKind::Cycle, message)
    }

    /// Returns the path of a member of the innermost container.
    pub(super) fn path(&self, at: usize, name: Option<&NewName>) -> Path {
        let mut path = self.path_here();
        if let Some(frame) = self.frames.last() {
            self.extend(&mut path, frame, at, name);
        }
        path
    }

    /// Returns the path of the innermost container.
    pub(super) fn path_here(&self) -> Path {
        let mut path = Path::of(self.rules.tool_name());
        for (frame, inner) in self.frames.iter().zip(self.frames.iter().skip(1)) {
            self.extend(&mut path, frame, inner.at, inner.name.as_ref());
        }
        path
    }

    fn extend(&self, path: &mut Path, frame: &Frame, at: usize, name: Option<&NewName>) {
        match name {
            Some(name) => path.name(&name.name),
            None if frame.is_list => path.item(at),
            None => path.name(&self.source.0.name(frame.node, at)),
        }
    }
}
