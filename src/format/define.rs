//! What a format consists of: its facts, and traits that read, check and write its messages. Each has a folder of its own,
//! with one value that implements all of them; the table in `format` lists these values.

use alloc::vec;
use alloc::vec::Vec;

use super::Reader;
use super::check::{Check, Limits};
use super::leaf::{Leaf, leaf_at, pieces};
use super::rules::Rule;
use super::shared::run_end;
use crate::history::conversation::{Message, Part, Role};
use crate::history::pair::Grouping;
use crate::tree::{Key, Tree};

/// Facts about a format that hold for all of its messages.
#[allow(clippy::struct_excessive_bools, reason = "independent answers to independent questions")]
pub(crate) struct Facts {
    /// The name as options have it.
    pub(crate) name: &'static str,
    /// Who refuses messages that break a rule.
    pub(crate) providers: &'static [&'static str],
    /// Rules that others enforce, and who.
    pub(crate) enforced_elsewhere: (&'static [Rule], &'static [&'static str]),
    /// What makes calls parallel.
    pub(crate) grouping: Grouping,
    /// Limits of ids and names.
    pub(crate) limits: Limits,
    /// Ids differ within a conversation, not only within a group of calls.
    pub(crate) unique_ids: bool,
    /// Results name their tool.
    pub(crate) names_results: bool,
    /// Results say whether the call failed.
    pub(crate) flags_failures: bool,
    /// A result is an object.
    pub(crate) object_results: bool,
    /// Each result is a message or an item, not a part.
    pub(crate) whole_results: bool,
    /// The role of messages that hold results.
    pub(crate) result_role: Role,
    /// Nothing may stand before results in their turn.
    pub(crate) results_first: bool,
    /// True when a result may be the last of these messages, which follow that of its call.
    pub(crate) stands: fn(&[Message]) -> bool,
    /// The index at which the results for the calls of a message go in.
    pub(crate) results_at: fn(&[Message], usize) -> usize,
    /// The member of a message that lists its parts.
    pub(crate) parts: Key,
    /// The content of a message may be one text.
    pub(crate) text_content: bool,
    /// The name of the assistant's role.
    pub(crate) assistant: &'static str,
    /// Roles may be numbers.
    pub(crate) numbered_roles: bool,
    /// A turn of calls directly follows one of the user.
    pub(crate) calls_follow_user: bool,
    /// Arguments that are objects belong to tools of the provider, which checks their shape.
    pub(crate) typed_objects: bool,
    /// The provider keeps conversations, so results alone can continue one.
    pub(crate) continues: bool,
    /// Approved calls run when the conversation is sent.
    pub(crate) runs_approved: bool,
    /// The rule that a call of the provider breaks when it is not the last and has no result.
    pub(crate) hosted_call: Option<Rule>,
    /// The rule that a result of the provider breaks when it has no call.
    pub(crate) hosted_result: Option<Rule>,
}

impl Facts {
    /// Facts that most formats share.
    pub(super) const COMMON: Self = Self {
        name: "",
        providers: &[],
        enforced_elsewhere: (&[], &[]),
        grouping: Grouping::Message,
        limits: Limits::NONE,
        unique_ids: false,
        names_results: false,
        flags_failures: false,
        object_results: false,
        whole_results: false,
        result_role: Role::User,
        results_first: false,
        stands: |between| between.iter().all(|message| message.role == Role::User),
        results_at: |messages, call| run_end(messages, call + 1, |_| false),
        parts: Key::Content,
        text_content: true,
        assistant: "assistant",
        numbered_roles: false,
        calls_follow_user: false,
        typed_objects: false,
        continues: false,
        runs_approved: false,
        hosted_call: None,
        hosted_result: None,
    };

    /// True when calls, results and reasoning are items beside the messages.
    pub(crate) fn has_items(&self) -> bool {
        self.grouping == Grouping::Items
    }

    /// True when results are known by their position, whatever the ids.
    pub(crate) fn by_position(&self) -> bool {
        self.grouping == Grouping::Position
    }
}

/// Reads the messages of a format. Members are below the node of a part.
pub(crate) trait Reads<T: Tree> {
    /// Reads one message.
    fn message(&self, node: &T, at: usize, reader: &mut Reader<T>) -> Message;

    /// The arguments of a call: JSON, or a text that is JSON or free.
    fn arguments(&self, _node: &T, part: &Part) -> Leaf {
        leaf_at(&[Key::Input], part)
    }

    /// The pieces of a result, in order.
    fn result(&self, node: &T, _part: &Part) -> Vec<Leaf> {
        pieces(node, &[], Key::Content)
    }

    /// The members that lead to the id of a call or a result.
    fn id(&self, node: &T, part: &Part) -> Vec<Key>;

    /// The members that lead to the name of the tool.
    fn name(&self, _node: &T, _part: &Part) -> Vec<Key> {
        vec![Key::Name]
    }

    /// The member that is the content of a message.
    fn content(&self, _node: &T) -> Key {
        Key::Content
    }
}

/// Checks the rules of a format.
pub(crate) trait Checks<T: Tree> {
    /// Reports what breaks the rules that this format has beside those on pairs and ids.
    fn check(&self, check: &mut Check<'_, T>);

    /// True of a call without a tool, for which `check` has a rule.
    fn calls_nothing(&self, _node: &T) -> bool {
        false
    }
}

/// All that a format does.
pub(crate) trait Rules<T: Tree>: Reads<T> + Checks<T> {}

impl<T: Tree, F: Reads<T> + Checks<T>> Rules<T> for F {}
