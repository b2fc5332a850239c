// What is counted of a compacted conversation, by the measures of the evaluation; open failures as the library finds them.
import { inspectMessages, type Problem, validateMessages } from "tooltrim/messages";
import { callsOf } from "../../../../compare/history/calls.mjs";
import { measure as measureKept, prepare as prepareKept } from "../../../../compare/history/measure.mjs";
import { partsOf, textOfAll, unitsOf, unitsOfAll } from "../../../../compare/history/read.mjs";
import { type Cell, counted, rule, sized } from "../model.js";
import type { Session } from "./contenders.js";

/** What there is to keep. */
export interface Prepared extends Session {
  readonly units: number;
  readonly calls: number;
  /** What cannot be cut: texts of user and system. */
  readonly floor: number;
  readonly open: readonly string[];
  readonly kept: Kept;
}

/** As the evaluation prepares a point. */
interface Kept {
  readonly edited: readonly string[];
  readonly errors: readonly { readonly name: string; readonly line: string }[];
  readonly spoken: readonly string[];
  readonly floor: number;
}

export function prepare({ format, messages }: Session): Prepared {
  const calls = callsOf(messages);
  const point = { session: { calls, flags: undefined }, at: messages.length, messages };
  const kept: Kept = prepareKept(point, () => []);
  const failures = inspectMessages(messages, { format }).failures;
  const open = failures.filter(({ resolved, line }) => !resolved && line !== "").map(({ line }) => line);
  return { format, messages, units: unitsOfAll(messages), calls: calls.length, floor: kept.floor, open, kept };
}

/** `form`: the conversation in the form that the contender took; `after` is what it made of it. */
export function measure(prepared: Prepared, form: Session, after: object[], limit: number): Record<string, Cell> {
  const validate = (messages: object[]): Problem[] => validateMessages(messages, { format: form.format });
  const point = { ...prepared.kept, problems: validate(form.messages), validate };
  const found = measureKept(point, after, limit);
  const lost = found.lost as unknown as Readonly<Record<string, readonly unknown[]>>;
  const isKept = (key: string) => {
    const all = new Set(lost[key]);
    return (each: unknown) => !all.has(each);
  };
  const text = textOfAll(after);
  const broken: Problem[] = found.lost.rules;
  const same = sameAtStart(form.messages, after);
  return {
    size: sized(found.units, limit),
    open: counted(prepared.open, (line) => text.includes(line), asIs),
    errors: counted(prepared.kept.errors, isKept("errors"), ({ name, line }) => `${name}: ${line}`),
    edited: counted(prepared.kept.edited, isKept("edited"), asIs),
    spoken: counted(prepared.kept.spoken, isKept("spoken"), asIs),
    answers: verbatim(form.messages, after, "assistant"),
    results: verbatim(form.messages, after, "result"),
    calls: counted(callNames(form.messages), keptOf(callNames(after)), asIs),
    prefix: share(same, unitsOfAll(form.messages)),
    said:
      after.length === form.messages.length && same === unitsOfAll(form.messages)
        ? { says: "–" }
        : rule(saysSo(form.messages, after)),
    rules: {
      says: broken.length === 0 ? "none" : String(broken.length),
      holds: broken.length === 0,
      lost: broken.map(({ rule: broke, path, message }) => `${broke} at ${path}: ${message}`),
    },
  };
}

const asIs = (text: string) => text;

const textsOf = (messages: object[], wanted: string): string[] =>
  messages
    .flatMap(partsOf)
    .filter(({ kind, text }) => kind === wanted && text !== "")
    .map(({ text }) => text);

/** Texts that are there word for word, each as often as it was. */
const verbatim = (before: object[], after: object[], kind: string): Cell =>
  counted(textsOf(before, kind), keptOf(textsOf(after, kind)), (text) =>
    text.length > 300 ? `${text.slice(0, 300)} …` : text,
  );

function keptOf(after: readonly string[]): (each: string) => boolean {
  const left = new Map<string, number>();
  for (const each of after) left.set(each, (left.get(each) ?? 0) + 1);
  return (each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count > 0;
  };
}

const callNames = (messages: object[]): string[] =>
  messages.flatMap(partsOf).flatMap(({ kind, id, name }) => (kind === "call" ? [`${name} ${id ?? ""}`] : []));

/** UTF-16 units of the messages at the start that are the same. */
function sameAtStart(before: object[], after: object[]): number {
  let units = 0;
  for (const [at, message] of before.entries()) {
    const other = after[at];
    if (other !== message && JSON.stringify(other) !== JSON.stringify(message)) break;
    units += unitsOf(message);
  }
  return units;
}

const share = (kept: number, all: number): Cell => ({
  says: all === 0 ? "–" : `${Math.floor((1000 * kept) / all) / 10} %`,
  kept,
  all,
});

/** A text that the conversation did not have, and that is no part of one that it had. */
function saysSo(before: object[], after: object[]): boolean {
  const known = new Set(before.flatMap(partsOf).map(({ text }) => text));
  return after.flatMap(partsOf).some(({ kind, text }) => kind !== "call" && text !== "" && !known.has(text));
}
