// What the writers share.
import { resultText } from "../neutral.mjs";

/** Writes a conversation part by part; each of `write` gives a list of messages. */
export function inOrder({ system, turns }, write) {
  const messages = system === undefined || !write.system ? [] : [...write.system(system)];
  for (const turn of turns) {
    messages.push(...write.user(turn.user));
    for (const step of turn.steps) messages.push(...write.step(step));
    if (turn.final) messages.push(...write.final(turn.final));
  }
  return messages;
}

export const dataUrl = ({ mediaType, data, url }) => url ?? `data:${mediaType};base64,${data}`;

/** The object without its `undefined` values: they are not written. */
export const defined = (object) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

/** Arguments as a model's server writes them: with spaces or without. */
export const argumentsText = (args, die) => JSON.stringify(args, null, die.pick("spaces", [0, 0, 1]));

/** The blocks of a result, texts and images; JSON as text. No text is blank: lists must not hold such. */
export function resultBlocks(result) {
  const { content } = result;
  const list = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return list
    .map((block) => (block.type === "json" ? { type: "text", text: JSON.stringify(block.value) } : block))
    .map((block) => (block.type === "text" && block.text.trim() === "" ? { type: "text", text: "(empty)" } : block));
}

/** The results in an order of their own at times: they run in parallel. */
export const resultsOf = (step, die) => (die.chance("order", 3) ? die.shuffled("order", step.results) : step.results);

export { resultText };
