import { ownForm } from "../../core.js";
import { tryReadJson } from "../json/read.js";
import { isMembers, type Json, type Members, membersOf, toJson, Written, withMember, writeJson } from "../json/tree.js";
import { type Cutter, charsOf } from "./cutter.js";
import { Media } from "./media.js";
import { contentPart, type Gap, limitParts, messageParts, type Part, resourcePart, textItem } from "./parts.js";
import { limitMirrored, limitStructured, withTwins } from "./structured.js";

/** Kinds of results that the proxy limits. */
export type ResultKind = "call" | "resource" | "prompt";

/** Properties of a tool that its results depend on. */
export interface CallContext {
  /** Name of the tool that returns omitted content; `undefined` if there is none. */
  readonly retrieve: string | undefined;
  /** JSON Schema that `structuredContent` has to fit. */
  readonly schema: unknown;
}

/** Maximum chars of a URI that fits beside the line about missing parts. */
const LONGEST_URI = 150;

const messageGap: Gap = (text) => toJson({ role: "user", content: { type: "text", text } });

const contentsGap: Gap = (text, first) => {
  const uri = first && isMembers(first.node) ? first.node.get("uri") : undefined;
  const isShort = typeof uri === "string" && uri.length <= LONGEST_URI;
  return membersOf({ uri: isShort ? uri : "tooltrim:omitted", mimeType: "text/plain", text });
};

/** Member with the items of each kind of result, the reader of an item, and the item in place of missing ones. */
const LISTS = {
  call: { list: "content", partsOf: (item: Json, media: Media): Part[] => [contentPart(item, media)], gap: textItem },
  resource: {
    list: "contents",
    partsOf: (item: Json, media: Media): Part[] => [resourcePart(item, media)],
    gap: contentsGap,
  },
  prompt: { list: "messages", partsOf: messageParts, gap: messageGap },
} as const;

/** Members of a tool's result that have rules of their own. */
const OF_CALLS = ["content", "structuredContent", "isError"];

/**
 * Maximum length of a limited result as JSON, by its limit in chars: texts of which each char is an escape of 6, 8 for
 * the frames of as many parts as fit, 1 for a structured value and 1 for the rest. Nothing that a rule overlooks is larger.
 */
const MOST_WRITTEN = 16;

/** Limits a result. Returns the same one if nothing had to be cut. */
export function limitResult(kind: ResultKind, result: Members, cutter: Cutter, context: CallContext): Members {
  const limited = kind === "call" ? limitCall(result, cutter, context) : limitList(kind, result, cutter);
  const { chars, media } = cutter.limits;
  return writeJson(limited).length <= MOST_WRITTEN * chars + 2 * media ? limited : lastResort(kind, result, cutter);
}

/** Finds the kind of a result by its members, if its request is unknown. */
export function kindOf(result: Members): ResultKind | undefined {
  if (result.has("structuredContent") || Array.isArray(result.get("content"))) return "call";
  if (Array.isArray(result.get("contents"))) return "resource";
  return Array.isArray(result.get("messages")) ? "prompt" : undefined;
}

/** Counts the chars of a result that a model may see: its texts, and its structured value as JSON. */
export function charsOfResult(kind: ResultKind, result: Members, cutter: Cutter): number {
  const { list, partsOf } = LISTS[kind];
  const items = result.get(list);
  const structured = kind === "call" ? result.get("structuredContent") : undefined;
  const media = new Media(cutter.rehearsal());
  const texts = (Array.isArray(items) ? items : [])
    .flatMap((item) => partsOf(item, media))
    .map(({ text = "" }) => text);
  return texts.reduce(
    (sum, text) => sum + charsOf(text),
    structured === undefined ? 0 : charsOf(writeJson(structured)),
  );
}

/** Replaces a result that the rules did not bring within its limits by its JSON as one trimmed text. */
export function lastResort(kind: ResultKind, result: Members, cutter: Cutter): Members {
  const { chars, tokens } = cutter.limits;
  const { list, gap } = LISTS[kind];
  // A char has at most 4 bytes, and a byte at most 1 token.
  const maxChars = Math.floor(Math.min(chars / 2, (tokens ?? chars) / 5));
  const limited = membersOf({ [list]: [gap(cutter.text(writeJson(result, ""), { maxChars }), undefined)] });
  const isError = writeJson(result.get("isError") ?? "") === "true" || result.has("structuredContent");
  return kind === "call" && isError ? withMember(limited, "isError", toJson(true)) : limited;
}

function limitList(kind: ResultKind, result: Members, cutter: Cutter): Members {
  const { list, partsOf, gap } = LISTS[kind];
  const items = result.get(list);
  if (!Array.isArray(items)) return limitRest(result, [], cutter);
  const media = new Media(cutter);
  const parts = items.flatMap((item) => partsOf(item, media));
  const nodes = limitParts(parts, cutter.limits, cutter, gap);
  const limited = limitRest(result, [list], cutter);
  return cutter.changed ? withMember(limited, list, nodes) : limited;
}

/** Room for the note about how to read the full result. */
const NOTE = { chars: 260, tokens: 120 };

/**
 * Limits the result of a tool. `content` and `structuredContent` get the full limits each: they are two forms of one
 * answer, and a client shows a model one of them.
 */
function limitCall(given: Members, cutter: Cutter, context: CallContext): Members {
  const result = withFlag(given);
  const items = asItems(result.get("content"));
  const whole = result.get("structuredContent");
  const media = new Media(cutter);
  const parts = items.map((item) => contentPart(item, media));
  const structured = whole === undefined ? undefined : media.hide(whole, context.schema);
  const { chars, tokens } = cutter.limits;
  // If everything fits, no room for a note is needed.
  const rehearsal = cutter.rehearsal();
  limitRest(result, OF_CALLS, rehearsal);
  const isWhole = isSame(limitParts(parts, cutter.limits, rehearsal, textItem), items) && !rehearsal.changed;
  const fits = isWhole && (structured === undefined || cutter.fits(writeJson(structured), chars));
  const room = fits
    ? cutter.limits
    : { chars: chars - NOTE.chars, tokens: tokens === undefined ? undefined : tokens - NOTE.tokens };
  let after = whole;
  let nodes: Json[] | undefined;
  let twins: readonly Part[] = parts;
  if (whole !== undefined && structured !== undefined) {
    const mirrored = limitMirrored(parts, structured, room, cutter, context.schema);
    const shorter = mirrored?.structured ?? limitStructured(structured, room.chars, cutter, context.schema);
    if (shorter === null) return tooLarge(result, whole, cutter, context);
    if (shorter !== structured || media.isReplaced) after = media.restore(shorter);
    nodes = mirrored?.nodes;
    if (!nodes) twins = withTwins(parts, whole, after as Json, room.chars);
  }
  const rest = limitRest(result, OF_CALLS, cutter);
  nodes ??= limitParts(twins, room, cutter, textItem);
  if (isSame(nodes, items) && !cutter.changed) return rest;
  const limited = after === undefined ? rest : withMember(rest, "structuredContent", after);
  return withMember(limited, "content", [...nodes, ...noteFor(cutter, context)]);
}

const isSame = (nodes: readonly Json[], items: readonly Json[]): boolean =>
  nodes.length === items.length && nodes.every((node, index) => node === items[index]);

/** Drops `isError` unless it is a boolean or `null`: anything else has no meaning, at any length. */
function withFlag(result: Members): Members {
  const flag = result.get("isError");
  const isFlag = flag === undefined || (flag instanceof Written && /^(?:true|false|null)$/.test(flag.json));
  return isFlag ? result : withMember(result, "isError", undefined);
}

/** Returns the content as a list. Anything else becomes its only item, texts as text items of the protocol. */
function asItems(content: Json | undefined): Json[] {
  if (content === undefined || Array.isArray(content)) return content ?? [];
  if (isMembers(content)) return [content];
  return [membersOf({ type: "text", text: content instanceof Written ? content.json : content })];
}

/** Returns the note that content is missing, and how to read it; empty if none is needed. */
function noteFor(cutter: Cutter, { retrieve }: CallContext): Json[] {
  const refs = [...cutter.refs];
  const omitted = `${cutter.omitted} chars left out.`;
  if (refs.length === 0 || retrieve === undefined) {
    return cutter.lost && cutter.omitted > 0 ? [textItem(ownForm("PROXY_NOTE", omitted))] : [];
  }
  const listing = refs.length > 6 ? cutter.keep(refs.join("\n")) : undefined;
  const named = listing ?? refs.join(", ");
  const what = `${cutter.lost ? "what was kept" : "the whole"}${refs.length > 1 ? ` (${named})` : ""}`;
  return [textItem(ownForm("PROXY_NOTE", `${omitted} ${retrieve} with ref "${listing ?? refs[0]}" reads ${what}.`))];
}

/** Returns an error in place of a structured value that cannot be cut to fit its schema: errors need no such value. */
function tooLarge(result: Members, structured: Json, cutter: Cutter, { retrieve }: CallContext): Members {
  const text = writeJson(structured, "");
  const ref = cutter.keep(text);
  cutter.omitted += text.length;
  const how = ref && retrieve ? ` ${retrieve} with ref "${ref}" reads it.` : "";
  const rule = `more than the ${cutter.limits.chars} chars allowed, and its outputSchema leaves nothing to cut.`;
  const note = textItem(ownForm("PROXY_NOTE", `the structured result has ${text.length} chars, ${rule}${how}`));
  const rest = withMember(limitRest(result, OF_CALLS, cutter), "structuredContent", undefined);
  return withMember(withMember(rest, "content", [note]), "isError", toJson(true));
}

/** Limits members without a rule, such as `_meta`: together to half of the char limit, as one JSON object. */
function limitRest(result: Members, known: readonly string[], cutter: Cutter): Members {
  const others = new Map([...result].filter(([name]) => !known.includes(name)));
  const cut = cutter.tree(others, Math.floor(cutter.limits.chars / 2));
  if (cut === others) return result;
  const kept = cut instanceof Written ? tryReadJson(cut.json) : undefined;
  return new Map([...[...result].filter(([name]) => known.includes(name)), ...(isMembers(kept) ? kept : [])]);
}

/** Code that replaces one that is not a small integer. */
const NO_CODE = -32_000;
const LONGEST_CODE = 20;

/** Limits a JSON-RPC error: half of the chars for the message, half for data and all else. A valid code stays. */
export function limitError(error: Members, cutter: Cutter): Members {
  let limited = limitRest(error, ["code", "message"], cutter);
  const code = error.get("code");
  if (code !== undefined && (!(code instanceof Written) || code.json.length > LONGEST_CODE)) {
    limited = withMember(limited, "code", toJson(NO_CODE));
  }
  const message = error.get("message");
  const cut = message === undefined ? undefined : cutter.tree(message, Math.floor(cutter.limits.chars / 2));
  return cut === message ? limited : withMember(limited, "message", cut);
}
