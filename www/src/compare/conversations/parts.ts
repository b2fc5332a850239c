// A compacted conversation as parts to display: what is in it, what of that is new, and where something is missing.
import { type Part as MessagePart, partsOf as readParts } from "../../../../compare/history/read.mjs";
import { number } from "../../shared/dom.js";
import type { Part } from "../model.js";

/** UTF-16 units of one part that are displayed, and how many parts: of more half of them from each end. */
const TEXT = 700;
const PARTS = 600;

const WHO = {
  system: "System",
  user: "User",
  assistant: "Assistant",
  thinking: "Reasoning",
  call: "Call",
  result: "Result",
};

export function partsOf(before: readonly object[], after: readonly object[]): Part[] {
  const known = before.flatMap(readParts);
  const left = after.flatMap(readParts);
  const texts = new Set(known.map(keyOf));
  const places = placesOf(known, left);
  const shown: Part[][] = [];
  let expected = 0;
  const missingUntil = (place: number): Part[] => {
    const parts = missing(known.slice(expected, place));
    expected = place + 1;
    return parts;
  };
  for (const [index, part] of left.entries()) {
    const place = places[index];
    const gap = place === undefined ? [] : missingUntil(place);
    if (gap.length > 0) shown.push(gap);
    if (part.text !== "" || part.id !== undefined) shown.push(show(part, !texts.has(keyOf(part))));
  }
  const parts = [...shown, missingUntil(known.length)];
  if (parts.length <= PARTS) return parts.flat();
  const hidden = `${number(parts.length - PARTS)} parts of the result are not displayed`;
  return [...parts.slice(0, PARTS / 2), [{ kind: "gap" as const, text: hidden }], ...parts.slice(-PARTS / 2)].flat();
}

function missing(parts: readonly MessagePart[]): Part[] {
  const counts = new Map<string, number>();
  for (const { kind, text, id } of parts) {
    if (text !== "" || id !== undefined) counts.set(WHO[kind], (counts.get(WHO[kind]) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const words = Array.from(counts, ([who, count]) => `${who.toLowerCase()} × ${number(count)}`);
  return [{ kind: "gap", text: `Missing here: ${words.join(", ")}` }];
}

/** Where each part stood before: the same one, or the call or result with its id; in order. */
function placesOf(before: readonly MessagePart[], after: readonly MessagePart[]): (number | undefined)[] {
  const byId = placesBy(before, idOf);
  const byText = placesBy(before, keyOf);
  let from = 0;
  return after.map((part) => {
    const known = byId.get(idOf(part)) ?? byText.get(keyOf(part));
    const place = known?.find((at) => at >= from);
    if (place !== undefined) from = place + 1;
    return place;
  });
}

function placesBy(parts: readonly MessagePart[], key: (part: MessagePart) => string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, part] of parts.entries()) {
    const own = key(part);
    const known = places.get(own);
    if (known) known.push(at);
    else if (own !== "") places.set(own, [at]);
  }
  return places;
}

const keyOf = ({ kind, text }: MessagePart): string => `${kind} ${text}`;
const idOf = ({ kind, id }: MessagePart): string => (id ? `${kind} ${id}` : "");

function show({ kind, name, text }: MessagePart, changed: boolean): Part[] {
  const [long, who] = [text.length > TEXT, kind === "call" ? `${WHO.call} ${name}` : WHO[kind]];
  return [
    { kind: "who", text: long ? `${who}, ${number(text.length)} UTF-16 units` : who, changed },
    { kind: changed ? "marker" : "kept", text: `${long ? `${text.slice(0, TEXT)} …` : text}\n` },
  ];
}
