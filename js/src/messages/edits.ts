import { copyOf, put, segments } from "../../bindings/src/build.js";
import { show, shown, TooltrimError, wrong } from "../errors.js";
import type { AnyMessage, Untyped } from "./types.js";

/** A JSON Pointer (RFC 6901) into the messages. */
export type Pointer = string;

/**
 * A change to messages. Positions are those in the original, regardless of other edits: sets the value at a path, to a
 * text or any value; drops a message, a part or a member; inserts a message before an index, or a part before a path.
 */
export type Edit<M = unknown> =
  | { readonly text: Pointer; readonly value: string }
  | { readonly set: Pointer; readonly value: unknown }
  | { readonly drop: Pointer }
  | { readonly insert: number; readonly message: M }
  | { readonly insert: Pointer; readonly part: unknown };

/** An operation of a JSON Patch (RFC 6902). */
export type JsonPatchOperation =
  | { op: "remove"; path: Pointer }
  | { op: "add" | "replace"; path: Pointer; value: unknown };

/** The edits below one value. */
interface Node {
  below: Map<string, Node>;
  /** The messages before it, in order. */
  before: unknown[];
  own: { value: unknown } | "dropped" | undefined;
}

const node = (): Node => ({ below: new Map(), before: [], own: undefined });

interface Read {
  readonly kind: "set" | "drop" | "insert";
  readonly path: Pointer;
  readonly segments: readonly string[];
  readonly value: unknown;
}

function refused(at: number, path: unknown, rule: string): TooltrimError {
  return new TooltrimError("INVALID_OPTION", `edits[${at}]: ${show(path)} ${rule}`);
}

/** Reads an edit; throws for one that is malformed. */
function read(edit: Edit, at: number): Read {
  const given = typeof edit === "object" ? (edit as Record<string, unknown> | null) : null;
  const kind = given && (["text", "set", "drop", "insert"] as const).find((name) => name in given);
  if (!given || !kind) throw refused(at, edit, "is no edit: it has none of text, set, drop, insert");
  const where = given[kind];
  const whole = kind === "insert" && typeof where === "number";
  const path = whole ? `/${where}` : where;
  if (typeof path !== "string" || !path.startsWith("/"))
    throw refused(at, where, "is not a JSON Pointer into the messages");
  if (kind === "text" && typeof given.value !== "string")
    throw refused(at, path, "is to become a text, and none is given");
  const value = kind === "insert" ? (whole ? given.message : given.part) : given.value;
  return { kind: kind === "text" ? "set" : kind, path, segments: segments(path), value };
}

/** An index, written as numbers are. */
const indexOf = (segment: string) => (/^(0|[1-9]\d*)$/.test(segment) ? Number(segment) : -1);

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** A member, also of the name that reads the prototype. */
function memberOf(object: Record<string, unknown>, name: string): unknown {
  return name === "__proto__" && !Object.hasOwn(object, name) ? undefined : object[name];
}

function leads(messages: readonly unknown[], { kind, segments }: Read): boolean {
  let value: unknown = messages;
  for (const segment of segments.slice(0, -1)) {
    value = Array.isArray(value) ? value[indexOf(segment)] : isRecord(value) ? memberOf(value, segment) : undefined;
  }
  const last = segments.at(-1) as string;
  if (Array.isArray(value)) {
    const index = indexOf(last);
    return index >= 0 && index < value.length + (kind === "insert" ? 1 : 0);
  }
  return isRecord(value) && kind !== "insert" && (kind === "set" || Object.hasOwn(value, last));
}

/**
 * Applies edits to messages. Everything that no edit names stays the same object, and changed objects keep their class.
 *
 * @example
 * ```ts
 * import { applyEdits } from "tooltrim/messages";
 *
 * const messages = [{ role: "user", content: "hi" }, { role: "assistant", content: "hello" }];
 * const edited = applyEdits(messages, [{ text: "/1/content", value: "bye" }]);
 *
 * edited[0] === messages[0]; // true
 * edited[1]; // { role: "assistant", content: "bye" }
 * ```
 *
 * Positions refer to the original: the order of the edits matters only for inserts at one place. Without edits the
 * input itself is returned. The original is never changed. The time depends on the edits and the lists that they are
 * in.
 *
 * Throws `INVALID_OPTION` for a path that does not exist, or that another edit also names or drops; `INVALID_MESSAGES`
 * for an object whose class does not allow changed copies.
 */
export function applyEdits<M extends AnyMessage = Untyped>(messages: readonly M[], edits: readonly Edit<M>[]): M[] {
  if (!Array.isArray(messages))
    throw new TooltrimError("INVALID_MESSAGES", `messages: ${show(messages)} is not a list`);
  if (!Array.isArray(edits)) throw wrong("edits", edits, "a list");
  if (edits.length === 0) return messages as M[];
  const root = node();
  for (const [at, edit] of edits.entries()) add(root, messages, read(edit, at), at);
  return list(messages, root, "") as M[];
}

function add(root: Node, messages: readonly unknown[], edit: Read, at: number): void {
  if (!leads(messages, edit)) throw refused(at, edit.path, "leads nowhere");
  let here = root;
  for (const segment of edit.segments) {
    if (here.own) throw refused(at, edit.path, "is within what another edit replaces or drops");
    let next = here.below.get(segment);
    if (!next) {
      next = node();
      here.below.set(segment, next);
    }
    here = next;
  }
  if (edit.kind === "insert") here.before.push(edit.value);
  else if (here.own || here.below.size > 0) throw refused(at, edit.path, "is named by another edit, too");
  else here.own = edit.kind === "drop" ? "dropped" : { value: edit.value };
}

function list(items: readonly unknown[], edits: Node, path: Pointer): unknown[] {
  const edited: unknown[] = [];
  let from = 0;
  const places = [...edits.below].map(([segment, below]) => [indexOf(segment), below] as const);
  for (const [index, below] of places.sort(([one], [other]) => one - other)) {
    for (; from < index; from += 1) edited.push(items[from]);
    for (const value of below.before) edited.push(value);
    if (index >= items.length) continue;
    from = index + 1;
    if (below.own === "dropped") continue;
    edited.push(below.own ? below.own.value : within(items[index], below, `${path}/${index}`));
  }
  for (; from < items.length; from += 1) edited.push(items[from]);
  return edited;
}

function within(value: unknown, edits: Node, path: Pointer): unknown {
  if (edits.below.size === 0) return value;
  if (Array.isArray(value)) return list(value, edits, path);
  if (!isRecord(value)) return value;
  let copy: Record<string, unknown>;
  try {
    copy = copyOf(value) as Record<string, unknown>;
  } catch (cause) {
    throw unlike(path, cause);
  }
  for (const [name, below] of edits.below) {
    const inner = `${path}/${name}`;
    const next = below.own ? undefined : within(memberOf(value, name), below, inner);
    try {
      if (below.own === "dropped") delete copy[name];
      else put(copy, name, below.own ? below.own.value : next);
    } catch (cause) {
      throw unlike(inner, cause);
    }
  }
  return copy;
}

/** A class may have what no copy of its objects has: private members. */
function unlike(path: Pointer, cause: unknown): TooltrimError {
  return new TooltrimError("INVALID_MESSAGES", `messages${path}: takes no edit: ${shown(cause)}`, { cause });
}

/**
 * Converts edits to a JSON Patch (RFC 6902), for other tools.
 *
 * @example
 * ```ts
 * import { toJsonPatch } from "tooltrim/messages";
 *
 * toJsonPatch([{ drop: "/1" }, { insert: 1, message: { role: "user", content: "hi" } }]);
 * // [{ op: "remove", path: "/1" }, { op: "add", path: "/1", value: { role: "user", content: "hi" } }]
 * ```
 *
 * A path that ends in a number is read as a place in a list, as in all edits that tooltrim makes.
 *
 * Each operation of a patch applies to the result of the one before. They are therefore written from the end of the
 * messages to the beginning, where positions are still those of the original.
 */
export function toJsonPatch(edits: readonly Edit[]): JsonPatchOperation[] {
  if (!Array.isArray(edits)) throw wrong("edits", edits, "a list");
  const ordered = edits
    .map((edit, at) => ({ at, edit: read(edit, at) }))
    .sort((one, other) => {
      const [path, others] = [one.edit.segments, other.edit.segments];
      const differs = path.findIndex((segment, index) => index < others.length && segment !== others[index]);
      if (differs >= 0) return compare(others[differs] as string, path[differs] as string);
      // For one place: changes inside it, then of it, then inserts before it, the last first.
      const inserts = (read: Read) => Number(read.kind === "insert");
      return others.length - path.length || inserts(one.edit) - inserts(other.edit) || other.at - one.at;
    });
  return ordered.map(({ edit }) => {
    if (edit.kind === "drop") return { op: "remove", path: edit.path };
    // `add` replaces a member, and sets one that is not there; in a list it would insert.
    const replaces = edit.kind === "set" && indexOf(edit.segments.at(-1) as string) >= 0;
    return { op: replaces ? "replace" : "add", path: edit.path, value: edit.value };
  });
}

/** Indexes come in the order of numbers, before names. */
function compare(one: string, other: string): number {
  const [index, otherIndex] = [indexOf(one), indexOf(other)];
  if (index >= 0 && otherIndex >= 0) return index - otherIndex;
  if (index >= 0 || otherIndex >= 0) return index >= 0 ? -1 : 1;
  return one < other ? -1 : one > other ? 1 : 0;
}
