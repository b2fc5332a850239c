// Conversations with tool calls in every message format: valid ones, broken ones, and junk.
//
//     fc.assert(fc.property(valid("anthropic"), ({ messages }) => …));
import fc from "fast-check";
import { breakages } from "./breakages.mjs";
import { formats } from "./formats/index.mjs";
import { conversations } from "./neutral.mjs";

export { breakages, harmless } from "./breakages.mjs";
export { formats } from "./formats/index.mjs";
export { hostile } from "./hostile.mjs";
export { conversations, isClosed, resultText } from "./neutral.mjs";

const named = (format) => {
  const found = typeof format === "string" ? formats.find(({ name }) => name === format) : format;
  if (!found) throw new Error(`There is no format ${format}`);
  return found;
};

/**
 * `{ format, conversation, messages }` with valid messages of a format, by name or out of `formats`.
 * `options` are those of `conversations`; formats that demand unique ids of calls have them whatever `repeatedIds` is.
 */
export function valid(format, options = {}) {
  const { name, write, repeatedIds } = named(format);
  const drawn = conversations({ ...options, repeatedIds: repeatedIds && options.repeatedIds });
  return drawn.map((conversation) => ({ format: name, conversation, messages: write(conversation) }));
}

/** Applies the breakages in turn; one that does not apply gives way to the next that does. */
function applied(messages, chosen, names) {
  const done = [];
  let made = messages;
  for (const { name, roll } of chosen) {
    const start = names.indexOf(name);
    for (const next of [...names.slice(start), ...names.slice(0, start)]) {
      const result = breakages[next](made, roll);
      if (!result?.length) continue;
      made = result;
      done.push(next);
      break;
    }
  }
  return { messages: made, breakages: done };
}

/**
 * `{ format, conversation, original, messages, breakages }`: valid messages, and what one to three breakages made of them.
 * `options.only` names the breakages to choose among; the rest are those of `conversations`.
 */
export function broken(format, options = {}) {
  const { only = Object.keys(breakages), ...rest } = options;
  const choice = fc.record({ name: fc.constantFrom(...only), roll: fc.integer({ min: 1, max: 0x7fffffff }) });
  return fc
    .tuple(valid(format, rest), fc.array(choice, { minLength: 1, maxLength: 3 }))
    .map(([{ messages: original, ...drawn }, chosen]) => ({ ...drawn, original, ...applied(original, chosen, only) }));
}
