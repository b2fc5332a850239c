// Conversations with tools, in no format. The writers in formats/ put them into one.
//
//     { system?, turns: [{ user: { text, media? }, steps, final? }] }
//     step    { thinking?, text?, hosted?, calls, results }     a model's answer and what its calls gave
//     thinking{ text, signature, redacted }
//     call    { id, name, args }                                args is an object
//     result  { id, name, content, isError, denied }            content is a string or [{ type: "text" | "image" | "json" }]
//     hosted  { id, kind: "search" | "code", input, output, failed }   a tool that the provider runs itself
//
// Everything also has a `roll`, for the writers' choices (dice.mjs). Every call has its result, except in the last step
// of a conversation that is `openAtEnd`. A step without calls has a text.
import fc from "fast-check";
import { dice } from "./dice.mjs";
import { image, json, media, output, saying, toolUse } from "./texts.mjs";

/** Plain objects; fast-check itself makes some without a prototype. */
const record = (fields) => fc.record(fields, { noNullPrototype: true });
const roll = fc.nat(0x7fffffff);
const sometimes = (arbitrary) => fc.option(arbitrary, { freq: 2, nil: undefined });
/** Present once in `oneIn` times; fast-check's own `freq` counts how often it is absent. */
const rarely = (arbitrary, oneIn) =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const idStyles = [
  (random) => `toolu_01${random("a", alphanumeric, 22)}`,
  (random) => `call_${random("a", alphanumeric, 24)}`,
  (random) => `chatcmpl-tool-${random("a", "0123456789abcdef", 22)}`,
  (random) => random("a", alphanumeric, 9),
  (random) => `toolu_vrtx_01${random("a", alphanumeric, 22)}`,
  (random) => [8, 4, 4, 4, 12].map((length) => random(`g${length}`, "0123456789abcdef", length)).join("-"),
];

/** The ids of a conversation's calls. Some servers count from 0 in each answer: then ids repeat. */
function idMaker({ repeatedIds }, seed) {
  const style = dice(seed).pick("ids", idStyles);
  const taken = new Set();
  return (step, call) => {
    if (repeatedIds) return `call_${call}`;
    for (let again = 0; ; again++) {
      const id = style((about, alphabet, length) =>
        dice(seed || 1).characters(`${step} ${call} ${again} ${about}`, alphabet, length),
      );
      if (!taken.has(id)) return taken.add(id) && id;
    }
  };
}

const block = (options) =>
  fc.oneof(
    { weight: 3, arbitrary: record({ type: fc.constant("text"), text: saying(options) }) },
    { weight: 1, arbitrary: record({ type: fc.constant("image"), media: image }) },
    { weight: 1, arbitrary: record({ type: fc.constant("json"), value: json }) },
  );
const resultOf = (options) =>
  record({
    content: fc.oneof(
      { weight: 4, arbitrary: output(options) },
      { weight: 1, arbitrary: fc.array(block(options), { minLength: 1, maxLength: 3 }) },
    ),
    isError: rarely(fc.constant(true), 5).map(Boolean),
    denied: rarely(fc.constant(true), 12).map(Boolean),
    roll,
  });
const callOf = (options) => record({ use: toolUse, result: resultOf(options), roll });

/** One call mostly, at times some, seldom a lot of them. */
const callsOf = (options, fewest = 0) => {
  const some = (minLength, maxLength) => fc.array(callOf(options), { minLength, maxLength, size: "max" });
  return fc.oneof(
    { weight: 6, arbitrary: some(1, 1) },
    { weight: 4, arbitrary: some(2, 4) },
    { weight: 1, arbitrary: some(5, 19) },
    ...(fewest === 0 ? [{ weight: 1, arbitrary: some(0, 0) }] : []),
  );
};

const thinkingOf = (options) =>
  record({
    text: saying(options),
    signature: fc.base64String({ minLength: 4, maxLength: 40 }),
    redacted: rarely(fc.constant(true), 6).map(Boolean),
    roll,
  });
const hosted = record({
  kind: fc.constantFrom("search", "code"),
  input: fc.constantFrom("rust wasm size", "print(6 * 7)"),
  output: fc.constantFrom("42\n", "A page about it. 🦀", "{}"),
  failed: rarely(fc.constant(true), 6).map(Boolean),
  roll,
});
const stepOf = (options, fewest) =>
  record({
    thinking: sometimes(thinkingOf(options)),
    text: sometimes(saying(options)),
    hosted: rarely(hosted, 6),
    calls: callsOf(options, fewest),
    roll,
  });
const turnOf = (options) =>
  record({
    user: record({ text: saying(options), media: rarely(media, 4), roll }),
    steps: fc.array(stepOf(options), { maxLength: 4, size: "max" }),
    final: record({ text: saying(options), thinking: rarely(thinkingOf(options), 4), roll }),
    stopped: rarely(fc.constant(true), 5).map(Boolean),
    roll,
  });

function finish(drawn, options) {
  const ids = idMaker(options, drawn.roll);
  let count = 0;
  const finishStep = (step, kept = step.calls.length) => {
    const number = count++;
    const calls = step.calls.map(({ use, roll: own }, at) => ({ id: ids(number, at), ...use, roll: own }));
    const results = step.calls.slice(0, kept).map(({ result }, at) => {
      const refused = { content: "The user does not want this call.", isError: true };
      return { id: calls[at].id, name: calls[at].name, ...result, ...(result.denied && refused) };
    });
    const server = step.hosted && { ...step.hosted, id: dice(number + 1).characters("hosted", alphanumeric, 24) };
    const text = calls.length === 0 ? (step.text ?? "One moment.") : step.text;
    return { ...step, text, calls, results, hosted: server };
  };
  const turns = drawn.turns.map(({ stopped, ...turn }, at) => {
    const last = at === drawn.turns.length - 1;
    const steps = turn.steps.map((step) => finishStep(step));
    // A user may speak before the model has said anything more than its calls; a turn without any answer is the last.
    const answered = steps.at(-1)?.results.length > 0;
    return { ...turn, steps, final: stopped && (answered || last) ? undefined : turn.final };
  });
  if (drawn.open) {
    const { kept, step } = drawn.open;
    const turn = turns.at(-1);
    turns[turns.length - 1] = {
      ...turn,
      steps: [...turn.steps, finishStep(step, kept % step.calls.length)],
      final: undefined,
    };
  }
  return { system: drawn.system, turns, roll: drawn.roll };
}

/**
 * Arbitrary conversations.
 *
 * - `repeatedIds`: ids of calls repeat from step to step (never within one)
 * - `openAtEnd`: the conversation ends with calls of which at least one has no result
 * - `maxTurns`: 4
 * - `longResults`: some results have thousands of characters
 * - `loneSurrogates`: some texts have halves of surrogate pairs, or, if it is `"mended"`, what is put in their place
 */
export function conversations(options = {}) {
  const { maxTurns = 4, openAtEnd = false } = options;
  return record({
    system: sometimes(saying(options)),
    turns: fc.array(turnOf(options), { minLength: 1, maxLength: maxTurns, size: "max" }),
    open: openAtEnd ? record({ step: stepOf(options, 1), kept: fc.nat(18) }) : fc.constant(undefined),
    roll,
  }).map((drawn) => finish(drawn, options));
}

/** The text of a result: its text blocks, and its JSON as text. */
export function resultText({ content }) {
  if (typeof content === "string") return content;
  return content
    .flatMap(({ type, text, value }) => (type === "image" ? [] : type === "json" ? JSON.stringify(value) : text))
    .join("\n");
}

/** Whether every call has its result. */
export const isClosed = ({ turns }) =>
  turns.every(({ steps }) => steps.every((step) => step.calls.length === step.results.length));
