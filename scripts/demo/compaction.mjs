// The same session as messages, compacted in place: what becomes of each exchange, and what a model then sees.

import { writers } from "../../evals/synthetic/formats.mjs";
import { heading } from "./report.mjs";
import { number } from "./session-report.mjs";
import { clip, dim, visible } from "./terminal.mjs";

/** The window is so small that all but a third of the session has to go. */
const SHARE = 1 / 3;
/** Exchanges that are shown as they come out. */
const SHOWN = 3;

/** The session as OpenAI's chat has it. */
function messagesOf({ turns }) {
  const { user, turn } = writers.chat;
  return turns.flatMap(({ request, calls }) => [
    ...user(request),
    ...calls.flatMap((call) => turn(undefined, [{ ...call, id: call.callId }])),
  ]);
}

export function renderCompaction({ compactMessages }, session, width) {
  const messages = messagesOf(session);
  const { report: whole } = compactMessages(messages, { window: { chars: 1e9 } });
  const window = { chars: whole.before.chars };
  const { messages: compacted, report } = compactMessages(messages, { window, triggerAt: 0.8, compactTo: SHARE });
  const name = Math.max(...report.exchanges.map((exchange) => exchange.name.length));
  const row = ({ name: tool, charsBefore, charsAfter, rung, reason }) =>
    `    ${tool.padEnd(name)}${number(charsBefore).padStart(9)}${number(charsAfter).padStart(9)}  ${rung.padEnd(8)} ${reason}`;
  const changed = report.exchanges.filter(({ rung }) => rung === "fact" || rung === "outline").slice(-SHOWN);
  const results = new Map(compacted.map(({ tool_call_id: id, content }) => [id, content]));
  return [
    heading(`the same session in place: ${number(report.before.chars)} -> ${number(report.after.chars)} chars`, width),
    dim(clip(`    ${"".padEnd(name)}${"chars".padStart(9)}${"after".padStart(9)}  left     why`, width)),
    ...report.exchanges.map((exchange) => clip(row(exchange), width)),
    "",
    `  ${dim("the last facts that name more than a size:")}`,
    "",
    ...changed
      .flatMap(({ id }) => (results.get(id) ?? "").split("\n").slice(0, 5).concat(""))
      .map((line) => clip(`    ${visible(line)}`, width)),
    "",
    "",
  ].join("\n");
}
