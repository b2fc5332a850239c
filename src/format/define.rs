//! The definition of a format: its facts, and traits that read, check and write its messages. Each has its own folder,
//! with one value that implements all of them; the table in `format` lists these values.

use super::MessageFormat;
use super::prelude::*;

/// Facts about a format that hold for all of its messages.
pub(crate) struct Facts {
    /// The name as options have it.
    pub(crate) name: &'static str,
    /// Providers that reject messages which break a rule.
    pub(crate) providers: &'static [&'static str],
    /// Rules that others enforce, and who.
    pub(crate) enforced_elsewhere: (&'static [Rule], &'static [&'static str]),
    /// How parallel calls are grouped.
    pub(crate) grouping: Grouping,
    /// Rules for ids and names.
    pub(crate) limits: Limits,
    /// Differences from most other formats.
    pub(crate) quirks: &'static [Quirk],
    /// True when a result may be the last of these messages, which follow that of its call.
    pub(crate) stands: fn(&[Message]) -> bool,
    /// The index at which the results for the calls of a message go in.
    pub(crate) results_at: fn(&[Message], usize) -> usize,
    /// The role of messages that hold results.
    pub(crate) result_role: Role,
    /// The name of the assistant's role.
    pub(crate) assistant: &'static str,
    /// The member of a message that lists its parts.
    pub(crate) parts: Key,
    /// The rule that a call of the provider breaks when it is not the last and has no result.
    pub(crate) hosted_call: Option<Rule>,
    /// The rule that a result of the provider breaks when it has no call.
    pub(crate) hosted_result: Option<Rule>,
}

/// A difference from most other formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quirk {
    /// Ids differ within a conversation, not only within a group of calls.
    UniqueIds,
    /// Results name their tool.
    NamedResults,
    /// Results say whether the call failed. What OpenAI and Visual Studio Code have for it, few agents set.
    FlaggedFailures,
    /// A result is an object.
    ObjectResults,
    /// Each result is a message or an item, not a part.
    WholeResults,
    /// Nothing may stand before results in their turn.
    ResultsFirst,
    /// The content of a message is always a list of parts.
    PartsOnly,
    /// Roles may be numbers.
    NumberedRoles,
    /// A turn of calls directly follows one of the user.
    CallsFollowUser,
    /// Arguments are objects, at `input`.
    ObjectArguments,
    /// Arguments that are objects belong to tools of the provider, which checks their shape.
    TypedObjects,
    /// The provider keeps conversations, so results alone can continue one.
    Continues,
    /// Approved calls run when the conversation is sent.
    RunsApproved,
}

impl Facts {
    /// Facts that most formats share.
    pub(super) const COMMON: Self = Self {
        name: "",
        providers: &[],
        enforced_elsewhere: (&[], &[]),
        grouping: Grouping::Message,
        limits: Limits::NONE,
        quirks: &[],
        stands: |between| between.iter().all(|message| message.role == Role::User),
        results_at: |messages, call| run_end(messages, call + 1, |_| false),
        result_role: Role::User,
        assistant: "assistant",
        parts: Key::Content,
        hosted_call: None,
        hosted_result: None,
    };
}

impl MessageFormat {
    pub(crate) fn has(self, quirk: Quirk) -> bool {
        self.facts().quirks.contains(&quirk)
    }

    /// True when calls, results and reasoning are items beside the messages.
    pub(crate) fn has_items(self) -> bool {
        self.facts().grouping == Grouping::Items
    }

    /// True when results are known by their position, whatever the ids.
    pub(crate) fn by_position(self) -> bool {
        self.facts().grouping == Grouping::Position
    }
}

/// Recognises the messages of a format.
pub(crate) trait Sees<T: View> {
    /// Returns what a message reveals about its format, apart from its blocks. Formats are asked in turn; the first
    /// answer decides.
    fn sees_message(&self, _message: &T) -> Option<Seen> {
        None
    }

    /// Returns what a block of content reveals about its format.
    fn sees_block(&self, block: &T) -> Option<Seen>;
}

/// Reads the messages of a format.
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

    /// True unless an SDK leaves a part that no reader knows out of what it sends.
    fn is_sent(&self, _node: &T) -> bool {
        true
    }

    /// True of a result that is nothing but an image.
    fn is_shown(&self, _node: &T) -> bool {
        false
    }

    /// The member that is the content of a message.
    fn content(&self, _node: &T) -> Key {
        Key::Content
    }
}

/// Checks the rules that a format has beside those on pairs and ids.
pub(crate) trait Checks<T: Tree> {
    /// Reports a role that is not known.
    fn check_role(&self, check: &mut Check<'_, T>, at: usize, message: &Message) {
        check.unknown_role(at, message);
    }

    /// Reports what is wrong with a message.
    fn check_message(&self, _check: &mut Check<'_, T>, _at: usize, _message: &Message) {}

    /// Reports what is wrong with a part.
    fn check_part(&self, _check: &mut Check<'_, T>, _at: PartAt, _part: &Part, _node: &T) {}

    /// Reports what is wrong with the conversation as a whole.
    fn check_all(&self, _check: &mut Check<'_, T>) {}

    /// True of a call without a tool, which `check_part` reports.
    fn calls_nothing(&self, _node: &T) -> bool {
        false
    }
}

/// Writes what is new in a conversation.
pub(crate) trait Writes<T: Tree> {
    /// A result for a call, as a part or, where results are messages, as a message.
    fn new_result(&self, writer: &Writer<'_, T>, call: &Part, id: String, name: String, body: &str) -> New;

    /// True when a result for the call at this node can be written.
    fn can_answer(&self, _writer: &Writer<'_, T>, _call: &Part, _node: &T) -> bool {
        true
    }

    /// True when the texts that calls and results become can be written.
    fn can_say(&self, _writer: &Writer<'_, T>) -> bool {
        true
    }

    /// A message of these parts.
    fn speech(&self, writer: &Writer<'_, T>, speaker: Role, parts: Vec<New>) -> New {
        let facts = writer.format.facts();
        let role = match speaker {
            Role::Assistant => facts.assistant,
            Role::Tool => "tool",
            _ => "user",
        };
        object(vec![("role", text(role)), (facts.parts.name(), New::List(parts))])
    }

    /// A message of one text.
    fn new_message(&self, writer: &Writer<'_, T>, speaker: Role, body: &str) -> New {
        if writer.format.has(Quirk::PartsOnly) {
            return self.speech(writer, speaker, vec![self.text_part(writer, body)]);
        }
        plain(speaker, body)
    }

    /// A text as a part of a message.
    fn text_part(&self, _writer: &Writer<'_, T>, body: &str) -> New {
        self.text_of(text(body), Role::User)
    }

    /// A text in the list that a result is.
    fn text_block(&self, writer: &Writer<'_, T>, body: &str) -> New {
        self.text_part(writer, body)
    }

    /// A text that is there, as a part of plain data.
    fn text_of(&self, what: New, _speaker: Role) -> New {
        typed("text", what)
    }

    /// A result that holds this value, a text or not.
    fn wrapped(&self, what: New, _is_text: bool) -> New {
        object(vec![("output", what)])
    }

    /// Turns the calls and results of a message into text.
    fn as_text(&self, render: &mut Render<'_, T>, message: &Message) {
        render.parts(message);
    }
}

/// All that a format does.
pub(crate) trait Rules<T: Tree>: Reads<T> + Checks<T> + Writes<T> {}

impl<T: Tree, F: Reads<T> + Checks<T> + Writes<T>> Rules<T> for F {}
