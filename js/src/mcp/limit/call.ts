import { ownForm } from "../../core.js";
import { Items, type Json, Members, Shortened, textOf, toJson, Written, writeJson } from "../json/node.js";
import { tryReadJson } from "../json/read.js";
import { isLossy } from "../json/tree.js";
import { contentPart } from "./content.js";
import { type Cutter, looksLikeJson } from "./cutter.js";
import { charsOf } from "./limits.js";
import { Media } from "./media.js";
import { limitMirrored } from "./mirrored.js";
import { limitParts, type Part, textItem } from "./parts.js";
import { writeMeasured } from "./places.js";
import { limitRest } from "./rest.js";
import type { CallContext } from "./results.js";
import { limitStructured } from "./structured.js";

/** Room for the note about how to read the full result, in chars and in tokens. */
const NOTE_CHARS = 260;
const NOTE_TOKENS = 120;

/**
 * Limits the result of a tool. `content` and `structuredContent` get the full limits each: they are two forms of one
 * answer, and a client shows a model one of them.
 */
export function limitCall(result: Members, cutter: Cutter, context: CallContext): Members {
  const given = result.get("structuredContent");
  const content = result.get("content");
  const items = asItems(content);
  const media = new Media(cutter);
  const parts = items.list.map((item) => contentPart(item, media));
  const structured = given === undefined ? undefined : media.hide(given, context.schema);
  const { chars, tokens } = cutter.limits;
  const flagged = withFlag(result);
  // If everything fits, no room for a note is needed.
  const rehearsal = cutter.rehearsal();
  limitRest(flagged, KNOWN, rehearsal);
  const kept = limitParts(parts, items.dropped, cutter.limits, rehearsal, textItem);
  const fits =
    !rehearsal.changed &&
    kept.length === items.list.length &&
    kept.every((node, index) => node === items.list[index]) &&
    (structured === undefined || charsOf(writeMeasured(structured)) <= chars);
  const room = fits
    ? cutter.limits
    : { chars: chars - NOTE_CHARS, tokens: tokens === undefined ? undefined : tokens - NOTE_TOKENS };
  const mirrored =
    structured === undefined
      ? undefined
      : limitMirrored(parts, items.dropped, structured, room, cutter, context.schema);
  const after = mirrored?.structured ?? (structured && limitStructured(structured, room.chars, cutter, context.schema));
  if (after === null && given !== undefined) return tooLarge(result, given, cutter, context);
  const rest = limitRest(flagged, KNOWN, cutter);
  const twins = structured ? twinsOf(items, structured) : new Set();
  const nodes =
    mirrored?.nodes ??
    limitParts(
      parts.map((part, index) =>
        structured && after && twins.has(index) ? twinPart(part, structured, after, room.chars) : part,
      ),
      items.dropped,
      room,
      cutter,
      textItem,
    );
  const isNew = nodes.length !== items.list.length || nodes.some((node, index) => node !== items.list[index]);
  if (!isNew && !cutter.changed) return rest;
  const limited = after ? rest.with("structuredContent", after) : rest;
  return limited.with("content", new Items([...nodes, ...noteFor(cutter, context)]));
}

/** Members that have rules of their own. */
const KNOWN = ["content", "structuredContent", "isError"];

/** Drops `isError` unless it is a boolean or `null`: anything else has no meaning, at any length. */
function withFlag(result: Members): Members {
  const flag = result.get("isError");
  const isFlag = flag === undefined || (flag instanceof Written && /^(?:true|false|null)$/.test(flag.json));
  return isFlag ? result : result.with("isError", undefined);
}

/** Returns the content as a list. Anything else becomes its only item, texts as text items of the protocol. */
function asItems(content: Json | undefined): Items {
  if (content instanceof Items) return content;
  if (content === undefined) return new Items();
  if (content instanceof Members) return new Items([content]);
  return new Items([Members.of({ type: "text", text: content instanceof Written ? content.json : content })]);
}

/** Finds the text items that repeat `structuredContent` as JSON. */
function twinsOf(items: Items, structured: Json): Set<number> {
  const twins = new Set<number>();
  const written = writeJson(structured);
  for (const [index, item] of items.list.entries()) {
    const text = item instanceof Members && textOf(item.get("type")) === "text" ? item.get("text") : undefined;
    if (text instanceof Shortened) {
      // A text that was too long to be held cannot be compared: if it is the only item and JSON, it counts as a twin.
      if (items.list.length === 1 && looksLikeJson(text.text)) twins.add(index);
    } else if (typeof text === "string" && looksLikeJson(text) && text.length >= written.length) {
      const read = tryReadJson(text);
      if (read !== undefined && writeJson(read) === written) twins.add(index);
    }
  }
  return twins;
}

/** Keeps a text equal to `structuredContent`: rewrites it if that has changed, or if the text does not fit. */
function twinPart(part: Part, before: Json, after: Json, room: number): Part {
  if (before === after && typeof part.text === "string" && part.text.length <= room) return part;
  const text = writeJson(after);
  return { ...part, node: part.withText(text), text };
}

/** Returns the note that content is missing, and how to read it; empty if none is needed. */
function noteFor(cutter: Cutter, { retrieve }: CallContext): Json[] {
  const refs = [...cutter.refs];
  if (refs.length === 0 || retrieve === undefined) {
    return cutter.lost && cutter.omitted > 0
      ? [textItem(ownForm("PROXY_NOTE", `${cutter.omitted} chars left out.`))]
      : [];
  }
  const named = refs.length > 6 ? `${refs.slice(0, 3).join(", ")} ... ${refs.at(-1)}` : refs.join(", ");
  const what = `${cutter.lost ? "what was kept" : "the whole"}${refs.length > 1 ? ` (${named})` : ""}`;
  const note = `${cutter.omitted} chars left out. ${retrieve} with ref "${refs[0]}" reads ${what}.`;
  return [textItem(ownForm("PROXY_NOTE", note))];
}

/** Returns an error in place of a structured value that cannot be cut to fit its schema: errors need no such value. */
function tooLarge(result: Members, structured: Json, cutter: Cutter, { retrieve }: CallContext): Members {
  const text = writeJson(structured, "");
  const ref = isLossy(structured) ? undefined : cutter.keep(text);
  cutter.omitted += text.length;
  const how = ref && retrieve ? ` ${retrieve} with ref "${ref}" reads it.` : "";
  const rule = `more than the ${cutter.limits.chars} chars allowed, and its outputSchema leaves nothing to cut.`;
  const note = textItem(ownForm("PROXY_NOTE", `the structured result has ${text.length} chars, ${rule}${how}`));
  return limitRest(withFlag(result), KNOWN, cutter)
    .with("structuredContent", undefined)
    .with("content", new Items([note]))
    .with("isError", toJson(true));
}
