import {
  fitJsonToSchema,
  limitForms,
  limitParts,
  measure,
  ownForm,
  type PartKind,
  partsFit,
  trim,
  withMembers,
} from "../../core.js";
import { access, readJson, writeJson } from "../json.js";
import { isMembers, type Members } from "../messages.js";
import { type Cutter, charsOf } from "./cutter.js";
import { Media } from "./media.js";
import { contents, FEWEST_BESIDE, items, messages, messagesOf } from "./parts.js";

/** Kinds of results that the proxy limits. */
export type ResultKind = "call" | "resource" | "prompt";

/** Properties of a tool that its results depend on. */
export interface CallContext {
  /** Name of the tool that returns omitted content; `undefined` if there is none. */
  readonly retrieve: string | undefined;
  /** JSON Schema that `structuredContent` has to fit. */
  readonly schema: object | boolean | undefined;
}

/** Member with the parts of each kind of result, and how they are read. */
const LISTS: Readonly<Record<ResultKind, { readonly list: string; readonly kind: PartKind<unknown> }>> = {
  call: { list: "content", kind: items },
  resource: { list: "contents", kind: contents },
  prompt: { list: "messages", kind: messages },
};

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
  if ("structuredContent" in result || Array.isArray(result.content)) return "call";
  if (Array.isArray(result.contents)) return "resource";
  return Array.isArray(result.messages) ? "prompt" : undefined;
}

/** Counts the chars of a result that a model may see: its texts, and its structured value as JSON. */
export function charsOfResult(kind: ResultKind, result: Members): number {
  const texts = partsOf(kind, result).map((part) => LISTS[kind].kind.read(part));
  const structured = kind === "call" ? result.structuredContent : undefined;
  if (structured !== undefined) texts.push(writeJson(structured));
  return texts.reduce((sum: number, text) => sum + (typeof text === "string" ? charsOf(text) : 0), 0);
}

/** Content of a tool that is not a list becomes its only item, texts as text items of the protocol. */
function partsOf(kind: ResultKind, result: Members): readonly unknown[] {
  const list = result[LISTS[kind].list];
  if (Array.isArray(list)) return kind === "prompt" ? list.flatMap(messagesOf) : list;
  if (kind !== "call" || list === undefined) return [];
  const json = writeJson(list);
  return [isMembers(list) ? list : { type: "text", text: json.startsWith('"') ? list : json }];
}

/** Replaces a result that the rules did not bring within its limits by its JSON as one trimmed text. */
export function lastResort(kind: ResultKind, result: Members, cutter: Cutter): Members {
  const { chars, tokens } = cutter.limits;
  // A char has at most 4 bytes, and a byte at most 1 token.
  const maxChars = Math.floor(Math.min(chars / 2, (tokens ?? chars) / 5));
  const text = cutter.trim(writeJson(result, "  "), { maxChars });
  const isError = kind === "call" && (result.isError === true || "structuredContent" in result);
  return { [LISTS[kind].list]: [LISTS[kind].kind.note(text, undefined, true)], ...(isError && { isError }) };
}

function limitList(kind: ResultKind, result: Members, cutter: Cutter): Members {
  const { list, kind: parts } = LISTS[kind];
  if (!Array.isArray(result[list])) return limitRest(result, [], cutter);
  const after = limitParts(new Media(partsOf(kind, result), parts, cutter).parts, parts, cutter);
  const limited = limitRest(result, [list], cutter);
  return cutter.changed ? { ...limited, [list]: after } : limited;
}

/** Room for the note about how to read the full result. */
const NOTE = { chars: 260, tokens: 120 };

/**
 * Limits the result of a tool. `content` and `structuredContent` get the full limits each: they are two forms of one
 * answer, and a client shows a model one of them.
 */
function limitCall(given: Members, cutter: Cutter, context: CallContext): Members {
  const { schema } = context;
  const { isError, ...others } = given;
  // Anything but a boolean or `null` has no meaning, at any length.
  const isFlag = isError === undefined || isError === null || typeof isError === "boolean";
  const result = isFlag ? given : others;
  const rest = limitRest(result, OF_CALLS, cutter);
  const media = new Media(partsOf("call", result), items, cutter);
  const whole = result.structuredContent;
  const json = whole === undefined ? "" : writeJson(whole);
  const hidden = media.hide(json, schema);
  if (!cutter.changed && partsFit(media.parts, items, cutter) && cutter.fits(hidden)) return result;
  const { chars, tokens } = cutter.limits;
  cutter.room = { chars: chars - NOTE.chars, tokens: tokens && tokens - NOTE.tokens };
  const noted = (changed: Members, parts: readonly unknown[]): Members => ({
    ...changed,
    content: [...parts, ...noteFor(cutter, context)],
  });
  if (whole === undefined) return noted(rest, limitParts(media.parts, items, cutter));
  const value = hidden === json ? whole : readJson(hidden);
  const { parts, value: after } = limitForms(media.parts, items, cutter, {
    ...{ value, access, schema, room: chars, size: charsOf, cutsTexts: true },
    fits: (text) => cutter.fits(text),
    // What a text that repeats the value counts beside.
    shorter: (hasTwin) => limitStructured(value, hidden, cutter, schema, hasTwin ? FEWEST_BESIDE : 0),
    notes: () => [],
  });
  if (after === undefined) return tooLarge(rest, whole, cutter, context);
  const restored = after === whole ? whole : readJson(media.restore(writeJson(after)));
  return noted({ ...rest, structuredContent: restored }, parts);
}

/** Smallest room that is tried for a structured value; less holds no useful JSON. */
const LEAST = 50;

/**
 * Limits a structured value: returns the same one, or a smaller one that fits its schema, if there is one. Without a
 * schema it is shortened like any JSON, but stays an object.
 */
function limitStructured(
  value: unknown,
  written: string,
  cutter: Cutter,
  schema: CallContext["schema"],
  beside: number,
): unknown {
  if (cutter.fits(written)) return value;
  const { about } = cutter.limits;
  const chars = cutter.room.chars - beside;
  const { bytes, chars: all } = measure(written);
  // A schema is fitted in bytes.
  let room = schema === undefined ? chars : Math.ceil((chars * bytes) / Math.max(1, all));
  for (; room >= LEAST; room = Math.floor(room / 1.5)) {
    const cut =
      schema === undefined
        ? trim(written, { maxChars: room, format: "json", about }).text
        : fitJsonToSchema(written, schema, { maxTotalBytes: room, about });
    const after = cut === undefined ? undefined : access.read(cut);
    if (after === undefined || charsOf(cut as string) > chars || !cutter.fits(cut as string)) continue;
    if (schema === undefined && !isMembers(after)) return undefined;
    cutter.keep(writeJson(value, "  "));
    cutter.omitted += Math.max(1, charsOf(written) - charsOf(cut as string));
    return after;
  }
  return undefined;
}

/** Returns the note that content is missing, and how to read it; empty if none is needed. */
function noteFor(cutter: Cutter, { retrieve }: CallContext): unknown[] {
  const refs = [...cutter.refs];
  const omitted = `${cutter.omitted} chars left out.`;
  if (refs.length === 0 || retrieve === undefined) {
    return cutter.lost && cutter.omitted > 0 ? [items.note(ownForm("PROXY_NOTE", omitted))] : [];
  }
  const listing = refs.length > 6 ? cutter.keep(refs.join("\n")) : undefined;
  const named = listing ?? refs.join(", ");
  const what = `${cutter.lost ? "what was kept" : "the whole"}${refs.length > 1 ? ` (${named})` : ""}`;
  return [items.note(ownForm("PROXY_NOTE", `${omitted} ${retrieve} with ref "${listing ?? refs[0]}" reads ${what}.`))];
}

/** Returns an error in place of a structured value that cannot be cut to fit its schema: errors need no such value. */
function tooLarge(rest: Members, structured: unknown, cutter: Cutter, { retrieve }: CallContext): Members {
  const text = writeJson(structured, "  ");
  const ref = cutter.keep(text);
  const how = ref && retrieve ? ` ${retrieve} with ref "${ref}" reads it.` : "";
  const rule = `more than the ${cutter.limits.chars} chars allowed, and its outputSchema leaves nothing to cut.`;
  const note = items.note(ownForm("PROXY_NOTE", `the structured result has ${text.length} chars, ${rule}${how}`));
  return withMembers(rest, { structuredContent: undefined, content: [note], isError: true }) as Members;
}

/** Limits members without a rule, such as `_meta`: together to half of the char limit, as one JSON object. */
function limitRest(result: Members, known: readonly string[], cutter: Cutter): Members {
  const isKnown = ([name]: [string, unknown]) => known.includes(name);
  const others = Object.fromEntries(Object.entries(result).filter((entry) => !isKnown(entry)));
  const cut = cutter.tree(others, Math.floor(cutter.limits.chars / 2));
  if (cut === others) return result;
  return { ...Object.fromEntries(Object.entries(result).filter(isKnown)), ...(isMembers(cut) && cut) };
}

/** Code that replaces one that is not a small integer. */
const NO_CODE = -32_000;

/** Limits a JSON-RPC error: half of the chars for the message, half for data and all else. A valid code stays. */
export function limitError(error: Members, cutter: Cutter): Members {
  const limited = limitRest(error, ["code", "message"], cutter);
  const { code, message } = error;
  const isCode = code === undefined || code === null || typeof code === "number" || typeof code === "boolean";
  const cut = message === undefined ? undefined : cutter.tree(message, Math.floor(cutter.limits.chars / 2));
  if (isCode && cut === message) return limited;
  return { ...limited, ...(!isCode && { code: NO_CODE }), ...(cut !== message && { message: cut }) };
}
