// Anthropic Messages: what is judged field by field, before the conversation as a whole.
//
//   [T] types of the `@anthropic-ai/sdk` package, resources/messages

import { ASSISTANT_ONLY, eachBlock, USER_ONLY } from "./anthropic-turns.mjs";
import { asList, defineRules, first, isObject } from "./shared.mjs";

const TYPES = ["text", "image", "document", "search_result", "container_upload", ...USER_ONLY, ...ASSISTANT_ONLY];
const RESULT_TYPES = ["text", "image", "search_result", "document", "tool_reference", "browser_state"]; // [T] ToolResultBlockParam
const ID = /^[a-zA-Z0-9_-]+$/;
const messages = (body) => asList(body.messages);
const tags = (types) => types.map((type) => `'${type}'`).join(", ");

export const fieldRules = defineRules([
  {
    name: "messages-not-empty",
    says: "messages: at least one message is required",
    source: "many reports",
    confidence: "reported",
    find: (body) => !messages(body).length && {},
  },
  {
    name: "role-known",
    says: "messages.{i}.role: Input should be 'user' or 'assistant'",
    source: "quoted in public gateways; [T] MessageParam (system is judged below)",
    confidence: "reported",
    find: (body) => first(messages(body), ({ role }, i) => !["user", "assistant", "system"].includes(role) && { i }),
  },
  {
    name: "block-type-known",
    says: "messages.{i}.content.{j}: Input tag '{type}' found using 'type' does not match any of the expected tags: {tags}",
    source: "vercel/ai#22005 and others; [T] ContentBlockParam",
    confidence: "reported",
    find: (body) => eachBlock(body, ({ type }, i, j) => !TYPES.includes(type) && { i, j, type, tags: tags(TYPES) }),
  },
  {
    name: "tool-use-id",
    says: "messages.{i}.content.{j}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    source: 'many reports of ids with ":" "." or "|" from other providers',
    confidence: "reported",
    find: (body) => eachBlock(body, ({ type, id }, i, j) => type === "tool_use" && !ID.test(id) && { i, j }),
  },
  {
    name: "tool-use-name",
    says: "messages.{i}.content.{j}.tool_use.name: String should have at {bound}",
    source:
      "at least 1 character, at most 200 characters: many reports; the pattern of tools[].name is not applied to history (probed, 2026)",
    confidence: "reported",
    find: (body) =>
      eachBlock(body, ({ type, name = "" }, i, j) => {
        if (type !== "tool_use" || (name.length >= 1 && name.length <= 200)) return undefined;
        return { i, j, bound: name.length ? "most 200 characters" : "least 1 character" };
      }),
  },
  {
    name: "tool-use-input",
    says: "messages.{i}.content.{j}.tool_use.input: Input should be a valid dictionary",
    source: "VoltAgent/voltagent#1135 and many others",
    confidence: "reported",
    find: (body) => eachBlock(body, ({ type, input }, i, j) => type === "tool_use" && !isObject(input) && { i, j }),
  },
  {
    name: "server-tool-use-id",
    says: "messages.{i}.content.{j}.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
    source: "quoted in public gateways, 2026",
    confidence: "reported",
    find: (body) =>
      eachBlock(
        body,
        ({ type, id }, i, j) => type === "server_tool_use" && !/^srvtoolu_[a-zA-Z0-9_]+$/.test(id) && { i, j },
      ),
  },
  {
    name: "tool-result-id-present",
    says: "messages.{i}.content.{j}.tool_result.tool_use_id: Field required",
    source: "probed in public, 2026",
    confidence: "reported",
    find: (body) =>
      eachBlock(body, (block, i, j) => block.type === "tool_result" && block.tool_use_id == null && { i, j }),
  },
  {
    name: "tool-result-id",
    says: "messages.{i}.content.{j}.tool_result.tool_use_id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    source: "many reports, e.g. token.js",
    confidence: "reported",
    find: (body) =>
      eachBlock(body, (block, i, j) => block.type === "tool_result" && !ID.test(block.tool_use_id) && { i, j }),
  },
  {
    name: "tool-result-content",
    says: "messages.{i}.content.{j}.tool_result.content.{k}: Input tag '{type}' found using 'type' does not match any of the expected tags: {tags}",
    source: "[T] ToolResultBlockParam.content",
    confidence: "documented",
    find: (body) =>
      eachBlock(
        body,
        ({ type, content }, i, j) =>
          type === "tool_result" &&
          first(
            asList(content),
            (part, k) => !RESULT_TYPES.includes(part?.type) && { i, j, k, type: part?.type, tags: tags(RESULT_TYPES) },
          ),
      ),
  },
  {
    name: "tool-result-content-type",
    says: "messages.{i}.content.{j}.tool_result.content: Input should be a valid string",
    source: "quoted in a public agent’s regression test; [T] string or list of blocks",
    confidence: "reported",
    find: (body) =>
      eachBlock(
        body,
        ({ type, content }, i, j) =>
          type === "tool_result" &&
          content !== undefined &&
          typeof content !== "string" &&
          !Array.isArray(content) && { i, j },
      ),
  },
  {
    name: "thinking-signature",
    says: "messages.{i}.content.{j}.thinking.signature: Field required",
    source: "[T] ThinkingBlockParam; many reports (whether a signature is genuine cannot be judged here)",
    confidence: "reported",
    find: (body) =>
      eachBlock(body, ({ type, signature }, i, j) => type === "thinking" && typeof signature !== "string" && { i, j }),
  },
  {
    name: "cache-control-not-on-thinking",
    says: "messages.{i}.content.{j}.{type}.cache_control: Extra inputs are not permitted",
    source: "BerriAI/litellm#39815 and many others; [T] thinking blocks have no cache_control",
    confidence: "reported",
    find: (body) =>
      eachBlock(body, ({ type, cache_control: cache }, i, j) => /thinking/.test(type) && cache && { i, j, type }),
  },
  {
    name: "cache-control-count",
    says: "A maximum of 4 blocks with cache_control may be provided. Found {count}.",
    source: "documentation of prompt caching; many reports",
    confidence: "documented",
    find(body) {
      let count = [...asList(body.system), ...asList(body.tools)].filter((block) => block?.cache_control).length;
      eachBlock(body, (block) => {
        count += [block, ...asList(block.content)].filter((one) => one?.cache_control).length;
      });
      return count > 4 && { count };
    },
  },
  {
    name: "cache-control-not-on-empty-text",
    says: "messages.{i}.content.{j}.text: cache_control cannot be set for empty text blocks",
    source: "many reports, e.g. claude-code logs",
    confidence: "reported",
    find: (body) =>
      eachBlock(
        body,
        ({ type, text, cache_control: cache }, i, j) => type === "text" && text === "" && cache && { i, j },
      ),
  },
]);
