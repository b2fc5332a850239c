//! The rules that conversations break, and who refuses them for it. Wording and sources of the providers' errors are in
//! `docs/messages.md`.

use super::MessageFormat;
use super::define::Facts;

named! {
    /// A rule of a provider or a library on how messages belong together.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Rule {
        /// A call that other messages follow, and no result.
        CallWithoutResult = "call-without-result",
        /// A call at the end that has no result yet.
        OpenCall = "open-call",
        /// A call in a message of the user.
        MisplacedCall = "misplaced-call",
        /// A result that answers no call.
        ResultWithoutCall = "result-without-call",
        /// A second result for one call.
        DuplicateResult = "duplicate-result",
        /// A result before its call, or not at the place required for results of that call.
        ResultOutOfPlace = "result-out-of-place",
        /// Content before a result in its message.
        ResultsNotFirst = "results-not-first",
        /// Content after a call in its message.
        CallsNotLast = "calls-not-last",
        /// A call or a result without an id.
        MissingCallId = "missing-call-id",
        /// Two calls with one id.
        RepeatedCallId = "repeated-call-id",
        /// An id that is too long or has chars that ids cannot have.
        InvalidCallId = "invalid-call-id",
        /// A call or a result without the name of its tool.
        MissingToolName = "missing-tool-name",
        /// A name that is too long or has chars that names cannot have.
        InvalidToolName = "invalid-tool-name",
        /// Arguments of another type than the format has them.
        ArgumentsType = "arguments-type",
        /// Half a surrogate pair in a text: no Unicode.
        LoneSurrogate = "lone-surrogate",
        /// A result of another type than the format has it.
        ResultType = "result-type",
        /// A failed result without a text.
        ErrorWithoutText = "error-without-text",
        /// A failed result with more than texts.
        ErrorWithMedia = "error-with-media",
        /// Content of another type than the format has it.
        ContentType = "content-type",
        /// A part that is a text, where parts are objects.
        PartType = "part-type",
        /// A text of no char.
        EmptyText = "empty-text",
        /// A text of white space.
        BlankText = "blank-text",
        /// A message that holds nothing.
        EmptyMessage = "empty-message",
        /// A list of calls that is empty.
        EmptyToolCalls = "empty-tool-calls",
        /// A part that holds nothing.
        EmptyPart = "empty-part",
        /// The last text of the assistant ends with white space, and the model is to go on from there.
        TrailingWhiteSpace = "trailing-white-space",
        /// Thinking without the signature that it came with.
        ThinkingWithoutSignature = "thinking-without-signature",
        /// Thinking is the last of a message.
        ThinkingLast = "thinking-last",
        /// Thinking behind messages that changed since an earlier request had both.
        ThinkingAfterChange = "thinking-after-change",
        /// More than four cache breakpoints.
        TooManyCacheBreakpoints = "too-many-cache-breakpoints",
        /// A cache breakpoint where none can be.
        MisplacedCacheControl = "misplaced-cache-control",
        /// A call that the provider ran, without its result.
        ServerCallWithoutResult = "server-call-without-result",
        /// A result of the provider without its call.
        ServerResultWithoutCall = "server-result-without-call",
        /// A role that the format does not have.
        UnknownRole = "unknown-role",
        /// The last message is the assistant's, and the model does not go on from there.
        AssistantLast = "assistant-last",
        /// The conversation does not begin with the user.
        FirstMessageRole = "first-message-role",
        /// A turn of calls that follows neither the user nor results.
        CallTurnOrder = "call-turn-order",
        /// A call of a thinking model without the signature that others have.
        MissingThoughtSignature = "missing-thought-signature",
        /// Reasoning without the item it led to.
        ReasoningWithoutItem = "reasoning-without-item",
        /// Two items with one id.
        DuplicateItemId = "duplicate-item-id",
        /// The id of an item that begins as ids of others do.
        InvalidItemId = "invalid-item-id",
        /// An answer to an approval without a request for it.
        ApprovalWithoutRequest = "approval-without-request",
        /// A request to approve a call that the messages do not hold.
        RequestWithoutCall = "request-without-call",
    }
}

impl Rule {
    /// Returns the providers of a format that reject violations.
    #[must_use]
    pub const fn providers(self, format: MessageFormat) -> &'static [&'static str] {
        // Whatever library carries the messages, Claude checks them.
        if matches!(self, Self::ThinkingAfterChange) {
            return &["anthropic", "amazon-bedrock"];
        }
        let Facts { providers, enforced_elsewhere: (rules, others), .. } = format.facts();
        let mut at = 0;
        while at < rules.len() {
            if rules[at] as u8 == self as u8 {
                return others;
            }
            at += 1;
        }
        providers
    }
}
