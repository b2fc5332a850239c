// Compares a result with what it came from: each difference has a cut that names it, and each cut is a difference.
import type { Cut } from "./options.js";
import { Binary, isList, isObject, type Read, readBytes, step, unreadable, utf8 } from "./reading.js";

/** What may stand for anything when its own message does not fit. */
const words = ["[content truncated for context limit]", "[content omitted]", "[truncated]", "...", ""];
const messages = [
  /^value exceeds size limit \(\d+ bytes, max \d+\) \[content truncated for context limit\]$/,
  /^\[content deeper than \d+ levels? omitted\]$/,
  /^\[could not be read\]$/,
  /^\[binary, [\d,]+ bytes\]$/,
];
const isMessage = (text: Read) =>
  typeof text === "string" && (words.includes(text) || messages.some((message) => message.test(text)));

/** What stands in place of items or members. */
const omitted = (count: number, what: string) => `[${count} ${what}${count === 1 ? "" : "s"} omitted]`;

/** What a text may be cut with: the marker of `strings`, the one that a total has, the end of a shortened name. */
export const defaultMarker = "... [truncated {count} chars] ...";

const quoted = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const pattern = (marker: string) =>
  new RegExp(
    `^\\n?${marker
      .split(/\{\w+\}/)
      .map(quoted)
      .join("[\\d,]+")}\\n?$`,
  );

/** Whether a text is a piece of another one, a marker, and a piece. */
export function isPieces(before: string, after: string, markers: readonly string[]): boolean {
  const patterns = markers.map(pattern);
  let head = 0;
  while (head < after.length && after[head] === before[head]) head += 1;
  let tail = 0;
  while (tail < after.length && after.at(-1 - tail) === before.at(-1 - tail)) tail += 1;
  // What is next to the marker may look like a part of it.
  for (let left = Math.min(head, after.length); left >= Math.max(0, head - 40); left -= 1) {
    for (let right = tail; right >= Math.max(0, tail - 40); right -= 1) {
      if (left + right > after.length || left + right > before.length) continue;
      const middle = after.slice(left, after.length - right);
      if (patterns.some((one) => one.test(middle))) return true;
    }
  }
  return false;
}

/** A text that is JSON may be cut so that it still is. */
function areJson(before: string, after: string): boolean {
  try {
    return [before, after].every((text) => /^\s*[[{]/.test(text) && typeof JSON.parse(text) === "object");
  } catch {
    return false;
  }
}

export interface Told {
  readonly cuts: readonly Cut[];
  /** What texts may be cut with. */
  readonly markers?: readonly string[] | undefined;
  /** What a base64 text becomes. */
  readonly cleaned?: ((text: string) => string) | undefined;
  /** The member that says that something was cut. */
  readonly flag?: string | undefined;
  /** The most items of a list. */
  readonly maxItems?: number | undefined;
  /** Raw bytes stay as they are. */
  readonly raw?: boolean | undefined;
  /** Where nothing was cut, the same objects stand. */
  readonly same?: boolean | undefined;
}

/** What is wrong with a result, by its paths. */
export function faults(before: Read | undefined, after: Read | undefined, told: Told): string[] {
  const { cuts, markers = [defaultMarker], cleaned = (text) => text, flag, maxItems, raw, same } = told;
  const found: string[] = [];
  const open = new Map<string, Cut[]>();
  for (const cut of cuts) open.set(cut.path, [...(open.get(cut.path) ?? []), cut]);
  const touched = new Set<string>();
  for (const { path } of cuts) {
    for (let at = path.length; at >= 0; at = path.lastIndexOf("/", at - 1)) {
      touched.add(path.slice(0, at));
      if (at === 0) break;
    }
  }
  const say = (path: string, fault: string) => found.push(`${path || "(root)"}: ${fault}`);
  const take = (path: string, ...kinds: Cut["kind"][]) => {
    const all = open.get(path) ?? [];
    open.set(
      path,
      all.filter(({ kind }) => !kinds.includes(kind)),
    );
    return all.filter(({ kind }) => kinds.includes(kind));
  };
  /** The cut of a name; one of the member itself may stand at the same path. */
  const takeOne = (path: string, size: number) => {
    const all = open.get(path) ?? [];
    const strings = all.filter(({ kind }) => kind === "string");
    const found = strings.find(({ before }) => before === size) ?? strings[0];
    open.set(
      path,
      all.filter((cut) => cut !== found),
    );
    return found;
  };
  /** A value as a whole became a text. */
  const replaced = (b: Read, a: Read, path: string) => {
    const own = take(path, "string", "items", "keys", "depth", "base64", "unreadable");
    if (own.length === 0) say(path, `${shown(b)} became ${shown(a)} without a cut`);
    if (!isMessage(a)) say(path, `${shown(b)} became ${shown(a)}, which is no message`);
    // Raw bytes that stay are written out number by number.
    if (typeof b !== "symbol" && !(raw && b instanceof Binary) && readBytes(a) > readBytes(b)) {
      say(path, `${shown(b)} became ${shown(a)}, which is longer`);
    }
  };

  const texts = (b: string, a: string, path: string) => {
    if (a === b) return;
    const own = take(path, "string", "base64");
    if (own.length === 0) return say(path, `${shown(b)} became ${shown(a)} without a cut`);
    const [first, last] = [own[0], own.at(-1)];
    if (first?.before !== utf8(b)) say(path, `before: ${first?.before}, not ${utf8(b)}`);
    if (last?.after !== utf8(a)) say(path, `after: ${last?.after}, not ${utf8(a)}`);
    if (utf8(a) > utf8(b)) say(path, `${shown(b)} became ${shown(a)}, which is longer`);
    // What is left without its base64 may still be too long.
    const sources = [b, cleaned(b)];
    const isPart = (source: string) => a === source || isPieces(source, a, markers) || areJson(source, a);
    if (!isMessage(a) && !sources.some(isPart)) {
      say(path, `${shown(b)} became ${shown(a)}, which is neither pieces of it nor a message`);
    }
  };

  /** Whether nothing is wrong with what is done; what was found is forgotten otherwise. */
  const holds = (run: () => void): boolean => {
    const [count, saved] = [found.length, [...open]];
    run();
    if (found.length === count) return true;
    found.length = count;
    open.clear();
    for (const [path, left] of saved) open.set(path, left);
    return false;
  };

  const lists = (b: readonly Read[], a: readonly Read[], path: string) => {
    const [own] = take(path, "items");
    if (!own) {
      if (a.length !== b.length) say(path, `${b.length} items became ${a.length} without a cut`);
      for (const [at, item] of b.entries()) visit(item, a[at], path + step(at));
      return;
    }
    if (own.before !== b.length || own.after >= b.length || a.length - own.after > 1 || a.length < own.after) {
      say(path, `${b.length} items became ${a.length}, the cut says ${own.before} and ${own.after}`);
    }
    // Which items these are, a result does not always say.
    const ends = [...new Set([b.length, Math.min(b.length, maxItems ?? b.length)])];
    const splits = ends.flatMap((end) => Array.from({ length: own.after + 1 }, (_, tail) => ({ end, tail })));
    const follow = ({ end, tail }: { end: number; tail: number }) => {
      const head = own.after - tail;
      for (let at = 0; at < head; at += 1) visit(b[at] as Read, a[at], path + step(at));
      const gap = a.length > own.after ? a[head] : undefined;
      if (gap !== undefined && gap !== "..." && gap !== omitted(b.length - own.after, "item")) {
        say(path, `${shown(gap)} where ${b.length - own.after} items are missing`);
      }
      for (let at = end - tail; at < end; at += 1) visit(b[at] as Read, a[a.length - (end - at)], path + step(at));
    };
    if (!splits.some((split) => holds(() => follow(split))) && splits[0]) follow(splits[0]);
  };

  const objects = (b: { readonly [key: string]: Read }, a: { readonly [key: string]: Read }, path: string) => {
    const [own] = take(path, "keys");
    const before = Object.keys(b);
    let after = Object.keys(a);
    if (path === "" && flag !== undefined && after.includes(flag) && a[flag] === true && b[flag] !== true) {
      after = after.filter((key) => key !== flag);
      if (own === undefined && before.includes(flag)) before.splice(before.indexOf(flag), 1);
    }
    const last = own?.after === after.length - 1 ? after.pop() : undefined;
    if (own && last !== undefined) {
      const said = a[last];
      if (!/^\.{3,}$/.test(last) || (said !== "..." && said !== omitted(before.length - own.after, "key"))) {
        say(path, `${shown(last)}: ${shown(said)} where ${before.length - own.after} keys are missing`);
      }
    }
    const names = new Set(before);
    const renamed = before.filter((key) => !Object.hasOwn(a, key));
    let next = 0;
    for (const key of after) {
      if (names.has(key)) {
        visit(b[key] as Read, a[key], path + step(key));
        continue;
      }
      // A shortened name.
      const from = renamed[next];
      next += 1;
      if (from === undefined) {
        say(path, `the new key ${shown(key)}`);
        continue;
      }
      const cut = takeOne(path + step(key), utf8(from));
      if (!cut) say(path, `the key ${shown(from)} became ${shown(key)} without a cut`);
      else if (cut.before !== utf8(from) || cut.after !== utf8(key)) {
        say(
          path,
          `a key of ${utf8(from)} bytes became one of ${utf8(key)}, the cut says ${cut.before} and ${cut.after}`,
        );
      }
      if (utf8(key) >= utf8(from)) say(path, `the key ${shown(from)} became ${shown(key)}, which is no shorter`);
      visit(b[from] as Read, a[key], path + step(key));
    }
    if (own) {
      if (own.before !== before.length || own.after !== after.length) {
        say(path, `${before.length} keys became ${after.length}, the cut says ${own.before} and ${own.after}`);
      }
      if (after.length >= before.length) say(path, "a cut of keys that none is missing from");
    } else if (after.length !== before.length) say(path, `${before.length} keys became ${after.length} without a cut`);
  };

  const visit = (b: Read, a: Read | undefined, path: string): unknown => {
    if (a === undefined) return say(path, `${shown(b)} is missing`);
    if (same && typeof b === "object" && b !== null && !touched.has(path) && a !== b)
      say(path, "a copy, not the same object");
    if (typeof b === "string" && typeof a === "string") return texts(b, a, path);
    if (isList(b) && isList(a)) return lists(b, a, path);
    if (isObject(b) && isObject(a)) return objects(b, a, path);
    if (raw && b instanceof Binary && a instanceof Binary && a.bytes === b.bytes) return;
    if (!Object.is(a, b)) return replaced(b, a, path);
  };

  if (before === undefined || after === undefined) {
    if (before !== after) say("", `${shown(before)} became ${shown(after)}`);
  } else visit(before, after, "");
  for (const [path, left] of open) {
    for (const { kind } of left) say(path, `a cut of kind ${kind} where nothing differs`);
  }
  return found;
}

function shown(value: unknown): string {
  if (value === unreadable) return "what cannot be read";
  if (value instanceof Binary) return `${value.bytes} raw bytes`;
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 120 ? `${text.slice(0, 100)}... (${text.length})` : text;
}
