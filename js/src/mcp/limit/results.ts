import { Items, type Json, Members, toJson, Written, writeJson } from "../json/node.js";
import { limitCall } from "./call.js";
import { contentPart, messageParts, resourcePart } from "./content.js";
import type { Cutter } from "./cutter.js";
import { Media } from "./media.js";
import { type Gap, limitParts, type Part, textItem } from "./parts.js";
import { limitRest } from "./rest.js";
import { isWithin, type Limited } from "./within.js";

/** Kinds of results that the proxy limits. */
export type ResultKind = "call" | "resource" | "prompt";

/** Properties of a tool that its results depend on. */
export interface CallContext {
  /** Name of the tool that returns omitted content; `undefined` if there is none. */
  readonly retrieve: string | undefined;
  /** JSON Schema that `structuredContent` has to fit. */
  readonly schema: unknown;
}

/** Member with the items of each kind of result, and the reader of an item. */
const LISTS = {
  call: { list: "content", partsOf: (item: Json, media: Media): Part[] => [contentPart(item, media)] },
  resource: { list: "contents", partsOf: (item: Json, media: Media): Part[] => [resourcePart(item, media)] },
  prompt: { list: "messages", partsOf: messageParts },
} as const;

/** Limits a result. Returns the same one if nothing had to be cut. */
export function limitResult(kind: ResultKind, given: Members, cutter: Cutter, context: CallContext): Members {
  const result = given.unique();
  const limited =
    kind === "call"
      ? limitCall(result, cutter, context)
      : limitList(result, kind === "prompt" ? messageGap : contentsGap, cutter, kind);
  return fitsLimits(kind, limited, cutter) ? limited : lastResort(kind, result, cutter);
}

/** Returns `true` if a result is within its limits, regardless of how it was limited. */
export const fitsLimits = (kind: ResultKind, result: Members, cutter: Cutter): boolean =>
  isWithin(readAs(kind, result), cutter);

/** Returns a result in the form that {@link isWithin} checks. */
function readAs(kind: ResultKind, result: Members): Limited {
  const { list, partsOf } = LISTS[kind];
  const value = result.get(list);
  const isCall = kind === "call";
  const isList = value instanceof Items;
  const isOther = (name: string): boolean =>
    isCall ? !["content", "structuredContent", "isError"].includes(name) : !isList || name !== list;
  return {
    items: isList ? value.list : isCall && value !== undefined ? [value] : [],
    partsOf,
    structured: isCall ? result.get("structuredContent") : undefined,
    others: result.entries.filter(([name]) => isOther(name)),
  };
}

/** Replaces a result that the rules did not bring within its limits by its JSON as one trimmed text. */
export function lastResort(kind: ResultKind, result: Members, cutter: Cutter): Members {
  const { chars, tokens } = cutter.limits;
  // A char has at most 4 bytes, and a byte at most 1 token.
  const text = cutter.text(writeJson(result, ""), {
    maxChars: Math.floor(Math.min(chars / 2, (tokens ?? chars) / 5)),
  });
  const gap = { call: textItem, resource: contentsGap, prompt: messageGap }[kind];
  const limited = Members.of({ [LISTS[kind].list]: new Items([gap(text, undefined)]) });
  return kind === "call" && result.get("structuredContent") ? limited.with("isError", toJson(true)) : limited;
}

function limitList(result: Members, gap: Gap, cutter: Cutter, kind: ResultKind): Members {
  const { list, partsOf } = LISTS[kind];
  const items = result.get(list);
  if (!(items instanceof Items)) return limitRest(result, [], cutter);
  const media = new Media(cutter);
  const parts = items.list.flatMap((item) => partsOf(item, media));
  const dropped = items.list.reduce((sum, item) => sum + droppedOf(item), items.dropped);
  const nodes = limitParts(parts, dropped, cutter.limits, cutter, gap);
  const limited = limitRest(result, [list], cutter);
  return cutter.changed ? limited.with(list, new Items(nodes)) : limited;
}

/** Counts the items of a message's content that were not held. */
function droppedOf(message: Json): number {
  const content = message instanceof Members ? message.get("content") : undefined;
  return content instanceof Items ? content.dropped : 0;
}

const messageGap: Gap = (text) => toJson({ role: "user", content: { type: "text", text } });

/** Maximum chars of a URI that fits beside the line about missing parts. */
const LONGEST_URI = 150;

const contentsGap: Gap = (text, first) => {
  const uri = first?.node instanceof Members ? first.node.get("uri") : undefined;
  const isShort = typeof uri === "string" && uri.length <= LONGEST_URI;
  return Members.of({ uri: isShort ? uri : "tooltrim:omitted", mimeType: "text/plain", text });
};

/** Code that replaces one that is not a small integer. */
const NO_CODE = -32_000;
const LONGEST_CODE = 20;

/** Limits a JSON-RPC error: half of the chars for the message, half for data and all else. A valid code stays. */
export function limitError(given: Members, cutter: Cutter): Members {
  const error = given.unique();
  let limited = limitRest(error, ["code", "message"], cutter);
  const code = error.get("code");
  if (code !== undefined && (!(code instanceof Written) || code.json.length > LONGEST_CODE)) {
    limited = limited.with("code", toJson(NO_CODE));
  }
  const message = error.get("message");
  const cut = message === undefined ? undefined : cutter.tree(message, Math.floor(cutter.limits.chars / 2));
  return cut === message ? limited : limited.with("message", cut);
}
