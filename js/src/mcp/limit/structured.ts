import { fitJsonToSchema, leastSizes, measure, trim } from "../../core.js";
import { tryReadJson } from "../json/read.js";
import { forEachValue, isMembers, type Json, withLeaves, writeJson } from "../json/tree.js";
import { type Cutter, charsOf, looksLikeJson } from "./cutter.js";
import { limitParts, type Part, type Room, textItem } from "./parts.js";

/** Smallest room that is tried for a structured value; less holds no useful JSON. */
const LEAST = 50;
/** Minimum length of texts that are matched with those of `content`; shorter ones may be equal by chance. */
const SHORTEST = 1000;
/** Maximum tries to find a size at which both forms fit. */
const MOST_TRIES = 6;

/**
 * Limits a structured value: returns the same one, a smaller one that fits its schema, or `null` if there is none.
 * Without a schema it is shortened like any JSON, but stays an object.
 */
export function limitStructured(value: Json, chars: number, cutter: Cutter, schema: unknown): Json | null {
  const written = writeJson(value);
  if (cutter.fits(written, chars)) return value;
  const cut = (room: number): string | undefined =>
    schema === undefined
      ? trim(written, { maxChars: room, format: "json" }).text
      : fitJsonToSchema(written, schema as object, room);
  const { bytes, chars: all } = measure(written);
  // A schema is fitted in bytes.
  let room = schema === undefined ? chars : Math.ceil((chars * bytes) / Math.max(1, all));
  for (; room >= LEAST; room = Math.floor(room / 1.5)) {
    const json = cut(room);
    const after = json === undefined ? undefined : tryReadJson(json);
    const shorter = after === undefined ? "" : writeJson(after);
    if (after === undefined || !cutter.fits(shorter, chars)) continue;
    if (schema === undefined && !isMembers(after)) return null;
    cutter.keep(writeJson(value, ""));
    cutter.omitted += Math.max(1, charsOf(written) - charsOf(shorter));
    return after;
  }
  return null;
}

/** Result in both forms. */
interface Mirrored {
  readonly nodes: Json[];
  readonly structured: Json;
}

/**
 * Limits a result that has the same text in `content` and as a member of `structuredContent`, as many tools return: the
 * text is cut once, so that both stay equal. Returns `undefined` if there is no such text, or the result does not fit.
 */
export function limitMirrored(
  parts: readonly Part[],
  structured: Json,
  room: Room,
  cutter: Cutter,
  schema: unknown,
): Mirrored | undefined {
  const long = new Set<string>();
  forEachValue(structured, (value) => {
    if (typeof value === "string" && value.length >= SHORTEST) long.add(value);
  });
  if (!parts.some(({ text }) => text !== undefined && long.has(text))) return undefined;
  const limitTo = (with_: Cutter, chars: number): Mirrored => {
    const nodes = limitParts(parts, { ...room, chars }, with_, textItem);
    const instead = new Map<string, string>();
    for (const [index, node] of nodes.entries()) {
      // After a gap the indexes of parts and nodes differ, so nothing can be matched.
      const before = nodes.length === parts.length ? parts[index]?.text : undefined;
      const text = isMembers(node) ? node.get("text") : undefined;
      if (before !== undefined && typeof text === "string") instead.set(before, text);
    }
    return { nodes, structured: replaceTexts(structured, schema, (text) => instead.get(text)) };
  };
  let { chars } = room;
  for (let tries = 0; tries < MOST_TRIES && chars >= SHORTEST / 4; tries += 1) {
    const written = writeJson(limitTo(cutter.rehearsal(), chars).structured);
    if (cutter.fits(written, cutter.limits.chars)) return limitTo(cutter, chars);
    chars = Math.floor(chars * Math.min(0.95, (cutter.limits.chars / written.length) * 0.98));
  }
  return undefined;
}

/** Returns the parts in which those that repeat a structured value as JSON hold its shorter form, if `after` is one. */
export function withTwins(parts: readonly Part[], before: Json, after: Json, room: number): readonly Part[] {
  const written = writeJson(before);
  return parts.map((part) => {
    const { text } = part;
    if (text === undefined || text.length < written.length || !looksLikeJson(text)) return part;
    const read = tryReadJson(text);
    if (read === undefined || writeJson(read) !== written) return part;
    if (before === after && text.length <= room) return part;
    const shorter = writeJson(after);
    return { ...part, node: part.withText(shorter), text: shorter };
  });
}

/** Replaces texts for which `instead` has another one, wherever the schema leaves them free. */
export function replaceTexts(tree: Json, schema: unknown, instead: (text: string) => string | undefined): Json {
  let sizes: Uint32Array | undefined;
  let index = -1;
  /** Returns 0 if nothing may change, else the fewest chars plus 1. */
  const least = (at: number): number => {
    if (schema === undefined || schema === true) return 1;
    sizes ??= leastSizes(writeJson(tree), schema as object | boolean) ?? new Uint32Array();
    return sizes[at] ?? 0;
  };
  return withLeaves(
    tree,
    (leaf) => {
      if (typeof leaf !== "string") return leaf;
      index += 1;
      const text = instead(leaf);
      if (text === undefined) return leaf;
      const free = least(index);
      return free > 0 && charsOf(text) >= free - 1 ? text : leaf;
    },
    () => {
      index += 1;
    },
  );
}
