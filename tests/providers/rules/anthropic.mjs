// Anthropic Messages: what POST /v1/messages refuses about `messages`.
//
// Sources used more than once:
//   [P] a public project's table of shapes sent to the production API, dated 2026-07-25 (status and error text)
//   [T] types of the `@anthropic-ai/sdk` package, resources/messages

import { fieldRules } from "./anthropic-fields.mjs";
import { pairingRules } from "./anthropic-pairing.mjs";
import { ASSISTANT_ONLY, blocksOf, eachBlock, USER_ONLY, versionOf } from "./anthropic-turns.mjs";
import { asList, defineRules, first, firstViolation } from "./shared.mjs";

const messages = (body) => asList(body.messages);

const contentRules = defineRules([
  {
    name: "system-role-by-model",
    says: 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
    source: 'many reports; documentation "Mid-conversation system messages": Claude Opus 4.8 and later accept it',
    confidence: "documented",
    find: (body) => versionOf(body.model) < 4.8 && messages(body).some(({ role }) => role === "system") && {},
  },
  {
    name: "system-after-user",
    says: "messages.{i}: a system message must immediately follow a user turn",
    source: "the same page; the sentence is quoted in public clients",
    confidence: "reported",
    find: (body) =>
      first(messages(body), ({ role }, i) => role === "system" && messages(body)[i - 1]?.role !== "user" && { i }),
  },
  {
    name: "first-message-is-user",
    says: 'messages: first message must use the "user" role',
    source:
      "lobehub/lobehub#1601, production answer of 2026-07 [P]; anthropic-sdk-typescript#622 saw it accepted in 2024-12 (and refused on Bedrock)",
    confidence: "reported",
    find: (body) => messages(body)[0]?.role === "assistant" && {},
  },
  {
    name: "block-in-right-role",
    says: "messages.{i}: `{type}` blocks can only be in `{role}` messages",
    source: "tool_result: quoted in public gateways; the others: [T]",
    confidence: "reported",
    find: (body) =>
      eachBlock(body, ({ type }, i, _j, { role: from }) => {
        const role = USER_ONLY.includes(type) ? "user" : ASSISTANT_ONLY.includes(type) ? "assistant" : from;
        return role !== from && { i, type, role };
      }),
  },
  {
    name: "text-not-empty",
    says: "messages: text content blocks must be non-empty",
    source: "[P], either role; inside tool_result too (public Go gateway’s regression test)",
    confidence: "reported",
    find: (body) =>
      eachBlock(body, (block, _i, _j, { content }) => {
        const nested = block.type === "tool_result" ? asList(block.content) : [];
        return (
          typeof content !== "string" &&
          [block, ...nested].some(({ type, text }) => type === "text" && text === "") &&
          {}
        );
      }),
  },
  {
    name: "text-not-blank",
    says: "messages: text content blocks must contain non-whitespace text",
    source: "[P]",
    confidence: "reported",
    find: (body) => eachBlock(body, ({ type, text }) => type === "text" && text !== "" && !String(text).trim() && {}),
  },
  {
    name: "user-content-not-empty",
    says: "messages.{i}: user messages must have non-empty content",
    source: "[P]",
    confidence: "reported",
    find: (body) => first(messages(body), ({ role, content }, i) => role === "user" && !content?.length && { i }),
  },
  {
    name: "assistant-content-not-empty",
    says: "messages.{i}: all messages must have non-empty content except for the optional final assistant message",
    source:
      'many reports of 2024–2025; [P] saw "" and [] accepted in the middle: the older answer is kept as the stricter one',
    confidence: "reported",
    find: (body) =>
      first(
        messages(body),
        ({ role, content }, i) => role === "assistant" && i < messages(body).length - 1 && !content?.length && { i },
      ),
  },
  {
    name: "no-trailing-space-at-the-end",
    says: "messages: final assistant content cannot end with trailing whitespace",
    source: "many reports; @ai-sdk/anthropic trims for this reason",
    confidence: "reported",
    find(body) {
      const last = messages(body).at(-1);
      const block = last?.role === "assistant" && blocksOf(last).at(-1);
      return block && block.type === "text" && /\s$/.test(block.text) && {};
    },
  },
  {
    name: "thinking-not-last",
    says: "messages.{i}: The final block in an assistant message cannot be `thinking`.",
    source: "many reports; [P]: only in the last message, an earlier one may end so",
    confidence: "reported",
    find(body) {
      const i = messages(body).length - 1;
      return (
        messages(body)[i]?.role === "assistant" && blocksOf(messages(body)[i]).at(-1)?.type === "thinking" && { i }
      );
    },
  },
  {
    name: "no-prefill-on-new-models",
    says: "This model does not support assistant message prefill. The conversation must end with a user message.",
    source: "[P]; documentation of Claude Opus 4.6 and later",
    confidence: "documented",
    find: (body) => versionOf(body.model) >= 4.6 && messages(body).at(-1)?.role === "assistant" && {},
  },
]);

// Field by field first (the API answers those with a path), then the conversation.
export const rules = [...fieldRules, ...contentRules, ...pairingRules];

export function check(body) {
  const violation = firstViolation(rules, body);
  return (
    violation && {
      rule: violation.rule,
      status: 400,
      body: {
        type: "error",
        error: { type: "invalid_request_error", message: violation.message },
        request_id: "req_0",
      },
    }
  );
}
