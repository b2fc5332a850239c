// Anthropic Messages: how the API reads the list of messages before it judges it.
import { asList, isObject } from "./shared.mjs";

/** Content as blocks: a string is one text block. */
export const blocksOf = (message) =>
  typeof message?.content === "string" ? [{ type: "text", text: message.content }] : asList(message?.content);

/**
 * Neighbouring messages of one role are one turn (API reference: "consecutive user or assistant turns in your
 * request will be combined"). A system message in between is no turn of its own.
 * Each turn: { role, blocks: [{ block, i, j }] } with the place the block came from.
 */
export function turnsOf(body) {
  const turns = [];
  for (const [i, message] of asList(body.messages).entries()) {
    if (message?.role === "system") continue;
    if (turns.at(-1)?.role !== message?.role) turns.push({ role: message?.role, start: i, blocks: [] });
    turns.at(-1).blocks.push(...blocksOf(message).map((block, j) => ({ block, i, j })));
  }
  return turns;
}

/** Every block with its place; `visit` may return a violation. */
export function eachBlock(body, visit) {
  for (const [i, message] of asList(body.messages).entries()) {
    for (const [j, block] of blocksOf(message).entries()) {
      const found = isObject(block) && visit(block, i, j, message);
      if (found) return found;
    }
  }
  return undefined;
}

export const SERVER_RESULTS = [
  "web_search_tool_result",
  "web_fetch_tool_result",
  "code_execution_tool_result",
  "bash_code_execution_tool_result",
  "text_editor_code_execution_tool_result",
  "tool_search_tool_result",
  "advisor_tool_result",
];

/** Blocks that belong to one role only (SDK types UserMessageParam, AssistantMessageParam). */
export const USER_ONLY = ["tool_result"];
export const ASSISTANT_ONLY = ["tool_use", "server_tool_use", "thinking", "redacted_thinking", ...SERVER_RESULTS];

/** The result block that answers a server tool of this name. */
export const resultTypeOf = (name) =>
  String(name).startsWith("tool_search_tool") ? "tool_search_tool_result" : `${name}_tool_result`;

/**
 * "claude-sonnet-4-5-20250929" → 4.5; "claude-sonnet-4-20250514" → 4; names in the old order
 * ("claude-3-5-haiku-latest") → 3.
 */
export function versionOf(model) {
  const [, major, minor] = /^claude-[a-z]+-(\d+)(?:-(\d{1,2}))?(?!\d)/.exec(String(model)) ?? [];
  return major === undefined ? 3 : Number(`${major}.${minor ?? 0}`);
}
