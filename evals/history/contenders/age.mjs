// Shrink with age: the short rule that compaction is compared with. The older a result, the less room it gets; a call
// whose result would get too little becomes a line with its name, its subject and its error.

import { writers } from "../../../compare/formats.mjs";
import { groupsOf } from "../../../compare/history/contenders/groups.mjs";
import { beginsWithError, firstErrorLine, hasExitCode } from "../../../compare/history/errors.mjs";
import { editedPaths } from "../../../compare/history/paths.mjs";
import { partsOf, stringsIn, unitsOfAll } from "../../../compare/history/read.mjs";
import { mapParts } from "../write.mjs";

/** Age, in calls, at which a result may take a quarter of what the newest may. */
const HALF = 12;
const POWER = 2;
/** Exchanges whose results would get less room become lines. */
const FLOOR = 150;
const LONGEST_SUBJECT = 120;
const ROUNDS = 16;

const rules = {
  "shrink with age": new Set(["result"]),
  "shrink with age, arguments too": new Set(["result", "call"]),
  "shrink with age, texts too": new Set(["result", "call", "assistant", "thinking"]),
};

export async function age() {
  const { trim } = await import("tooltrim");
  const cut = (text, cap) => trim(text, { maxUtf16: cap, rescue: true }).text;
  return Object.entries(rules).map(([name, kinds]) => ({
    name,
    compact: (messages, { limit, format }) => {
      const groups = groupsOf(messages);
      const tried = (scale) => shrink(groups, scale, { kinds, cut, format });
      let [low, high] = [1, 64 * limit];
      let best = tried(low);
      for (let round = 0; round < ROUNDS; round += 1) {
        const scale = Math.sqrt(low * high);
        const result = tried(scale);
        if (unitsOfAll(result) <= limit) [low, best] = [scale, result];
        else high = scale;
      }
      return best;
    },
  }));
}

/** `scale` is the room of the newest result. */
function shrink(groups, scale, { kinds, cut, format }) {
  const messages = [];
  let lines = new Map();
  let age = groups.reduce((sum, { messages }) => sum + callsIn(messages), 0);
  for (const group of groups) {
    const calls = callsIn(group.messages);
    age -= calls;
    const cap = Math.floor(scale / (1 + age / HALF) ** POWER);
    if (cap < FLOOR && calls > 0 && !group.stays) {
      for (const line of linesOf(group.messages)) lines.set(line, (lines.get(line) ?? 0) + 1);
      continue;
    }
    block();
    const most = Math.max(cap, FLOOR);
    const shorter = ({ kind, text }) => (kinds.has(kind) && text.length > most ? cut(text, most) : text);
    messages.push(...group.messages.map((message) => mapParts(message, shorter)));
  }
  block();
  return messages;

  function block() {
    if (lines.size === 0) return;
    const said = [...lines].map(([line, times]) => (times === 1 ? line : `${line} (${times} times)`));
    messages.push(...writers[format].user(`[Earlier calls, results removed]\n${said.join("\n")}`));
    lines = new Map();
  }
}

const callsIn = (messages) => messages.flatMap(partsOf).filter(({ kind }) => kind === "call").length;

function linesOf(messages) {
  const parts = messages.flatMap(partsOf);
  return parts
    .filter(({ kind }) => kind === "call")
    .map((call) => {
      const result = parts.find(({ kind, id }) => kind === "result" && id === call.id);
      const paths = editedPaths(call);
      const subject = paths.length > 0 ? paths.join(" ") : (stringsIn(call.args)[0] ?? "").split("\n")[0];
      const shown = paths.length > 0 ? subject : subject.slice(0, LONGEST_SUBJECT);
      const isFailure = result && (result.failed ?? (hasExitCode(result.text) || beginsWithError(result.text)));
      return `- ${call.name} ${shown}${isFailure ? ` -> FAILED: ${firstErrorLine(result.text)}` : ""}`;
    });
}
