// Answers a model's requests for stored texts.
import { TooltrimError, toTooltrimError } from "../errors.js";
import { wasm } from "../wasm.js";
import { KEEPER, type Keeper } from "./keeper.js";
import { askedPart } from "./retrieve.js";
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
  /** Only lines that answer this question. */
  readonly about?: string | undefined;
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

/** Name, description and arguments of the tool, in the words of the core. */
export function retrieveWords(): { name: string; description: string; schema: RetrieveSchema } {
  const [name, description, schema] = wasm().retrieve_tool() as [string, string, string];
  return { name, description, schema: JSON.parse(schema) };
}

/** A text for the model, and whether it is an error. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
}

export const LEAST_CHARS = 500;

/** Answers a model. Errors become texts for it. */
export async function answer(store: RetrieveStore, given: unknown, maxChars: number): Promise<Answer> {
  try {
    const asked = argumentsOf(typeof given === "string" ? parse(given) : given);
    const number = wasm().asked_number(asked);
    const keeper = (store as { [KEEPER]?: Keeper })[KEEPER];
    if (keeper?.answers?.(number) === false) throw toTooltrimError(wasm().ref_not_given(number));
    // Texts evicted from memory may be in the backend.
    const text = await store.load(wasm().ref_text(number));
    return { text: askedPart(asked, text, maxChars), isError: false };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isOurs = error instanceof TooltrimError;
    return { text: shorten(`Error: ${isOurs ? message : `the text could not be read: ${message}`}`), isError: true };
  }
}

const shorten = (text: string) => (text.length > LEAST_CHARS ? `${text.slice(0, LEAST_CHARS - 3)}...` : text);

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new TooltrimError("INVALID_OPTION", "the arguments are not JSON");
  }
}

type Asked = { readonly [name in keyof RetrieveArguments | "ignoreCase"]?: unknown };

/** Reads each member once, on this side: a getter that throws must not end the core. */
function argumentsOf(given: unknown): Asked {
  if (typeof given !== "object" || given === null || Array.isArray(given)) return given as object;
  const { ref, lines, pattern, ignore_case, ignoreCase, about, context, page } = given as Asked;
  return { ref, lines, pattern, ignore_case, ignoreCase, about, context, page };
}
