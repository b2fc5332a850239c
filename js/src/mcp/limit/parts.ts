import { ownForm, shares, thousands, type UnitLimits } from "../../core.js";
import { type Json, type Shortened, textOf, toJson, writeJson } from "../json/node.js";
import type { Cutter } from "./cutter.js";
import { charsOf } from "./limits.js";

/** Part of a result: an item of content, a message of a prompt, the contents of a resource. */
export interface Part {
  readonly node: Json;
  /** Text of the part, the only thing in it that can be cut. */
  readonly text: string | Shortened | undefined;
  /** Chars of base64 in it. */
  readonly media: number;
  /** Chars that count beside its text. */
  readonly beside: number;
  withText(text: string): Json;
}

/** Remaining room. */
export interface Room {
  readonly chars: number;
  /** Tokens, by the estimate with its margin. `undefined`: only chars are limited. */
  readonly tokens: number | undefined;
}

/** Creates the node in place of missing parts, of which `first` is the first. */
export type Gap = (text: string, first: Part | undefined) => Json;

/** Makes a text item of the protocol. */
export const textItem = (text: string): Json => toJson({ type: "text", text });

/** Minimum chars that each part counts beside its text, so that a million empty ones are not free. */
export const FEWEST_BESIDE = 10;
/** Room for the line in place of missing parts, and for the node around it. */
const NOTE = { maxChars: 200, maxUtf16: 200, maxBytes: 200, maxLines: 1, maxTokens: 60 };

/**
 * Limits parts as a whole: each gets a fair share, and small ones stay whole. If the shares would be too small, only
 * the first and the last ones stay. `dropped` is the number of parts beyond those that were held.
 */
export function limitParts(parts: readonly Part[], dropped: number, room: Room, cutter: Cutter, gap: Gap): Json[] {
  const taken = dropped > 0 ? NOTE : { maxChars: 0, maxTokens: 0 };
  const limits = {
    maxChars: room.chars - taken.maxChars,
    ...(room.tokens !== undefined && { maxTokens: room.tokens - taken.maxTokens }),
  };
  const texts = parts.map(({ text }) => (text === undefined ? "" : textOf(text)));
  const plan = shares(texts, limits, {}, { note: NOTE, chars: parts.map(({ beside }) => beside) });
  const head = plan?.head ?? parts.length;
  const tail = plan?.tail ?? 0;
  const cut = (part: Part, own: UnitLimits = {}): Json => {
    if (part.text === undefined) return part.node;
    const text = cutter.text(part.text, own);
    return text === part.text ? part.node : part.withText(text);
  };
  const nodes = parts.slice(0, head).map((part, index) => cut(part, plan?.limits[index]));
  const last = parts.slice(parts.length - tail).map((part, index) => cut(part, plan?.limits[head + index]));
  const missing = parts.slice(head, parts.length - tail);
  const all = parts.length + dropped;
  if (missing.length > 0) nodes.push(gap(lineFor(missing, all, cutter), missing[0]));
  // Parts that were never held come last.
  if (dropped > 0) {
    last.push(gap(ownForm("PARTS", thousands(dropped), thousands(all), ""), undefined));
    cutter.lost = true;
  }
  return [...nodes, ...last];
}

/** Stores the texts of missing parts and returns the line in their place. */
function lineFor(missing: readonly Part[], all: number, cutter: Cutter): string {
  const joined = missing.map(wholeText).join("\n");
  const ref = joined === "" ? undefined : cutter.keep(joined);
  cutter.omitted += charsOf(joined);
  if (joined === "" || missing.some(({ media }) => media > 0)) cutter.lost = true;
  return ownForm("PARTS", thousands(missing.length), thousands(all), ref ? `: ${ref}` : "");
}

/** Returns the text to store for an omitted part: its text, or else its JSON; "" for base64. */
function wholeText({ node, text, media }: Part): string {
  if (text !== undefined) return textOf(text);
  return media > 0 ? "" : writeJson(node);
}
