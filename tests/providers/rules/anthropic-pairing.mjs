// Anthropic Messages: the rules about tool_use and tool_result.
//
// All of them look at turns, not messages: results split over two user messages answer one assistant turn
// (probed in public 2026-07-25: [use×2] | [R2] | [R1, text] → 200, but [use×2] | [R1, text] | [R2] → 400).

import { resultTypeOf, SERVER_RESULTS, turnsOf } from "./anthropic-turns.mjs";
import { defineRules, first } from "./shared.mjs";

const ofType = (turn, type) => (turn?.blocks ?? []).filter(({ block }) => block?.type === type);
const isResult = ({ block }) => block?.type === "tool_result";

/** Results before the first block of any other type. */
function leadingResults(turn) {
  const blocks = turn?.blocks ?? [];
  const end = blocks.findIndex((one) => !isResult(one));
  return end < 0 ? blocks : blocks.slice(0, end);
}

/** Calls followed, in their own turn, by a block that is not a call. */
function interrupted(turn) {
  const end = turn.blocks.findLastIndex(({ block }) => block?.type !== "tool_use");
  return ofType(turn, "tool_use").filter((use) => turn.blocks.indexOf(use) < end);
}

const eachAssistant = (body, visit) => {
  const turns = turnsOf(body);
  return first(turns, (turn, t) => turn.role === "assistant" && visit(turn, turns, t));
};

export const pairingRules = defineRules([
  {
    name: "tool-use-ids-unique",
    says: "messages.{i}.content.{j}: `tool_use` ids must be unique",
    source: "anthropics/claude-code#20508 and others",
    confidence: "reported",
    find(body) {
      const seen = new Set();
      return eachAssistant(body, (turn) =>
        first(ofType(turn, "tool_use"), ({ block, i, j }) => {
          if (seen.has(block.id)) return { i, j };
          seen.add(block.id);
          return undefined;
        }),
      );
    },
  },
  {
    name: "tool-result-known",
    says: "messages.{i}.content.{j}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
    source: "anthropics/claude-code#13460, tghamm/Anthropic.SDK#184",
    confidence: "reported",
    find(body) {
      const turns = turnsOf(body);
      return first(turns, (turn, t) => {
        const calls =
          turns[t - 1]?.role === "assistant" ? ofType(turns[t - 1], "tool_use").map(({ block }) => block.id) : [];
        return first(
          ofType(turn, "tool_result"),
          ({ block, i, j }) => !calls.includes(block.tool_use_id) && { i, j, id: block.tool_use_id },
        );
      });
    },
  },
  {
    name: "one-result-per-call",
    says: "messages.{i}.content.{j}: each tool_use must have a single result. Found multiple `tool_result` blocks with id: {id}",
    source: "sipeed/picoclaw#1792 and many others",
    confidence: "reported",
    find: (body) =>
      first(turnsOf(body), (turn) => {
        const ids = ofType(turn, "tool_result").map(({ block }) => block.tool_use_id);
        return first(
          ofType(turn, "tool_result"),
          ({ block, i, j }, n) => ids.indexOf(block.tool_use_id) < n && { i, j, id: block.tool_use_id },
        );
      }),
  },
  {
    name: "every-call-answered",
    says: "messages.{i}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    source:
      'anthropics/claude-code#8210; results first: documentation "Handle tool calls"; nothing behind a call in its own turn: LuthienResearch/luthien-proxy (probe of 2026-05-13), vercel/ai#13013',
    confidence: "reported",
    find: (body) =>
      eachAssistant(body, (turn, turns, t) => {
        const answered = leadingResults(turns[t + 1]).map(({ block }) => block.tool_use_id);
        const cut = interrupted(turn);
        const missing = ofType(turn, "tool_use").filter((use) => cut.includes(use) || !answered.includes(use.block.id));
        return missing.length > 0 && { i: missing[0].i, ids: missing.map(({ block }) => block.id).join(", ") };
      }),
  },
  {
    name: "server-result-has-a-call",
    says: "messages.{i}.content.{j}: unexpected `tool_use_id` found in `{type}` blocks: {id}. Each `{type}` block must have a corresponding `server_tool_use` block before it.",
    source:
      "anthropics/claude-code#64383, #80439; a second result of one call is refused too (probed in public 2026-10-05, wording not kept)",
    confidence: "reported",
    find(body) {
      const open = new Set();
      return eachAssistant(body, (turn) =>
        first(turn.blocks, ({ block, i, j }) => {
          if (block?.type === "server_tool_use") open.add(block.id);
          return (
            SERVER_RESULTS.includes(block?.type) &&
            !open.delete(block.tool_use_id) && { i, j, type: block.type, id: block.tool_use_id }
          );
        }),
      );
    },
  },
  {
    name: "server-call-has-a-result",
    says: "messages.{i}: `{name}` tool use with id `{id}` was found without a corresponding `{type}` block",
    source:
      "many reports; a server call beside client calls may run later: its result then opens the next assistant turn, and only results may stand between (documentation of server tools, probed 2026-10-05)",
    confidence: "reported",
    find: (body) =>
      eachAssistant(body, (turn, turns, t) => {
        const between = turns[t + 1]?.blocks ?? [];
        const mayRunLater = between.every(isResult);
        const later = mayRunLater ? (turns[t + 2]?.blocks ?? []) : [];
        return first(ofType(turn, "server_tool_use"), ({ block: { id, name }, i }) => {
          const done = [...turn.blocks, ...later].some(
            ({ block }) => SERVER_RESULTS.includes(block?.type) && block.tool_use_id === id,
          );
          const pending = mayRunLater && !turns[t + 2];
          return !done && !pending && { i, name, id, type: resultTypeOf(name) };
        });
      }),
  },
  {
    name: "thinking-opens-the-tool-loop",
    says: "messages.{i}.content.0.type: Expected `thinking` or `redacted_thinking`, but found `{type}`. When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).",
    source: 'many reports; only with thinking: { type: "enabled" }',
    confidence: "reported",
    find(body) {
      if (body.thinking?.type !== "enabled") return undefined;
      const last = turnsOf(body).findLast(({ role }) => role === "assistant");
      const opens = last?.blocks[0];
      return (
        ofType(last, "tool_use").length > 0 &&
        !/thinking/.test(opens.block.type) && { i: opens.i, type: opens.block.type }
      );
    },
  },
]);
