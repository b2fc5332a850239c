// A coding session of several turns, and what is left of its tool calls after each.

import { readFileSync } from "node:fs";

export const SESSION = "coding-session.json";

/** `{ title, turns: [{ request, calls }] }`: what the user asked, and the calls that were made for it. */
export function readSession() {
  const text = readFileSync(new URL(`../../examples/data/${SESSION}`, import.meta.url), "utf8");
  const { title, messages } = JSON.parse(text);
  const turns = [];
  for (const { role, text, calls = [] } of messages) {
    if (role === "user") turns.push({ request: text, calls: [] });
    else turns.at(-1).calls.push(...calls);
  }
  return { title, turns };
}

/**
 * After each turn: all calls so far, before and after, as `{ request, calls, kept, summary, before, after, tokensSaved
 * }`.
 */
export function compactTurns({ computeTruncation, estimateTokens }, { turns }, config) {
  // Each call is measured once, though it is in every later turn as well.
  const sizes = new Map();
  const sizeOf = (call) => {
    if (!sizes.has(call)) sizes.set(call, sizeOfText(`${call.name} ${JSON.stringify(call.args)} ${call.result}`));
    return sizes.get(call);
  };
  const sizeOfText = (text) => ({ chars: text.length, tokens: estimateTokens(text) });
  const sum = (parts) =>
    parts.reduce((total, { chars, tokens }) => ({ chars: total.chars + chars, tokens: total.tokens + tokens }), {
      chars: 0,
      tokens: 0,
    });

  const calls = [];
  return turns.map((turn) => {
    calls.push(...turn.calls);
    const { summary, recentCallIds, tokensSaved } = computeTruncation(calls, config);
    const kept = calls.filter(({ callId }) => recentCallIds.has(callId));
    return {
      request: turn.request,
      calls: calls.length,
      kept: kept.map((call) => ({ ...call, size: sizeOf(call) })),
      summary,
      before: sum(calls.map(sizeOf)),
      after: sum([...kept.map(sizeOf), sizeOfText(summary ?? "")]),
      tokensSaved,
    };
  });
}
