//! Shares the total out over a sketch: first decides which members stay, then how much each may take.
//!
//! A container passes its room to its members. A list keeps as many items at both ends as their least sizes allow; an
//! object keeps its first members; the large ones share what is left. Each container precedes its members, so one
//! forward pass is enough.

use alloc::vec;
use alloc::vec::Vec;

use super::fill::fill;
use super::sketch::{Children, Node, Sketch};
use super::words;
use crate::text::Keep;

/// Room granted to a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Allotment {
    /// Left out, with its container or alone.
    #[default]
    Gone,
    /// Kept whole.
    Whole,
    /// Limited to this many bytes, which is less than its size.
    Within(usize),
}

/// Members of a container that stay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stay {
    /// Numbers of first members, and of last ones.
    pub(super) head: usize,
    pub(super) tail: usize,
    /// Detail of the marker for the others.
    pub(super) says: Saying,
}

/// Detail of the marker for missing members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Saying {
    #[default]
    Nothing,
    ThatSome,
    HowMany,
}

/// Room granted to each node.
#[derive(Debug)]
pub(super) struct Shares<'a> {
    sketch: &'a Sketch,
    pub(super) allotments: Vec<Allotment>,
    /// Set for containers that lose members.
    pub(super) stays: Vec<Option<Stay>>,
    /// Ends of a list that stay.
    keep: Keep,
    /// `true` if the flag has the same name as the marker for missing members.
    pub(super) flag_is_more: bool,
}

impl<'a> Shares<'a> {
    pub(super) fn new(sketch: &'a Sketch, room: usize, keep: Keep, flag_is_more: bool) -> Self {
        let count = sketch.nodes.len();
        let mut shares =
            Self { sketch, allotments: vec![Allotment::Gone; count], stays: vec![None; count], keep, flag_is_more };
        shares.give(0, room);
        for at in 0..count {
            let Some(node) = sketch.nodes.get(at).filter(|node| node.is_container()) else { continue };
            match shares.allotments.get(at) {
                Some(Allotment::Whole) => {
                    for child in sketch.children(at) {
                        shares.give(child, usize::MAX);
                    }
                }
                Some(Allotment::Within(room)) if node.is_list() => shares.list(at, node, *room),
                Some(Allotment::Within(room)) => shares.object(at, node, *room),
                _ => {}
            }
        }
        shares
    }

    pub(super) fn children(&self, at: usize) -> Children<'a> {
        self.sketch.children(at)
    }

    pub(super) fn node(&self, at: usize) -> Option<&'a Node> {
        self.sketch.nodes.get(at)
    }

    /// Gives a node room, which excludes its name.
    fn give(&mut self, at: usize, room: usize) {
        let size = self.node(at).map_or(0, |node| node.size);
        if let Some(allotment) = self.allotments.get_mut(at) {
            *allotment = if size <= room { Allotment::Whole } else { Allotment::Within(room) };
        }
    }

    /// Shares room out among members that all have room for their least sizes; commas, names and all else are paid for.
    ///
    /// Small parts come first, wherever they are; meanwhile, long strings and long rows of numbers get a tenth of the
    /// room. Then all grow alike.
    fn share(&mut self, members: &[usize], room: usize) {
        let bounds = if self.sum(members, Node::small) <= room {
            self.bounds(members, |node| (node.small(), node.size))
        } else {
            let few = room / 10;
            let first = self.bounds(members, |node| {
                let grows = node.is_bulk || !node.is_container();
                (node.least, if grows { few.min(node.size).max(node.least) } else { node.calm })
            });
            let sizes = members.iter().filter_map(|member| self.node(*member)).map(|node| node.size);
            fill(room, &first).into_iter().zip(sizes).collect()
        };
        self.give_all(members, fill(room, &bounds));
    }

    /// Shares out room that is too small for the least sizes of all members.
    fn share_bare(&mut self, members: &[usize], room: usize) {
        let bounds = self.bounds(members, |node| (node.bare, node.least));
        self.give_all(members, fill(room, &bounds));
    }

    fn bounds(&self, members: &[usize], bound: impl Fn(&Node) -> (usize, usize)) -> Vec<(usize, usize)> {
        members.iter().filter_map(|member| self.node(*member)).map(bound).collect()
    }

    fn give_all(&mut self, members: &[usize], shares: Vec<usize>) {
        for (member, share) in members.iter().zip(shares) {
            self.give(*member, share);
        }
    }

    /// Shortens a list.
    fn list(&mut self, at: usize, node: &Node, room: usize) {
        let items: Vec<usize> = self.sketch.children(at).collect();
        let commas = items.len().saturating_sub(1);
        match room.checked_sub(2 + commas).filter(|_| node.complete) {
            Some(inner) if self.sum(&items, |item| item.least) <= inner => {
                self.share(&items, inner);
            }
            _ => self.some_items(at, node, &items, room),
        }
    }

    /// Keeps some items at both ends of a list.
    fn some_items(&mut self, at: usize, node: &Node, items: &[usize], room: usize) {
        let says = Says::within(node.says, room, words::items_omitted(node.count).len() + 2, 0);
        // Each item pays for a comma, but one item needs none.
        let mut left = (room + 1).saturating_sub(2 + says.size);
        let front = if node.complete { items } else { items.get(..node.front).unwrap_or_default() };
        let back = if node.complete { items } else { items.get(node.front..).unwrap_or_default() };
        let front = if matches!(self.keep, Keep::Head | Keep::Ends) { front } else { &[] };
        let back = if matches!(self.keep, Keep::Tail | Keep::Ends) && !node.by_place { back } else { &[] };
        let whole = |item: Option<&usize>| item.and_then(|item| self.node(*item)).map(|item| item.least + 1);
        let (mut head, mut tail, mut taken) = (0, 0, [0_usize, 0]);
        let most = Self::most(node, items, says);
        while head + tail < most {
            let at_end = back.len().checked_sub(tail + 1).and_then(|at| whole(back.get(at)));
            let at_end = at_end.filter(|size| *size <= left);
            // If the last item does not fit whole, half of the room is left for a part of it.
            let half = tail == 0 && at_end.is_none() && !back.is_empty() && head > 0;
            let fits = |size: &usize| *size <= left && (!half || taken[0] + size <= room / 2);
            match (whole(front.get(head)).filter(fits), at_end) {
                (Some(size), at_end) if at_end.is_none() || taken[0] <= taken[1] => {
                    (head, left, taken[0]) = (head + 1, left - size, taken[0] + size);
                }
                (_, Some(size)) => (tail, left, taken[1]) = (tail + 1, left - size, taken[1] + size),
                _ => break,
            }
        }
        let mut stay: Vec<usize> = front.get(..head).unwrap_or_default().to_vec();
        stay.extend(back.get(back.len() - tail..).unwrap_or_default());
        // Add a part of one more item: at the other end if that has none yet.
        let from_end = tail == 0 && (head > 0 || front.is_empty());
        let next = if from_end && !back.is_empty() { back.last() } else { front.get(head) };
        // With the last item nothing is missing, so no marker is needed.
        let completes = node.complete && node.kept == node.count && head + tail + 1 == items.len();
        let room = (left + if completes { says.size } else { 0 }).saturating_sub(1);
        let next = next.copied().filter(|_| head + tail < most);
        if let Some(part) = next.filter(|item| self.node(*item).is_some_and(|item| room >= item.crumb())) {
            if from_end && !back.is_empty() {
                tail += 1;
            } else {
                head += 1;
            }
            left = self.give_part(part, room);
        }
        let paid = self.sum(&stay, |item| item.least);
        self.share(&stay, paid + left);
        self.stay(at, Stay { head, tail, says: says.kind });
    }

    /// Shortens an object.
    fn object(&mut self, at: usize, node: &Node, room: usize) {
        let members: Vec<usize> = self.sketch.children(at).collect();
        // The last member has no comma.
        let names = self.sum(&members, |member| member.name + 1);
        match (room + 1).checked_sub(2 + names).filter(|_| node.complete) {
            Some(inner) if self.sum(&members, |member| member.least) <= inner => {
                self.share(&members, inner);
            }
            Some(inner) if self.sum(&members, |member| member.bare) <= inner => {
                self.share_bare(&members, inner);
            }
            _ => self.some_members(at, node, &members, room),
        }
    }

    /// Keeps the first members of an object.
    fn some_members(&mut self, at: usize, node: &Node, members: &[usize], room: usize) {
        let name = words::json_len(words::MORE) + 1;
        // If no member may stay, the marker may not either.
        let most_said = if node.most == 0 { Saying::Nothing } else { node.says };
        let says = Says::within(most_said, room, words::keys_omitted(node.count).len() + 2, name);
        let mut left = (room + 1).saturating_sub(2 + says.size);
        let mut stay = Vec::new();
        // The marker counts as a member, the flag does not.
        let most = node.most.saturating_sub(usize::from(says.kind != Saying::Nothing));
        let counts = |member: &Node| usize::from(node.flag != Some(member.at));
        let mut counted = 0;
        for member in members.iter().take(node.kept) {
            let Some(one) = self.node(*member).filter(|one| counted + counts(one) <= most) else { break };
            let Some(rest) = left.checked_sub(one.name + 1 + one.least) else { break };
            left = rest;
            counted += counts(one);
            stay.push(*member);
        }
        let mut last = stay.last().copied();
        let next = members.get(stay.len()).copied().filter(|_| stay.len() < node.kept);
        let part = next.and_then(|part| {
            let member = self.node(part)?;
            let completes = node.complete && node.kept == node.count && stay.len() + 1 == members.len();
            if counted + counts(member) > if completes { node.most } else { most } {
                return None;
            }
            let room = (left + if completes { says.size } else { 0 }).checked_sub(member.name + 1)?;
            (room >= member.crumb()).then_some((part, room))
        });
        if let Some((part, room)) = part {
            left = self.give_part(part, room);
            last = Some(part);
        }
        let paid = self.sum(&stay, |member| member.least);
        self.share(&stay, paid + left);
        let head = last.and_then(|last| self.node(last)).map_or(0, |last| node.rank_of(last.at) + 1);
        self.stay(at, Stay { head, tail: 0, says: says.kind });
    }

    /// Returns the number of items that may stay: the marker counts as one if a limit applies.
    fn most(node: &Node, members: &[usize], says: Says) -> usize {
        let is_limited = node.kept < node.count && says.kind != Saying::Nothing;
        members.len().min(node.kept).saturating_sub(usize::from(is_limited))
    }

    /// Gives all of `room` to a member that does not fit; returns the room that it does not need.
    fn give_part(&mut self, part: usize, room: usize) -> usize {
        self.give(part, room);
        room.saturating_sub(self.node(part).map_or(0, |part| part.size))
    }

    fn sum(&self, members: &[usize], size: impl Fn(&Node) -> usize) -> usize {
        members.iter().filter_map(|member| self.node(*member)).map(size).fold(0, usize::saturating_add)
    }

    fn stay(&mut self, at: usize, stay: Stay) {
        if let Some(place) = self.stays.get_mut(at) {
            *place = Some(stay);
        }
    }
}

/// Marker detail of a container, and the marker's size with its comma.
#[derive(Clone, Copy, Debug)]
struct Says {
    kind: Saying,
    size: usize,
}

impl Says {
    fn within(most: Saying, room: usize, full: usize, name: usize) -> Self {
        let short = words::json_len(words::MORE);
        [(Saying::HowMany, full), (Saying::ThatSome, short)]
            .into_iter()
            .map(|(kind, text)| Self { kind, size: name + text + 1 })
            .find(|says| says.kind <= most && says.size < room)
            .unwrap_or(Self { kind: Saying::Nothing, size: 0 })
    }
}
