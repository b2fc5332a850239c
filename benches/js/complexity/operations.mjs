// Public operations, each with the inputs it takes and how its time may grow: `linear`, at most a bit more than the input, or
// `limit`, which follows the limit and not the input.

import {
  Compactor,
  clean,
  compactMessages,
  computeTruncation,
  estimateTokens,
  measure,
  redactSecrets,
  TrimStream,
  toolifySync,
  trim,
  trimValue,
} from "tooltrim";
import { readSessionLog } from "tooltrim/logs";
import { repairMessages, validateMessages } from "tooltrim/messages";
import { OutputStore } from "tooltrim/store";
import { calls, conversation, failures, halves, noise, texts, values } from "./inputs.mjs";

const PIECE = 65_536;
const NARROW = Object.keys(texts).filter((name) => name !== "lone surrogates");

function stream(text) {
  const made = new TrimStream({ maxChars: 4000 });
  for (let at = 0; at < text.length; at += PIECE) made.push(text.slice(at, at + PIECE));
  return made.finish().text;
}

const step = (messages) =>
  compactMessages(messages, { window: { chars: 200 * messages.length }, triggerAt: 0, compactTo: 0.3 });

const of = (inputs, run, growth = "linear") =>
  Object.fromEntries(Object.entries(inputs).map(([name, make]) => [name, { make, run, growth, unit: "chars" }]));
const ofTexts = (run, growth, names = Object.keys(texts)) =>
  of(Object.fromEntries(names.map((name) => [name, texts[name]])), run, growth);
const ofCounts = (make, run) => ({ "": { make, run, growth: "linear", unit: "messages" } });

/** A conversation grows over 100 requests in a window of half its size: as many steps at any size. */
function grow({ messages, chars }) {
  const compactor = new Compactor({ window: { chars: Math.floor(chars / 2) }, triggerAt: 0.8, compactTo: 0.5 });
  for (let request = 1; request <= 100; request += 1)
    compactor.next(messages.slice(0, Math.floor((messages.length * request) / 100)));
  return compactor;
}

/** `{ make(size), run(input), growth, unit }` by operation and input. */
export const operations = {
  "trim, both ends": {
    ...ofTexts((text) => trim(text, 4000), "limit", NARROW),
    // One pass counts what is left out.
    ...ofTexts((text) => trim(text, 4000), "linear", ["lone surrogates"]),
  },
  "trim, maxLines": of(texts, (text) => trim(text, { maxLines: 100 })),
  "trim, maxTokens": of(texts, (text) => trim(text, { maxTokens: 1000 })),
  "trim, rescue": {
    ...of({ ...texts, ...failures }, (text) => trim(text, { maxChars: 4000, rescue: true })),
    ...of(halves, (text) => trim(text, { maxChars: text.length >> 1, rescue: true })),
  },
  "trim, json": {
    records: {
      make: (size) => JSON.stringify(values.records(size)),
      run: (text) => trim(text, { maxChars: 4000, format: "json" }),
      ...{ growth: "linear", unit: "chars" },
    },
  },
  TrimStream: of(texts, stream),
  clean: of({ ...texts, ...noise }, (text) => clean(text)),
  measure: of(texts, (text) => measure(text)),
  estimateTokens: of(texts, (text) => estimateTokens(text)),
  redactSecrets: of(texts, (text) => redactSecrets(text)),
  toolify: of(texts, (text) => toolifySync(() => text)({})),
  "OutputStore.put": of(texts, (text) => new OutputStore().put(text)),
  trimValue: of(values, (value) => trimValue(value)),
  "trimValue, total": of(values, (value) => trimValue(value, { maxTotalBytes: 10_000 })),
  compactMessages: ofCounts(conversation, step),
  "Compactor, no step": ofCounts(
    (count) => {
      const messages = conversation(count);
      const compactor = new Compactor({ window: { chars: 1e9 } });
      compactor.next(messages);
      return { compactor, messages };
    },
    ({ compactor, messages }) => compactor.next(messages),
  ),
  "Compactor, growing": ofCounts((count) => {
    const messages = conversation(count);
    return { messages, chars: compactMessages(messages, { window: { chars: 1e12 } }).report.before.chars };
  }, grow),
  computeTruncation: ofCounts(calls, (list) => computeTruncation(list)),
  validateMessages: ofCounts(conversation, (messages) => validateMessages(messages, { format: "anthropic" })),
  repairMessages: ofCounts(conversation, (messages) => repairMessages(messages, { format: "anthropic" })),
  readSessionLog: ofCounts(
    (count) =>
      conversation(count)
        .map((message) => JSON.stringify(message))
        .join("\n"),
    (text) => readSessionLog(text),
  ),
};
