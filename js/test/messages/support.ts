// What the tests of messages share.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { MessageFormat } from "tooltrim/messages";
import { FORMATS } from "../../../compare/formats.mjs";
import { runs } from "../support/runs.js";

/** Fixed, so that a failure is there again; another one: `TOOLTRIM_SEED=7`. */
export const seed = Number(process.env.TOOLTRIM_SEED ?? 1);
/** So many values, made when they are first asked for: to make them takes longer than to check them. */
export function drawn<T>(arbitrary: fc.Arbitrary<T>, numRuns: number): () => T[] {
  let values: T[] | undefined;
  return () => {
    values ??= fc.sample(arbitrary, { seed, ...runs(numRuns) });
    return values;
  };
}

/** Checks a law with all values; what fails is told with the shortest messages of all that fail. */
export function all<T extends { readonly messages: unknown }>(values: readonly T[], check: (value: T) => void): void {
  const failures: { text: string; error: unknown }[] = [];
  for (const value of values) {
    try {
      check(value);
    } catch (error) {
      failures.push({ text: fc.stringify(value.messages), error });
    }
  }
  if (failures.length === 0) return;
  const [first] = failures.sort((one, other) => one.text.length - other.text.length);
  const told = `${failures.length} of ${values.length} fail, seed ${seed}; the shortest: ${first?.text.slice(0, 5000)}`;
  throw new Error(`${told}\n${first?.error}`, { cause: first?.error });
}

/** A copy of lists and plain objects, which keeps everything else. */
export function copied<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copied) as T;
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copied(member)])) as T;
}

// Real sessions.

/** A message of which nothing is known. */
// biome-ignore lint/suspicious/noExplicitAny: the readers of the tests look into all of it
export type Loose = any;

export interface SessionFile {
  readonly name: string;
  readonly folder: string;
  readonly format: MessageFormat;
  load(): object[];
}

const root = process.env.TOOLTRIM_FIXTURES && join(process.env.TOOLTRIM_FIXTURES, "sessions");

/** Why there are no sessions, or false. */
export const noSessions = !root || !existsSync(root) ? "set TOOLTRIM_FIXTURES to the folder with sessions/" : false;
if (noSessions) console.warn(`real sessions are skipped: ${noSessions}`);

export const sessions: SessionFile[] = noSessions
  ? []
  : Object.entries(FORMATS).flatMap(([folder, format]) =>
      readdirSync(join(root ?? "", folder)).map((file) => ({
        name: `${folder}/${file}`,
        folder,
        format,
        load: () => JSON.parse(readFileSync(join(root ?? "", folder, file), "utf8")).messages,
      })),
    );

/** Calls and failures per session, as the table in the README has them. */
export function table(): Map<string, { calls: number; failed: number }> {
  const readme = readFileSync(join(root ?? "", "README.md"), "utf8");
  const rows = readme.matchAll(/^\| ([\w-]+) \| [^|]+ \| (\d+) \| (\d+) \|/gm);
  return new Map(
    [...rows].map(([, file, calls, failed]) => [`${file}.json`, { calls: Number(calls), failed: Number(failed) }]),
  );
}

// What must not be written to.

const isHeld = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !ArrayBuffer.isView(value);

export function frozen<T>(value: T): T {
  if (!isHeld(value) || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const key of Reflect.ownKeys(value)) frozen((value as Record<PropertyKey, unknown>)[key]);
  return value;
}

/** The same to a reader; whoever writes to it gets an error. */
export function unwritable<T>(value: T, seen = new Map<object, unknown>()): T {
  if (!isHeld(value)) return value;
  const known = seen.get(value);
  if (known) return known as T;
  const refuse = () => {
    throw new Error("this was only to be read");
  };
  const proxy = new Proxy(value, {
    get: (target, key) => unwritable(Reflect.get(target, key), seen),
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: refuse,
    preventExtensions: refuse,
  });
  seen.set(value, proxy);
  return proxy as T;
}

// What was said, read without the library.

const spoken = new Set(["user", "human", "system", "developer", 1, 3]);
const body = (message: Loose): Loose => {
  if (message?.content !== undefined || message?.parts !== undefined) return message;
  return message?.kwargs ?? message?.data ?? message;
};

const speaker = (message: Loose): unknown => {
  const known = (role: unknown) => (spoken.has(role as string) || role === "tool" ? role : undefined);
  const ofClass = { HumanMessage: "human", SystemMessage: "system" }[
    String(message?.id?.at?.(-1)).replace("Chunk", "")
  ];
  return known(message?.role) ?? (message?.role === undefined ? (known(message?.type) ?? ofClass) : undefined);
};

/** The texts of users and systems that are more than white space, in order. */
export function said(messages: readonly unknown[]): string[] {
  return messages.flatMap((message) => {
    if (!spoken.has(speaker(message) as string)) return [];
    const held = body(message);
    const content = held?.content ?? held?.parts;
    const parts: Loose[] = typeof content === "string" ? [{ text: content }] : Array.isArray(content) ? content : [];
    const texts = parts.flatMap((part) => {
      const isText = part && !("callId" in part) && part.thought !== true && !/thinking|reasoning/.test(part.type);
      return isText ? [part.text ?? part.value] : [];
    });
    return texts.filter((text) => typeof text === "string" && text.trim() !== "");
  });
}

/** Whether all of one list is in another one, in order. */
export function isWithin(few: readonly string[], many: readonly string[]): boolean {
  let at = 0;
  return few.every((text) => {
    at = many.indexOf(text, at) + 1;
    return at > 0;
  });
}
