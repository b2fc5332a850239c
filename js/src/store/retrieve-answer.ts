// Parses a model's requests for stored texts, and answers them.
import { TooltrimError, toTooltrimError } from "../errors.js";
import { ownForm } from "../forms.js";
import { trim } from "../text/trim.js";
import { wasm } from "../wasm.js";
import { numberOf } from "./conversation.js";
import { KEEPER, type Keeper } from "./keeper.js";
import type { RetrieveOptions } from "./retrieve.js";
import type { OutputStore } from "./store.js";

/** The part of an `OutputStore` that is used. */
export type RetrieveStore = Pick<OutputStore, "has" | "load" | "retrieve">;

/** Arguments of the tool. Parsing is lenient: models write `K3F9A2BX`, `"120"` and `120-180` in many ways. */
export interface RetrieveArguments {
  /** The ref of the text: `#k3f9a2bx`, `k3f9a2bx`. */
  readonly ref: string;
  /** Lines, counted from 1: `"120-180"`, `"120-"`, `120`. */
  readonly lines?: string | number | undefined;
  /** Only lines that hold this text. */
  readonly pattern?: string | undefined;
  readonly ignore_case?: boolean | undefined;
  /** Lines of context around each match. */
  readonly context?: number | undefined;
  readonly page?: number | undefined;
}

/** The arguments as a JSON Schema. */
export interface RetrieveSchema {
  readonly [keyword: string]: unknown;
  readonly type: "object";
  readonly properties: Readonly<Record<keyof RetrieveArguments, RetrieveProperty>>;
  readonly required: string[];
  readonly additionalProperties: false;
}
/** A type, not an interface: libraries declare schemas with an index signature, which only types have implicitly. */
export type RetrieveProperty = {
  readonly type: "string" | "integer" | "boolean";
  readonly description: string;
};

export const schema = (): RetrieveSchema => ({
  type: "object",
  properties: {
    ref: { type: "string", description: "The ref that the shortened output names, such as #k3f9a2bx." },
    lines: { type: "string", description: "Only these lines, counted from 1: 120-180, 120- (to the end) or 120." },
    pattern: {
      type: "string",
      description: "Only lines that contain this text, each with its number. Literal text, not a regular expression.",
    },
    ignore_case: { type: "boolean", description: "True to ignore case in the pattern." },
    context: { type: "integer", description: "The number of lines around each match." },
    page: { type: "integer", description: "The page of an answer that is too long for one, from 1." },
  },
  required: ["ref"],
  additionalProperties: false,
});

export const DESCRIPTION =
  "Reads the full text of a tool output that was shortened. Shortened outputs name it by a ref such as #k3f9a2bx. " +
  "Ask for the part that you need: by lines, by a text to search for, or page by page.";

/** A text for the model, and whether it is an error. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

/** Room for the line above the text, with a long pattern in it. */
const HEADING = 300;
export const LEAST_CHARS = 500;
/** Minimum `maxChars` of a retrieval. */
const LEAST_ROOM = 200;

/** Answers a model. Errors become texts for it. */
export async function answer(store: RetrieveStore, given: unknown, maxChars: number): Promise<Answer> {
  try {
    const asked = read(given);
    const ref = askedRef(store, asked.ref);
    // Texts evicted from memory may be in the backend.
    if (!store.has(ref)) await store.load(ref);
    const most = maxChars - HEADING;
    let text = "";
    // Chars beyond 16 bits count twice. The half is the same for all pages.
    for (const room of [most, Math.max(LEAST_ROOM, Math.floor(most / 2))]) {
      const part = store.retrieve(ref, { ...partOf(asked), maxChars: room, guarded: true });
      text = `${ownForm("RETRIEVED", part.ref, part.about)}\n${part.text}`;
      if (text.length <= maxChars) return { text, isError: false };
    }
    return { text: trim(text, { maxUtf16: maxChars }).text, isError: false };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isOurs = error instanceof TooltrimError;
    return { text: shorten(`Error: ${isOurs ? message : `the text could not be read: ${message}`}`), isError: true };
  }
}

/** @throws TooltrimError `INVALID_OPTION` for no ref, `UNKNOWN_REF` for one that only another conversation was given */
function askedRef(store: RetrieveStore, ref: unknown): string {
  const number = toNumber(String(ref ?? ""));
  const keeper = (store as { [KEEPER]?: Keeper })[KEEPER];
  if (keeper?.answers?.(number) === false) throw toTooltrimError(wasm().ref_not_given(number));
  return wasm().ref_text(number);
}

function toNumber(ref: string): number {
  try {
    return numberOf(ref);
  } catch {
    throw wrong("ref: is needed, such as #k3f9a2bx: the shortened output names it");
  }
}

const shorten = (text: string) => (text.length > LEAST_CHARS ? `${text.slice(0, LEAST_CHARS - 3)}...` : text);

type Asked = { readonly [name in keyof RetrieveArguments]: unknown };

function read(given: unknown): Asked {
  const read = typeof given === "string" ? parse(given) : given;
  if (typeof read === "object" && read !== null && !Array.isArray(read)) return read as Asked;
  throw wrong('the arguments are not an object such as { "ref": "#k3f9a2bx", "lines": "1-50" }');
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw wrong("the arguments are not JSON");
  }
}

const wrong = (message: string) => new TooltrimError("INVALID_OPTION", message);

function partOf(asked: Asked): RetrieveOptions {
  const { ignore_case: ignoreCase, ignoreCase: other } = asked as Asked & { ignoreCase?: unknown };
  const pattern = isThere(asked.pattern) ? String(asked.pattern) : undefined;
  return {
    lines: linesOf(asked.lines),
    pattern,
    ignoreCase: pattern === undefined ? undefined : ["true", "1"].includes(String(ignoreCase ?? other ?? false)),
    context: pattern === undefined ? undefined : count("context", asked.context),
    page: count("page", asked.page),
  };
}

/** Models send placeholders for arguments that they leave out. */
const isThere = (value: unknown) => value !== undefined && value !== null && value !== "";

/** Models copy numbers as they are shown: `5,000`. */
const withoutCommas = (text: string) => text.replace(/(\d),(?=\d{3}(?!\d))/g, "$1");

function linesOf(lines: unknown): string | undefined {
  if (!isThere(lines)) return undefined;
  const text = withoutCommas(Array.isArray(lines) ? lines.join("-") : String(lines));
  const [, first, dash, last] = /^[^\d-]*(\d+)\s*(?:(-|–|\.\.+|:|,|to)\D*(\d*))?\D*$/i.exec(text) ?? [];
  if (first === undefined) throw wrong("lines: not a line or a span of lines, counted from 1, such as 120 or 120-180");
  return dash ? `${first}-${last ?? ""}` : first;
}

function count(name: string, value: unknown): number | undefined {
  if (!isThere(value)) return undefined;
  const number = Number(withoutCommas(String(value)));
  if (Number.isFinite(number) && number >= 0) return Math.floor(number);
  throw wrong(`${name}: not a number of 0 or more`);
}
