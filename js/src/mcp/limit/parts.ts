import { fairShare, ownForm } from "../../core.js";
import { type Json, Shortened, writeJson } from "../json/node.js";
import type { Cutter } from "./cutter.js";
import { charsOf } from "./limits.js";

/** One of the parts of a result: an item of content, a message of a prompt, the contents of a resource. */
export interface Part {
  readonly node: Json;
  /** Its text, the only thing in it that can become shorter. */
  readonly text: string | Shortened | undefined;
  /** The chars of base64 that it holds. */
  readonly media: number;
  /** The chars it takes beside its text. */
  readonly beside: number;
  withText(text: string): Json;
}

/** Remaining room. */
export interface Room {
  readonly chars: number;
  /** By the estimate with its margin; none: as many as the chars have. */
  readonly tokens: number | undefined;
}

/** Text in place of missing parts. */
export type Gap = (text: string, first: Part | undefined) => Json;

/** The chars that each part counts beside its text, so that a million empty ones are not free. */
export const FEWEST_BESIDE = 10;
/** A part that would get less than this is left out with its neighbours. */
const SMALLEST_SHARE = 200;
/** The chars of the line in place of missing parts, and of what is around it. */
const GAP_CHARS = 200;
const GAP_TOKENS = 60;

/**
 * The parts within so many chars together: each gets a fair share, and what is small stays whole. Where there are so
 * many that the shares say nothing any more, the first and the last ones stay. `dropped` are those that were too many
 * to be read.
 */
export function limitParts(parts: readonly Part[], dropped: number, room: Room, cutter: Cutter, gap: Gap): Json[] {
  const { chars, tokens } = room;
  const plan = planFor(parts, dropped, chars);
  if (tokens === undefined) return rendered(parts, dropped, plan, cutter, gap);
  let allowed = chars;
  let current = plan;
  for (let step = 0; step < 8; step += 1) {
    const gaps = (dropped > 0 ? 1 : 0) + (current.head < current.tail ? 1 : 0);
    const total = tokensWith(parts, current, cutter) + gaps * GAP_TOKENS;
    if (total <= tokens) break;
    allowed = Math.floor(Math.min(allowed, charsWith(parts, current)) * Math.max(0.05, (tokens / total) * 0.95));
    current = planFor(parts, dropped, allowed);
  }
  return rendered(parts, dropped, current, cutter, gap);
}

interface Plan {
  /** Chars of a text that stay. */
  readonly share: number;
  /** The parts before the gap, and those from it on. */
  readonly head: number;
  readonly tail: number;
}

const sizeOf = (part: Part): number => (part.text === undefined ? 0 : sizeOfText(part.text));
const sizeOfText = (text: string | Shortened): number => charsOf(text instanceof Shortened ? text.text : text);

function planFor(parts: readonly Part[], dropped: number, room: number): Plan {
  const sizes = parts.map(sizeOf);
  const beside = parts.reduce((sum, part) => sum + part.beside, 0);
  const left = room - (dropped > 0 ? GAP_CHARS : 0);
  const texts = sizes.filter((_, index) => parts[index]?.text !== undefined);
  const isWhole = texts.reduce((sum, size) => sum + size, beside) <= left;
  const share = fairShare(texts, left - beside);
  const all = { share, head: parts.length, tail: parts.length };
  if (isWhole || (share >= SMALLEST_SHARE && left >= beside)) return all;
  return withGap(parts, sizes, left - GAP_CHARS);
}

/** Plans as many parts from both ends, in turns, as have room. */
function withGap(parts: readonly Part[], sizes: readonly number[], room: number): Plan {
  let [head, tail, left] = [0, parts.length, room];
  for (let atHead = true; head < tail; atHead = !atHead) {
    const index = atHead ? head : tail - 1;
    const cost = Math.min(sizes[index] ?? 0, SMALLEST_SHARE) + (parts[index]?.beside ?? 0);
    if (cost > left) break;
    left -= cost;
    if (atHead) head += 1;
    else tail -= 1;
  }
  return { share: SMALLEST_SHARE, head, tail };
}

function rendered(parts: readonly Part[], dropped: number, plan: Plan, cutter: Cutter, gap: Gap): Json[] {
  const cut = (part: Part): Json => {
    if (part.text === undefined) return part.node;
    const text = cutter.text(part.text, plan.share);
    return text === part.text ? part.node : part.withText(text);
  };
  const nodes = parts.slice(0, plan.head).map(cut);
  const missing = parts.slice(plan.head, plan.tail);
  const tail = parts.slice(plan.tail).map(cut);
  // What was never read stood at the end.
  if (dropped > 0) tail.push(gap(ownForm("MORE_ITEMS", dropped), undefined));
  if (missing.length > 0) nodes.push(gap(lineFor(missing, cutter), missing[0]));
  if (dropped > 0) cutter.lost = true;
  return [...nodes, ...tail];
}

function lineFor(missing: readonly Part[], cutter: Cutter): string {
  const joined = missing.map(wholeText).join("\n");
  const ref = joined === "" ? undefined : cutter.keep(joined);
  cutter.omitted += charsOf(joined);
  if (joined === "" || missing.some(({ media }) => media > 0)) cutter.lost = true;
  return ownForm("ITEMS", missing.length, `, ${charsOf(joined)} chars${ref ? `, ${ref}` : ""}`);
}

/** What is kept of a part that is left out: its text, or else its JSON; of base64 nothing. */
function wholeText({ node, text, media }: Part): string {
  if (text !== undefined) return text instanceof Shortened ? text.text : text;
  return media > 0 ? "" : writeJson(node);
}

function tokensWith(parts: readonly Part[], plan: Plan, cutter: Cutter): number {
  const rehearsal = cutter.rehearsal();
  const kept = [...parts.slice(0, plan.head), ...parts.slice(plan.tail)];
  return cutter.tokensOf(kept.map(({ text }) => (text === undefined ? "" : rehearsal.text(text, plan.share))));
}

function charsWith(parts: readonly Part[], plan: Plan): number {
  const kept = [...parts.slice(0, plan.head), ...parts.slice(plan.tail)];
  return kept.reduce((sum, part) => sum + Math.min(sizeOf(part), plan.share) + part.beside, 0);
}
