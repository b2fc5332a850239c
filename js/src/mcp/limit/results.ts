import { Items, type Json, Members, toJson, Written, writeJson } from "../json/node.js";
import { limitCall } from "./call.js";
import { contentPart, messageParts, resourcePart } from "./content.js";
import type { Cutter } from "./cutter.js";
import { Media } from "./media.js";
import { type Gap, limitParts, type Part } from "./parts.js";
import { limitRest } from "./rest.js";
import { isWithin, type Limited } from "./within.js";

/** Kinds of results that the proxy limits. */
export type ResultKind = "call" | "resource" | "prompt";

/** How a tool's results are told about and held to. */
export interface CallContext {
  /** The name of the tool that answers what was cut; none: nothing can be asked for. */
  readonly retrieve: string | undefined;
  /** The JSON Schema that `structuredContent` has to fit. */
  readonly schema: unknown;
}

/** The member that holds what a result consists of, and how it is read. */
const LISTS = {
  call: { list: "content", partsOf: (item: Json, media: Media): Part[] => [contentPart(item, media)] },
  resource: { list: "contents", partsOf: (item: Json, media: Media): Part[] => [resourcePart(item, media)] },
  prompt: { list: "messages", partsOf: messageParts },
} as const;

/** A result within its limits; the very one that came where nothing had to go. */
export function limitResult(kind: ResultKind, given: Members, cutter: Cutter, context: CallContext): Members {
  const result = given.unique();
  const limited =
    kind === "call"
      ? limitCall(result, cutter, context)
      : limitList(result, kind === "prompt" ? messageGap : contentsGap, cutter, kind);
  return fitsLimits(kind, limited, cutter) ? limited : lastResort(kind, result, cutter);
}

/** True if a result is within its limits, however it came to be. */
export const fitsLimits = (kind: ResultKind, result: Members, cutter: Cutter): boolean =>
  isWithin(readAs(kind, result), cutter);

/** A result as {@link isWithin} looks at it. */
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

/** What becomes of a result that no rule has brought within its limits: its JSON as one text, which is trimmed. */
export function lastResort(kind: ResultKind, result: Members, cutter: Cutter): Members {
  const { chars, tokens } = cutter.limits;
  // No char has more than 4 bytes, and no byte more than a token.
  const text = cutter.text(writeJson(result, ""), {
    maxChars: Math.floor(Math.min(chars / 2, (tokens ?? chars) / 5)),
  });
  const gap = { call: textGap, resource: contentsGap, prompt: messageGap }[kind];
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

/** How many items of a message's content were too many to be held. */
function droppedOf(message: Json): number {
  const content = message instanceof Members ? message.get("content") : undefined;
  return content instanceof Items ? content.dropped : 0;
}

const textGap: Gap = (text) => toJson({ type: "text", text });

const messageGap: Gap = (text) => toJson({ role: "user", content: { type: "text", text } });

/** Longer ones would not fit beside the line that says what is missing. */
const LONGEST_URI = 150;

const contentsGap: Gap = (text, first) => {
  const uri = first?.node instanceof Members ? first.node.get("uri") : undefined;
  const isShort = typeof uri === "string" && uri.length <= LONGEST_URI;
  return Members.of({ uri: isShort ? uri : "tooltrim:omitted", mimeType: "text/plain", text });
};

/** Codes are small integers; this one says that it was not. */
const NO_CODE = -32_000;
const LONGEST_CODE = 20;

/** An error of JSON-RPC within its limits: half for the message, half for data and all else; the code stays. */
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
