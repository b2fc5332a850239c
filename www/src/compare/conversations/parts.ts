// A compacted conversation as parts to display: its messages, what is new in them, and where some are missing.
import { type Part as MessagePart, partsOf as readParts } from "../../../../evals/history/read.mjs";
import type { Part } from "../model.js";

/** UTF-16 units of one text that are displayed, and messages. */
const TEXT = 700;
const MESSAGES = 300;

const number = (value: number): string => value.toLocaleString("en-US");

export function partsOf(before: readonly object[], after: readonly object[]): Part[] {
  const known = new Set(before.flatMap(readParts).map(keyOf));
  const places = placesOf(before, after);
  const parts: Part[] = [];
  let expected = 0;
  for (const [index, message] of after.entries()) {
    if (after.length > MESSAGES && index === MESSAGES / 2) {
      parts.push({ kind: "gap", text: `${number(after.length - MESSAGES)} messages of the result are not displayed` });
    }
    const isShown = after.length <= MESSAGES || index < MESSAGES / 2 || index >= after.length - MESSAGES / 2;
    const place = places[index];
    if (place !== undefined) {
      if (place > expected && isShown) parts.push(missing(place - expected));
      expected = place + 1;
    }
    if (isShown) parts.push(...shown(message, known));
  }
  if (expected < before.length) parts.push(missing(before.length - expected));
  return parts;
}

const missing = (count: number): Part => ({
  kind: "gap",
  text: `${number(count)} ${count === 1 ? "message is" : "messages are"} missing here`,
});

/** Where each message stood before: the same one, or the one with the same calls or results; in order. */
function placesOf(before: readonly object[], after: readonly object[]): (number | undefined)[] {
  const byText = placesBy(before, (message) => JSON.stringify(message));
  const byIds = placesBy(before, idsOf);
  let from = 0;
  return after.map((message) => {
    const place = next(byText.get(JSON.stringify(message)), from) ?? next(byIds.get(idsOf(message)), from);
    if (place !== undefined) from = place + 1;
    return place;
  });
}

function placesBy(messages: readonly object[], key: (message: object) => string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, message] of messages.entries()) {
    const own = key(message);
    const known = places.get(own);
    if (own !== "" && known) known.push(at);
    else if (own !== "") places.set(own, [at]);
  }
  return places;
}

const next = (places: number[] | undefined, from: number): number | undefined => places?.find((at) => at >= from);

const idsOf = (message: object): string =>
  readParts(message)
    .flatMap(({ kind, id }) => (id === undefined ? [] : [`${kind} ${id}`]))
    .join(" ");

const keyOf = ({ kind, text }: MessagePart): string => `${kind} ${text}`;

const WHO = {
  system: "System",
  user: "User",
  assistant: "Assistant",
  thinking: "Reasoning",
  call: "Call",
  result: "Result",
};

function shown(message: object, known: ReadonlySet<string>): Part[] {
  return readParts(message).flatMap((part): Part[] => {
    if (part.text === "" && part.kind !== "call" && part.kind !== "result") return [];
    const isNew = !known.has(keyOf(part));
    const name = part.kind === "call" ? ` ${part.name}` : "";
    const size = part.text.length > TEXT ? `, ${number(part.text.length)} chars` : "";
    const text = part.text.length > TEXT ? `${part.text.slice(0, TEXT)} …` : part.text;
    return [
      { kind: "who", text: `${WHO[part.kind]}${name}${size}`, changed: isNew },
      { kind: isNew ? "marker" : "kept", text: `${text}\n` },
    ];
  });
}
